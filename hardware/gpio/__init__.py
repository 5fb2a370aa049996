"""Buttons and lamps at the pins of a Raspberry Pi, through gpiozero's pin interface."""
