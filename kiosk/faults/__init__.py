"""Faults of the table's devices, journal and configuration: codes with values, and the table of their texts."""
