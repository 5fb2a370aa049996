"""Shuffles, rolls and lots from a seed: the game core itself contains no randomness."""
