"""Colours and sizes of the table's look, defined here only."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber


class Rgba(NamedTuple):
    """A colour, each part 0..1."""

    r: float
    g: float
    b: float
    a: float = 1.0

    def fade(self, alpha: float) -> Rgba:
        """Return the same colour with its opacity multiplied by ``alpha``."""
        return Rgba(self.r, self.g, self.b, self.a * alpha)

    def mix(self, other: Rgba, share: float) -> Rgba:
        """Return the colour mixed with ``share`` of the other one; the opacity stays."""
        return Rgba(
            self.r + (other.r - self.r) * share,
            self.g + (other.g - self.g) * share,
            self.b + (other.b - self.b) * share,
            self.a,
        )

    @property
    def bytes(self) -> tuple[int, int, int, int]:
        """Each part as 0..255, as Pillow expects it."""
        r, g, b, a = (round(255 * part) for part in self)
        return r, g, b, a


def rgb(text: str) -> Rgba:
    """Return the colour written as ``rrggbb``."""
    return Rgba(*(int(text[i : i + 2], 16) / 255 for i in (0, 2, 4)))


WHITE: Final = rgb("ffffff")
BLACK: Final = rgb("000000")
TABLE: Final = rgb("16252c")
TABLE_DEEP: Final = rgb("0a1216")
PANEL: Final = rgb("0c161b").fade(0.72)
CELL: Final = rgb("cfe3ea").fade(0.10)
HAIRLINE: Final = rgb("2b3d45")
"""Dividing lines; opaque, because Kivy draws transparent lines through the stencil."""
INK: Final = rgb("f3efe4")
"""Text on the table."""
INK_SOFT: Final = rgb("a9b9bf")
INK_FAINT: Final = rgb("71858d")
DARK_INK: Final = rgb("1a262b")
IVORY: Final = rgb("f8f3e6")
IVORY_EDGE: Final = rgb("d9cfb8")
ACCENT: Final = rgb("f4c95d")
"""The highlight colour: the thing to press now."""
GO: Final = rgb("3fb98a")
ALARM: Final = rgb("e0503a")

CARD_COLORS: Final[dict[Color, Rgba]] = {
    Color.RED: rgb("d4451f"),
    Color.GREEN: rgb("0a9468"),
    Color.BLUE: rgb("1b6fb8"),
    Color.YELLOW: rgb("f3c623"),
}
"""After Okabe and Ito's palette, which colour-blind people can distinguish (and each colour has its shape)."""

CARD_INKS: Final[dict[Color, Rgba]] = {
    Color.RED: WHITE,
    Color.GREEN: WHITE,
    Color.BLUE: WHITE,
    Color.YELLOW: rgb("3a2c05"),
}

_SEAT_COLORS: Final = (
    *map(rgb, ("e9a23b", "5bb8e6", "e07fb0", "86c95f", "a993f5", "f08562")),
    *map(rgb, ("42c3a8", "d8cf55", "8ea6ff", "cf9a6b", "e8697a", "a5b7c2")),
)


_LETTERS: Final = {color.letter: color for color in Color}


def color_of(piece: str) -> Color:
    """Return the colour of a card or die as messages write it (``r3``), or of a die without a face (``r``)."""
    return _LETTERS[piece[0]]


def seat_color(seat: SeatNumber) -> Rgba:
    """Return the colour of a seat and of its cards' backs."""
    return _SEAT_COLORS[(seat - 1) % len(_SEAT_COLORS)]
