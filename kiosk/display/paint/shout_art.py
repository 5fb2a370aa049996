"""Numerals and calls that everybody reads: heavy, with a dark outline and a soft shadow, on no ground of their own."""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter

from kiosk.display.paint.art import colored, tinted
from kiosk.display.paint.text import CAP_HEIGHT, call_face
from kiosk.display.paint.theme import BLACK, IVORY, TABLE_DEEP, WHITE

_WEIGHT = 900
_TURNABLE = frozenset({"6", "9"})
"""Numbers that are underlined, because each is the other one from the opposite side."""


@lru_cache(maxsize=512)
def shout_width(text: str, size: int) -> float:
    """Return the width of the letters in pixels."""
    return call_face(text, size, _WEIGHT)[0].getlength(text)


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
        face, below = call_face(self.text, self.size, _WEIGHT)
        base = h / 2 + below
        draw.text((w / 2, base), self.text, 255, face, "ms", stroke_width=stroke)
        if self.text in _TURNABLE:
            half, line = shout_width(self.text, self.size) * 0.42, 0.075 * self.size
            top = base + 0.09 * self.size
            draw.rectangle((w / 2 - half - stroke, top - stroke, w / 2 + half + stroke, top + line + stroke), fill=255)
        return mask
