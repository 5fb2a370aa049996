"""Backup and restore of all data of a table."""
