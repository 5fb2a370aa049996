"""Text along the lower arc of a circle, its letters' feet outwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from kiosk.display.paint.cuts import Cut, bow
from kiosk.display.paint.shapes import SMOOTH
from kiosk.display.paint.text import TextLook

_CELL: Final = 8
"""The picture is bent in squares of so many pixels: an arc of this length is straight to a tenth of a pixel."""


@dataclass(frozen=True, slots=True)
class CurvedLook:
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
        straight = large.paint().getchannel("A")
        mask = Image.new("L", straight.size, 0)
        mask.paste(straight)
        width, height = (side * SMOOTH for side in self.extent)
        middle, radius = (width / 2, height / 2 - self.radius * SMOOTH), self.radius * SMOOTH

        def source(x: float, y: float) -> tuple[float, float]:
            """Return the point of the straight text that is seen at this point."""
            across, down = x - middle[0], y - middle[1]
            along = radius * math.atan2(across, down)
            return mask.width / 2 + along, mask.height / 2 + math.hypot(across, down) - radius

        columns, rows = _steps(width), _steps(height)
        seen = {(x, y): source(x, y) for x in columns for y in rows}
        mesh = []
        for left, right in pairwise(columns):
            for top, bottom in pairwise(rows):
                corners = seen[left, top], seen[left, bottom], seen[right, bottom], seen[right, top]
                across, down = zip(*corners, strict=True)
                if max(across) > 0 and min(across) < mask.width and max(down) > 0 and min(down) < mask.height:
                    mesh.append(((left, top, right, bottom), tuple(part for corner in corners for part in corner)))
        bent = mask.transform((width, height), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR).reduce(SMOOTH)
        picture = Image.new("RGBA", self.extent, (255, 255, 255, 0))
        picture.putalpha(bent)
        return picture


def _steps(size: int) -> list[int]:
    """Return the sides of the squares over ``size`` pixels of the large picture."""
    return [*range(0, size, _CELL * SMOOTH), size]
