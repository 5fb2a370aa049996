"""The words of a celebration: heavy raised letters with an edge and a glow in a colour, white at the top.

Two pictures lie on each other: the lower one takes its tint when it is drawn, the upper one stays white. So a call is
painted before anybody knows whose colour it will have.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import tinted
from kiosk.display.paint.text import CAP_HEIGHT, call_face
from kiosk.display.paint.theme import BLACK, WHITE
from kiosk.locale.direction import is_rtl

_WEIGHT: Final = 900
_GLOW: Final = (0.035, 0.085)
"""The blurs of the glow, near and wide, and with their reach the margin, in units of the letters' size."""
_MARGIN: Final = 0.23
_TAILS: Final = 0.15
_EDGE: Final = 0.05
_THICK: Final = 0.07
"""The outline, and how far the letters stand out."""


@lru_cache(maxsize=256)
def call_width(text: str, size: int) -> float:
    """Return the width of the letters in pixels."""
    return call_face(text, size, _WEIGHT)[0].getlength(text)


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
        around = 4 if self.shine else 2 * round(_MARGIN * self.size)
        high = round(CAP_HEIGHT * self.size) + around
        if self.shine and is_rtl(self.text):  # letters with dots and tails
            high += 2 * round(_TAILS * self.size)
        return round(call_width(self.text, self.size)) + around, high

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
        face, below = call_face(self.text, self.size, _WEIGHT)
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
