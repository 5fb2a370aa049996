"""The card game's rules in words: ``book`` has them all, the other files a part each."""
