"""Players for empty seats and for attract mode."""
