"""Drawings: plans of a table and of its wiring as SVG, pictures for the start of the machine."""
