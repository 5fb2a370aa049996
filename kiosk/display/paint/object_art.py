"""The objects in a panel's drawer: what a match is made of, as things that lie in the wells of a wooden box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter

from kiosk.display.paint.art import put_centred, reduced, shape_mask, tinted
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.hand_art import HandLook
from kiosk.display.paint.shapes import SMOOTH, Point, arc
from kiosk.display.paint.theme import ACCENT, BLACK, BRASS, CARD_COLORS, GO, IVORY, TABLE_DEEP, WALNUT, WHITE, Rgba, rgb

_GLASS: Final = rgb("bfe3e6")
_COVER: Final = rgb("7d1a24")
_CHIP: Final = rgb("c5202f")
_FIELDS: Final = 8
"""The light fields around a chip."""
CHIP_HUB: Final = 0.72
"""The diameter of a chip's middle, as a fraction of the picture's."""
_BRIGHT: Final = BRASS.mix(WHITE, 0.38)
_DARK: Final = BRASS.mix(BLACK, 0.45)


class ObjectLook(Struct, frozen=True):
    """An object in a square of ``size`` pixels. ``kind``: one of ``OBJECTS``."""

    kind: str
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.size, self.size

    def paint(self) -> Image.Image:
        """Draw the object with its shadow."""
        brush = Brush(self.size)
        OBJECTS[self.kind](brush)
        drawn = brush.done()
        shade = tinted(
            drawn.getchannel("A").filter(ImageFilter.GaussianBlur(max(1.0, self.size / 36))), BLACK.fade(0.7)
        )
        picture = Image.new("RGBA", drawn.size)
        picture.alpha_composite(shade, (0, max(1, self.size // 40)))
        picture.alpha_composite(drawn)
        return picture


class Brush:
    """A brush that paints in a square from -1 to 1 (y downwards), larger by ``SMOOTH`` until it is ``done``."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._half = size * SMOOTH / 2
        self._picture = Image.new("RGBA", (size * SMOOTH,) * 2)
        self._draw = ImageDraw.Draw(self._picture)

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(self._half * (1 + x), self._half * (1 + y)) for x, y in points]

    def area(self, points: Sequence[Point], tint: Rgba) -> None:
        """Fill an outline."""
        self._draw.polygon(self._at(points), fill=tint.bytes)

    def block(self, left: float, top: float, right: float, bottom: float, radius: float, tint: Rgba) -> None:
        """Fill a rectangle with rounded corners."""
        self._draw.rounded_rectangle(
            (*self._at([(left, top)])[0], *self._at([(right, bottom)])[0]), radius * self._half, fill=tint.bytes
        )

    def disc(self, x: float, y: float, radius: float, tint: Rgba) -> None:
        """Fill a circle."""
        self._draw.ellipse(
            (*self._at([(x - radius, y - radius)])[0], *self._at([(x + radius, y + radius)])[0]), fill=tint.bytes
        )

    def stroke(self, points: Sequence[Point], width: float, tint: Rgba) -> None:
        """Draw a line with round ends."""
        self._draw.line(self._at(points), fill=tint.bytes, width=max(1, round(width * self._half)), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, tint)

    def stamp(self, part: Image.Image, x: float, y: float) -> None:
        """Paste a picture of final size, centred on the point."""
        large = part.resize((part.width * SMOOTH, part.height * SMOOTH), Image.Resampling.BICUBIC)
        put_centred(self._picture, large, *self._at([(x, y)])[0])

    def scaled(self, part: float) -> int:
        """Return this part of half the size in pixels of the final picture."""
        return max(4, round(part * self._size / 2))

    def done(self) -> Image.Image:
        """Return the picture at its real size."""
        return reduced(self._picture, SMOOTH)


def _game(brush: Brush) -> None:
    """Paint a card and a die."""
    card = FaceLook("b7", brush.scaled(0.98), brush.scaled(1.47)).paint()
    brush.stamp(card.rotate(9, Image.Resampling.BICUBIC, expand=True), -0.24, -0.08)
    die = DieLook("y5", brush.scaled(0.82)).paint()
    brush.stamp(die.rotate(-13, Image.Resampling.BICUBIC, expand=True), 0.46, 0.46)


def _cards(brush: Brush) -> None:
    """Paint four cards, one of each colour."""
    for card, turn, x, y in (
        ("b9", 14, -0.08, 0.40),
        ("r7", -8, 0.02, -0.40),
        ("y2", 82, -0.40, 0.06),
        ("g6", -76, 0.36, 0.04),
    ):
        face = FaceLook(card, brush.scaled(0.66), brush.scaled(0.99)).paint()
        brush.stamp(face.rotate(turn, Image.Resampling.BICUBIC, expand=True), x, y)


def _dice(brush: Brush) -> None:
    """Paint three dice."""
    for die, turn, x, y in (("r5", 12, 0.06, -0.44), ("g4", -18, -0.44, 0.36), ("y3", 24, 0.46, 0.40)):
        picture = DieLook(die, brush.scaled(0.84)).paint()
        brush.stamp(picture.rotate(turn, Image.Resampling.BICUBIC, expand=True), x, y)


def _book(brush: Brush) -> None:
    """Paint a book of rules with the four colours' signs."""
    brush.block(-0.60, -0.80, 0.72, 0.90, 0.06, _COVER.mix(BLACK, 0.5))
    brush.block(-0.58, -0.82, 0.68, 0.84, 0.04, IVORY.mix(BLACK, 0.12))
    brush.block(-0.66, -0.90, 0.62, 0.78, 0.07, _COVER)
    brush.block(-0.66, -0.90, -0.44, 0.78, 0.07, _COVER.mix(BLACK, 0.35))
    for inset, tint in ((0.0, _BRIGHT), (0.035, _COVER)):
        brush.block(-0.34 + inset, -0.76 + inset, 0.50 - inset, 0.64 - inset, 0.05, tint)
    for (color, _), (x, y) in zip(
        CARD_COLORS.items(), ((-0.12, -0.36), (0.28, -0.36), (-0.12, 0.22), (0.28, 0.22)), strict=True
    ):
        brush.stamp(tinted(shape_mask(f"color {int(color)}", brush.scaled(0.27)), _BRIGHT), x, y)
    brush.area([(0.34, 0.76), (0.50, 0.76), (0.50, 1.0), (0.42, 0.90), (0.34, 1.0)], ACCENT)


def _hourglass(brush: Brush) -> None:
    """Paint an hourglass in brass, half run out."""
    for x in (-0.52, 0.52):
        brush.stroke([(x, -0.76), (x, 0.76)], 0.09, _DARK)
        brush.stroke([(x - 0.01, -0.76), (x - 0.01, 0.76)], 0.04, _BRIGHT)
    bulb = [(-0.40, -0.74), (-0.38, -0.42), (-0.07, -0.04), (-0.07, 0.04), (-0.38, 0.42), (-0.40, 0.74)]
    other = [(-x, y) for x, y in reversed(bulb)]
    brush.area([*bulb, *other], _GLASS.mix(TABLE_DEEP, 0.62))
    brush.area([(-0.27, -0.34), (0.27, -0.34), (0.06, -0.07), (0.0, 0.0), (-0.06, -0.07)], ACCENT)
    brush.stroke([(0, 0.0), (0, 0.4)], 0.035, ACCENT)
    brush.area([(-0.36, 0.70), (-0.31, 0.52), (0.0, 0.34), (0.31, 0.52), (0.36, 0.70)], ACCENT)
    brush.stroke([(-0.31, -0.66), (-0.28, -0.46)], 0.05, WHITE.mix(_GLASS, 0.3))
    for y in (-0.82, 0.82):
        brush.block(-0.70, y - 0.10, 0.70, y + 0.10, 0.08, _DARK)
        brush.block(-0.68, y - 0.10, 0.68, y + 0.05, 0.07, _BRIGHT)
        brush.block(-0.66, y - 0.05, 0.66, y + 0.05, 0.05, BRASS)


def _chip(brush: Brush) -> None:
    """Paint a chip whose middle is left free for a number."""
    brush.disc(0, 0.06, 0.94, _COVER.mix(BLACK, 0.6))
    brush.disc(0, 0, 0.94, _CHIP.mix(WHITE, 0.15))
    brush.disc(0, 0, 0.90, _CHIP)
    for number in range(_FIELDS):
        turn = 360 / _FIELDS * number
        outer, inner = (arc(0, 0, radius, turn - 12, turn + 12) for radius in (0.93, 0.76))
        brush.area([*outer, *reversed(inner)], IVORY)
    for radius, tint in ((CHIP_HUB + 0.05, _BRIGHT), (CHIP_HUB, TABLE_DEEP.mix(BLACK, 0.55))):
        brush.disc(0, 0, radius, tint)


def _scales(brush: Brush) -> None:
    """Paint scales in balance."""
    brush.block(-0.34, 0.74, 0.34, 0.90, 0.07, BRASS)
    brush.block(-0.22, 0.64, 0.22, 0.76, 0.05, _BRIGHT)
    brush.stroke([(0, -0.62), (0, 0.7)], 0.10, _DARK)
    brush.stroke([(-0.015, -0.62), (-0.015, 0.7)], 0.05, _BRIGHT)
    brush.stroke([(-0.70, -0.56), (0, -0.66), (0.70, -0.56)], 0.09, BRASS)
    brush.disc(0, -0.74, 0.12, _BRIGHT)
    for x, seat in ((-0.66, "ffb23e"), (0.66, "49b8ff")):
        for tip in (-0.30, 0.30):
            brush.stroke([(x, -0.54), (x + tip, 0.20)], 0.025, _BRIGHT)
        brush.disc(x, 0.10, 0.15, rgb(seat).mix(BLACK, 0.35))
        brush.disc(x, 0.07, 0.14, rgb(seat))
        brush.area(_bowl(x), BRASS)
        brush.stroke([(x - 0.33, 0.19), (x + 0.33, 0.19)], 0.05, _BRIGHT)


def _bowl(x: float) -> list[Point]:
    """Return the lower side of a pan."""
    return [(px, 0.18 + 0.55 * (py - 0.18)) for px, py in arc(x, 0.18, 0.34, 0, 180)]


def _robots(brush: Brush) -> None:
    """Paint two robots of wood and brass."""
    for x, y, part in ((0.50, 0.24, 0.66), (-0.30, 0.0, 0.92)):

        def at(dx: float, dy: float, x: float = x, y: float = y, part: float = part) -> Point:
            return x + part * dx, y + part * dy

        brush.stroke([at(0, -0.98), at(0, -0.66)], 0.06 * part, _BRIGHT)
        brush.disc(*at(0, -0.98), 0.10 * part, GO.mix(WHITE, 0.2))
        brush.block(*at(-0.50, -0.70), *at(0.50, -0.02), 0.20 * part, WALNUT.mix(BLACK, 0.35))
        brush.block(*at(-0.48, -0.70), *at(0.48, -0.06), 0.19 * part, WALNUT.mix(rgb("b07b42"), 0.5))
        brush.block(*at(-0.36, -0.56), *at(0.36, -0.18), 0.14 * part, TABLE_DEEP)
        for eye in (-0.17, 0.17):
            brush.disc(*at(eye, -0.37), 0.10 * part, GO.mix(WHITE, 0.45))
        brush.area([at(-0.22, 0.0), at(0.22, 0.0), at(0.40, 0.88), at(-0.40, 0.88)], WALNUT.mix(BLACK, 0.3))
        brush.area([at(-0.20, 0.02), at(0.14, 0.02), at(0.28, 0.84), at(-0.37, 0.84)], WALNUT.mix(rgb("b07b42"), 0.35))
        brush.disc(*at(-0.02, 0.46), 0.16 * part, _BRIGHT)
        brush.disc(*at(-0.02, 0.46), 0.08 * part, _DARK)


def _hand(brush: Brush) -> None:
    """Paint a hand that points."""
    brush.stamp(HandLook(brush.scaled(1.9)).paint(), 0.0, 0.0)


def _options(brush: Brush) -> None:
    """Paint three slides of brass."""
    for y, x in ((-0.52, 0.30), (0.0, -0.36), (0.52, 0.12)):
        brush.stroke([(-0.74, y), (0.74, y)], 0.13, TABLE_DEEP)
        brush.stroke([(-0.74, y), (0.74, y)], 0.06, _DARK)
        brush.disc(x, y + 0.03, 0.22, _DARK)
        brush.disc(x, y, 0.21, BRASS)
        brush.disc(x - 0.03, y - 0.04, 0.13, _BRIGHT)


OBJECTS: Final[dict[str, Callable[[Brush], None]]] = {
    "game": _game,
    "cards": _cards,
    "dice": _dice,
    "book": _book,
    "hourglass": _hourglass,
    "chip": _chip,
    "scales": _scales,
    "robots": _robots,
    "hand": _hand,
    "options": _options,
}

OBJECTS_OF: Final = {"game": "game", "preset": "book", "length": "hourglass", "bots": "robots"}
"""The choices of the lobby with an object of their own; all others are found behind ``options`` in the drawer."""
CHIP: Final = "chip"
"""What shows a number of points."""


def object_of(key: str, value: str) -> str:
    """Return the object that shows this value of a choice; empty: it has none."""
    if key == "game" and value in OBJECTS:
        return value
    return CHIP if key == "length" and value.startswith("points ") else OBJECTS_OF.get(key, "")
