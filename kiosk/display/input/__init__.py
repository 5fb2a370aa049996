"""Input of the display: fingers, mouse and evdev devices are turned into messages."""
