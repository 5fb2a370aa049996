"""Light and paper: white pictures that are tinted, stretched and moved when they are drawn; sun and fireworks."""

from __future__ import annotations

import math
from random import Random
from typing import ClassVar, Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import RectLook, SquareLook, rounded, tinted
from kiosk.display.paint.cuts import Cut, disc, frame, ring, spindle
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, Rgba, rgb
from kiosk.layout.table_layout import Place

_BLUR: Final = 2.4
"""The border of a soft frame, in units of the deviation of its blur."""
_FRAME: Final = ((1.0, 0.5), (0.6, 1.0))
"""The two lights of a soft frame: how far they reach, in its widths, and how bright they are."""
_SEEN: Final = 0.9
"""How far it is seen, in its widths, and the length of the corners outside in which nothing is."""
_CORNER: Final = 0.5
_SOLID: Final = ((1.0, 0.25, 1.0), (2.0, 0.6, 0.42))
"""What a solid frame has besides: how far it reaches and how soft it is, in its solid widths, and how bright it is."""


class GlowLook(SquareLook, frozen=True):
    """A soft disc: bright in the middle, dark at its edge.

    ``hole``: the radius of what covers its middle, in radii: that is not drawn.
    """

    hole: float = 0.0

    @property
    def cut(self) -> Cut:
        """Return the disc or ring in which it is seen."""
        return ring(0.92, self.hole) if self.hole else disc(0.92)

    def paint(self) -> Image.Image:
        """Draw it: the light falls off as a bell curve that reaches 0 at the edge."""
        fall = Image.radial_gradient("L").resize((self.size, self.size), Image.Resampling.BILINEAR)
        return tinted(fall.point([round(255 * _bell(level / 255 * math.sqrt(2))) for level in range(256)]), WHITE)


def _bell(distance: float) -> float:
    """Return the light at this distance from the middle, in radii."""
    return max(0.0, math.exp(-4.5 * distance * distance) - math.exp(-4.5)) / (1 - math.exp(-4.5))


RING_LINE: Final = 0.8


class ShadeLook(SquareLook, frozen=True):
    """A soft patch of even strength, nearly a square, which fades over the outer half of its way to each side."""

    def paint(self) -> Image.Image:
        """Draw it pixel by pixel: a slope without an edge leads from full strength to none."""
        picture = Image.new("L", self.extent, 0)
        sides = [(2 * (at + 0.5) / self.size - 1) ** 4 for at in range(self.size)]
        slope = (min(1.0, max(0.0, 2 - 2 * (up + right) ** 0.25)) for up in sides for right in sides)
        picture.putdata([round(255 * part * part * (3 - 2 * part)) for part in slope])
        return tinted(picture, WHITE)


class RingLook(SquareLook, frozen=True):
    """A ring of light with a bright line at ``RING_LINE`` of its radius, and a soft rim."""

    cut: ClassVar = ring(0.96, 0.625)

    def paint(self) -> Image.Image:
        """Draw the line and its light."""
        large = 4 * self.size
        mask = Image.new("L", (large, large), 0)
        edge, width = round((1 - RING_LINE) / 2 * large), max(4, large // 60)
        ImageDraw.Draw(mask).ellipse((edge, edge, large - edge, large - edge), outline=255, width=width)
        line = mask.reduce(4)
        soft = line.filter(ImageFilter.GaussianBlur(self.size / 32)).point(lambda level: min(255, round(level * 1.6)))
        soft.paste(255, mask=line)
        return tinted(soft, WHITE)


class RayLook(RectLook, frozen=True):
    """A streak of light along its width: pointed at both ends, brightest a third behind its head at the right."""

    cut: ClassVar = spindle([(-0.47, 0.04), (-0.3, 0.1), (0.04, 0.5), (0.28, 0.5), (0.5, 0.04)])

    def paint(self) -> Image.Image:
        """Draw it column by column."""
        picture = Image.new("L", self.extent, 0)
        pixels = []
        for y in range(self.h):
            across = abs(2 * (y + 0.5) / self.h - 1)
            for x in range(self.w):
                along = (x + 0.5) / self.w
                wide = math.sin(math.pi * along**1.6) ** 1.2
                pixels.append(round(255 * wide * max(0.0, 1 - across / max(0.05, wide)) ** 1.5))
        picture.putdata(pixels)
        return tinted(picture, WHITE)


class StripLook(RectLook, frozen=True):
    """A plain strip, soft along its two long sides, to be stretched."""

    def paint(self) -> Image.Image:
        """Draw it: the outermost rows are half transparent."""
        mask = Image.new("L", self.extent, 255)
        for y in (0, self.h - 1):
            mask.paste(110, (0, y, self.w, y + 1))
        return tinted(mask, WHITE)


STRIP: Final = StripLook(32, 12)


class HaloLook(SquareLook, frozen=True):
    """The light around something round: a ring at ``HALO`` of its radius that fades to both sides, with two glints."""

    cut: ClassVar = ring(0.95, 0.5)

    def paint(self) -> Image.Image:
        """Draw the ring, and the glints at opposite sides of it."""
        fall = Image.radial_gradient("L").resize(self.extent, Image.Resampling.BILINEAR)
        picture = fall.point([round(255 * _halo(level / 255 * math.sqrt(2))) for level in range(256)])
        point = round(0.2 * self.size)
        light = GlowLook(point).paint().getchannel("A")
        for way in (-1, 1):
            there = Image.new("L", self.extent, 0)
            there.paste(light, (round((1 + way * HALO) / 2 * self.size - point / 2), (self.size - point) // 2))
            picture = ImageChops.lighter(picture, there)
        return tinted(picture, WHITE)


HALO: Final = 0.7


def _halo(distance: float) -> float:
    """Return the light at this distance from the middle, in radii: a line, and a soft light that ends at the edge."""
    away = distance - HALO
    soft = math.exp(-abs(away) / 0.10) * max(0.0, 1 - away / (1 - HALO)) if away > 0 else math.exp(away / 0.05)
    return min(1.0, 0.5 * soft + 0.5 * math.exp(-((away / 0.022) ** 2)))


class BoltLook(RectLook, frozen=True):
    """A part of a bolt of lightning: evenly bright along its width, with round ends, and soft across."""

    cut: ClassVar = spindle([(-0.5, 0.45), (0.5, 0.45)])

    @property
    def cap(self) -> float:
        """By how many heights it is longer than the part that it draws: its ends overlap the next part's."""
        return 0.5

    def paint(self) -> Image.Image:
        """Draw it pixel by pixel: the light falls off with the distance from its middle line."""
        picture, radius = Image.new("L", self.extent, 0), self.h / 2
        pixels = []
        for y in range(self.h):
            for x in range(self.w):
                beyond = max(0.0, radius - x - 0.5, x + 0.5 - (self.w - radius))
                pixels.append(round(255 * _bell(math.hypot(beyond, y + 0.5 - radius) / radius)))
        picture.putdata(pixels)
        return tinted(picture, WHITE)


class HotBarLook(RectLook, frozen=True):
    """A glowing bar: white hot along its middle line, orange around it, thinner and cooler towards its ends."""

    cut: ClassVar = spindle([(-0.5, 0.08), (-0.3, 0.5), (0.3, 0.5), (0.5, 0.08)])

    def paint(self) -> Image.Image:
        """Draw it pixel by pixel."""
        picture = Image.new("RGBA", self.extent)
        pixels = []
        for y in range(self.h):
            across = abs(2 * (y + 0.5) / self.h - 1)
            for x in range(self.w):
                along = min(1.0, (1 - abs(2 * (x + 0.5) / self.w - 1)) / 0.45)
                wide = 0.12 + 0.88 * along * along * (3 - 2 * along)
                heat = along**0.5 * _bell(min(1.0, across / wide))
                pixels.append(_COOLER.mix(_WHITE_HOT, min(1.0, 1.5 * heat * heat)).fade(min(1.0, 1.25 * heat)).bytes)
        picture.putdata(pixels)
        return picture


_COOLER: Final = rgb("ff7c14")
_WHITE_HOT: Final = rgb("fff4d6")
HOT_BAR: Final = HotBarLook(192, 32)
BOLT: Final = BoltLook(64, 16)
SPARK: Final = RayLook(64, 12)
STREAK: Final = RayLook(256, 24)
GLOW: Final = GlowLook(128)
SHADE: Final = ShadeLook(64)
RING: Final = RingLook(256)
WHEEL_LIGHT: Final = HaloLook(192)
"""The pictures of light that all effects share, stretched as they need."""


class FrameLook(Struct, frozen=True):
    """A frame of light around a card of w x h pixels: bright along the card's edge, and faint to ``width`` pixels.

    ``solid``: pixels around the card that are fully bright.
    """

    w: int
    h: int
    width: int
    solid: int = 0

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height with the light."""
        return self.w + 2 * self.width, self.h + 2 * self.width

    @property
    def cut(self) -> Cut:
        """Return all but the place of the card, whose corners are round."""
        hidden = 2 * (self._edge + math.ceil(0.03 * self.w))
        reach = self.width * (1.0 if self.solid else _SEEN)
        outer = self.w + 2 * reach, self.h + 2 * reach
        return frame(self.extent, (self.w - hidden, self.h - hidden), outer, _CORNER * self.width)

    @property
    def _edge(self) -> int:
        """Its light within the card's edge, in pixels."""
        return max(2, self.w // 40)

    def paint(self) -> Image.Image:
        """Draw the card's shape, larger and blurred, a few times; nothing where it lies: its place may be empty."""
        layers = [(0.4 * part * self.width, 0.6 * part * self.width / _BLUR, level) for part, level in _FRAME]
        if self.solid:
            layers += [(part * self.solid, blur * self.solid, level) for part, blur, level in _SOLID]
        soft = Image.new("L", self.extent, 0)
        for far, blur, level in layers:
            grown = round(far)
            mask = Image.new("L", self.extent, 0)
            size, place = (self.w + 2 * grown, self.h + 2 * grown), self.width - grown
            mask.paste(
                rounded(size, 0.1 * self.w + grown).point(lambda value, level=level: round(level * value)),
                (place, place),
            )
            soft = ImageChops.screen(soft, mask.filter(ImageFilter.GaussianBlur(blur)))
        edge = self._edge
        inner = rounded((self.w - 2 * edge, self.h - 2 * edge), 0.1 * self.w)
        soft.paste(0, (self.width + edge, self.width + edge), inner)
        return tinted(soft, WHITE)


def rim_look(cell: Place) -> FrameLook:
    """Return the light around a piece in a cell."""
    return FrameLook(round(cell.w), round(cell.h), max(10, round(0.32 * cell.w)))


def halo_look(cell: Place) -> FrameLook:
    """Return the broad light around a piece that has just come to a cell."""
    return FrameLook(round(cell.w), round(cell.h), max(16, round(0.5 * cell.w)))


def won_look(cell: Place) -> FrameLook:
    """Return the broad and solid light around a piece that has won a race."""
    return FrameLook(round(cell.w), round(cell.h), max(16, round(0.54 * cell.w)), max(4, round(0.16 * cell.w)))


def line_look(cell: Place) -> FrameLook:
    """Return the light close to a piece in a cell: a bright line along its edge."""
    return FrameLook(round(cell.w), round(cell.h), max(6, round(0.13 * cell.w)))


def lifted_looks(cell: Place) -> tuple[FrameLook, ...]:
    """Return the light around a piece that a Stop throws askew: a broad one, and one close to it."""
    return FrameLook(round(cell.w), round(cell.h), max(6, round(0.3 * cell.w))), line_look(cell)


_PAPERS: Final = (
    ((0.0, 0.28), (0.97, 0.22), (1.0, 0.72), (0.03, 0.78)),
    ((0.0, 0.4), (1.0, 0.36), (0.99, 0.62), (0.01, 0.65)),
    ((0.0, 0.3), (0.72, 0.22), (1.0, 0.7), (0.28, 0.78)),
    tuple((0.5 + 0.3 * math.cos(k * math.pi / 8), 0.5 + 0.3 * math.sin(k * math.pi / 8)) for k in range(16)),
)
"""Outlines of pieces of paper in a square from 0 to 1: a strip, a narrow one, a slanting one, a disc."""
BLURRED: Final = len(_PAPERS)
"""The kind of a strip that lies too near to be seen sharply."""


class PaperLook(SquareLook, frozen=True):
    """A piece of confetti; ``kind`` counts the shapes."""

    kind: int = 0

    def paint(self) -> Image.Image:
        """Draw the shape on its shadow, or blurred."""
        large = 4 * self.size
        mask = Image.new("L", (large, large), 0)
        outline = [((0.1 + 0.8 * x) * large, (0.1 + 0.8 * y) * large) for x, y in _PAPERS[self.kind % len(_PAPERS)]]
        ImageDraw.Draw(mask).polygon(outline, fill=255)
        if self.kind == BLURRED:
            return tinted(mask.filter(ImageFilter.GaussianBlur(0.06 * large)).reduce(4), WHITE.fade(0.6))
        shade = ImageChops.offset(mask, round(0.05 * large), round(0.09 * large))
        picture = tinted(shade.filter(ImageFilter.GaussianBlur(0.03 * large)).reduce(4), BLACK.fade(0.45))
        picture.alpha_composite(tinted(mask.reduce(4), WHITE))
        return picture


_SMOOTH: Final = 4
_SPANS: Final = (-38, 38)
"""The degrees that an arc spans."""


class SwishLook(SquareLook, frozen=True):
    """Two arcs on opposite sides of a circle, pointed at their ends: the air around something that turns."""

    def paint(self) -> Image.Image:
        """Draw the sickles between two circles, and their light."""
        side = _SMOOTH * self.size
        mask = Image.new("L", (side, side), 0)
        draw = ImageDraw.Draw(mask)
        for turn in (0, 180):
            draw.pieslice((0.04 * side,) * 2 + (0.96 * side,) * 2, turn + _SPANS[0], turn + _SPANS[1], fill=255)
        draw.ellipse((0.085 * side, 0.01 * side, 0.915 * side, 0.99 * side), fill=0)
        line = mask.reduce(4)
        return tinted(ImageChops.lighter(line, line.filter(ImageFilter.GaussianBlur(self.size / 40))), WHITE)


class MarkLook(RectLook, frozen=True):
    """A short bar of light, whose ends fade so that bars which overlap by a quarter join evenly."""

    def paint(self) -> Image.Image:
        """Draw it: bright along its middle line."""
        along, across = Image.new("L", (self.w, 1)), Image.new("L", (1, self.h))
        along.putdata([round(255 * min(1.0, 4 * min(x + 0.5, self.w - x - 0.5) / self.w)) for x in range(self.w)])
        across.putdata([round(255 * (1 - abs(2 * (y + 0.5) / self.h - 1)) ** 0.8) for y in range(self.h)])
        return tinted(ImageChops.multiply(along.resize(self.extent), across.resize(self.extent)), WHITE)


SWISH: Final = SwishLook(192)
MARK: Final = MarkLook(32, 16)


_GOLD: Final = rgb("ffb52e")
_RAYS: Final = 32
_WIDTHS: Final = ((0.044, 255), (0.022, 150))
"""Half the angle of each second ray in radians, and how bright it is."""


class SunLook(SquareLook, frozen=True):
    """Golden rays from the middle, broad and narrow ones in turn, on a darkness that fades at its edge."""

    cut: ClassVar = disc()

    def paint(self) -> Image.Image:
        """Draw the rays as wedges, in a light that falls off."""
        light = ImageChops.lighter(ImageChops.multiply(self._rays(), self._fall(1.3, 0.9)), self._fall(0.42, 2.0))
        picture = tinted(self._fall(1.5, 1.0).point(lambda level: round(0.66 * level)), BLACK)
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
