"""Ligretto Kiosk: the card game at one touch table, for two to twelve people."""
