"""The table process: it owns the state of play; nothing else changes it."""
