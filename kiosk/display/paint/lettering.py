"""Lettering: text along a circle, numerals and calls that everybody reads, and the words of a celebration."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import colored, tinted
from kiosk.display.paint.cuts import Cut, bow
from kiosk.display.paint.shapes import SMOOTH, Point
from kiosk.display.paint.text import CAP_HEIGHT, TextLook, call_face
from kiosk.display.paint.theme import BLACK, IVORY, TABLE_DEEP, WHITE

_CELL: Final = 8
"""The picture is bent in squares of so many pixels: an arc of this length is straight to a tenth of a pixel."""


class CurvedLook(Struct, frozen=True):
    """A line of text, bent; drawn white. ``radius``: from the circle's middle to the middle of a capital letter.

    The lowest point of that line is the picture's middle.
    """

    text: TextLook
    radius: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height."""
        wide, high = self.text.extent
        half = min(math.pi / 2, wide / 2 / self.radius)
        up = self.radius - (self.radius - high / 2) * math.cos(half)
        return round(2 * (self.radius + high / 2) * math.sin(half)) + 2, 2 * round(max(high / 2, up)) + 2

    @property
    def cut(self) -> Cut:
        """Return the band of the text, which ends a little beyond it."""
        wide, high = self.text.extent
        return bow(self.extent, self.radius, high + 2, min(math.pi / 2, (wide / 2 + 2) / self.radius))

    def paint(self) -> Image.Image:
        """Draw the text straight and larger, and bend it."""
        look = self.text
        mask = TextLook(look.text, look.size * SMOOTH, look.bold, look.heavy).mask()
        width, height = (side * SMOOTH for side in self.extent)
        radius = self.radius * SMOOTH
        rows = [(y, y - height / 2 + radius) for y in _steps(height)]
        inked = mask.getbbox() or (0, 0, 0, 0)
        lines = []
        for x in _steps(width):
            across = x - width / 2
            seen = [
                (
                    mask.width / 2 + radius * math.atan2(across, down),
                    mask.height / 2 + math.hypot(across, down) - radius,
                )
                for _, down in rows
            ]
            lines.append((x, seen, [_beyond(point, inked) for point in seen]))
        mesh = []
        for (left, before, out), (right, after, off) in pairwise(lines):
            for row, ((top, _), (bottom, _)) in enumerate(pairwise(rows)):
                if not out[row] & out[row + 1] & off[row] & off[row + 1]:
                    corners = *before[row], *before[row + 1], *after[row + 1], *after[row]
                    mesh.append(((left, top, right, bottom), corners))
        bent = mask.transform((width, height), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR).reduce(SMOOTH)
        picture = Image.new("RGBA", self.extent, (255, 255, 255, 0))
        picture.putalpha(bent)
        return picture


def _beyond(point: Point, inked: tuple[int, int, int, int]) -> int:
    """Return beyond which sides of all that is seen a point lies, a bit for each: nothing is between those beyond one.

    ``inked``: the left, upper, right and lower side.
    """
    (x, y), (left, top, right, bottom) = point, inked
    return (x <= left - 1) | (x >= right + 1) << 1 | (y <= top - 1) << 2 | (y >= bottom + 1) << 3


def _steps(size: int) -> list[int]:
    """Return the sides of the squares over ``size`` pixels of the large picture."""
    return [*range(0, size, _CELL * SMOOTH), size]


_HEAVY: Final = 900
"""The weight of calls and numerals."""
_TURNABLE = frozenset({"6", "9"})
"""Numbers that are underlined, because each is the other one from the opposite side."""


@lru_cache(maxsize=512)
def shout_width(text: str, size: int) -> float:
    """Return the width of the letters in pixels."""
    return call_face(text, size, _HEAVY)[0].getlength(text)


def fit_shout(text: str, size: float, room: float) -> ShoutLook:
    """Return the call at ``size`` pixels, or smaller if it must fit ``room`` pixels of width."""
    wanted = max(9, round(size))
    wide = ShoutLook(text, wanted).extent[0]
    if wide > room:  # widths are nearly proportional, and every size is a font that takes long to open
        wanted = max(9, min(wanted, math.ceil(wanted * room / wide) + 1))
    while wanted > 9 and ShoutLook(text, wanted).extent[0] > room:
        wanted -= 1
    return ShoutLook(text, wanted)


class ShoutLook(Struct, frozen=True):
    """A call or a number, its letters ``size`` pixels in size; 6 and 9 underlined. White parts take the tint."""

    text: str
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height with outline and shadow; the middle of its capitals is the middle of the picture."""
        around = 2 * self._margin
        return round(shout_width(self.text, self.size)) + around, round(CAP_HEIGHT * self.size) + 2 * around

    @property
    def _margin(self) -> int:
        return round(0.16 * self.size) + 2

    def paint(self) -> Image.Image:
        """Draw shadow, outline and letters, a little darker at their feet."""
        thick = max(1, round(0.055 * self.size))
        wide = self._mask(thick)
        picture = tinted(wide.filter(ImageFilter.GaussianBlur(0.05 * self.size)), BLACK.fade(0.8))
        picture.alpha_composite(tinted(wide, TABLE_DEEP))
        letters = self._mask(0)
        slope = Image.linear_gradient("L").resize(picture.size)
        face = colored(slope, WHITE, IVORY.mix(BLACK, 0.10))
        face.putalpha(letters)
        picture.alpha_composite(face)
        return picture

    def _mask(self, stroke: int) -> Image.Image:
        w, h = self.extent
        mask = Image.new("L", (w, h), 0)
        draw = ImageDraw.Draw(mask)
        face, below = call_face(self.text, self.size, _HEAVY)
        base = h / 2 + below
        draw.text((w / 2, base), self.text, 255, face, "ms", stroke_width=stroke)
        if self.text in _TURNABLE:
            half, line = shout_width(self.text, self.size) * 0.42, 0.075 * self.size
            top = base + 0.09 * self.size
            draw.rectangle((w / 2 - half - stroke, top - stroke, w / 2 + half + stroke, top + line + stroke), fill=255)
        return mask


_GLOW: Final = (0.035, 0.085)
"""The blurs of the glow, near and wide, in units of the letters' size."""
CALL_GLOW: Final = 0.23
"""How far the glow of a call reaches, in the same units."""
_SAMPLE: Final = 100
"""The size at which it is measured what letters need beside a capital's height."""
_EDGE: Final = 0.05
_THICK: Final = 0.07
"""The outline, and how far the letters stand out."""


@lru_cache(maxsize=256)
def call_width(text: str, size: int) -> float:
    """Return the width of the letters in pixels."""
    return call_face(text, size, _HEAVY)[0].getlength(text)


@lru_cache(maxsize=256)
def call_reach(text: str) -> tuple[float, float]:
    """Return how far accents reach above capitals, and tails below their feet, in units of the letters' size."""
    face, feet = call_face(text, _SAMPLE, _HEAVY)
    _, top, _, bottom = face.getbbox(text, anchor="ms")
    above, below = (max(0.0, part / _SAMPLE - CAP_HEIGHT / 2) for part in (-top - feet, bottom + feet))
    return above, below


class CallLook(Struct, frozen=True):
    """A word, its letters ``size`` pixels in size: the glow, the edge and the letters, to be tinted.

    ``shine``: instead of these the white light on the upper part of the letters.
    """

    text: str
    size: int
    shine: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height; the middle of its capitals is the middle of the picture."""
        around = 4 if self.shine else 2 * round(CALL_GLOW * self.size)
        beyond = math.ceil(max(call_reach(self.text)) * self.size)
        return round(call_width(self.text, self.size)) + around, round(CAP_HEIGHT * self.size) + 2 * beyond + around

    def paint(self) -> Image.Image:
        """Draw it."""
        letters = self._mask(0)
        if self.shine:
            fade = self._slope((0.0, 255), (0.5, 238), (1.0, 50))
            return tinted(ImageChops.multiply(letters, fade), WHITE)
        edge = max(1, round(_EDGE * self.size))
        outline = self._mask(edge)
        body, thick = outline, round(_THICK * self.size)
        for down in range(1, thick + 1):
            body = ImageChops.lighter(body, ImageChops.offset(outline, 0, down))
        near, wide = (body.filter(ImageFilter.GaussianBlur(blur * self.size)) for blur in _GLOW)
        glow = ImageChops.screen(near.point(lambda level: min(255, 2 * level)), wide)
        picture = tinted(glow, WHITE)
        picture.alpha_composite(tinted(body, WHITE.mix(BLACK, 0.76)))
        rim = ImageChops.offset(self._mask(max(1, edge // 2)), 0, max(1, thick // 3))
        picture.alpha_composite(tinted(rim, WHITE.mix(BLACK, 0.40)))
        picture.alpha_composite(tinted(letters, WHITE))
        return picture

    def _mask(self, stroke: int) -> Image.Image:
        w, h = self.extent
        mask = Image.new("L", (w, h), 0)
        face, below = call_face(self.text, self.size, _HEAVY)
        ImageDraw.Draw(mask).text((w / 2, h / 2 + below), self.text, 255, face, "ms", stroke_width=stroke)
        return mask

    def _slope(self, *stops: tuple[float, int]) -> Image.Image:
        """Return levels that run through these stops, from the top of the capitals to their feet."""
        w, h = self.extent
        column = Image.new("L", (1, h))
        cap = CAP_HEIGHT * self.size
        for y in range(h):
            along = min(1.0, max(0.0, (y - (h - cap) / 2) / cap))
            for (start, before), (end, after) in pairwise(stops):
                if start <= along <= end:
                    column.putpixel((0, y), round(before + (after - before) * (along - start) / (end - start)))
        return column.resize((w, h))
