"""Input of the display: fingers, mouse and evdev devices become messages."""
