"""The picture of the dice game: its ``display`` part of the registry."""

from kiosk.display.games.dice.picture import PICTURE

__all__ = ["PICTURE"]
