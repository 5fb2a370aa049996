"""Brightness and burn-in."""
