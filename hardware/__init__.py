"""Buttons and lamps: what the table sees of them, the real ones, and the simulated ones."""
