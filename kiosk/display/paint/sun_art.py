"""The light of a match won: a sun of rays, and the thin streaks of a firework; white, to be tinted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from kiosk.display.paint.art import tinted
from kiosk.display.paint.light_art import RayLook
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, rgb

_GOLD: Final = rgb("ffb52e")
_RAYS: Final = 28
_WIDTHS: Final = ((0.075, 255), (0.045, 150))
"""Half the angle of each second ray in radians, and how bright it is."""


@dataclass(frozen=True, slots=True)
class SunLook:
    """Rays from the middle, broad and narrow ones in turn, in a soft light; white, to be tinted and added as light.

    ``dark``: instead of white rays golden ones on a darkness that fades at its edge.
    """

    size: int
    dark: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.size, self.size

    def paint(self) -> Image.Image:
        """Draw the rays as wedges, in a light that falls off."""
        light = ImageChops.lighter(ImageChops.multiply(self._rays(), self._fall(1.3, 0.9)), self._fall(0.42, 2.0))
        if not self.dark:
            return tinted(light, WHITE)
        picture = tinted(self._fall(1.5, 1.0).point(lambda level: round(0.92 * level)), BLACK)
        picture.alpha_composite(tinted(light, _GOLD))
        picture.alpha_composite(tinted(self._fall(0.55, 3.0), IVORY))
        return picture

    def _rays(self) -> Image.Image:
        large, half = 2 * self.size, float(self.size)
        rays = Image.new("L", (large, large))
        pen = ImageDraw.Draw(rays)
        for number in range(_RAYS):
            angle, (wide, level) = 2 * math.pi * number / _RAYS, _WIDTHS[number % 2]
            ends = [(half + half * math.cos(a), half + half * math.sin(a)) for a in (angle - wide, angle + wide)]
            pen.polygon([(half, half), *ends], fill=level)
        return rays.reduce(2)

    def _fall(self, most: float, power: float) -> Image.Image:
        """Return levels that fall off from the middle, where they are ``most``, to the edge."""
        distance = Image.radial_gradient("L").resize(self.extent, Image.Resampling.BILINEAR)
        left = [max(0.0, 1 - level / 255 * math.sqrt(2)) for level in range(256)]
        return distance.point([min(255, round(255 * most * part**power)) for part in left])


SUN: Final = SunLook(512)
SUN_IN_THE_DARK: Final = SunLook(512, dark=True)
NEEDLE: Final = RayLook(256, 14)
"""The pictures that all effects share, stretched as they need."""
