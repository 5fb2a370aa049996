"""Widgets: the parts that several screens share."""
