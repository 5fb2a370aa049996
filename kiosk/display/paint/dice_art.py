"""Dice: their poses as seen from above, and their packaged bodies in the theme's colours, with shapes as pips."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import kept, tinted
from kiosk.display.paint.shapes import COLOR_OUTLINES, SMOOTH, Point
from kiosk.display.paint.theme import BLACK, CARD_COLORS, CARD_INKS, LAMP, Rgba, color_of
from kiosk.game.colors import Color

Vector: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

ROUND: Final = 0.30
"""The radius of a die's edges and corners."""
_GRAZING: Final = 0.34
"""A face that is turned further away shows no pips: slivers of them look like damage."""


class DiePose(NamedTuple):
    """A pose: turned about x, then about y, in radians; ``reach``: half the side of its picture."""

    about_x: float
    about_y: float
    reach: float

    @property
    def matrix(self) -> Matrix:
        """The rotation."""
        (cx, sx), (cy, sy) = ((math.cos(turn), math.sin(turn)) for turn in (self.about_x, self.about_y))
        return (cy, sy * sx, sy * cx), (0.0, cx, -sx), (-sy, cy * sx, cy * cx)


_LYING: Final = 1.24
_ROLLING: Final = 1.56
LYING: Final = (DiePose(0.15, 0.11, _LYING), DiePose(0.15, -0.09, _LYING))
"""Dice at rest: the side nearest to their player shows, and with it the left one or the right one."""
_STEPS: Final = 12
ROLLING: Final = tuple(DiePose(math.tau * (step + 0.5) / _STEPS, 0.38, _ROLLING) for step in range(_STEPS))
"""The steps of a roll away from the player, once around."""
POSES: Final = (*LYING, *ROLLING)

_SIDES: Final = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}
"""The values on the right side and on the lower side of a die by its top; opposite values add up to seven."""


class Face(NamedTuple):
    """A face that is seen: its value, and where its middle and its unit vectors appear."""

    value: int
    middle: tuple[float, float]
    right: tuple[float, float]
    down: tuple[float, float]

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the face, whose sides are -1 to 1, appears."""
        return (
            self.middle[0] + x * self.right[0] + y * self.down[0],
            self.middle[1] + x * self.right[1] + y * self.down[1],
        )


@lru_cache(maxsize=128)
def faces(pose: DiePose, top: int) -> tuple[Face, ...]:
    """Return the faces that are seen of a die which, before it was turned, had ``top`` up."""
    return tuple(_seen_from_above(pose.matrix, top))


def _seen_from_above(matrix: Matrix, top: int) -> Iterator[Face]:
    right, front = _SIDES[top]
    values = {(2, 1): top, (0, 1): right, (1, 1): front}
    values |= {(axis, -1): 7 - value for (axis, _), value in values.items()}
    across = list(zip(*matrix, strict=True))  # where each axis points to
    for (axis, side), value in values.items():
        if side * across[axis][2] > _GRAZING:
            u, v = (across[other] for other in range(3) if other != axis)
            x, y, _ = across[axis]
            yield Face(value, (side * x, side * y), (u[0], u[1]), (v[0], v[1]))


PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The places of the pips of each value."""
PIP_APART: Final = 0.47
PIP_SIZES: Final = {1: 0.58, 2: 0.33, 3: 0.29, 4: 0.30, 5: 0.265, 6: 0.25}
"""Half the size of a pip of each value, and the distance from one to the next, in half edges of a die."""
_HOLLOW: Final = (0.66, 0.40)
"""The size of the shape on a die without a face, and of the hole in it."""

_ACROSS: Final = 1.16
"""The width of a die at rest, in its edges: a little of its sides is seen."""
_SHADE: Final = 0.92
"""The brightness of resin in relation to that of pips: it keeps light pips legible in the lamp's light."""
_BRIGHTEST: Final = 1.6
"""The brightness that the packaged bodies store as 1."""


_DOUBLED: Final = [min(255, 2 * level) for level in range(256)]
_DULLED: Final = [255 - level // 2 for level in range(256)]
_SQUARED: Final = [level * level // 255 for level in range(256)]


class DieLook(Struct, frozen=True):
    """A die at rest, ``w`` pixels wide: with a face (``r3``) or, before it was rolled, without (``r``).

    ``heading``: which of its sides are seen (``die_poses.LYING``).
    """

    die: str
    w: int
    heading: int = 0

    @property
    def extent(self) -> tuple[int, int]:
        """Size with the shadow."""
        side = 2 * round(self._edge / 2 * LYING[0].reach) + 2 * _margin(self.w)
        return side, side

    @property
    def _edge(self) -> float:
        return self.w / _ACROSS

    def paint(self) -> Image.Image:
        """Draw its shadow, its body and its pips."""
        picture = _shadow(self.extent[0], round(self._edge))
        color, pose = color_of(self.die), self.heading % len(LYING)
        seen = faces(LYING[pose], int(self.die[1:]) if len(self.die) > 1 else 1)
        side = picture.width - 2 * _margin(self.w)
        pips = _pips(color, seen, LYING[pose].reach) if len(self.die) > 1 else _blank(color, seen[0], LYING[pose].reach)
        picture.alpha_composite(_die(pose, color, side, pips), (_margin(self.w), _margin(self.w)))
        return picture


class RollLook(Struct, frozen=True):
    """A step of a roll of a die in this colour (``r``), ``w`` pixels wide at rest.

    ``top``: the face that was up before the roll.
    """

    color: str
    w: int
    step: int
    top: int = 1

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        side = self._side + 2 * _margin(self.w)
        return side, side

    @property
    def _side(self) -> int:
        return 2 * round(self.w / _ACROSS / 2 * ROLLING[0].reach)

    def paint(self) -> Image.Image:
        """Draw its body, the pips of all faces that are seen, and a shadow that looks the same however it turns."""
        color, step, side = color_of(self.color), self.step % len(ROLLING), self._side
        pips = _pips(color, faces(ROLLING[step], self.top), ROLLING[step].reach)
        die, margin = _die(len(LYING) + step, color, side, pips), _margin(self.w)
        shade = Image.new("L", self.extent, 0)
        shade.paste(die.getchannel("A"), (margin, margin))
        picture = tinted(shade.filter(ImageFilter.GaussianBlur(0.05 * self.w)), BLACK.fade(0.5))
        picture.alpha_composite(die, (margin, margin))
        return picture


def _margin(width: int) -> int:
    """Return the margin of a die's picture around the die, for its shadow."""
    return max(2, round(width * 0.05))


# ---------------------------------------------------------------- the body


@lru_cache(maxsize=1)
def _bodies() -> Image.Image:
    with (files("kiosk.display") / "materials" / "dice.png").open("rb") as file:
        return Image.open(file).convert("RGB")


@lru_cache(maxsize=64)
def _body(pose: int, side: int) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Return how brightly a pose is lit, what its polish reflects, and its outline."""
    strip = _bodies()
    tile = strip.crop((pose * strip.height, 0, (pose + 1) * strip.height, strip.height))
    lit, polish, outline = tile.resize((side, side), Image.Resampling.LANCZOS).split()
    return lit, polish, outline


def _die(pose: int, color: Color, side: int, pips: Sequence[Sequence[Point]]) -> Image.Image:
    """Return a die without its shadow; ``pips``: outlines whose coordinates are -1 to 1 in the picture."""
    lit, polish, outline = _body(pose, side)
    ink = _mask(pips, side)
    resin = _lit(CARD_COLORS[color], lit, _SHADE)
    groove = ink.filter(ImageFilter.GaussianBlur(max(0.6, side * 0.008))).point(_DOUBLED)
    resin.paste(_lit(CARD_COLORS[color].mix(BLACK, 0.30), lit, _SHADE), (0, 0), groove)
    resin.paste(_lit(CARD_INKS[color], lit, 1.0), (0, 0), ink)
    shine = ImageChops.multiply(polish, ink.point(_DULLED)).point(_SQUARED)
    resin.paste(LAMP.bytes[:3], (0, 0), shine)
    resin.putalpha(outline)
    return resin


def _lit(color: Rgba, lit: Image.Image, gain: float) -> Image.Image:
    """Return a surface of this colour under the packaged light."""
    surface = lit.copy()
    surface.putpalette(_levels(color, gain))
    return surface.convert("RGB")


@lru_cache(maxsize=64)
def _levels(color: Rgba, gain: float) -> bytes:
    """Return what is seen of a colour for each level of the packaged light."""
    lights = [gain * _BRIGHTEST * (level / 255) ** 2 for level in range(256)]
    return bytes(_seen(part**2.2 * light) for light in lights for part in color[:3])


def _seen(light: float) -> int:
    """Return the level of a pixel that gives this much light, 0..1."""
    return round(255 * math.pow(min(1.0, max(0.0, light)), 1 / 2.2))


@kept
def _shadow_mask(side: int, edge: int) -> Image.Image:
    mask = Image.new("L", (side, side), 0)
    start = (side - edge) // 2
    down = max(1, round(edge * 0.05))
    ImageDraw.Draw(mask).rounded_rectangle((start, start + down, start + edge, start + edge + down), edge * 0.2, 255)
    soft, hard = (mask.filter(ImageFilter.GaussianBlur(edge * part)) for part in (0.085, 0.03))
    return ImageChops.lighter(soft, hard)


def _shadow(side: int, edge: int) -> Image.Image:
    """Return the shadow of a die at rest, a little nearer to its player than the die."""
    return tinted(_shadow_mask(side, edge), BLACK.fade(0.62))


# ---------------------------------------------------------------- pips


def _pips(color: Color, seen: Sequence[Face], reach: float) -> list[list[Point]]:
    """Return the outlines of all pips on the faces that are seen, in a picture that reaches this far."""
    outlines = []
    for face in seen:
        for x, y in PIPS[face.value]:
            outlines.append(list(_outline(color, face, x * PIP_APART, y * PIP_APART, PIP_SIZES[face.value], reach)))
    return outlines


def _blank(color: Color, top: Face, reach: float) -> list[list[Point]]:
    """Return the ring that marks a die without a face: the colour's shape, hollow so that nobody takes it for a pip."""
    outer, inner = (list(_outline(color, top, 0, 0, size, reach)) for size in _HOLLOW)
    return [[*outer, outer[0], inner[0], *inner[::-1]]]


def _outline(color: Color, face: Face, x: float, y: float, size: float, reach: float) -> Iterator[Point]:
    for across, down in COLOR_OUTLINES[color]:
        at_x, at_y = face.seen(x + size * across, y + size * down)
        yield at_x / reach, at_y / reach


def _mask(outlines: Sequence[Sequence[Point]], side: int) -> Image.Image:
    large = side * SMOOTH
    mask = Image.new("L", (large, large), 0)
    draw = ImageDraw.Draw(mask)
    for outline in outlines:
        draw.polygon([((1 + x) / 2 * large, (1 + y) / 2 * large) for x, y in outline], fill=255)
    return mask.reduce(SMOOTH)
