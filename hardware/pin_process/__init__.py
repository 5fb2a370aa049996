"""The small real-time process that owns the GPIO pins: its client, server and messages."""
