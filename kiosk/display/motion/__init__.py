"""Motion: flying and carried pieces."""
