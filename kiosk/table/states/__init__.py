"""The states of the table: one object each."""
