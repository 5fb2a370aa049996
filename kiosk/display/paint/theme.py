"""Colours and sizes of the table's look, defined here only; and the contrast of two colours, as WCAG 2.2 defines it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber
from kiosk.protocol import accent


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
    def vivid(self) -> Rgba:
        """The same colour as light: purer, as bright."""
        most = max(self[:3]) or 1.0
        r, g, b = (most * (part / most) ** 2.2 for part in self[:3])
        return Rgba(r, g, b, self.a)

    @property
    def bytes(self) -> tuple[int, int, int, int]:
        """Each part as 0..255, as Pillow expects it."""
        r, g, b, a = self
        return round(255 * r), round(255 * g), round(255 * b), round(255 * a)


def rgb(text: str) -> Rgba:
    """Return the colour written as ``rrggbb``."""
    return Rgba(*(int(text[i : i + 2], 16) / 255 for i in (0, 2, 4)))


WHITE: Final = rgb("ffffff")
BLACK: Final = rgb("000000")
FELT: Final = rgb(accent.FELT.removeprefix("#"))
LEATHER: Final = rgb("1a1310")
WALNUT: Final = rgb("7a4629")
BRASS: Final = rgb("c4924a")
LAMP: Final = rgb("fff0d8")
"""The lamp's light over the middle of the table."""
TABLE_DEEP: Final = rgb("0a1216")
HAIRLINE: Final = rgb("2b3d45")
"""Dividing lines; opaque, because Kivy draws transparent lines through the stencil."""
INK: Final = rgb("f3efe4")
"""Text on the table."""
INK_SOFT: Final = rgb("dfd3ba")
INK_FAINT: Final = rgb("71858d")
DARK_INK: Final = rgb("1a262b")
IVORY: Final = rgb("fff4dc")
IVORY_EDGE: Final = rgb("d8c49a")
ACCENT: Final = rgb("f4c95d")
"""The highlight colour: the thing to press now."""
GO: Final = rgb("3fb98a")
AMBER: Final = rgb("ffc24d")
"""What somebody should look after, and the staff's own signs."""
ALARM: Final = rgb("e0503a")


class ContrastPaint(NamedTuple):
    """The colours of high contrast: flat grounds, the inks on them, the edges of pieces.

    ``dark_to``, ``light_from``: the luminance up to which a plate takes light ink, and from which it takes dark ink, at
    a contrast of 7.
    """

    tray: Rgba
    felt: Rgba
    light: Rgba
    dark: Rgba
    edge: Rgba
    dark_to: float
    light_from: float


CONTRAST: Final = ContrastPaint(rgb("0a0d0f"), rgb("0b2a2b"), WHITE, BLACK, WHITE, 0.10, 0.30)


class CardPaint(NamedTuple):
    """The colours of a card's or a die's face: in its middle, at its edge, of its numerals and of its pattern."""

    middle: Rgba
    edge: Rgba
    ink: Rgba
    pattern: Rgba


CARD_PAINTS: Final[dict[Color, CardPaint]] = {
    Color.RED: CardPaint(rgb("a81a27"), rgb("760d1a"), rgb("fffdf6"), rgb("5a0812")),
    Color.GREEN: CardPaint(rgb("46cb86"), rgb("36bc7b"), rgb("02150b"), rgb("0f8a52")),
    Color.BLUE: CardPaint(rgb("1b51ab"), rgb("0e3276"), rgb("fffdf6"), rgb("081f50")),
    Color.YELLOW: CardPaint(rgb("ffcb3a"), rgb("eda114"), rgb("2b1800"), rgb("b87800")),
}
"""Red and blue with light numerals, green and yellow with dark ones: that keeps red and green apart for eyes that see
them alike. Each colour has its shape besides.
"""

CARD_COLORS: Final = {color: paint.middle for color, paint in CARD_PAINTS.items()}
CARD_INKS: Final = {color: paint.ink for color, paint in CARD_PAINTS.items()}

_SEAT_COLORS: Final = (
    *map(rgb, ("feb532", "6ab8ed", "fb88be", "64df65", "b796fd", "fe7443")),
    *map(rgb, ("4de8bf", "e6e057", "7585fb", "d5b187", "ed59cf", "e4f0fc")),
)
"""By seat. Colour-blind eyes tell any two apart too, the first four at a glance; each seat has its sign besides."""

_SEAT_LIGHTS: Final = (
    *map(rgb, ("ff8f1c", "2c9cff", "ff58a6", "4fd332", "8e62ff", "ff4a22")),
    *map(rgb, ("12d6b4", "d8d21c", "4e66ff", "d99a55", "e838d0", "b8d8ff")),
)
"""By seat."""

_LETTERS: Final = {color.letter: color for color in Color}


def color_of(piece: str) -> Color:
    """Return the colour of a card or die as messages write it (``r3``), or of a die without a face (``r``)."""
    return _LETTERS[piece[0]]


def seat_color(seat: SeatNumber) -> Rgba:
    """Return the colour of a seat and of its cards' backs."""
    return _SEAT_COLORS[(seat - 1) % len(_SEAT_COLORS)]


def seat_light(seat: SeatNumber) -> Rgba:
    """Return a seat's colour as light: purer than as paint, so that it stays itself on felt and leather."""
    return _SEAT_LIGHTS[(seat - 1) % len(_SEAT_LIGHTS)]


@lru_cache(maxsize=4096)
def luminance(color: Rgba) -> float:
    """Return the relative luminance of a colour, 0 to 1; its opacity does not count."""
    return accent.luminance(color[:3])


def contrast_of(one: Rgba, other: Rgba) -> float:
    """Return the contrast of two opaque colours, 1 to 21."""
    return accent.contrast(luminance(one), luminance(other))


def over(color: Rgba, ground: Rgba) -> Rgba:
    """Return what is seen where a colour lies on an opaque ground."""
    return ground.mix(color, color.a)
