"""What lies in a tray besides its cards: the Stop sign, the chip that counts the stack, and places pressed in."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from kiosk.display.paint.art import disc, put, put_centred, shape_mask, tinted
from kiosk.display.paint.brass_art import RoundLook, disc_shadow, margin_of, with_shadow
from kiosk.display.paint.shapes import SMOOTH
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, rgb, seat_color
from kiosk.game.seats import SeatNumber

STOP_LACQUER: Final = rgb("9c0c16")
_STOP_OFF: Final = rgb("8e0b16")
"""The Stop sign that calls, and the one that is out."""
_STOP_RIMS: Final = (0.055, 0.08)
"""The ring of brass of a sign that lies in the leather, and of one that is a control, in its width."""
_NOTCHES: Final = 8
_CHIP: Final = rgb("14110f")


class StopLook(Struct, frozen=True):
    """The Stop sign without its word, ``size`` pixels wide without its shadow.

    ``lit``: it calls; ``raised``: it is a control, with a broad ring of brass, otherwise it lies in the leather, with
    a narrow one; ``worded``: there is room for its word, otherwise the hand is large.
    """

    size: int
    lit: bool = False
    raised: bool = False
    worded: bool = True

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw the disc and the palm of a hand."""
        lacquer = STOP_LACQUER if self.lit else _STOP_OFF
        rim = _STOP_RIMS[self.raised]
        picture = RoundLook(self.size, lacquer, rim=rim).paint()
        _glaze(picture, round((1 - 2 * rim) * self.size))
        share, above = (0.38, 0.225) if self.worded else (0.64, 0.0)
        palm = tinted(shape_mask("icon palm", round(share * self.size)), IVORY.fade(1.0 if self.lit else 0.94))
        put_centred(picture, palm, picture.width / 2, picture.height / 2 - above * self.size)
        return picture


def _glaze(picture: Image.Image, wide: int) -> None:
    """Draw the lamp's gleam on the upper part of a disc of lacquer, which fades downwards."""
    gleam = Image.new("L", (wide, wide), 0)
    ImageDraw.Draw(gleam).ellipse((0.08 * wide, 0.03 * wide, 0.92 * wide, 0.62 * wide), fill=255)
    fall = Image.linear_gradient("L").resize((wide, wide)).point(lambda level: max(0, 70 - round(0.6 * level)))
    put_centred(picture, tinted(ImageChops.multiply(gleam, fall), WHITE), picture.width / 2, picture.height / 2)


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
