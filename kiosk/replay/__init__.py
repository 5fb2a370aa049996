"""Replays of recorded rounds: verify, describe in words, export, step through, watch."""
