"""The card game in pictures: its part ``display`` of the registry."""

from kiosk.display.games.cards.picture import PICTURE

__all__ = ["PICTURE"]
