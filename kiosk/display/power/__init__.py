"""The screen as a device: its connector, its brightness, and what spares it from burn-in."""
