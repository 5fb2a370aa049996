"""Golden games: whole matches as text, one per preset, and the modules that record and replay them."""
