"""The sounds of the table."""
