"""Interfaces to the operating system: files, sockets, signals, systemd. Imports no other package of the kiosk."""
