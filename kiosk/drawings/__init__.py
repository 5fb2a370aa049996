"""Drawings: plans of a table and of its wiring as SVG, and pictures for the machine's start-up."""
