"""The cards' faces and backs, drawn at exactly the size at which they are shown."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import (
    card_margin,
    colored,
    disc,
    far,
    put,
    put_centred,
    rounded,
    shadow,
    shape_mask,
    tinted,
)
from kiosk.display.paint.kept import kept
from kiosk.display.paint.ornaments import back_pattern, face_pattern
from kiosk.display.paint.text import CAP_HEIGHT, HEAVY, font, width
from kiosk.display.paint.theme import BLACK, CARD_PAINTS, DARK_INK, IVORY, IVORY_EDGE, Rgba, color_of, seat_color
from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber

_SMALLEST: Final = 16
"""A narrower card is drawn larger and scaled down."""

_RIM: Final = 0.047
RADIUS: Final = 0.09
"""Width of the ivory rim, and radius of the corners, as fractions of the card's width."""
_DOUBLED: Final = [min(255, 2 * level) for level in range(256)]


class FaceLook(Struct, frozen=True):
    """A card's face, ``w`` pixels wide.

    ``ways``: 1 in a panel (a large numeral for its player); in the centre 2 if only two sides see it, otherwise 4.
    """

    card: str
    w: int
    h: int
    ways: int = 1

    @property
    def extent(self) -> tuple[int, int]:
        """Size with the shadow."""
        margin = 2 * card_margin(self.w)
        return self.w + margin, self.h + margin

    def paint(self) -> Image.Image:
        """Draw an ivory rim, a coloured field with a pattern, numerals, and the shape of the colour."""
        if self.w < _SMALLEST:
            return _shrunk(self)
        color, number = color_of(self.card), int(self.card[1:])
        picture, corner, (w, h) = _blank(self.w, self.h)
        put(picture, _face_field(color, w, h), corner, corner)
        ink = CARD_PAINTS[color].ink
        field = Image.new("RGBA", (w, h), (*ink.bytes[:3], 0))
        {1: _paint_upright, 2: _paint_two_ways, 4: _paint_four_ways}[self.ways](field, number, color, ink)
        put(picture, _embossed(field, ink), corner, corner)
        return picture


class BackLook(Struct, frozen=True):
    """The back of a seat's cards."""

    seat: SeatNumber
    w: int
    h: int

    @property
    def extent(self) -> tuple[int, int]:
        """Size with the shadow."""
        margin = 2 * card_margin(self.w)
        return self.w + margin, self.h + margin

    def paint(self) -> Image.Image:
        """Draw the seat's pattern, tone on tone, and its symbol on a disc in its colour."""
        if self.w < _SMALLEST:
            return _shrunk(self)
        color = seat_color(self.seat)
        picture, corner, (w, h) = _blank(self.w, self.h)
        field = _field(w, h, color.mix(BLACK, 0.62), color.mix(BLACK, 0.74), self.w * RADIUS * 0.6).copy()
        field.alpha_composite(_within(tinted(back_pattern(self.seat, w, h), color.fade(0.55)), field))
        size = round(w * 0.66)
        for part, paint in ((1.0, color.mix(BLACK, 0.80)), (0.92, IVORY), (0.82, color)):
            put_centred(field, tinted(disc(round(size * part)), paint), w / 2, h / 2)
        put_centred(field, tinted(shape_mask(f"seat {self.seat}", round(size * 0.58)), DARK_INK), w / 2, h / 2)
        put(picture, field, corner, corner)
        return picture


def _shrunk(card: FaceLook | BackLook) -> Image.Image:
    """Return a card of a few pixels, drawn larger and scaled down: rims and numerals need more pixels."""
    large = replace(card, w=4 * card.w, h=4 * card.h).paint()
    return large.resize(card.extent, Image.Resampling.LANCZOS)


# ---------------------------------------------------------------- the card and its field


def _blank(w: int, h: int) -> tuple[Image.Image, int, tuple[int, int]]:
    """Return an ivory card with its shadow, the corner of its field, and the field's size."""
    rim = max(2, round(w * _RIM))
    return _paper(w, h).copy(), card_margin(w) + rim, (w - 2 * rim, h - 2 * rim)


@kept
def _paper(w: int, h: int) -> Image.Image:
    margin, radius = card_margin(w), w * RADIUS
    picture = shadow(w, h, margin, radius).copy()
    put(picture, tinted(rounded((w, h), radius), IVORY_EDGE), margin, margin)
    put(picture, tinted(rounded((w - 2, h - 2), radius - 1), IVORY), margin + 1, margin)
    return picture


@kept
def _face_field(color: Color, w: int, h: int) -> Image.Image:
    paint = CARD_PAINTS[color]
    field = _field(w, h, paint.middle, paint.edge, w * RADIUS * 0.7).copy()
    field.alpha_composite(_within(tinted(face_pattern(color, w, h), paint.pattern.fade(0.34)), field))
    return field


@kept
def _field(w: int, h: int, middle: Rgba, edge: Rgba, radius: float) -> Image.Image:
    """Return a rounded field that is lighter in its middle, with a darker line along its edge."""
    light = _lamp().resize((w, h), Image.Resampling.BICUBIC)
    field = colored(light, edge, middle, _brighter).convert("RGBA")
    mask = rounded((w, h), radius)
    line = max(1, round(w * 0.012))
    inner = Image.new("L", (w, h), 0)
    inner.paste(rounded((w - 2 * line, h - 2 * line), max(0.0, radius - line)), (line, line))
    field.alpha_composite(tinted(ImageChops.subtract(mask, inner), BLACK.fade(0.35)))
    field.putalpha(mask)
    return field


@lru_cache(maxsize=1)
def _lamp() -> Image.Image:
    return ImageChops.invert(far())


def _brighter(level: int) -> int:
    return min(255, round(1.5 * level))


def _within(part: Image.Image, field: Image.Image) -> Image.Image:
    """Return ``part`` where ``field`` is opaque."""
    part.putalpha(ImageChops.multiply(part.getchannel("A"), field.getchannel("A")))
    return part


def _embossed(field: Image.Image, ink: Rgba) -> Image.Image:
    """Return numerals and shapes with a soft shadow under light ones."""
    if ink.r < 0.5:
        return field
    reach = max(1.0, field.width * 0.012)
    shade = field.getchannel("A").filter(ImageFilter.GaussianBlur(reach)).point(_DOUBLED)
    picture = tinted(ImageChops.offset(shade, 0, round(reach)), BLACK.fade(0.45))
    picture.alpha_composite(field)
    return picture


# ---------------------------------------------------------------- numerals

UNDERLINED: Final = (6, 9)
"""The numbers that are each other upside down."""


@kept
def _numeral(number: int, height: int, room: int, ink: Rgba) -> Image.Image:
    """Return the number, its digits ``height`` pixels high (lower, if they must fit ``room``); 6 and 9 underlined."""
    size, text = round(height / CAP_HEIGHT), str(number)
    digits = width(text, size, bold=False, heavy=True)
    if size > 8 and digits > room:  # widths are nearly proportional, and every size is a font that takes long to open
        size = max(8, min(size - 1, math.ceil(size * room / digits) + 1))
        while size > 8 and width(text, size, bold=False, heavy=True) > room:
            size -= 1
    digits = width(text, size, bold=False, heavy=True)
    cap = size * CAP_HEIGHT
    line = max(2, round(cap * 0.11))
    underlined = number in UNDERLINED
    w, h = round(digits) + 4, round(cap) + 4 + (2 * line if underlined else 0)
    mask = Image.new("L", (w, h), 0)
    draw = ImageDraw.Draw(mask)
    draw.text((2, 2 + cap), text, fill=255, font=font(size, HEAVY), anchor="ls")
    if underlined:
        draw.rectangle((3, h - line - 1, w - 4, h - 1), fill=255)
    return tinted(mask, ink)


def _shape(color: Color, size: float, ink: Rgba) -> Image.Image:
    return tinted(shape_mask(f"color {int(color)}", max(4, round(size))), ink)


def _paint_upright(field: Image.Image, number: int, color: Color, ink: Rgba) -> None:
    w, h = field.size
    put_centred(field, _numeral(number, round(h * 0.45), round(w * 0.92), ink), w / 2, h * 0.36)
    put_centred(field, _shape(color, w * 0.34, ink), w / 2, h * 0.80)


def _paint_two_ways(field: Image.Image, number: int, color: Color, ink: Rgba) -> None:
    w, h = field.size
    put_centred(field, _shape(color, w * 0.26, ink), w / 2, h / 2)
    numeral = _numeral(number, round(h * 0.29), round(w * 0.8), ink)
    put_centred(field, numeral, w / 2, h * 0.79)
    put_centred(field, numeral.transpose(Image.Transpose.ROTATE_180), w / 2, h * 0.21)


def _paint_four_ways(field: Image.Image, number: int, color: Color, ink: Rgba) -> None:
    """Draw a cross of numerals, one upright to each side of the table, all equal so that nobody reads worse."""
    w, h = field.size
    high = 0.205 if number in UNDERLINED else 0.24  # otherwise the two that lie sideways meet and look like one sign
    numeral = _numeral(number, round(h * high), round(w * 0.52), ink)
    turned = numeral.transpose(Image.Transpose.ROTATE_90)
    gap = 0.045 * w  # to the field's edge
    aside, down = w / 2 - gap - numeral.height / 2, h / 2 - 1.4 * gap - numeral.height / 2
    put_centred(field, numeral, w / 2, h / 2 + down)
    put_centred(field, turned, w / 2 + aside, h / 2)
    put_centred(field, numeral.transpose(Image.Transpose.ROTATE_180), w / 2, h / 2 - down)
    put_centred(field, turned.transpose(Image.Transpose.ROTATE_180), w / 2 - aside, h / 2)
    corner = _shape(color, w * 0.17, ink)
    for x, y in ((0.125, 0.09), (0.875, 0.09), (0.125, 0.91), (0.875, 0.91)):
        put_centred(field, corner, w * x, h * y)
