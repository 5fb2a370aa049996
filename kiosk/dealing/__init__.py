"""Shuffles, rolls and lots from a seed: the game itself knows no randomness."""
