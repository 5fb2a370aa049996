"""What happened at the table, kept so that no cut of power loses it: records, their files, and who writes them."""
