"""A channel of brass in the felt, along which light runs."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import ClassVar, Final, NamedTuple

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import reduced, tinted
from kiosk.display.paint.brass_art import brass
from kiosk.display.paint.cuts import Cut, quarter, spindle
from kiosk.display.paint.shapes import SMOOTH, Point
from kiosk.display.paint.theme import ACCENT, BLACK, LEATHER, WHITE, rgb
from kiosk.layout.table_layout import Place

LIGHT: Final = ACCENT.mix(WHITE, 0.55)
BEAM: Final = WHITE.mix(ACCENT, 0.2)
"""The tints of the light's head, and of what is left of it."""
_WARM: Final = ACCENT.mix(rgb("ff8a14"), 0.5)
"""The colour of the glow around a light."""
_CORE: Final = 6.6
"""The width of a light with its glow, in widths of its bright core."""
_NOTHING: Final = 1e-6


class ChannelLook(Struct, frozen=True):
    """A channel along a rectangle with rounded corners, to be stretched. ``radius``: of its middle line."""

    radius: int
    width: int

    @property
    def border(self) -> int:
        """The number of pixels at each side that are not stretched."""
        return self.radius + self.width + self.margin

    @property
    def margin(self) -> int:
        """The pixels from its middle line to the edge of the picture."""
        return self.width

    @property
    def deep(self) -> int:
        """The number of pixels at each side in which it is seen."""
        return 2 * self.margin + 1

    @property
    def extent(self) -> tuple[int, int]:
        """The smallest size that holds its corners."""
        return 2 * self.border + 2, 2 * self.border + 2

    def paint(self) -> Image.Image:
        """Draw the shadow, the brass and the groove."""
        side = self.extent[0]
        whole = self._band(self.width)
        picture = tinted(whole.filter(ImageFilter.GaussianBlur(self.width / 3)), BLACK.fade(0.7))
        metal = brass(side, side).copy()
        metal.putalpha(whole)
        picture.alpha_composite(metal)
        picture.alpha_composite(tinted(self._band(0.62 * self.width), LEATHER.mix(BLACK, 0.5)))
        return picture

    def _band(self, width: float) -> Image.Image:
        """Return the mask of a band of this width along the middle line."""
        side, at = self.extent[0] * SMOOTH, self.margin * SMOOTH
        parts = []
        for out in (width / 2 * SMOOTH, -width / 2 * SMOOTH):
            mask = Image.new("L", (side, side), 0)
            box = at - out, at - out, side - 1 - at + out, side - 1 - at + out
            ImageDraw.Draw(mask).rounded_rectangle(box, self.radius * SMOOTH + out, fill=255)
            parts.append(mask)
        band = ImageChops.subtract(parts[0], parts[1])
        return band.reduce(SMOOTH)


class BeamLook(Struct, frozen=True):
    """A piece of light, to be stretched along its length; ``width``: with its glow."""

    width: int

    cut: ClassVar = spindle([(-0.5, 0.44), (0.5, 0.44)])

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height."""
        return 2, self.width

    def paint(self) -> Image.Image:
        """Draw a bright core that fades to both sides."""
        half = (self.width - 1) / 2
        column = Image.new("RGBA", (1, self.width))
        column.putdata([_light(abs(place - half) / half) for place in range(self.width)])
        return column.resize(self.extent)


class BendLook(Struct, frozen=True):
    """The light in the upper right corner of a channel, a quarter of a ring. ``radius``: of its middle line.

    ``width``: with its glow.
    """

    radius: int
    width: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        side = self.radius + math.ceil(self.width / 2)
        return side, side

    @property
    def cut(self) -> Cut:
        """Return the ring."""
        return quarter(max(0.0, self.radius - self.width / 2) / self.extent[0])

    def paint(self) -> Image.Image:
        """Draw the ring around the lower left corner of the picture."""
        side, half = self.extent[0] * SMOOTH, self.width * SMOOTH / 2
        picture, middle = Image.new("RGBA", (side, side)), self.radius * SMOOTH
        draw = ImageDraw.Draw(picture)
        for out in range(math.ceil(middle + half), max(0, math.floor(middle - half)), -1):
            tint = _light(min(1.0, abs(out - middle) / half))
            draw.ellipse((-out, side - out, out, side + out), outline=tint, width=2)  # nothing between two rings
        inner = max(0.0, middle - half)
        draw.ellipse((-inner, side - inner, inner, side + inner), fill=(0, 0, 0, 0))
        return reduced(picture, SMOOTH)


class Lit(NamedTuple):
    """The lit part of a channel: straight pieces, and corners as the middle of each circle and its turn in degrees.

    ``head``: where the light ends.
    """

    pieces: list[tuple[Point, Point]]
    bends: list[tuple[Point, float]]
    head: Point


def _light(far: float) -> tuple[int, int, int, int]:
    """Return the light at a distance from its middle, 0 to 1."""
    core = max(0.0, 1 - _CORE * far)
    tint = _WARM.mix(ACCENT.mix(WHITE, min(1.0, 1.2 * core)), min(1.0, 2.2 * core))
    return tint.fade(min(1.0, 0.92 * max(0.0, 1 - far) ** 2.2 + 1.8 * core)).bytes


def walk(place: Place, radius: float, share: float, step: float) -> Lit:
    """Return the lit part of a rounded rectangle's outline.

    It begins in the middle of the upper side and runs clockwise over ``share`` (0 to 1) of the outline; the corner in
    which it ends consists of straight pieces of about ``step`` pixels.
    """
    w, h = place.w / 2 - radius, place.h / 2 - radius
    bend = math.pi / 2 * radius
    left = share * 4 * (w + h + bend)
    at = place.x, place.y + place.h / 2
    lit = Lit([], [], at)
    for number, (length, (dx, dy)) in enumerate(
        ((w, (1, 0)), (2 * h, (0, -1)), (2 * w, (-1, 0)), (2 * h, (0, 1)), (w, (1, 0)))
    ):
        gone = min(left, length)
        end = at[0] + dx * gone, at[1] + dy * gone
        if gone > 0:
            lit.pieces.append((at, end))
        left -= gone
        arc = _corner(end, (dx, dy), radius, min(left, bend) / radius, step) if left > _NOTHING else [end]
        if left >= bend:
            lit.bends.append(((end[0] + dy * radius, end[1] - dx * radius), -90.0 * number))
        else:
            lit.pieces.extend(pairwise(arc))
        at, left = arc[-1], left - bend
        if left <= 0:
            break
    return lit._replace(head=at)


def _corner(start: Point, heading: tuple[int, int], radius: float, angle: float, step: float) -> list[Point]:
    """Return points of an arc that turns right from this heading; ``angle`` in radians."""
    dx, dy = heading
    x, y = start[0] + dy * radius, start[1] - dx * radius
    count = max(1, math.ceil(angle * radius / step))
    first = math.atan2(dx, -dy)
    turns = [first - angle * number / count for number in range(count + 1)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
