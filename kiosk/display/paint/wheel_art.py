"""The wheel in the middle of the table: turned wood and brass, with the game's name around it, four times."""

from __future__ import annotations

import math
from random import Random
from typing import ClassVar, Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint import cuts
from kiosk.display.paint.art import disc, far, kept, put_centred, shape_mask, tinted
from kiosk.display.paint.brass_art import brass, disc_shadow, domed, with_shadow
from kiosk.display.paint.materials import dyed, tiled
from kiosk.display.paint.shapes import SMOOTH, Point
from kiosk.display.paint.text import font
from kiosk.display.paint.theme import ACCENT, BLACK, BRASS, CARD_PAINTS, IVORY, LEATHER, WALNUT, WHITE, Rgba, rgb
from kiosk.game.colors import Color

HALOED: Final = 0.985
"""The diameter of the ring of light around it, in units of its own."""
HUB: Final = 0.64
"""The diameter of the leather in its middle, as a fraction of the wheel's."""
TOKEN_HUB: Final = 0.71
"""The same of a disc for a choice."""
_NAME: Final = "LIGRETTO"
_BLACK_WEIGHT: Final = 900
_LETTERS: Final = 0.205
"""Size of the letters, and the radius of the line on which their feet stand, as fractions of the wheel's radius."""
_FEET: Final = 0.892
_CAPITAL: Final = 0.7
GOLD: Final = rgb("ffa22e").mix(WHITE, 0.15)
"""The light around it: warmer than brass; added to green felt, it is gold."""
_BURNT: Final = rgb("1d0e03")
"""The outline of the letters, as if burnt into the wood."""
_GOLD: Final = ACCENT.mix(WHITE, 0.3)
"""The rim of what is chosen, and its width as a fraction of the disc's."""
_SHINE: Final = 0.036
ARROWS: Final = 0.062
"""The size of the arrows in the rim of a disc that can be turned, in its diameters."""
EDGES: Final = (0, 90, 180, 270)
"""The points of a rim that are nearest to the table's edges, where words begin to stand, in degrees."""
BETWEEN: Final = (45, 135, 225, 315)
"""The points of a rim between two edges, in degrees."""
_LEATHER: Final = LEATHER.mix(BRASS, 0.20)
_TURNED: Final = WALNUT.mix(rgb("7d4e18"), 0.45)
_FACE: Final = rgb("7c5730")
"""The leather in the wheel's middle: light, so that the petals' rims and shadows are seen."""
_TURNS: Final[dict[Color, int]] = {Color.BLUE: 0, Color.GREEN: 90, Color.RED: 180, Color.YELLOW: 270}
"""The edge to which each colour's petal points, in degrees counter-clockwise from the lower one."""


_GLOWS: Final = 0.075
"""How far the light around the wheel reaches, in diameters."""
_RINGS: Final = (
    (0.035, 0.36, rgb("ffab2e").fade(0.75)),
    (0.022, 0.14, rgb("ffd36a")),
    (0.012, 0.05, rgb("fff1c4")),
)
"""Its rings: how much wider than the wheel, how soft, in reaches of the light, and their colours."""


class WheelLook(Struct, frozen=True):
    """The wheel, ``size`` pixels wide without its light."""

    cut: ClassVar = cuts.disc()

    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        side = self.size + 2 * self._margin
        return side, side

    @property
    def _margin(self) -> int:
        return round(_GLOWS * self.size)

    def paint(self) -> Image.Image:
        """Draw the golden light around it, wood, brass, leather and the name."""
        margin, size = self._margin, self.size
        picture = Image.new("RGBA", self.extent)
        for wider, soft, tint in _RINGS:
            mask, wide = Image.new("L", self.extent, 0), round((1 + wider) * size)
            put = round((self.extent[0] - wide) / 2)
            mask.paste(disc(wide), (put, put))
            picture.alpha_composite(tinted(mask.filter(ImageFilter.GaussianBlur(soft * margin)), tint))
        middle = picture.width / 2
        put_centred(picture, turned_wood(size, HUB), middle, middle)
        put_centred(picture, hub_leather(round(HUB * size), _FACE, 0.5), middle, middle)
        for part, width in ((1.0, 0.022), (0.96, 0.005), (HUB, 0.013), (HUB + 0.035, 0.005)):
            put_centred(picture, hoop(round(part * size), max(1.5, width * size)), middle, middle)
        put_centred(picture, _name(size), middle, middle)
        for color, turn in _TURNS.items():
            put_centred(picture, _stud(color, size), *_at(middle, 0.412 * size, turn + 45))
        return picture


class TokenLook(Struct, frozen=True):
    """A disc of turned wood and leather for one choice, ``size`` pixels wide without its shadow.

    ``lit``: it is chosen, and its rim shines; ``turns``: touches go through several values, and arrows say so.
    ``marked``: where arrows or nails are in its rim, in degrees counter-clockwise from the lowest point.
    """

    cut: ClassVar = cuts.disc()

    size: int
    lit: bool = False
    turns: bool = False
    marked: tuple[int, ...] = BETWEEN

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw shadow, wood, leather and brass."""
        picture, size = disc_shadow(self.size).copy(), self.size
        middle = picture.width / 2
        put_centred(picture, turned_wood(size, TOKEN_HUB), middle, middle)
        put_centred(picture, hub_leather(round(TOKEN_HUB * size)), middle, middle)
        for part, width in ((1.0, 0.018), (TOKEN_HUB + 0.008, 0.012)):
            put_centred(picture, hoop(round(part * size), max(1.5, width * size)), middle, middle)
        if self.lit:
            rim = ImageChops.subtract(disc(size), _inset(disc(round((1 - 2 * _SHINE) * size)), size))
            put_centred(picture, tinted(rim, _GOLD), middle, middle)
        nail = domed(max(3, round(0.036 * size)), BRASS.mix(WHITE, 0.3))
        arrows = _arrows(max(5, round(ARROWS * size)))
        for turn in self.marked:
            mark = arrows.rotate(turn, Image.Resampling.BICUBIC) if self.turns else nail
            put_centred(picture, mark, *_at(middle, (1 + TOKEN_HUB) / 4 * size, turn))
        return picture


def _arrows(size: int) -> Image.Image:
    """Return a pair of arrows that point along the lower rim, counter-clockwise."""
    large = SMOOTH * size
    picture = Image.new("RGBA", (large, large))
    brush, width = ImageDraw.Draw(picture), max(1, round(0.15 * large))
    for start in (0.20, 0.50):
        points = [(start * large, 0.2 * large), ((start + 0.28) * large, 0.5 * large), (start * large, 0.8 * large)]
        brush.line(points, _GOLD.bytes, width, joint="curve")
    return picture.resize((size, size), Image.Resampling.LANCZOS)


class PetalsLook(Struct, frozen=True):
    """The four colours as petals around a knob, for the middle of a wheel that is ``size`` pixels wide."""

    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        side = round(0.92 * HUB * self.size)
        return side, side

    def paint(self) -> Image.Image:
        """Draw each petal towards its edge."""
        picture = Image.new("RGBA", self.extent)
        for color, turn in _TURNS.items():
            picture.alpha_composite(_petal(color, picture.width, 0.285 * self.size).rotate(turn))
        put_centred(picture, _boss(round(0.09 * self.size)), picture.width / 2, picture.height / 2)
        return picture


def _at(middle: float, radius: float, turn: float) -> Point:
    """Return a point of a circle, ``turn`` degrees counter-clockwise from its lowest one."""
    angle = math.radians(turn)
    return middle + radius * math.sin(angle), middle + radius * math.cos(angle)


def _inset(mask: Image.Image, size: int) -> Image.Image:
    """Return the mask in the middle of a larger one."""
    larger, edge = Image.new("L", (size, size), 0), (size - mask.width) // 2
    larger.paste(mask, (edge, edge))
    return larger


def turned_wood(size: int, hole: float) -> Image.Image:
    """Return a disc of turned wood: round in section around a hole, with the fine grooves of the lathe.

    ``hole``: its diameter as a fraction of the disc's.
    """
    grain = tiled("walnut", (size, 64)).resize((size, size), Image.Resampling.BICUBIC)
    grain = Image.blend(grain, grain.rotate(90), 0.5)
    draw_rings = Image.new("L", (size * 2, size * 2), 0)
    draw, random = ImageDraw.Draw(draw_rings), Random(5)  # noqa: S311  # the same wheel every time
    outer, inner = size, hole * size
    steps = max(8, round((outer - inner) / 4))
    for step in range(steps):
        share = step / steps
        level = 255 * (0.40 + 0.60 * math.sin(math.pi * (0.10 + 0.84 * share)) ** 0.7) * (1 + random.gauss(0, 0.045))
        radius = outer - (outer - inner) * share
        draw.ellipse((size - radius, size - radius, size + radius, size + radius), fill=max(0, min(255, round(level))))
    picture = dyed(ImageChops.multiply(grain, draw_rings.reduce(2)), _TURNED)
    picture.putalpha(disc(size))
    return picture


def hub_leather(size: int, tone: Rgba = _LEATHER, dark: float = 0.8) -> Image.Image:
    """Return the leather in the middle, darker at its edge: by the part ``dark``."""
    light = far().resize((size, size), Image.Resampling.BICUBIC).point(lambda level: 255 - round(dark * level))
    picture = dyed(ImageChops.multiply(tiled("leather", (size, size)), light), tone)
    picture.putalpha(disc(size))
    return picture


def hoop(size: int, width: float, smooth: int = SMOOTH) -> Image.Image:
    """Return a ring of brass, drawn ``smooth`` times larger first."""
    large = size * smooth
    mask = Image.new("L", (large, large), 0)
    draw = ImageDraw.Draw(mask)
    draw.ellipse((0, 0, large - 1, large - 1), fill=255)
    inset = width * smooth
    draw.ellipse((inset, inset, large - 1 - inset, large - 1 - inset), fill=0)
    hoop = brass(size, size).copy()
    hoop.putalpha(mask.reduce(smooth))
    return hoop


# ---------------------------------------------------------------- the name


def _name(size: int) -> Image.Image:
    """Return the name, once for each edge, its letters' feet outwards."""
    outline, letters = (_ring(size, stroke) for stroke in (True, False))
    picture = tinted(outline, _BURNT)
    picture.alpha_composite(tinted(letters, IVORY))
    return picture


def _ring(size: int, stroke: bool) -> Image.Image:
    """Return the mask of the four names; ``stroke``: thicker, for their outline."""
    radius, height = size / 2, round(_LETTERS * size / 2)
    face, wide = font(height, _BLACK_WEIGHT), (round(0.1 * height) if stroke else 0)
    gap, side = 0.04 * height, 3 * height - 2 * round(0.55 * height)
    steps = [face.getlength(letter) + gap for letter in _NAME]
    mask = Image.new("L", (size, size), 0)
    walked = -sum(steps) / 2
    for letter, step in zip(_NAME, steps, strict=True):
        middle = _FEET * radius - _CAPITAL * height / 2
        turn = math.degrees((walked + step / 2) / middle)
        walked += step
        tile = Image.new("L", (side, side), 0)
        base = side / 2 + _CAPITAL * height / 2
        ImageDraw.Draw(tile).text((side / 2, base), letter, 255, face, "ms", stroke_width=wide)
        tile = tile.rotate(turn, Image.Resampling.BICUBIC)
        x, y = _at(radius, middle, turn)
        corner = round(x - tile.width / 2), round(y - tile.height / 2)
        mask.paste(255, corner, tile)
    for _ in range(2):  # twice doubled: four names
        mask = ImageChops.lighter(mask, mask.rotate(90 if _ else 180))
    return mask


def _stud(color: Color, size: int) -> Image.Image:
    """Return a colour's shape on a dark disc, which stands between two names."""
    side = round(0.062 * size)
    picture = Image.new("RGBA", (side, side))
    put_centred(picture, tinted(disc(side), _BURNT), side / 2, side / 2)
    shape = tinted(shape_mask(f"color {int(color)}", round(0.66 * side)), _light(color))
    put_centred(picture, shape, side / 2, side / 2)
    return picture


def _light(color: Color) -> Rgba:
    return CARD_PAINTS[color].middle.mix(WHITE, 0.22)


# ---------------------------------------------------------------- the petals


def _curve(points: tuple[Point, Point, Point, Point], steps: int = 24) -> list[Point]:
    """Return points of a cubic Bezier curve."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    found = []
    for step in range(steps + 1):
        t = step / steps
        s = 1 - t
        weights = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        found.append(
            (
                weights[0] * ax + weights[1] * bx + weights[2] * cx + weights[3] * dx,
                weights[0] * ay + weights[1] * by + weights[2] * cy + weights[3] * dy,
            )
        )
    return found


def _petal(color: Color, side: int, length: float) -> Image.Image:
    """Return a colour's petal in the middle of a square, pointing to the lower edge, with its sign."""
    paint, middle = CARD_PAINTS[color], side / 2
    right = _curve(((0, 0.07), (0.46, 0.22), (0.50, 0.72), (0, 1)))
    left = [(-x, y) for x, y in reversed(right)]
    whole = _area([*right, *left], side, length)
    picture = tinted(whole.filter(ImageFilter.GaussianBlur(0.02 * length)), BLACK.fade(0.8))
    rim = brass(side, side).copy()
    rim.putalpha(whole)
    picture.alpha_composite(rim)
    for outline, shade in ((left, paint.middle.mix(WHITE, 0.1)), (right, paint.edge)):
        inner = _area([(0.93 * x, 0.535 + (y - 0.535) * 0.955) for x, y in outline], side, length)
        picture.alpha_composite(tinted(inner, shade))
    sign = tinted(shape_mask(f"color {int(color)}", round(0.33 * length)), paint.ink)
    put_centred(picture, sign, middle, middle + 0.60 * length)
    return picture


def _area(outline: list[Point], side: int, length: float) -> Image.Image:
    mask = Image.new("L", (side * 2, side * 2), 0)
    ImageDraw.Draw(mask).polygon([(side + 2 * length * x, side + 2 * length * y) for x, y in outline], 255)
    return mask.reduce(2)


@kept
def _boss(size: int) -> Image.Image:
    """Return the knob of brass in the very middle."""
    picture = brass(size, size).copy()
    picture.putalpha(disc(size))
    put_centred(picture, tinted(disc(round(0.76 * size)), rgb("3a2410")), size / 2, size / 2)
    put_centred(picture, tinted(disc(round(0.34 * size)), BRASS.mix(WHITE, 0.35)), size / 2, size / 2)
    return picture
