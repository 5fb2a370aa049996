"""Golden games: whole matches as text, one a preset, and what records and replays them."""
