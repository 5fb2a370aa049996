"""The hall: what is beyond one table. A table tells it what it may know, and hears of its deletions and voids."""
