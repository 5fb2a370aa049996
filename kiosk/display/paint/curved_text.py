"""Text along the lower arc of a circle, its letters' feet outwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from PIL import Image

from kiosk.display.paint.cuts import Cut, bow
from kiosk.display.paint.shapes import SMOOTH
from kiosk.display.paint.text import TextLook

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
        large = TextLook(look.text, look.size * SMOOTH, look.bold, look.heavy)
        mask = large.paint().getchannel("A")
        width, height = (side * SMOOTH for side in self.extent)
        radius = self.radius * SMOOTH
        rows = [(y, y - height / 2 + radius) for y in _steps(height)]
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
            lines.append((x, seen))
        inked = mask.getbbox() or (0, 0, 0, 0)
        mesh = []
        for (left, before), (right, after) in pairwise(lines):
            for row, ((top, _), (bottom, _)) in enumerate(pairwise(rows)):
                corners = before[row], before[row + 1], after[row + 1], after[row]
                places, depths = zip(*corners, strict=True)
                if _meet(places, inked[0], inked[2]) and _meet(depths, inked[1], inked[3]):
                    mesh.append(((left, top, right, bottom), tuple(part for corner in corners for part in corner)))
        bent = mask.transform((width, height), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR).reduce(SMOOTH)
        picture = Image.new("RGBA", self.extent, (255, 255, 255, 0))
        picture.putalpha(bent)
        return picture


def _meet(places: Sequence[float], low: float, high: float) -> bool:
    """Return whether anything between these places is seen, if all that is seen lies between ``low`` and ``high``."""
    return max(places) > low - 1 and min(places) < high + 1


def _steps(size: int) -> list[int]:
    """Return the sides of the squares over ``size`` pixels of the large picture."""
    return [*range(0, size, _CELL * SMOOTH), size]
