"""What lies in a tray besides its cards: the Stop sign, the chip that counts the stack, and places pressed in."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from kiosk.display.paint.art import colored, disc, far, put, put_centred, shape_mask, tinted
from kiosk.display.paint.brass_art import RoundLook, disc_shadow, margin_of, ringed, with_shadow
from kiosk.display.paint.shapes import SMOOTH
from kiosk.display.paint.theme import BLACK, INK_SOFT, IVORY, WHITE, rgb, seat_color
from kiosk.game.seats import SeatNumber

STOP_LACQUER: Final = rgb("b1000f")
_STOP_EDGE: Final = rgb("f0332b")
_STOP_OFF: Final = rgb("6f0912")
_STOP_DEEP: Final = rgb("5a050d")
"""The Stop sign that calls, in its middle and at its edge; the enamel of the one that is out, above and below."""
_STOP_RIMS: Final = (0.075, 0.085)
"""The ring of a sign that lies in the leather, and of one that is a control, in its width."""
_GROOVES: Final = (0.5, 0.2)
"""The ring of a sign that is out, and the dark groove between that and the enamel, in such rings."""
_WORD_ENDS: Final = 215
"""How far its word reaches from the middle, in 255 parts of the radius."""
_NOTCHES: Final = 8
_CHIP: Final = rgb("14110f")


class StopFace(StrEnum):
    """What a Stop sign shows: a hand, its word, or both."""

    HAND = "hand"
    WORD = "word"
    BOTH = "both"


_HANDS: Final[Mapping[StopFace, tuple[float, float]]] = {StopFace.BOTH: (0.36, 0.205), StopFace.HAND: (0.64, 0.0)}
"""The size of the hand, and how far above the middle it is, in widths of the sign, by what that shows."""


class StopLook(Struct, frozen=True):
    """The Stop sign without its word, ``size`` pixels wide without its shadow.

    ``lit``: it calls, otherwise it is flat and dull; ``raised``: it is a control, with a ring of brass, otherwise it
    lies in the leather; ``shows``: the word is not part of the picture.
    """

    size: int
    lit: bool = False
    raised: bool = False
    shows: StopFace = StopFace.BOTH

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw the disc and the palm of a hand."""
        rim = _STOP_RIMS[self.raised]
        if self.lit:
            picture = RoundLook(self.size, STOP_LACQUER, rim=rim).paint()
            put_centred(picture, _burning(round((1 - rim) * self.size)), *_middle(picture))
        else:
            picture = ringed(
                self.size, _enamel(round((1 - 2 * sum(_GROOVES) * rim) * self.size)), 2 * _GROOVES[0] * rim
            )
        if self.shows in _HANDS:
            share, above = _HANDS[self.shows]
            palm = tinted(shape_mask("icon palm", round(share * self.size)), WHITE if self.lit else INK_SOFT)
            put_centred(picture, palm, picture.width / 2, picture.height / 2 - above * self.size)
        return picture


def _middle(picture: Image.Image) -> tuple[float, float]:
    return picture.width / 2, picture.height / 2


def _enamel(wide: int) -> Image.Image:
    """Return a flat disc of enamel, a little deeper towards its lower edge, without a gleam."""
    picture = colored(Image.linear_gradient("L").resize((wide, wide)), _STOP_OFF, _STOP_DEEP)
    picture.putalpha(disc(wide))
    return picture


def _burning(wide: int) -> Image.Image:
    """Return a disc that glows at its edge, and is dark enough in the middle for a white word."""
    picture = colored(far().resize((wide, wide)), STOP_LACQUER, _STOP_EDGE, _at_edge)
    picture.putalpha(disc(wide))
    return picture


def _at_edge(level: int) -> int:
    """Return the level of the glow at this distance from the middle, in 255 parts of the radius."""
    return max(0, min(255, 255 * (level - _WORD_ENDS) // (255 - _WORD_ENDS)))


class ChipLook(Struct, frozen=True):
    """The chip that counts a stack, without its number: dark, with a notched rim in the seat's colour."""

    seat: SeatNumber
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw rim, notches and middle."""
        size, margin, color = self.size, margin_of(self.size), seat_color(self.seat)
        picture = disc_shadow(size).copy()
        put(picture, tinted(disc(size), color.mix(BLACK, 0.30)), margin, margin)
        notches = Image.new("L", (size * SMOOTH, size * SMOOTH), 0)
        draw, half = ImageDraw.Draw(notches), 180 / _NOTCHES
        for notch in range(_NOTCHES):
            start = notch * 2 * half - half / 2
            draw.pieslice((0, 0, size * SMOOTH - 1, size * SMOOTH - 1), start, start + half, fill=255)
        notches = ImageChops.multiply(notches.reduce(SMOOTH), disc(size))
        put(picture, tinted(notches, IVORY), margin, margin)
        middle = margin + size / 2
        for part, tint in ((0.74, BLACK), (0.69, _CHIP.mix(color, 0.22)), (0.65, _CHIP)):
            put_centred(picture, tinted(disc(round(part * size)), tint), middle, middle)
        return picture


class LanternLook(Struct, frozen=True):
    """A lantern with the two bars of a pause, at 45 degrees so that two edges read them alike; ``size`` pixels wide."""

    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw a glowing disc in two rings of brass, and the bars."""
        picture = RoundLook(self.size, _LANTERN, rim=0.05).paint()
        middle = picture.width / 2
        glass = round(0.80 * self.size)
        put_centred(picture, tinted(disc(round(0.86 * self.size)), _BURNT), middle, middle)
        light = ImageChops.invert(Image.radial_gradient("L")).resize((glass, glass)).convert("RGB")
        lit = Image.composite(
            Image.new("RGB", (glass, glass), _FLAME.bytes[:3]),
            Image.new("RGB", (glass, glass), _EMBER.bytes[:3]),
            light.convert("L").point(lambda level: min(255, round(1.3 * level))),
        )
        lit.putalpha(disc(glass))
        put_centred(picture, lit, middle, middle)
        bars = shape_mask("icon pause", round(0.42 * self.size)).rotate(45, Image.Resampling.BICUBIC)
        put_centred(picture, tinted(bars, _BURNT), middle, middle)
        return picture


_LANTERN: Final = rgb("4a2c0c")
_BURNT: Final = rgb("2a1606")
_FLAME: Final = rgb("fff0cc")
_EMBER: Final = rgb("d98a2b")
