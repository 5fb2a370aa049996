"""Faults of the table's devices, journal and configuration: codes with values, and the one table of their words."""
