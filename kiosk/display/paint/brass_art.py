"""Objects of brass, leather and lacquer: medals, round controls, plaques that stretch, and coins of places."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import ClassVar, Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint import cuts
from kiosk.display.paint.art import (
    SquareLook,
    colored,
    disc,
    far,
    kept,
    put,
    put_centred,
    rounded,
    shape_mask,
    soft_disc,
    stamp,
    tinted,
)
from kiosk.display.paint.materials import covered
from kiosk.display.paint.text import CAP_HEIGHT, HEAVY, font
from kiosk.display.paint.theme import BLACK, BRASS, DARK_INK, FELT, IVORY, LEATHER, WALNUT, WHITE, Rgba, rgb, seat_color
from kiosk.game.seats import SeatNumber

GO_LACQUER: Final = rgb("09512f")
"""The lacquer of what leads on, dark enough for light text."""
_BRASS_LIGHT: Final = BRASS.mix(rgb("ffe7ac"), 0.80)
_BRASS_DARK: Final = BRASS.mix(rgb("3a2206"), 0.62)
IDLE_LACQUER: Final = LEATHER.mix(BRASS, 0.14)
WRONG_LACQUER: Final = rgb("b1121f")
"""The red of what is refused."""
_JUDGED: Final = {True: ("icon check", GO_LACQUER), False: ("icon cross", WRONG_LACQUER)}
"""The sign, and the colour below it, of what is right, and of what is refused."""


def margin_of(size: float) -> int:
    """Return the margin for the shadow of an object of this size."""
    return max(2, round(0.07 * size))


def with_shadow(size: int) -> tuple[int, int]:
    """Return width and height of the picture of a round object of this size."""
    side = size + 2 * margin_of(size)
    return side, side


def brass(w: int, h: int) -> Image.Image:
    """Return polished brass, lit from the upper left, RGBA."""
    return polished(w, h, _BRASS_LIGHT, _BRASS_DARK)


@kept
def polished(w: int, h: int, light: Rgba, dark: Rgba) -> Image.Image:
    """Return polished metal in these colours, lit from the upper left, RGBA."""
    return colored(_ramp().resize((w, h), Image.Resampling.BICUBIC), light, dark, _steeper)


@lru_cache(maxsize=1)
def _ramp() -> Image.Image:
    """Return levels that rise from the upper left corner to the lower right one."""
    ramp = Image.linear_gradient("L").rotate(45, expand=True)
    third = ramp.width // 3
    return ramp.crop((third, third, ramp.width - third, ramp.height - third))


def _steeper(level: int) -> int:
    return max(0, min(255, round(1.9 * (level - 128) + 128)))


@kept
def domed(size: int, color: Rgba, shade: float = 0.45) -> Image.Image:
    """Return a disc of lacquer that bulges towards the lamp, RGBA. ``shade``: how dark it is at its lower edge."""
    picture = colored(_bulge(size).copy(), color.mix(WHITE, 0.10), color.mix(BLACK, shade))
    picture.putalpha(disc(size))
    return picture


@kept
def _bulge(size: int) -> Image.Image:
    """Return how dark such a disc is, whatever its colour."""
    whole = round(1.7 * size)
    scale, left, top = far().width / whole, round((0.85 - 0.45) * size), round((0.85 - 0.32) * size)
    box = (left * scale, top * scale, (left + size) * scale, (top + size) * scale)
    return far().resize((size, size), Image.Resampling.BICUBIC, box)


def ringed(size: int, inner: Image.Image, rim: float) -> Image.Image:
    """Return an object ``size`` pixels wide: a ring of brass around ``inner``, with its shadow."""
    picture = _ring(size, rim).copy()
    put_centred(picture, inner, picture.width / 2, picture.height / 2)
    return picture


@kept
def _ring(size: int, rim: float) -> Image.Image:
    """Return a ring of brass around a dark ground, with its shadow."""
    margin = margin_of(size)
    picture = disc_shadow(size).copy()
    ring = brass(size, size).copy()
    ring.putalpha(disc(size))
    put(picture, ring, margin, margin)
    middle = margin + size / 2
    put_centred(picture, tinted(disc(round(size * (1 - rim))), BLACK.fade(0.85)), middle, middle)
    return picture


@kept
def disc_shadow(size: int) -> Image.Image:
    """Return the shadow of a round object of this size, in its margin, RGBA."""
    margin = margin_of(size)
    return tinted(soft_disc(size, margin, max(1, margin // 3), margin / 2.4), BLACK.fade(0.7))


class MedalLook(Struct, frozen=True):
    """A seat's sign on a disc in its colour, in a ring of brass: ``size`` pixels wide without its shadow."""

    cut: ClassVar = cuts.disc()

    seat: SeatNumber
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw ring, disc and sign."""
        color = seat_color(self.seat)
        picture = ringed(self.size, domed(round(0.84 * self.size), color), 0.11)
        sign = shape_mask(f"seat {self.seat}", round(0.56 * self.size))
        stamp(picture, sign, DARK_INK.bytes, picture.width / 2, picture.height / 2)
        return picture


class RoundLook(Struct, frozen=True):
    """A round control: lacquer in a ring of brass, ``size`` pixels wide without its shadow; ``sunk``: pressed in."""

    cut: ClassVar = cuts.disc()

    size: int
    lacquer: Rgba = IDLE_LACQUER
    sunk: bool = False
    rim: float = 0.1

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw ring and lacquer."""
        side = round((1 - 1.5 * self.rim) * self.size)
        if self.sunk:
            inner = domed(side, self.lacquer, 0.35).rotate(180)  # hollow: lit where a dome is turned away from the lamp
            inner.alpha_composite(_crescent(side, max(2, side // 12), BLACK.fade(0.75)))
            inner.alpha_composite(_crescent(side, -max(1, side // 30), WHITE.fade(0.5)))
        else:
            inner = domed(side, self.lacquer).copy()
            gleam = Image.new("L", (side, side), 0)
            ImageDraw.Draw(gleam).ellipse((0.22 * side, 0.07 * side, 0.78 * side, 0.36 * side), fill=16)
            inner.alpha_composite(tinted(gleam.filter(ImageFilter.GaussianBlur(side / 30)), WHITE))
        return ringed(self.size, inner, self.rim)


class JudgedLook(Struct, frozen=True):
    """A tick on green, or a cross on red, in a white ring: ``size`` pixels wide without its shadow."""

    cut: ClassVar = cuts.disc()

    size: int
    right: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw shadow, ring, disc and sign."""
        picture, (sign, lacquer) = disc_shadow(self.size).copy(), _JUDGED[self.right]
        parts = (
            tinted(disc(self.size), WHITE),
            tinted(disc(round(0.86 * self.size)), lacquer),
            tinted(shape_mask(sign, round(0.62 * self.size)), WHITE),
        )
        for part in parts:
            put_centred(picture, part, picture.width / 2, picture.height / 2)
        return picture


def _crescent(size: int, down: int, tint: Rgba) -> Image.Image:
    """Return the shade of a disc's upper edge that falls ``down`` onto it; negative: the light at its lower edge."""
    mask, moved = disc(size), Image.new("L", (size, size), 0)
    moved.paste(mask, (0, down))
    soft = ImageChops.subtract(mask, moved).filter(ImageFilter.GaussianBlur(abs(down) / 2))
    return tinted(ImageChops.multiply(soft, mask), tint)


class PlaqueLook(Struct, frozen=True):
    """A plate with a thin rim of brass, to be stretched; its corners keep their size.

    ``kind``: ``leather``, ``well`` (pressed in, lined with felt), ``go`` (lacquer) or ``wood``.
    """

    kind: str
    radius: int

    @property
    def color(self) -> Rgba:
        """The colour of its field."""
        return _PLATES[self.kind][1]

    @property
    def border(self) -> int:
        """The number of pixels at each side that are not stretched."""
        return self.radius + self.margin + 3

    @property
    def margin(self) -> int:
        """The width of its shadow at each side."""
        return max(2, self.radius // 4)

    @property
    def extent(self) -> tuple[int, int]:
        """The smallest size that holds its corners."""
        return 2 * self.border + 2, 2 * self.border + 2

    def paint(self) -> Image.Image:
        """Draw the smallest such plate."""
        side, margin, radius = self.extent[0], self.margin, self.radius
        inner = side - 2 * margin
        shade = Image.new("L", (side, side), 0)
        shade.paste(rounded((inner, inner), radius), (margin, margin + max(1, margin // 2)))
        picture = tinted(shade.filter(ImageFilter.GaussianBlur(margin / 2)), BLACK.fade(0.6))
        rim = brass(inner, inner).copy()
        rim.putalpha(rounded((inner, inner), radius))
        put(picture, rim, margin, margin)
        line = max(2, round(0.15 * radius))
        plate, size = _PLATES[self.kind], inner - 2 * line
        field = covered(plate[0], (size, size), plate[1]).resize((1, 1)).resize((size, size)).convert("RGBA")
        field.putalpha(rounded((size, size), radius - line))
        put(picture, field, margin + line, margin + line)
        if self.kind != "well":
            picture.alpha_composite(_bevel(picture.size, size, margin + line, radius - line))
        else:
            hole = rounded((size, size), radius - line)
            soft = hole.filter(ImageFilter.GaussianBlur(radius / 4)).point(lambda level: max(0, 255 - level))
            put(picture, tinted(ImageChops.multiply(soft, hole), BLACK.fade(0.8)), margin + line, margin + line)
        return picture


def _bevel(whole: tuple[int, int], size: int, at: int, radius: float) -> Image.Image:
    """Return light along the upper edge of a plate and shade along the lower one."""
    picture = Image.new("RGBA", whole)
    mask, step = rounded((size, size), radius), max(1, round(radius / 8))
    for down, tint in ((step, WHITE.fade(0.20)), (-step, BLACK.fade(0.45))):
        edge = ImageChops.subtract(mask, ImageChops.offset(mask, 0, down))
        put(picture, tinted(ImageChops.multiply(edge, mask), tint), at, at)
    return picture


_PLATES: Final[dict[str, tuple[str, Rgba]]] = {
    "leather": ("leather", LEATHER.mix(BRASS, 0.17)),
    "well": ("felt", FELT.mix(BLACK, 0.56)),
    "go": ("leather", GO_LACQUER),
    "wood": ("walnut", WALNUT.mix(BLACK, 0.45)),
}
"""The material and the colour of each kind of plate."""


METALS: Final[dict[str, tuple[Rgba, Rgba]]] = {
    "gold": (rgb("ffe49a"), rgb("8a5a10")),
    "silver": (rgb("f2f6fa"), rgb("5b6672")),
    "bronze": (rgb("f0b48a"), rgb("6e3413")),
    "wood": (rgb("a8764c"), rgb("3c2210")),
}
"""Each metal where it is lit and where it is not."""
_PLACES: Final = {1: "gold", 2: "silver", 3: "bronze"}
_LEAVES: Final = 10
_LEAF_STEP: Final = 13.6
"""The degrees between two pairs of leaves."""
_STEM: Final = 0.795
"""The radius of the stem, in radii of the wreath."""
_LEAF_SMOOTH: Final = 2
"""How much larger leaves are drawn than they are shown; they are long and at all angles, so twice is enough."""


def coin_of(place: int, size: int) -> CoinLook:
    """Return the coin of a place."""
    return CoinLook(metal_of(place), str(place), size)


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
        sign = shape_mask(f"seat {self.seat}", round(0.46 * self.size))
        stamp(picture, sign, DARK_INK.bytes, picture.width / 2, picture.height / 2)
        return picture


class LaurelLook(SquareLook, frozen=True):
    """A wreath of golden leaves, open at the top, ``size`` pixels wide."""

    cut: ClassVar = cuts.ring(1.0, 0.6)

    def paint(self) -> Image.Image:
        """Draw two rows of leaves at each side, smaller towards the tips, on their shadow."""
        side = self.size * _LEAF_SMOOTH
        large = Image.new("RGBA", (side, side))
        draw = ImageDraw.Draw(large)
        stem, half = METALS["gold"][1].mix(METALS["gold"][0], 0.35), side / 2
        reach = _STEM * half
        ring = (half - reach, half - reach, half + reach, half + reach)
        for first, last in ((-58, 88), (92, 238)):
            draw.arc(ring, first, last, stem.bytes, max(2, round(0.011 * side)))
        for hand in (-1, 1):
            for step in range(_LEAVES):
                along = math.radians(90 + hand * (9 + _LEAF_STEP * step))
                long = 0.150 - 0.0045 * step
                for row, tilt in ((_STEM - 0.055, 38), (_STEM + 0.06, -30)):
                    _leaf(draw, side, along, row, hand, tilt, long)
            end = math.radians(90 + hand * (9 + _LEAF_STEP * _LEAVES))
            _leaf(draw, side, end, _STEM, hand, 0, 0.105)
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
    picture = polished(size, size, *METALS[metal]).rotate(turn)
    picture.putalpha(disc(size))
    return picture


def _coin(metal: str, size: int, face: Rgba) -> Image.Image:
    """Return a coin with a bevelled ring and a plain face, on its shadow."""
    picture = _bevelled(metal, size).copy()
    put_centred(picture, domed(round(0.79 * size), face, 0.38), picture.width / 2, picture.height / 2)
    return picture


@kept
def _bevelled(metal: str, size: int) -> Image.Image:
    """Return a coin without its face."""
    picture = disc_shadow(size).copy()
    middle = picture.width / 2
    put_centred(picture, tinted(disc(size), METALS[metal][1].mix(BLACK, 0.4)), middle, middle)
    put_centred(picture, _round(round(0.97 * size), metal, 0), middle, middle)
    put_centred(picture, _round(round(0.875 * size), metal, 180), middle, middle)
    put_centred(picture, tinted(disc(round(0.82 * size)), METALS[metal][1].mix(BLACK, 0.6)), middle, middle)
    return picture
