"""The crown that a leader's sign wears."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import reduced, tinted
from kiosk.display.paint.brass_art import margin_of
from kiosk.display.paint.shapes import SMOOTH
from kiosk.display.paint.theme import BLACK, WHITE, rgb

HIGH: Final = 0.84
"""Its height in widths, without its shadow."""
_EDGE: Final = 0.055
"""The width of the dark line around it: it is seen on felt, leather and brass alike."""
_DARK: Final = rgb("241402")
_GOLD: Final = (rgb("ffd559"), rgb("d58c1c"))
"""Where it is lit, and below."""
_PEARL: Final = 0.082
"""The radius of the balls at its points."""
_POINTS: Final = ((0.11, 0.56), (0.5, 0.65), (0.89, 0.56))
_VALLEYS: Final = ((0.31, 0.27), (0.69, 0.27))
_BAND: Final = 0.17
"""The height of its rim; its points begin there. All in widths, from its lower left corner."""
_GEMS: Final = (0.28, 0.5, 0.72)
_GEM: Final = 0.05


class CrownLook(Struct, frozen=True):
    """A golden crown with three points, ``size`` pixels wide without its shadow."""

    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height with its shadow."""
        margin = margin_of(self.size)
        return self.size + 2 * margin, round(HIGH * self.size) + 2 * margin

    def paint(self) -> Image.Image:
        """Draw it, lit from above, in a dark line."""
        w, h = (side * SMOOTH for side in self.extent)
        unit, left = self.size * SMOOTH, margin_of(self.size) * SMOOTH
        bottom = h - left - _EDGE * unit
        light, dark = _GOLD

        def at(x: float, y: float) -> tuple[float, float]:
            return left + x * unit, bottom - y * unit

        body, pearls, band = (Image.new("L", (w, h)) for _ in range(3))
        tips = [at(*point) for point in _POINTS]
        low, high = at(_EDGE + 0.03, 0), at(1 - _EDGE - 0.03, 0)
        valleys = [at(*point) for point in _VALLEYS]
        line = [low, tips[0], valleys[0], tips[1], valleys[1], tips[2], high]
        ImageDraw.Draw(body).polygon(line, 255)
        for x, y in tips:
            reach = _PEARL * unit
            ImageDraw.Draw(pearls).ellipse((x - reach, y - reach, x + reach, y + reach), 255)
        ImageDraw.Draw(band).rectangle((low[0], at(0, _BAND)[1], high[0], bottom), fill=255)
        whole = ImageChops.lighter(body, pearls)
        edge = whole.filter(ImageFilter.GaussianBlur(0.8 * _EDGE * unit)).point(_grown)
        shade = ImageChops.offset(edge, 0, left // 2).filter(ImageFilter.GaussianBlur(left / 2))
        picture = tinted(shade, BLACK.fade(0.6))
        picture.alpha_composite(tinted(edge, _DARK))
        ramp = Image.linear_gradient("L").resize((w, h))
        gold = Image.composite(Image.new("RGBA", (w, h), dark.bytes), Image.new("RGBA", (w, h), light.bytes), ramp)
        picture.paste(gold, (0, 0), whole)
        picture.paste(light.mix(WHITE, 0.55).bytes, (0, 0), pearls)
        picture.paste(light.mix(WHITE, 0.1).bytes, (0, 0), ImageChops.multiply(band, body))
        draw = ImageDraw.Draw(picture)
        for x in _GEMS:
            draw.ellipse((*at(x - _GEM, _BAND / 2 + _GEM), *at(x + _GEM, _BAND / 2 - _GEM)), _DARK.bytes)
        return reduced(picture, SMOOTH)


def _grown(level: int) -> int:
    """Return the opacity of the line around a shape, from that of its blurred mask."""
    return max(0, min(255, 6 * (level - 28)))
