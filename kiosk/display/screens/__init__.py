"""Screens: the picture of each state of the table."""
