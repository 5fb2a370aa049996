"""The ghost hand, which shows where to touch."""

from __future__ import annotations

from PIL import Image, ImageFilter

from kiosk.display.paint.art import SquareLook, tinted
from kiosk.display.paint.shapes import Pen, arc
from kiosk.display.paint.theme import BLACK, IVORY, rgb

TIP = (-0.24, 0.90)
"""The tip of its finger, as fractions of half its size, from its middle (y upwards)."""
_OUTLINE = rgb("24160c")
_LINES = rgb("6b5238")


class HandLook(SquareLook, frozen=True):
    """A hand that points upwards with one finger, in a square of ``size`` pixels."""

    def paint(self) -> Image.Image:
        """Draw the shadow, a dark outline, the hand and the lines between its fingers."""
        wide, hand = _mask(self.size, 0.07), _mask(self.size, 0.0)
        shade = Image.new("L", wide.size)
        shade.paste(wide, (self.size // 28, self.size // 20))
        picture = tinted(shade.filter(ImageFilter.GaussianBlur(self.size / 40)), BLACK.fade(0.55))
        picture.alpha_composite(tinted(wide, _OUTLINE))
        picture.alpha_composite(tinted(hand, IVORY))
        pen = Pen(self.size)
        for x, top in ((-0.03, 0.06), (0.25, 0.10), (0.51, 0.19)):
            pen.stroke([(x, top), (x, top + 0.30)], 0.045)
        picture.alpha_composite(tinted(pen.done(), _LINES.fade(0.8)))
        return picture


def _mask(size: int, wider: float) -> Image.Image:
    pen = Pen(size)
    for x, top, width in ((-0.20, -0.72, 0.29), (0.11, -0.02, 0.27), (0.38, 0.05, 0.26), (0.62, 0.16, 0.22)):
        pen.stroke([(x, top), (x, 0.45)], width + 2 * wider)
    pen.stroke([(-0.62, 0.20), (-0.26, 0.60)], 0.25 + 2 * wider)
    pen.area([*arc(0.32, 0.48, 0.41 + wider, 0, 95), *arc(-0.02, 0.52, 0.36 + wider, 90, 165), (-0.34 - wider, 0.3)])
    pen.area([(-0.34 - wider, 0.1), (0.73 + wider, 0.1), (0.73 + wider, 0.52), (-0.2, 0.7)])
    return pen.done()
