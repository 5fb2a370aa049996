"""The table's edge: a leather tray at each seat as it lies in the felt, and the walnut rim around the table."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.lamplight import Linear, linear, shown, strengths
from kiosk.display.paint.materials import covered, material, tiled
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import BLACK, BRASS, CONTRAST, LEATHER, WALNUT, WHITE, Rgba, rgb

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
_SQUARES: Final = tuple((level / 255) ** 2 for level in range(256))
"""The strength of light at each level of a mask: its square, as dark steps are seen most."""
_FAR: Final = (48, 96)
"""The number of points at which the light on a tray is reckoned, along the edge and away from it."""


class PlateSize(NamedTuple):
    """A tray's width and depth, its distance to its ``bar``'s half length, and the ``scale`` of its details.

    ``curve``: how round it is (``Panel.curve``).
    """

    w: int
    h: int
    bar: float
    scale: float
    curve: float = 1.0


Pieces: TypeAlias = "list[tuple[tuple[int, int], Image.Image]]"
"""What is seen of a mask that is empty for the most part: pieces of it, each with its corner."""
_PIECE: Final = 64
"""The side of the squares into which such a mask is cut, in pixels."""


def pieces(mask: Image.Image, strength: float, blur: float = 0.0) -> Pieces:
    """Cut a mask of this strength, which is blurred over so many pixels, without what is empty."""
    found, reach = [], 3 * math.ceil(blur)  # three times blurred with a box: nothing comes from further away
    levels = [round(strength * level) for level in range(256)]
    for top in range(0, mask.height, _PIECE):
        for left in range(0, mask.width, _PIECE):
            x, y = max(0, left - reach), max(0, top - reach)
            right, bottom = min(left + _PIECE, mask.width), min(top + _PIECE, mask.height)
            near = mask.crop((x, y, min(right + reach, mask.width), min(bottom + reach, mask.height)))
            if near.getbbox() is None:
                continue
            soft = near.filter(ImageFilter.GaussianBlur(blur)) if blur else near
            part = soft.crop((left - x, top - y, right - x, bottom - y)).point(levels)
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


def extent(w: float, h: float, curve: float = 1.0) -> tuple[int, int]:
    """Return the size of the picture of a tray of this width, depth and ``curve``."""
    return max(8, round(w - 2 * _SIDE * curve * h)), max(8, round((1 + _ARCH[0] * curve) * h))


@lru_cache(maxsize=4)
def masks(size: PlateSize) -> Masks:
    """Return the shapes of a tray."""
    w, h, scale, curve = size.w, size.h, size.scale, size.curve
    whole = _area(list(outline(w, h, 0.0, curve)), w, h)
    shade = _SHADE * scale
    inner = whole.filter(ImageFilter.GaussianBlur(max(1.0, 0.7 * shade)))
    inner = inner.point([min(255, round(90 + 1.35 * max(0, level - 127))) for level in range(256)])
    inset, dash, gap, thick = (part * scale for part in _SEAM)
    seam = list(outline(w, h, inset, curve))
    groove = _lines(itertools.pairwise(seam), w, h, 2.4 * thick)
    thread = _lines(dashes(seam, dash, gap), w, h, thick)
    rolled = ImageChops.subtract(whole, _area(list(outline(w, h, max(1.2, _ROLL * scale), curve)), w, h))
    return Masks(
        whole,
        inner,
        pieces(groove, 0.5, scale),
        pieces(thread, 0.86),
        pieces(rolled, 0.75, 0.6 * scale),
        _shade(whole, scale),
        _light(size),
    )


def _shade(whole: Image.Image, scale: float) -> Image.Image:
    """Return the shade that a tray's edge throws onto it from around."""
    reach = max(3, round(2 * _SHADE * scale))
    shade = Image.new("L", (whole.width + 2 * reach, whole.height + reach))
    shade.paste(whole, (reach, reach))
    return shade.filter(ImageFilter.GaussianBlur(reach / 2)).point(lambda level: round(_DARK * level))


def _light(size: PlateSize) -> Image.Image:
    """Return the strength of the bar's light on a tray."""
    columns, rows = _FAR
    asides = [abs(size.w * ((x + 0.5) / columns - 0.5)) for x in range(columns)]
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
        most = damp * _THROWN * tint * _BRIGHTEST
        lit = shown(base + most * square for square in _SQUARES)
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
    inner = _area(list(outline(w, h, max(2.0, 0.014 * h), size.curve)), w, h)
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


def outline(w: float, h: float, inset: float, curve: float = 1.0, *, bends: int = 12, arch: int = 0) -> Iterator[Point]:
    """Yield a tray's outline, y downwards: open towards the player's edge, arched at the far side, rounded there.

    ``curve``: how round it is (``Panel.curve``); ``bends``, ``arch``: the number of straight parts of a corner, and of
    the far side (0: one for every few pixels).
    """
    radius = max(2.0, _ROUND * curve * h - inset)
    middle, ends = (part * curve * h / (1 + _ARCH[0] * curve) for part in _ARCH)
    half = w / 2 - inset

    def far(x: float) -> float:
        return inset + (middle - ends) * (x / half) ** 2

    def corner(step: int) -> Point:
        turn = math.pi / 2 * step / bends
        x = half - radius * (1 - math.cos(turn))
        return x, far(half - radius) + radius * (1 - math.sin(turn))

    yield inset, h
    yield from ((w / 2 - x, y) for x, y in map(corner, range(bends + 1)))
    steps = arch or max(24, round(w / 16))
    yield from ((w / 2 + x, far(x)) for x in ((half - radius) * (2 * step / steps - 1) for step in range(1, steps)))
    yield from ((w / 2 + x, y) for x, y in map(corner, range(bends, -1, -1)))
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


_RIM_SMOOTH: Final = 4
_TURNED: Final = (
    (0.00, 0.20), (0.06, 0.55), (0.18, 1.10), (0.30, 1.22), (0.42, 0.92), (0.50, 0.52), (0.54, 0.20), (0.58, 0.20),
    (0.72, 0.34), (0.76, 0.84), (0.86, 1.12), (0.93, 0.98), (0.98, 0.50), (1.00, 0.26),
)  # fmt: skip
"""How bright the wood is from outside to inside: a bead, a groove with the brass in it, a lip."""
_LINE: Final = (0.58, 0.68)
"""Where the line of brass lies."""
_PLATE: Final = 2.5
_CURVE: Final = 1.0
"""The side of a corner's plate, and the radius of the felt's corner within it, in widths of the rim."""
_LIGHT_BRASS: Final = rgb("f0cf8a")
_BAR: Final = (0.16, 2.3, 5.0, 16.0)
"""A bar of light: its distance to the felt in widths of the rim; half its thickness, and the reaches of its halo."""
_TAPER: Final = 0.42
_SHINES: Final = [
    (255 * 0.95 * part**1.2, 255 * 1.1 * 2.9 * max(0.0, part - 0.66)) for part in (level / 255 for level in range(256))
]
"""At each level of a bar's light: how much is seen of its colour, and of its core."""


def frame(picture: Image.Image, rim: int, *, plain: bool) -> None:
    """Lay the rim around the table; ``plain``: without the lamp's light on it."""
    w, h = picture.size
    for length, corners in ((w, ((0, 0, 0), (0, h - rim, 180))), (h, ((0, 0, 90), (w - rim, 0, 270)))):
        bar = _bar(length, rim, plain=plain)
        for left, top, turn in corners:
            picture.paste(turned(bar, turn), (left, top))
    plate = _plate(rim)
    for left, top, turn in (
        (0, 0, 0),
        (0, h - plate.height, 90),
        (w - plate.width, h - plate.height, 180),
        (w - plate.width, 0, 270),
    ):
        corner = turned(plate, turn)
        picture.paste(corner.convert("RGB"), (left, top), corner.getchannel("A"))


def turned(picture: Image.Image, degrees: float) -> Image.Image:
    """Return a picture turned counter-clockwise by a multiple of 90 degrees."""
    turns = (None, Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)
    turn = turns[round(degrees / 90) % 4]
    return picture if turn is None else picture.transpose(turn)


def _bar(length: int, rim: int, *, plain: bool) -> Image.Image:
    """Return a side of the rim with its inner edge below."""
    wood = covered("walnut", (length, material("walnut").height), WALNUT).crop((0, 0, length, 2 * rim))
    wood = wood.resize((length, rim), Image.Resampling.BOX)
    profile = Image.new("L", (1, rim))
    profile.putdata([min(255, round(200 * _height(y, rim))) for y in range(rim)])
    shade = profile.resize((length, rim))
    side = ImageChops.multiply(wood, Image.merge("RGB", [shade] * 3)).point(lambda level: min(255, round(1.28 * level)))
    first, last = round(_LINE[0] * rim), max(round(_LINE[0] * rim) + 1, round(_LINE[1] * rim))
    for y in range(first, last):
        tint = _LIGHT_BRASS.mix(BRASS, (y - first) / max(1, last - first))
        side.paste(tint.mix(BLACK, 0.22).bytes[:3], (0, y, length, y + 1))
    if plain:
        return side
    lamp = Image.new("L", (64, 1))
    lamp.putdata([round(255 * (0.52 + 0.48 * math.exp(-((1.35 * ((x + 0.5) / 32 - 1)) ** 2)))) for x in range(64)])
    return ImageChops.multiply(side, Image.merge("RGB", [lamp.resize((length, rim), Image.Resampling.BICUBIC)] * 3))


def _height(y: int, rim: int) -> float:
    """Return the brightness of a row of the rim, the mean over its height."""
    return sum(_turned((y + (step + 0.5) / _RIM_SMOOTH) / rim) for step in range(_RIM_SMOOTH)) / _RIM_SMOOTH


def _turned(at: float) -> float:
    for (low, dark), (high, bright) in itertools.pairwise(_TURNED):
        if at <= high:
            return dark + (bright - dark) * (at - low) / (high - low)
    return _TURNED[-1][1]


@lru_cache(maxsize=2)
def _plate(rim: int) -> Image.Image:
    """Return the brass plate of the corner at the upper left: an L around the felt's round corner."""
    side, big = round(_PLATE * rim), round(_PLATE * rim) * _RIM_SMOOTH
    start, radius, unit = rim * _RIM_SMOOTH, _CURVE * rim * _RIM_SMOOTH, rim * _RIM_SMOOTH / 26
    whole, inner, hole = (Image.new("L", (big, big)) for _ in range(3))
    ImageDraw.Draw(whole).rectangle((0, 0, big, big), fill=255)
    ImageDraw.Draw(hole).rounded_rectangle((start, start, 3 * big, 3 * big), radius, fill=255)
    mask = ImageChops.subtract(whole, hole)
    ImageDraw.Draw(inner).rectangle((3 * unit, 3 * unit, big - 2.5 * unit, big - 2.5 * unit), fill=255)
    cut = start - 2.5 * unit
    ImageDraw.Draw(inner).rounded_rectangle((cut, cut, 3 * big, 3 * big), radius + 2.5 * unit, fill=0)
    shine = Image.linear_gradient("L").rotate(45).resize((big, big)).point(lambda level: 40 + round(0.62 * level))
    brushed = covered("walnut", (big, material("walnut").height), rgb("808080")).resize((big, big)).convert("L")
    shine = ImageChops.overlay(shine, brushed.point(lambda level: 96 + level // 4))
    face = Image.composite(
        Image.new("RGB", (big, big), _LIGHT_BRASS.mix(BRASS, 0.35).bytes[:3]),
        Image.new("RGB", (big, big), BRASS.mix(BLACK, 0.62).bytes[:3]),
        shine,
    )
    edge = Image.new("RGB", (big, big), _LIGHT_BRASS.mix(BRASS, 0.25).bytes[:3])
    soft = inner.filter(ImageFilter.GaussianBlur(1.2 * unit))
    plate = Image.composite(face, edge, soft)
    _screw(plate, 0.62 * start, 3.6 * unit)
    plate.paste(BLACK.bytes[:3], (0, 0, big, round(0.8 * unit)))
    plate.paste(BLACK.bytes[:3], (0, 0, round(0.8 * unit), big))
    plate.putalpha(mask)
    return plate.resize((side, side), Image.Resampling.BOX)


def _screw(plate: Image.Image, at: float, radius: float) -> None:
    draw = ImageDraw.Draw(plate)
    for part, tint in (
        (1.25, BRASS.mix(BLACK, 0.75)),
        (1.0, _LIGHT_BRASS.mix(BRASS, 0.3)),
        (0.8, BRASS.mix(BLACK, 0.1)),
    ):
        size = part * radius
        draw.ellipse((at - size, at - size, at + size, at + size), fill=tint.bytes[:3])
    draw.line(
        (at - 0.6 * radius, at + 0.6 * radius, at + 0.6 * radius, at - 0.6 * radius),
        BRASS.mix(BLACK, 0.8).bytes[:3],
        max(1, round(0.4 * radius)),
    )


def bar(half: float, rim: int, scale: float, color: Rgba, light: Linear, damp: float) -> Image.Image:
    """Return a seat's bar of light, to be added to the rim: its middle ``bar_place`` above the rim's inner edge."""
    shape = _glow(round(half), round(scale * 10))
    core = [min(1.0, 0.45 * part + 0.55) for part in color[:3]]
    pure = [part**0.45 for part in light]
    bands = [
        shape.point([min(255, round(damp * (tint * edge + white * hot))) for edge, hot in _SHINES])
        for tint, white in zip(pure, core, strict=True)
    ]
    return Image.merge("RGB", bands)


@lru_cache(maxsize=4)
def _glow(half: int, scale: int) -> Image.Image:
    """Return the strength of a bar's light around it, ``scale``: tenths of a pixel in a pixel."""
    unit = scale / 10
    _, thick, near, wide = _BAR
    reach = round(3 * wide * unit)
    w, h = 2 * half + 2 * reach, 2 * reach
    asides = (abs(4 * x + 2 - w / 2) for x in range(w // 4))
    tapers = [min(1.0, max(0.0, (half - aside) / (_TAPER * half))) for aside in asides]
    columns = {}
    for taper in set(tapers):  # in its middle and beyond its ends it is the same everywhere
        smooth = taper * taper * (3 - 2 * taper)
        thin = thick * unit * (0.35 + 0.65 * smooth)
        away = [max(0.0, abs(y + 0.5 - h / 2) - thin) for y in range(h)]
        columns[taper] = [
            round(
                255 * smooth * (0.62 * math.exp(-far / (near * unit)) + 0.18 * math.exp(-far / (wide * unit)))
                if far
                else 255 * smooth
            )
            for far in away
        ]
    small = Image.frombytes("L", (h, w // 4), bytes(itertools.chain.from_iterable(columns[taper] for taper in tapers)))
    small = small.transpose(Image.Transpose.TRANSPOSE)
    return small.resize((w, h), Image.Resampling.BICUBIC)


def bar_inset(rim: float) -> float:
    """Return how far a bar's middle lies within the rim."""
    return _BAR[0] * rim
