"""Dice-reader boards at serial ports: the host's side of LDR/1."""
