"""The screen as a device: its connector, its brightness, and protection against burn-in."""
