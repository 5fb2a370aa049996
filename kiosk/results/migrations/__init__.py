"""Migrations of the results store, from any version to that of ``kiosk.results.model``."""
