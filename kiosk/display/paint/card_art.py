"""The cards' faces and backs, drawn at exactly the size at which they are shown, with their line patterns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import (
    card_margin,
    colored,
    disc,
    far,
    kept,
    put,
    rounded,
    shadow,
    shape_mask,
    stamp,
    tinted,
)
from kiosk.display.paint.shapes import COLOR_OUTLINES, SMOOTH, Point, arc
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

    details: ClassVar = ("ways",)

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
        printed = Image.new("L", (w, h))
        {1: _print_upright, 2: _print_two_ways, 4: _print_four_ways}[self.ways](printed, number, color)
        put(picture, _embossed(printed, ink), corner, corner)
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
            stamp(field, disc(round(size * part)), paint.bytes, w / 2, h / 2)
        stamp(field, shape_mask(f"seat {self.seat}", round(size * 0.58)), DARK_INK.bytes, w / 2, h / 2)
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
    field = colored(_lamplight(w, h).copy(), edge, middle, _brighter)
    mask = rounded((w, h), radius)
    line = max(1, round(w * 0.012))
    inner = Image.new("L", (w, h), 0)
    inner.paste(rounded((w - 2 * line, h - 2 * line), max(0.0, radius - line)), (line, line))
    field.alpha_composite(tinted(ImageChops.subtract(mask, inner), BLACK.fade(0.35)))
    field.putalpha(mask)
    return field


@kept
def _lamplight(w: int, h: int) -> Image.Image:
    """Return how bright a field of this size is, whatever its colour."""
    return _lamp().resize((w, h), Image.Resampling.BICUBIC)


@lru_cache(maxsize=1)
def _lamp() -> Image.Image:
    return ImageChops.invert(far())


def _brighter(level: int) -> int:
    return min(255, round(1.5 * level))


def _within(part: Image.Image, field: Image.Image) -> Image.Image:
    """Return ``part`` where ``field`` is opaque."""
    part.putalpha(ImageChops.multiply(part.getchannel("A"), field.getchannel("A")))
    return part


def _embossed(printed: Image.Image, ink: Rgba) -> Image.Image:
    """Return numerals and shapes in this ink, with a soft shadow under light ones."""
    if ink.r < 0.5:
        return tinted(printed, ink)
    reach = max(1.0, printed.width * 0.012)
    shade = printed.filter(ImageFilter.GaussianBlur(reach)).point(_DOUBLED)
    picture = tinted(ImageChops.offset(shade, 0, round(reach)), BLACK.fade(0.45))
    picture.alpha_composite(tinted(printed, ink))
    return picture


# ---------------------------------------------------------------- numerals

UNDERLINED: Final = (6, 9)
"""The numbers that are each other upside down."""


@kept
def _numeral(number: int, height: int, room: int) -> Image.Image:
    """Return the mask of a number.

    Its digits are ``height`` pixels high, or lower, if they must fit ``room``; 6 and 9 are underlined.
    """
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
    return mask


def _shape(color: Color, size: float) -> Image.Image:
    return shape_mask(f"color {int(color)}", max(4, round(size)))


def _print_upright(printed: Image.Image, number: int, color: Color) -> None:
    w, h = printed.size
    stamp(printed, _numeral(number, round(h * 0.45), round(w * 0.92)), 255, w / 2, h * 0.36)
    stamp(printed, _shape(color, w * 0.34), 255, w / 2, h * 0.80)


def _print_two_ways(printed: Image.Image, number: int, color: Color) -> None:
    w, h = printed.size
    stamp(printed, _shape(color, w * 0.26), 255, w / 2, h / 2)
    numeral = _numeral(number, round(h * 0.29), round(w * 0.8))
    stamp(printed, numeral, 255, w / 2, h * 0.79)
    stamp(printed, numeral.transpose(Image.Transpose.ROTATE_180), 255, w / 2, h * 0.21)


def _print_four_ways(printed: Image.Image, number: int, color: Color) -> None:
    """Print a cross of numerals, one upright to each side of the table, all equal so that nobody reads worse."""
    w, h = printed.size
    high = 0.205 if number in UNDERLINED else 0.24  # otherwise the two that lie sideways meet and look like one sign
    numeral = _numeral(number, round(h * high), round(w * 0.52))
    turned = numeral.transpose(Image.Transpose.ROTATE_90)
    gap = 0.045 * w  # to the field's edge
    aside, down = w / 2 - gap - numeral.height / 2, h / 2 - 1.4 * gap - numeral.height / 2
    stamp(printed, numeral, 255, w / 2, h / 2 + down)
    stamp(printed, turned, 255, w / 2 + aside, h / 2)
    stamp(printed, numeral.transpose(Image.Transpose.ROTATE_180), 255, w / 2, h / 2 - down)
    stamp(printed, turned.transpose(Image.Transpose.ROTATE_180), 255, w / 2 - aside, h / 2)
    corner = _shape(color, w * 0.17)
    for x, y in ((0.125, 0.09), (0.875, 0.09), (0.125, 0.91), (0.875, 0.91)):
        stamp(printed, corner, 255, w * x, h * y)


Line: TypeAlias = "list[Point]"

_RINGS: Final = 11
"""Number of outlines around the middle of a face."""
_LARGE: Final = (336, 528)
"""The size in which the pattern of a back is drawn, in pixels: that of a card, or a little higher."""
_CORNERS: Final = 9
"""The number of points up to which a line has corners, which are rounded; a longer one is an arc."""


@kept
def face_pattern(color: Color, w: int, h: int) -> Image.Image:
    """Return the outline of the colour's shape, repeated around the middle."""
    outline = COLOR_OUTLINES[color]
    reach = 1.35 * max(w, h) / 2
    lines = [
        [(w / 2 + x * reach * ring / _RINGS, h / 2 + y * reach * ring / _RINGS) for x, y in (*outline, outline[0])]
        for ring in range(1, _RINGS + 1)
    ]
    return _drawn(lines, w, h, 0.016 * w)


def back_pattern(seat: SeatNumber, w: int, h: int) -> Image.Image:
    """Return the pattern of a seat's backs."""
    large = _large_pattern((seat - 1) % len(_BACKS))
    high = min(large.height / 2, h / w * large.width / 2)
    box = (0, large.height / 2 - high, large.width, large.height / 2 + high)
    return large.resize((w, h), Image.Resampling.BOX, box)


def _large_pattern(number: int) -> Image.Image:
    """Return the pattern of a back, drawn once for all its sizes: the drawing takes longer than a card's rest."""
    return Image.frombytes("1", _LARGE, _large_bits(number)).convert("L")


@lru_cache(maxsize=12)
def _large_bits(number: int) -> bytes:
    """Return it as a bit for each pixel: all of them take a tenth of the kept parts' room."""
    w, h = _LARGE
    lines = [[(w / 2 + x * w / 84, h / 2 + y * w / 84) for x, y in line] for line in _BACKS[number]()]
    mask = Image.new("1", _LARGE)
    _draw_lines(mask, lines, 0.020 * w)
    return mask.tobytes()


def _drawn(lines: list[Line], w: int, h: int, width: float) -> Image.Image:
    mask = Image.new("L", (w * SMOOTH, h * SMOOTH), 0)
    _draw_lines(mask, [[(x * SMOOTH, y * SMOOTH) for x, y in line] for line in lines], width * SMOOTH)
    return mask.reduce(SMOOTH)


def _draw_lines(mask: Image.Image, lines: list[Line], width: float) -> None:
    draw = ImageDraw.Draw(mask)
    for line in lines:
        draw.line(line, 255, max(1, round(width)), joint="curve" if len(line) <= _CORNERS else None)


# ---------------------------------------------------------------- patterns of the backs, 84 wide, from their middle

_SIDE: Final = 84
"""Half of the height that a pattern fills; the field is narrower and lower."""


def _grid(across: float, down: float) -> Iterator[tuple[float, float, bool]]:
    """Yield the places of a grid, and whether its row is an odd one."""
    for row in range(-round(_SIDE / down), round(_SIDE / down) + 1):
        for column in range(-round(_SIDE / across), round(_SIDE / across) + 1):
            yield column * across, row * down, bool(row % 2)


def _scales() -> Iterator[Line]:
    for x, y, odd in _grid(14, 11):
        middle = x + 7 * odd
        yield arc(middle, y, 7, 180, 360, 12)
        yield arc(middle, y, 3.6, 180, 360, 8)


def _zigzag() -> Iterator[Line]:
    for row in range(-9, 10):
        yield [(-48 + 12 * step, row * 10 + (8 if step % 2 else -2)) for step in range(9)]


def _circles() -> Iterator[Line]:
    for ring in range(1, 14):
        yield arc(0, 0, 6.2 * ring, 0, 360, 48)


def _waves() -> Iterator[Line]:
    for row in range(-9, 10):
        yield [(x, row * 9 + 3.4 * math.sin(math.tau * x / 28)) for x in range(-48, 49, 3)]


def _rays() -> Iterator[Line]:
    for ray in range(36):
        angle = math.tau * ray / 36
        yield [(radius * math.cos(angle), radius * math.sin(angle)) for radius in (22, 90)]


def _lattice() -> Iterator[Line]:
    for step in range(-11, 12):
        yield [(step * 14 - 80, -80), (step * 14 + 80, 80)]
        yield [(step * 14 + 80, -80), (step * 14 - 80, 80)]


def _petals() -> Iterator[Line]:
    for x, y, _ in _grid(12, 12):
        yield arc(x, y, 8.5, 0, 360, 20)


def _fish_scales() -> Iterator[Line]:
    for x, y, odd in _grid(13, 9):
        yield arc(x + 6.5 * odd, y, 7, 0, 180, 12)


def _hourglasses() -> Iterator[Line]:
    for x, y, _ in _grid(14, 15):
        yield [(x - 5, y - 6), (x + 5, y - 6), (x - 5, y + 6), (x + 5, y + 6), (x - 5, y - 6)]


def _squares() -> Iterator[Line]:
    for x, y, odd in _grid(16, 8):
        middle = x + 8 * odd
        yield [(middle - 6, y), (middle, y - 6), (middle + 6, y), (middle, y + 6), (middle - 6, y)]


def _meander() -> Iterator[Line]:
    for x, y, _ in _grid(16, 16):
        turns = ((-8, 5), (5, 5), (5, -5), (-4, -5), (-4, 1), (1, 1))
        yield [(x + right, y + down) for right, down in turns]


def _triangles() -> Iterator[Line]:
    for step in range(-7, 8):
        yield [(-50, step * 13), (50, step * 13)]
        yield [(step * 15 - 45, -78), (step * 15 + 45, 78)]
        yield [(step * 15 + 45, -78), (step * 15 - 45, 78)]


_BACKS: Final[tuple[Callable[[], Iterator[Line]], ...]] = (
    *(_scales, _zigzag, _circles, _waves, _rays, _lattice),
    *(_petals, _fish_scales, _hourglasses, _squares, _meander, _triangles),
)
