"""A card or die in words: both have a colour and a number."""

from __future__ import annotations

from typing import Final

from kiosk.display.paint.theme import color_of
from kiosk.game.colors import Color
from kiosk.locale.speaker import Say, mark

_COLORS: Final[dict[Color, str]] = {
    Color.RED: mark("Red {number}"),
    Color.GREEN: mark("Green {number}"),
    Color.BLUE: mark("Blue {number}"),
    Color.YELLOW: mark("Yellow {number}"),
}


def piece_text(text: str, say: Say) -> str:
    """Return a card or die, written as in messages (``r3``), in words."""
    return say(_COLORS[color_of(text)], number=text[1:])
