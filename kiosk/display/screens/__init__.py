"""What stands on the table in each state of the way through."""
