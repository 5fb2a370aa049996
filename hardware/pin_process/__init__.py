"""The small real-time process that owns the GPIO pins: client, server, messages."""
