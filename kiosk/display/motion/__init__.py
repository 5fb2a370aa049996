"""The motion of pieces: flying and carried."""
