"""The display process: it shows snapshots and sends touches; it never judges."""
