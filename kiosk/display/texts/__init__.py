"""Every sentence on the screen, and the translations."""
