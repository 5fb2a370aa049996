"""Our own pictures, drawn at run time at exactly the size at which they are shown.

Each ``*Look`` describes a picture, and its ``paint`` draws it. Looks are values: two equal looks are the same picture,
drawn once (``kiosk.display.paint.atlas``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Protocol

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.shapes import COLOR_SHAPES, ICONS, SEAT_SYMBOLS, SMOOTH, Pen
from kiosk.display.paint.text import font
from kiosk.display.paint.theme import (
    CARD_COLORS,
    CARD_INKS,
    IVORY,
    IVORY_EDGE,
    TABLE,
    TABLE_DEEP,
    WHITE,
    Rgba,
    color_of,
    seat_color,
)
from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place


class Look(Protocol):
    """A picture to be drawn."""

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def paint(self) -> Image.Image:
        """Return the picture, RGBA."""

    def __hash__(self) -> int: ...


@lru_cache(maxsize=256)
def rounded(size: tuple[int, int], radius: float) -> Image.Image:
    """Return a mask: a rectangle of this size with rounded corners."""
    large = (size[0] * SMOOTH, size[1] * SMOOTH)
    mask = Image.new("L", large, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, large[0] - 1, large[1] - 1), radius * SMOOTH, fill=255)
    return mask.resize(size, Image.Resampling.LANCZOS)


def tinted(mask: Image.Image, color: Rgba) -> Image.Image:
    """Return the mask in a colour."""
    picture = Image.new("RGBA", mask.size, (*color.bytes[:3], 0))
    picture.putalpha(mask if color.a == 1 else mask.point(lambda level: round(level * color.a)))
    return picture


def put(picture: Image.Image, part: Image.Image, left: float, top: float) -> None:
    """Paste a part onto a picture."""
    picture.alpha_composite(part, (max(0, round(left)), max(0, round(top))))


@lru_cache(maxsize=64)
def shadow(w: int, h: int, margin: int, radius: float) -> Image.Image:
    """Return a soft shadow, a little lower than the card that casts it."""
    mask = Image.new("L", (w + 2 * margin, h + 2 * margin), 0)
    mask.paste(rounded((w, h), radius), (margin, margin + max(1, margin // 3)))
    mask = mask.filter(ImageFilter.GaussianBlur(margin / 2.2))
    return tinted(mask, Rgba(0, 0, 0, 0.55))


@lru_cache(maxsize=64)
def shape_mask(draw: str, size: int) -> Image.Image:
    """Return the mask of a sign, named as in ``SignLook``."""
    kind, _, name = draw.partition(" ")
    pen = Pen(size)
    if kind == "color":
        COLOR_SHAPES[Color(int(name))](pen)
    elif kind == "seat":
        SEAT_SYMBOLS[(int(name) - 1) % len(SEAT_SYMBOLS)](pen)
    else:
        ICONS[name](pen)
    return pen.done()


def card_margin(width: int) -> int:
    """Return the margin of a card's picture around the card, for its shadow."""
    return max(2, round(width * 0.07))


_SMALLEST: Final = 16
"""A narrower card is drawn larger and scaled down."""


@lru_cache(maxsize=64)
def _blank(w: int, h: int, fill: Rgba, edge: Rgba) -> Image.Image:
    """Return a card with its shadow and a thin darker rim."""
    margin = card_margin(w)
    radius = w * 0.11
    picture = shadow(w, h, margin, radius).copy()
    put(picture, tinted(rounded((w, h), radius), edge), margin, margin)
    put(picture, tinted(rounded((w - 2, h - 2), radius - 1), fill), margin + 1, margin + 1)
    return picture


@lru_cache(maxsize=64)
def color_field(w: int, h: int, color: Rgba, radius: float) -> Image.Image:
    """Return the coloured field of a card, a little lighter towards the top so that it does not look flat."""
    slope = Image.new("L", (1, h))
    slope.putdata([round(34 * (1 - y / h)) for y in range(h)])
    picture = tinted(rounded((w, h), radius), color)
    light = tinted(ImageChops.multiply(slope.resize((w, h)), picture.getchannel("A")), WHITE)
    picture.alpha_composite(light)
    return picture


@lru_cache(maxsize=256)
def _numeral(number: int, height: int, room: int, ink: Rgba) -> Image.Image:
    """Return the number, its digits ``height`` pixels high (lower, if they must fit ``room``); 6 and 9 underlined."""
    size = round(height / 0.711)
    while size > 8 and font(size, bold=True).getlength(str(number)) > room:
        size -= 1
    face = font(size, bold=True)
    digits = face.getlength(str(number))
    cap = size * 0.711
    line = max(2, round(cap * 0.10))
    underlined = number in (6, 9)
    w, h = round(digits) + 4, round(cap) + 4 + (2 * line if underlined else 0)
    mask = Image.new("L", (w, h), 0)
    draw = ImageDraw.Draw(mask)
    draw.text((2, 2 + cap), str(number), fill=255, font=face, anchor="ls")
    if underlined:
        draw.rectangle((3, h - line - 1, w - 4, h - 1), fill=255)
    return tinted(mask, ink)


@dataclass(frozen=True, slots=True)
class FaceLook:
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
        """Draw an ivory rim, a coloured field, numerals, and the shape of the colour."""
        if self.w < _SMALLEST:
            return _shrunk(self)
        color, number = color_of(self.card), int(self.card[1:])
        picture = _blank(self.w, self.h, IVORY, IVORY_EDGE).copy()
        rim = max(3, round(self.w * 0.065))
        margin = card_margin(self.w) + rim
        w, h = self.w - 2 * rim, self.h - 2 * rim
        put(picture, color_field(w, h, CARD_COLORS[color], self.w * 0.07), margin, margin)
        ink = CARD_INKS[color]
        paint = {1: _paint_upright, 2: _paint_two_ways, 4: _paint_four_ways}[self.ways]
        field = Image.new("RGBA", (w, h), (*ink.bytes[:3], 0))
        paint(field, number, f"color {int(color)}", ink)
        put(picture, field, margin, margin)
        return picture


def put_centred(field: Image.Image, part: Image.Image, x: float, y: float) -> None:
    """Paste a part centred on the point."""
    put(field, part, x - part.width / 2, y - part.height / 2)


def _paint_upright(field: Image.Image, number: int, shape: str, ink: Rgba) -> None:
    w, h = field.size
    put_centred(field, _numeral(number, round(h * 0.42), round(w * 0.86), ink), w / 2, h * 0.36)
    put_centred(field, tinted(shape_mask(shape, round(w * 0.36)), ink), w / 2, h * 0.80)


def _paint_two_ways(field: Image.Image, number: int, shape: str, ink: Rgba) -> None:
    w, h = field.size
    put_centred(field, tinted(shape_mask(shape, round(w * 0.26)), ink.fade(0.9)), w / 2, h / 2)
    numeral = _numeral(number, round(h * 0.27), round(w * 0.8), ink)
    put_centred(field, numeral, w / 2, h * 0.79)
    put_centred(field, numeral.transpose(Image.Transpose.ROTATE_180), w / 2, h * 0.21)


def _paint_four_ways(field: Image.Image, number: int, shape: str, ink: Rgba) -> None:
    """Draw one numeral in each quarter, each turned to one side; all of the same size, so that nobody reads worse."""
    w, h = field.size
    put_centred(field, tinted(shape_mask(shape, round(w * 0.27)), ink.fade(0.9)), w / 2, h / 2)
    numeral = _numeral(number, round(w * 0.36), round(w * 0.44), ink)
    turned = numeral.transpose(Image.Transpose.ROTATE_90)
    put_centred(field, numeral, w * 0.265, h * 0.80)
    put_centred(field, turned, w * 0.725, h * 0.745)
    put_centred(field, numeral.transpose(Image.Transpose.ROTATE_180), w * 0.735, h * 0.20)
    put_centred(field, turned.transpose(Image.Transpose.ROTATE_180), w * 0.275, h * 0.255)


@dataclass(frozen=True, slots=True)
class BackLook:
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
        """Draw the seat's colour with an ivory frame and the seat's symbol on an ivory disc."""
        if self.w < _SMALLEST:
            return _shrunk(self)
        color = seat_color(self.seat)
        picture = _blank(self.w, self.h, IVORY, IVORY_EDGE).copy()
        rim = max(3, round(self.w * 0.065))
        margin = card_margin(self.w) + rim
        w, h = self.w - 2 * rim, self.h - 2 * rim
        dark = color.mix(TABLE_DEEP, 0.30)
        field = color_field(w, h, dark, self.w * 0.07).copy()
        for step in (0.80, 0.62):
            size = round(w * step * 1.12)
            ring = ImageChops.subtract(_disc(size), _padded(_disc(size - 2 * max(1, round(w * 0.02))), size))
            put_centred(field, tinted(ring, WHITE.fade(0.22)), w / 2, h / 2)
        put_centred(field, tinted(shape_mask(f"seat {self.seat}", round(w * 0.52)), IVORY), w / 2, h / 2)
        corner = tinted(shape_mask(f"seat {self.seat}", max(6, round(w * 0.17))), IVORY.fade(0.75))
        put_centred(field, corner, w * 0.15, h * 0.10)
        put_centred(field, corner.transpose(Image.Transpose.ROTATE_180), w * 0.85, h * 0.90)
        put(picture, field, margin, margin)
        return picture


def _shrunk(card: FaceLook | BackLook) -> Image.Image:
    """Return a card of a few pixels, drawn larger and scaled down: rims and numerals need more pixels."""
    large = replace(card, w=4 * card.w, h=4 * card.h).paint()
    return large.resize(card.extent, Image.Resampling.LANCZOS)


def _disc(size: int) -> Image.Image:
    return rounded((size, size), size / 2)


def _padded(mask: Image.Image, size: int) -> Image.Image:
    picture = Image.new("L", (size, size), 0)
    picture.paste(mask, ((size - mask.width) // 2, (size - mask.height) // 2))
    return picture


@dataclass(frozen=True, slots=True)
class SignLook:
    """A sign drawn white: ``seat 3`` (a seat's symbol), ``color 0`` (a colour's shape), ``icon door``, ``disc 1``."""

    sign: str
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.size, self.size

    def paint(self) -> Image.Image:
        """Draw the sign."""
        mask = _disc(self.size) if self.sign.startswith("disc") else shape_mask(self.sign, self.size)
        return tinted(mask, WHITE)


@dataclass(frozen=True, slots=True)
class StampLook:
    """A seat's symbol on a disc in its colour: the owner of a card that lands."""

    seat: SeatNumber
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.size, self.size

    def paint(self) -> Image.Image:
        """Draw a dark rim, the disc and the symbol."""
        picture = tinted(_disc(self.size), TABLE_DEEP)
        middle = self.size / 2
        put_centred(picture, tinted(_disc(round(self.size * 0.9)), seat_color(self.seat)), middle, middle)
        put_centred(
            picture, tinted(shape_mask(f"seat {self.seat}", round(self.size * 0.6)), TABLE_DEEP), middle, middle
        )
        return picture


def stamp(seat: SeatNumber, cell: Place) -> StampLook:
    """Return the owner's symbol on a piece that lands in a cell."""
    return StampLook(seat, round(0.56 * cell.w))


@dataclass(frozen=True, slots=True)
class PatchLook:
    """A rectangle with rounded corners, to be stretched.

    ``kind``: ``fill``, ``line`` (an outline of ``width``) or ``glow`` (soft, ``width`` wide).
    """

    kind: str
    radius: int
    width: int = 0

    @property
    def border(self) -> int:
        """The number of pixels at each side that are not stretched."""
        return self.radius + 2 + (self.width if self.kind == "glow" else 0)

    @property
    def extent(self) -> tuple[int, int]:
        """The smallest size that holds its corners."""
        return 2 * self.border + 2, 2 * self.border + 2

    def paint(self) -> Image.Image:
        """Draw the smallest such rectangle."""
        size = self.extent
        if self.kind == "fill":
            return tinted(rounded(size, self.radius), WHITE)
        if self.kind == "line":
            inner = (size[0] - 2 * self.width, size[1] - 2 * self.width)
            hole = Image.new("L", size, 0)
            hole.paste(rounded(inner, max(0, self.radius - self.width)), (self.width, self.width))
            return tinted(ImageChops.subtract(rounded(size, self.radius), hole), WHITE)
        mask = Image.new("L", size, 0)
        inner = (size[0] - 2 * self.width, size[1] - 2 * self.width)
        mask.paste(rounded(inner, self.radius), (self.width, self.width))
        return tinted(mask.filter(ImageFilter.GaussianBlur(self.width / 2.5)), WHITE)


_GROUND: Final = 4
"""The factor by which the ground is drawn smaller; it is soft enough for that."""


@dataclass(frozen=True, slots=True)
class GroundLook:
    """The table's surface: lit from above its middle, darker towards its edges."""

    w: int
    h: int

    @property
    def extent(self) -> tuple[int, int]:
        """Its size, small because it is stretched over the table."""
        return max(2, self.w // _GROUND), max(2, self.h // _GROUND)

    def paint(self) -> Image.Image:
        """Draw a soft light with a little grain, which hides visible steps in dark colours."""
        light = ImageChops.invert(Image.radial_gradient("L")).resize(self.extent, Image.Resampling.BICUBIC)
        grain = Image.effect_noise(self.extent, 9)
        light = ImageChops.add(light, grain, 1, -128)
        deep, lit = (Image.new("RGB", self.extent, color.bytes[:3]) for color in (TABLE_DEEP, TABLE.mix(WHITE, 0.07)))
        return Image.composite(lit, deep, light).convert("RGBA")
