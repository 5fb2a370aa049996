"""The simulator: plays many rounds with simple bots and measures the results (RULES.md sections 6 and 9)."""
