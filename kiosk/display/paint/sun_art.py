"""The light of a match won: a sun of rays, and the sphere of a firework."""

from __future__ import annotations

import math
from random import Random
from typing import ClassVar, Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import RectLook, SquareLook, tinted
from kiosk.display.paint.cuts import disc
from kiosk.display.paint.light_art import GlowLook
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, Rgba, rgb

_GOLD: Final = rgb("ffb52e")
_RAYS: Final = 28
_WIDTHS: Final = ((0.075, 255), (0.045, 150))
"""Half the angle of each second ray in radians, and how bright it is."""


class SunLook(SquareLook, frozen=True):
    """Golden rays from the middle, broad and narrow ones in turn, on a darkness that fades at its edge."""

    cut: ClassVar = disc()

    def paint(self) -> Image.Image:
        """Draw the rays as wedges, in a light that falls off."""
        light = ImageChops.lighter(ImageChops.multiply(self._rays(), self._fall(1.3, 0.9)), self._fall(0.42, 2.0))
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


class SphereLook(SquareLook, frozen=True):
    """A firework that has opened: fine golden sparks in every direction, each with a glowing tip."""

    cut: ClassVar = disc()

    def paint(self) -> Image.Image:
        """Draw the sparks, from the shortest to the longest, and their glow."""
        draw = Random("sphere")  # noqa: S311  the same on every display
        side = 2 * self.size
        large = tinted(GlowLook(side).paint().getchannel("A"), _GLOW)
        pen = ImageDraw.Draw(large)
        tip = GlowLook(2 * round(0.012 * side)).paint()
        for number in range(_SPARKS):
            angle = 2 * math.pi * (number + draw.uniform(-0.5, 0.5)) / _SPARKS
            far = 0.5 * side * 0.97 * _REACHES[number % len(_REACHES)] * draw.uniform(0.86, 1.0)
            ink = _HOT.mix(_EMBER, draw.uniform(0.0, 0.55))
            _spark(pen, side, angle, far, ink)
            x, y = side / 2 + far * math.cos(angle), side / 2 + far * math.sin(angle)
            large.alpha_composite(tip, (round(x - tip.width / 2), round(y - tip.height / 2)))
            pen.ellipse((x - _TIP, y - _TIP, x + _TIP, y + _TIP), IVORY.bytes)
        for part, tint in ((0.34, _HOT), (0.2, IVORY), (0.13, WHITE)):
            core = tinted(GlowLook(round(part * side)).paint().getchannel("A"), tint)
            large.alpha_composite(core, ((side - core.width) // 2, (side - core.height) // 2))
        return large.reduce(2)


def _spark(pen: ImageDraw.ImageDraw, side: int, angle: float, far: float, ink: Rgba) -> None:
    """Draw a line from the middle that is faint there and bright at its end."""
    cos, sin = math.cos(angle), math.sin(angle)
    for step in range(_STEPS):
        start, end = (far * (0.04 + 0.96 * part / _STEPS) for part in (step, step + 1))
        ends = [(side / 2 + at * cos, side / 2 + at * sin) for at in (start, end)]
        pen.line(ends, ink.fade(0.55 + 0.45 * (step + 1) / _STEPS).bytes, _FINE)


_HOT: Final = rgb("ffc45c")
_GLOW: Final = rgb("ff8a1a").fade(0.6)
_EMBER: Final = rgb("ff9420")
_SPARKS: Final = 216
_REACHES: Final = (1.0, 0.62, 0.84, 0.42, 0.93, 0.55, 0.72, 0.34)
"""The lengths of neighbouring sparks, in units of the longest."""
_STEPS: Final = 6
_FINE: Final = 5
_TIP: Final = 4.0
"""The width of a spark and the radius of its tip, in pixels of the picture at twice its size."""


class FireLook(RectLook, frozen=True):
    """The light of a fire on a table: brown before the middle of its lower side, dark around it; to be stretched."""

    def paint(self) -> Image.Image:
        """Draw the upper half of a soft disc, and the darkness that ends at the other three sides."""
        light = GlowLook(2 * self.h).paint().getchannel("A").crop((0, 0, 2 * self.h, self.h)).resize(self.extent)
        dark = Image.new("L", self.extent)
        inner = (self.w // 12, self.h // 5, self.w - self.w // 12, self.h)
        dark.paste(255, inner)
        picture = tinted(dark.filter(ImageFilter.GaussianBlur(self.h / 12)), _NIGHT)
        picture.alpha_composite(tinted(light.point(lambda level: round(255 * (level / 255) ** 0.7)), _BROWN))
        return picture


_NIGHT: Final = rgb("06100f").fade(0.55)
_BROWN: Final = rgb("a04c04").fade(0.92)

FIRE: Final = FireLook(256, 128)
SUN: Final = SunLook(512)
SPHERE: Final = SphereLook(512)
"""The pictures that all effects share, stretched as they need."""
