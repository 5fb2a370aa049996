"""The dice game in pictures: its part ``display`` of the registry."""

from kiosk.display.games.dice.picture import PICTURE

__all__ = ["PICTURE"]
