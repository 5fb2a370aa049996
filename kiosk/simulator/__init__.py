"""Plays many rounds with simple players and measures what comes of them (RULES.md sections 6 and 9)."""
