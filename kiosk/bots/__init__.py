"""Bots: computer players for empty seats and for attract mode."""
