"""Backup and restore of everything that a table keeps."""
