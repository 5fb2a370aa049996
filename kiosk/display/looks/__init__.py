"""Looks that are painted by a process of their own, and kept on the disk."""
