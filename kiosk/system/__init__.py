"""The operating system: files, sockets, signals, systemd. Imports nothing else of the kiosk."""
