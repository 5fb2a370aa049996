"""Our own pictures, drawn at run time at exactly the size at which they are shown, and parts that they share.

Each picture is a look, drawn once (``kiosk.display.paint.atlas``).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from threading import Lock
from typing import Final, ParamSpec, Protocol

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.faces import draw_face
from kiosk.display.paint.icons import ICONS
from kiosk.display.paint.shapes import COLOR_SHAPES, SEAT_SYMBOLS, SMOOTH, Pen
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.game.colors import Color

P = ParamSpec("P")

MOST: Final = 3 << 20
"""The memory of all kept parts in bytes: those of a round at 1920x1080."""
LARGEST: Final = MOST // 16
"""The memory of a part that is kept: larger ones belong to pictures that are painted once a layout."""


class _KeptParts:
    """The parts that were used last, up to ``MOST`` bytes; pictures are painted in several threads."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def find(self, key: Hashable) -> Image.Image | None:
        with self._lock:
            if key not in self._parts:
                return None
            self._parts.move_to_end(key)
            return self._parts[key]

    def add(self, key: Hashable, part: Image.Image) -> None:
        with self._lock:
            if memory(part) > LARGEST or key in self._parts:
                return
            self._parts[key] = part
            self._bytes += memory(part)
            while self._bytes > MOST:
                self._bytes -= memory(self._parts.popitem(last=False)[1])


_KEPT: Final = _KeptParts()


def memory(picture: Image.Image) -> int:
    """Return the bytes of a picture as Pillow holds it: RGB takes as much as RGBA."""
    return picture.width * picture.height * (1 if picture.mode == "L" else 4)


def kept(paint: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Make a function that paints a part keep it, if it is small. Nobody may modify the result."""

    @wraps(paint)
    def part(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        key = (paint, args, tuple(kwargs.items()))
        found = _KEPT.find(key)
        if found is None:
            found = paint(*args, **kwargs)
            _KEPT.add(key, found)
        return found

    return part


_SMALL: Final = 48
"""A mask that is smaller, in pixels, is quickly drawn as a whole."""

_BAND: Final = 16
"""The height of the bands in which a large picture is made smaller."""


class Look(Protocol):
    """A picture to be drawn: as much of it as its ``cut`` says, if it has one (``kiosk.display.paint.cuts``).

    Until it is painted (``kiosk.display.paint.atlas``), what differs from it in its size and in the fields that are its
    ``details``, if it has any, may be shown, or else what it names ``meanwhile``; what it names as ``coarse`` is such a
    one, and is asked for with it. Of its
    width and height it ``hides`` these parts, if any, around its middle, whichever way it lies on a table: what lies
    below is not drawn there.
    """

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def paint(self) -> Image.Image:
        """Return the picture, RGBA."""

    def __hash__(self) -> int: ...


@kept
def rounded(size: tuple[int, int], radius: float) -> Image.Image:
    """Return a mask: a rectangle of this size with rounded corners."""
    side = math.ceil(radius) + 1
    if min(size) <= max(2 * side, _SMALL):
        large = (size[0] * SMOOTH, size[1] * SMOOTH)
        mask = Image.new("L", large, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, large[0] - 1, large[1] - 1), radius * SMOOTH, fill=255)
        return mask.reduce(SMOOTH)
    corners = rounded((2 * side, 2 * side), radius)
    mask = Image.new("L", size, 255)
    for left, x in ((0, 0), (side, size[0] - side)):
        for top, y in ((0, 0), (side, size[1] - side)):
            mask.paste(corners.crop((left, top, left + side, top + side)), (x, y))
    return mask


def tinted(mask: Image.Image, color: Rgba) -> Image.Image:
    """Return the mask in a colour."""
    if color.a == 1:
        picture = Image.new("RGBA", mask.size, (*color.bytes[:3], 0))
        picture.putalpha(mask)
        return picture
    levels = mask.copy()
    levels.putpalette(_tints(color), "RGBA")
    return levels.convert("RGBA")


@lru_cache(maxsize=64)
def _tints(color: Rgba) -> bytes:
    """Return the colour at all levels of a mask: a palette."""
    r, g, b, _ = color.bytes
    return bytes(part for level in range(256) for part in (r, g, b, round(level * color.a)))


def colored(
    levels: Image.Image, light: Rgba, dark: Rgba, steeper: Callable[[int], int] = int, mode: str = "RGBA"
) -> Image.Image:
    """Return levels in colours from ``light``, at 0, to ``dark``; ``steeper`` is applied to each level before.

    The levels become those of a palette: do not use them any more.
    """
    levels.putpalette(_palette(light, dark, steeper))
    return levels.convert(mode)


@lru_cache(maxsize=64)
def _palette(light: Rgba, dark: Rgba, steeper: Callable[[int], int]) -> bytes:
    """Return the colours of all levels, mixed as Pillow mixes."""
    ends = [Image.new("RGB", (256, 1), color.bytes[:3]) for color in (dark, light)]
    levels = Image.frombytes("L", (256, 1), bytes(map(steeper, range(256))))
    return Image.composite(ends[0], ends[1], levels).tobytes()


@lru_cache(maxsize=1)
def far() -> Image.Image:
    """Return levels of the distance from the middle of a square, to be resized. Nobody may modify them."""
    return Image.radial_gradient("L")


def reduced(large: Image.Image, factor: int) -> Image.Image:
    """Return a picture that was drawn so many times larger, RGBA: band by band, as little as is drawn in each."""
    w, h = large.size
    picture = Image.new("RGBA", (-(-w // factor), -(-h // factor)))
    for top in range(0, h, _BAND * factor):
        band = large.crop((0, top, w, min(h, top + _BAND * factor)))
        if (box := band.getbbox()) is not None:
            left, right = box[0] // factor, -(-box[2] // factor)
            drawn = band.crop((left * factor, 0, min(w, right * factor), band.height))
            picture.paste(drawn.reduce(factor), (left, top // factor))
    return picture


def put(picture: Image.Image, part: Image.Image, left: float, top: float) -> None:
    """Paste a part onto a picture."""
    picture.alpha_composite(part, (max(0, round(left)), max(0, round(top))))


@kept
def shadow(w: int, h: int, margin: int, radius: float) -> Image.Image:
    """Return a soft shadow, a little lower than the card that casts it."""
    mask = Image.new("L", (w + 2 * margin, h + 2 * margin), 0)
    mask.paste(rounded((w, h), radius), (margin, margin + max(1, margin // 3)))
    mask = mask.filter(ImageFilter.GaussianBlur(margin / 2.2))
    return tinted(mask, Rgba(0, 0, 0, 0.55))


@kept
def shape_mask(draw: str, size: int) -> Image.Image:
    """Return the mask of a sign, named as in ``SignLook``."""
    kind, _, name = draw.partition(" ")
    pen = Pen(size)
    if kind == "color":
        COLOR_SHAPES[Color(int(name))](pen)
    elif kind == "seat":
        SEAT_SYMBOLS[(int(name) - 1) % len(SEAT_SYMBOLS)](pen)
    elif kind == "bot":
        draw_face(pen, name)
    else:
        ICONS[name](pen)
    return pen.done()


def card_margin(width: int) -> int:
    """Return the margin of a card's picture around the card, for its shadow."""
    return max(2, round(width * 0.07))


def put_centred(field: Image.Image, part: Image.Image, x: float, y: float) -> None:
    """Paste a part centred on the point."""
    put(field, part, x - part.width / 2, y - part.height / 2)


def stamp(field: Image.Image, mask: Image.Image, ink: int | tuple[int, ...], x: float, y: float) -> None:
    """Lay an opaque ink on a field, centred on the point: what ``put_centred`` does with a tinted mask, sooner.

    The field is a mask, too, or opaque where the mask is not empty.
    """
    field.paste(ink, (max(0, round(x - mask.width / 2)), max(0, round(y - mask.height / 2))), mask)


def disc(size: int) -> Image.Image:
    """Return the mask of a disc."""
    return rounded((size, size), size / 2) if size <= _SMALL else _large_disc(size)


@kept
def _large_disc(size: int) -> Image.Image:
    half = (size + 1) // 2
    large = Image.new("L", (half * SMOOTH, half * SMOOTH))
    ImageDraw.Draw(large).ellipse((0, 0, size * SMOOTH - 1, size * SMOOTH - 1), fill=255)
    return mirrored(large.reduce(SMOOTH), size)


def mirrored(quarter: Image.Image, size: int) -> Image.Image:
    """Return a mask whose upper left quarter this is; if the size is odd, the middle line belongs to all of them."""
    mask, rest = Image.new("L", (size, size)), size - quarter.width
    for part, left in ((quarter, 0), (quarter.transpose(Image.Transpose.FLIP_LEFT_RIGHT), rest)):
        mask.paste(part, (left, 0))
        mask.paste(part.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (left, rest))
    return mask


def soft_disc(size: int, margin: int, down: int, blur: float) -> Image.Image:
    """Return the blurred mask of a disc in a margin, ``down`` pixels below the middle; its halves are equal."""
    side = size + 2 * margin
    half = (side + 1) // 2
    mask = Image.new("L", (min(side, half + 3 * math.ceil(blur)), side))
    mask.paste(disc(size), (margin, margin + down))
    left = mask.filter(ImageFilter.GaussianBlur(blur)).crop((0, 0, half, side))
    soft = Image.new("L", (side, side))
    soft.paste(left.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (side - half, 0))
    soft.paste(left, (0, 0))
    return soft


class SquareLook(Struct, frozen=True):
    """A picture of its own kind that is ``size`` pixels wide and high."""

    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.size, self.size


class RectLook(Struct, frozen=True):
    """A picture of its own kind that is ``w`` pixels wide and ``h`` high."""

    w: int
    h: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height."""
        return self.w, self.h


class SignLook(Struct, frozen=True):
    """A sign drawn white.

    ``seat 3`` (a seat's symbol), ``color 0`` (a colour's shape), ``bot 0`` (a face), ``icon door``, ``disc 1``.
    """

    sign: str
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.size, self.size

    def paint(self) -> Image.Image:
        """Draw the sign."""
        mask = disc(self.size) if self.sign.startswith("disc") else shape_mask(self.sign, self.size)
        return tinted(mask, WHITE)


_SOFT: Final = frozenset({"glow", "shade", "rim"})
_THIN: Final = frozenset({"line", "rim"})
HOLLOW: Final = _THIN | {"shade"}
"""Kinds of ``PatchLook`` whose middle is not drawn: a transparent middle would cost the GPU as much as a picture."""


class PatchLook(Struct, frozen=True):
    """A rectangle with rounded corners, to be stretched.

    ``kind``: ``fill``, ``line`` (an outline of ``width``), ``glow`` (soft, ``width`` wide), ``shade`` (the same, and
    its middle is not drawn) or ``rim`` (a line around it that shines, ``width`` wide, and nothing within).
    """

    kind: str
    radius: int
    width: int = 0

    @property
    def border(self) -> int:
        """The number of pixels at each side that are not stretched."""
        return self.radius + 2 + (self.width if self.kind in _SOFT else 0)

    @property
    def deep(self) -> int:
        """The number of pixels at each side, between its corners, in which it is seen."""
        return self.width + 1 if self.kind in _THIN else self.border

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
        soft = mask.filter(ImageFilter.GaussianBlur(self.width / 2.5))
        if self.kind == "rim":
            line = max(2, self.width // 4)
            near = Image.new("L", size, 0)
            near.paste(
                rounded((inner[0] + 2 * line, inner[1] + 2 * line), self.radius + line), (self.width - line,) * 2
            )
            soft = ImageChops.subtract(ImageChops.lighter(soft.point(lambda level: min(255, 2 * level)), near), mask)
        return tinted(soft, WHITE)
