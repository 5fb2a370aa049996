"""A seat's tray as it lies in the felt: dyed leather with a rolled edge and a seam, lit from the rim."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.lamplight import Linear, linear, shown, strengths
from kiosk.display.paint.materials import tiled
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import BLACK, CONTRAST, LEATHER, WHITE, Rgba

_SMOOTH: Final = 2
_ARCH: Final = (0.075, 0.03)
"""By how much a tray's far side lies beyond its depth, in the middle and at its ends, in depths."""
_ROUND: Final = 0.17
"""The radius of its corners, in depths."""
_SIDE: Final = 0.024
"""The felt beside it, in depths: neighbours have that between them."""
_SEAM: Final = (9.5, 8.0, 5.0, 2.2)
"""The seam's distance to the edge, the length of a stitch, the gap to the next one, and the width of the thread."""
_ROLL: Final = 3.0
_SHADE: Final = 9.0
_DARK: Final = 0.5
"""The width of its rolled edge; how far the shade beside it reaches, and how dark that is."""
_LIT: Final = 0.42
"""How much of the lamp falls on a tray, which lies at the edge."""
_THROWN: Final = 0.090
"""How much of a seat's light the leather throws back."""
_BRIGHTEST: Final = 1.4
_FAR: Final = (48, 96)
"""The number of points at which the light on a tray is reckoned, along the edge and away from it."""


class PlateSize(NamedTuple):
    """A tray's width and depth, its distance to its ``bar``'s half length, and the ``scale`` of its details."""

    w: int
    h: int
    bar: float
    scale: float


Pieces: TypeAlias = "list[tuple[tuple[int, int], Image.Image]]"
"""What is seen of a mask that is empty for the most part: pieces of it, each with its corner."""
_PIECE: Final = 64
"""The side of the squares into which such a mask is cut, in pixels."""


def pieces(mask: Image.Image) -> Pieces:
    """Cut a mask, without what is empty."""
    found = []
    for top in range(0, mask.height, _PIECE):
        for left in range(0, mask.width, _PIECE):
            part = mask.crop((left, top, min(left + _PIECE, mask.width), min(top + _PIECE, mask.height)))
            if (box := part.getbbox()) is not None:
                found.append(((left + box[0], top + box[1]), part.crop(box)))
    return found


class Masks(NamedTuple):
    """The shapes of a tray of some size, all as large as it is, but for its shade, which reaches beyond it."""

    whole: Image.Image
    inner: Image.Image
    groove: Pieces
    thread: Pieces
    rolled: Pieces
    shade: Image.Image
    light: Image.Image


def extent(w: float, h: float) -> tuple[int, int]:
    """Return the size of the picture of a tray of this width and depth."""
    return max(8, round(w - 2 * _SIDE * h)), max(8, round((1 + _ARCH[0]) * h))


@lru_cache(maxsize=4)
def masks(size: PlateSize) -> Masks:
    """Return the shapes of a tray."""
    w, h, scale = size.w, size.h, size.scale
    whole = _area(list(_outline(w, h, 0.0)), w, h)
    shade = _SHADE * scale
    inner = whole.filter(ImageFilter.GaussianBlur(max(1.0, 0.7 * shade)))
    inner = inner.point([min(255, round(90 + 1.35 * max(0, level - 127))) for level in range(256)])
    inset, dash, gap, thick = (part * scale for part in _SEAM)
    seam = list(_outline(w, h, inset))
    groove = _lines(itertools.pairwise(seam), w, h, 2.4 * thick).filter(ImageFilter.GaussianBlur(scale))
    groove = groove.point(lambda level: round(0.5 * level))
    thread = _lines(dashes(seam, dash, gap), w, h, thick).point(lambda level: round(0.86 * level))
    rolled = ImageChops.subtract(whole, _area(list(_outline(w, h, max(1.2, _ROLL * scale))), w, h))
    rolled = rolled.filter(ImageFilter.GaussianBlur(0.6 * scale)).point(lambda level: round(0.75 * level))
    return Masks(whole, inner, pieces(groove), pieces(thread), pieces(rolled), _shade(whole, scale), _light(size))


def _shade(whole: Image.Image, scale: float) -> Image.Image:
    """Return the shade that a tray's edge throws onto it from around."""
    reach = max(3, round(2 * _SHADE * scale))
    shade = Image.new("L", (whole.width + 2 * reach, whole.height + reach))
    shade.paste(whole, (reach, reach))
    return shade.filter(ImageFilter.GaussianBlur(reach / 2)).point(lambda level: round(_DARK * level))


def _light(size: PlateSize) -> Image.Image:
    """Return the strength of the bar's light on a tray."""
    columns, rows = _FAR
    asides = [size.w * ((x + 0.5) / columns - 0.5) for x in range(columns)]
    levels = []
    for y in range(rows):
        strong = strengths(asides, size.h * (1 - (y + 0.5) / rows), (size.bar, size.scale), leather=True)
        levels += [min(255, round(255 * math.sqrt(part / _BRIGHTEST))) for part in strong]
    light = Image.frombytes("L", _FAR, bytes(levels))
    light = light.resize((size.w, size.h), Image.Resampling.BICUBIC)
    grain = tiled("leather", light.size).point(lambda level: min(255, max(0, 4 * level - 384)))
    return ImageChops.add(light, grain.point(lambda level: level // 32), 1, -4)  # so that dark steps are not seen


def leather(size: PlateSize, color: Rgba, light: Linear, damp: float) -> tuple[Image.Image, Image.Image]:
    """Return a tray and its mask, upright for its player; ``light``: its seat's, ``damp``: the part that shines."""
    parts, dye = masks(size), linear(color)
    hide = [_LIT * (0.55 * base + 0.008 * tint) for base, tint in zip(linear(LEATHER), dye, strict=True)]
    bands, grain = [], tiled("leather", (size.w, size.h))
    for base, tint in zip(hide, light, strict=True):
        lit = [shown(base + damp * _THROWN * tint * _BRIGHTEST * (level / 255) ** 2) for level in range(256)]
        bands.append(ImageChops.multiply(ImageChops.overlay(parts.light.point(lit), grain), parts.inner))
    tray = Image.merge("RGB", bands)
    edge = LEATHER.mix(color, 0.16).mix(WHITE, 0.05)
    for paint, mask in ((BLACK, parts.groove), (color.mix(BLACK, 0.30), parts.thread), (edge, parts.rolled)):
        for corner, part in mask:
            tray.paste(paint.bytes[:3], corner, part)
    return tray, parts.whole


def flat(size: PlateSize, color: Rgba) -> tuple[Image.Image, Image.Image]:
    """Return a flat tray with an edge in its seat's colour, and its mask: high contrast."""
    w, h = size.w, size.h
    tray = Image.new("RGB", (w, h), color.bytes[:3])
    inner = _area(list(_outline(w, h, max(2.0, 0.014 * h))), w, h)
    tray.paste(CONTRAST.tray.bytes[:3], (0, 0), inner)
    return tray, masks(size).whole


def _area(outline: Sequence[Point], w: int, h: int) -> Image.Image:
    mask = Image.new("L", (w * _SMOOTH, h * _SMOOTH))
    ImageDraw.Draw(mask).polygon([(x * _SMOOTH, y * _SMOOTH) for x, y in outline], 255)
    return mask.reduce(_SMOOTH)


def _lines(lines: Iterator[tuple[Point, Point]], w: int, h: int, thick: float) -> Image.Image:
    mask = Image.new("L", (w * _SMOOTH, h * _SMOOTH))
    draw, width = ImageDraw.Draw(mask), max(2, round(thick * _SMOOTH))
    for start, end in lines:
        draw.line([(x * _SMOOTH, y * _SMOOTH) for x, y in (start, end)], 255, width)
    return mask.reduce(_SMOOTH)


def _outline(w: float, h: float, inset: float) -> Iterator[Point]:
    """Yield a tray's outline, y downwards: open towards the player's edge, arched at the far side, rounded there."""
    radius = max(2.0, _ROUND * h - inset)
    middle, ends = (part * h / (1 + _ARCH[0]) for part in _ARCH)
    half = w / 2 - inset

    def far(x: float) -> float:
        return inset + (middle - ends) * (x / half) ** 2

    def corner(step: int) -> Point:
        turn = math.pi * step / 24
        x = half - radius * (1 - math.cos(turn))
        return x, far(half - radius) + radius * (1 - math.sin(turn))

    yield inset, h
    yield from ((w / 2 - x, y) for x, y in map(corner, range(13)))
    steps = max(24, round(w / 16))
    yield from ((w / 2 + x, far(x)) for x in ((half - radius) * (2 * step / steps - 1) for step in range(1, steps)))
    yield from ((w / 2 + x, y) for x, y in map(corner, range(12, -1, -1)))
    yield w - inset, h


def dashes(line: Sequence[Point], dash: float, gap: float) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes along a line."""
    period, gone = dash + gap, 0.0
    for start, end in itertools.pairwise(line):
        length = math.dist(start, end)
        if not length:
            continue
        at = -gone
        while at < length:
            low, high = max(0.0, at), min(length, at + dash)
            if high > low:
                yield _between(start, end, low / length), _between(start, end, high / length)
            at += period
        gone = (length + gone) % period


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
