"""Pure geometry of the table's picture, shared by display, configuration and drawings."""
