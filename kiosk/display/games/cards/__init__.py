"""The picture of the card game: its ``display`` part of the registry."""

from kiosk.display.games.cards.picture import PICTURE

__all__ = ["PICTURE"]
