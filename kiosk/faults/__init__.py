"""Faults of the table's devices, journal and configuration: codes with values, and how they are said."""
