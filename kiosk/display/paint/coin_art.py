"""Coins of places, the medals of a match, and the laurel.

Each picture contains its shadow, in a margin of ``brass_art.margin_of`` pixels around it.
"""

from __future__ import annotations

import math
from typing import ClassVar, Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint import cuts
from kiosk.display.paint.art import SquareLook, disc, put_centred, shape_mask, tinted
from kiosk.display.paint.brass_art import disc_shadow, domed, polished, with_shadow
from kiosk.display.paint.kept import kept
from kiosk.display.paint.text import CAP_HEIGHT, HEAVY, font
from kiosk.display.paint.theme import BLACK, DARK_INK, IVORY, LEATHER, Rgba, rgb, seat_color
from kiosk.game.seats import SeatNumber

METALS: Final[dict[str, tuple[Rgba, Rgba]]] = {
    "gold": (rgb("ffe49a"), rgb("8a5a10")),
    "silver": (rgb("f2f6fa"), rgb("5b6672")),
    "bronze": (rgb("f0b48a"), rgb("6e3413")),
    "wood": (rgb("a8764c"), rgb("3c2210")),
}
"""Each metal where it is lit and where it is not."""
_PLACES: Final = {1: "gold", 2: "silver", 3: "bronze"}
_LEAVES: Final = 10
_LEAF_SMOOTH: Final = 2
"""How much larger leaves are drawn than they are shown; they are long and at all angles, so twice is enough."""


HIDDEN: Final = 0
"""The place of a coin that is not told yet."""


def coin_of(place: int, size: int) -> CoinLook:
    """Return the coin of a place."""
    return CoinLook(metal_of(place), str(place) if place else "?", size)


def metal_of(place: int | None) -> str:
    """Return the metal of a place's coin."""
    return _PLACES.get(place or 0, "wood")


class CoinLook(Struct, frozen=True):
    """The coin of a place: a short text on leather in a ring of metal, ``size`` pixels wide without its shadow."""

    cut: ClassVar = cuts.disc()

    metal: str
    text: str
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw it."""
        picture = _coin(self.metal, self.size, LEATHER.mix(BLACK, 0.3))
        middle = picture.width / 2
        size = max(6, round((0.56 if len(self.text) == 1 else 0.44) * self.size))
        place = (middle, middle + CAP_HEIGHT / 2 * size)
        ImageDraw.Draw(picture).text(place, self.text, IVORY.bytes, font(size, HEAVY), anchor="ms")
        return picture


class PrizeLook(Struct, frozen=True):
    """A medal of a match: a seat's sign on its colour, in a broad ring of metal."""

    cut: ClassVar = cuts.disc()

    metal: str
    seat: SeatNumber
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw it."""
        picture = _coin(self.metal, self.size, seat_color(self.seat))
        sign = tinted(shape_mask(f"seat {self.seat}", round(0.46 * self.size)), DARK_INK)
        put_centred(picture, sign, picture.width / 2, picture.height / 2)
        return picture


class LaurelLook(SquareLook, frozen=True):
    """A wreath of golden leaves, open at the top, ``size`` pixels wide."""

    cut: ClassVar = cuts.ring(1.0, 0.6)

    def paint(self) -> Image.Image:
        """Draw two rows of leaves at each side, smaller towards the tips, on their shadow."""
        side = self.size * _LEAF_SMOOTH
        large = Image.new("RGBA", (side, side))
        draw = ImageDraw.Draw(large)
        for hand in (-1, 1):
            for step in range(_LEAVES):
                along = math.radians(90 + hand * (10 + 14.5 * step))
                long = 0.130 - 0.004 * step
                for row, tilt in ((0.785, 40), (0.885, -24)):
                    _leaf(draw, side, along, row, hand, tilt, long)
        leaves = large.reduce(_LEAF_SMOOTH)
        shade = ImageChops.offset(leaves.getchannel("A"), 0, max(1, self.size // 90))
        picture = tinted(shade.filter(ImageFilter.GaussianBlur(self.size / 130)), BLACK.fade(0.6))
        picture.alpha_composite(leaves)
        return picture


def _leaf(draw: ImageDraw.ImageDraw, side: int, along: float, row: float, hand: int, tilt: float, long: float) -> None:
    """Draw a leaf in two halves, a lit one and one in the shade; angles clockwise from the right."""
    half, reach = side / 2, long * side
    x, y = half * (1 + row * math.cos(along)), half * (1 + row * math.sin(along))
    turn = along + hand * math.radians(90 + tilt)
    cos, sin = math.cos(turn), math.sin(turn)

    def at(forward: float, aside: float) -> tuple[float, float]:
        return x + reach * (forward * cos - aside * sin), y + reach * (forward * sin + aside * cos)

    light, dark = METALS["gold"]
    for aside, color in ((0.21, light), (-0.21, light.mix(dark, 0.42))):
        edge = [
            (-0.5, 0.0),
            (-0.32, 0.62 * aside),
            (-0.08, aside),
            (0.16, 0.86 * aside),
            (0.38, 0.46 * aside),
            (0.56, 0.0),
        ]
        draw.polygon([at(*point) for point in edge], color.bytes)


# ---------------------------------------------------------------- parts


@kept
def _round(size: int, metal: str, turn: int) -> Image.Image:
    """Return a disc of metal, lit from the upper left, turned by so many degrees."""
    picture = polished(size, size, *METALS[metal]).rotate(turn).convert("RGBA")
    picture.putalpha(disc(size))
    return picture


def _coin(metal: str, size: int, face: Rgba) -> Image.Image:
    """Return a coin with a bevelled ring and a plain face, on its shadow."""
    picture = disc_shadow(size).copy()
    middle = picture.width / 2
    put_centred(picture, tinted(disc(size), METALS[metal][1].mix(BLACK, 0.4)), middle, middle)
    put_centred(picture, _round(round(0.97 * size), metal, 0), middle, middle)
    put_centred(picture, _round(round(0.875 * size), metal, 180), middle, middle)
    put_centred(picture, tinted(disc(round(0.82 * size)), METALS[metal][1].mix(BLACK, 0.6)), middle, middle)
    put_centred(picture, domed(round(0.79 * size), face, 0.38), middle, middle)
    return picture
