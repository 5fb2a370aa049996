"""Buttons, lamps and dice-reader boards: their interface to the table, the real devices and the simulated ones."""
