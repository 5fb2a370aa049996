"""Every sentence on the screen, and its translations."""
