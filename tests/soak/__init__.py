"""Soak tests: a table that runs for long must not change in memory, threads, descriptors, and lateness."""
