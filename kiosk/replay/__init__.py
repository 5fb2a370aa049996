"""A round of the journal, played again: verified, told in words, exported, stepped through, watched."""
