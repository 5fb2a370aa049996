"""The table's rim: turned walnut with a groove and a line of brass, brass plates at its corners, and bars of light."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.lamplight import Linear
from kiosk.display.paint.materials import covered, material
from kiosk.display.paint.theme import BLACK, BRASS, WALNUT, Rgba, rgb

_SMOOTH: Final = 4
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
    return sum(_turned((y + (step + 0.5) / _SMOOTH) / rim) for step in range(_SMOOTH)) / _SMOOTH


def _turned(at: float) -> float:
    for (low, dark), (high, bright) in itertools.pairwise(_TURNED):
        if at <= high:
            return dark + (bright - dark) * (at - low) / (high - low)
    return _TURNED[-1][1]


@lru_cache(maxsize=2)
def _plate(rim: int) -> Image.Image:
    """Return the brass plate of the corner at the upper left: an L around the felt's round corner."""
    side, big = round(_PLATE * rim), round(_PLATE * rim) * _SMOOTH
    start, radius, unit = rim * _SMOOTH, _CURVE * rim * _SMOOTH, rim * _SMOOTH / 26
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
        shape.point(
            [
                min(
                    255,
                    round(
                        255
                        * damp
                        * (0.95 * tint * (level / 255) ** 1.2 + 1.1 * white * max(0.0, level / 255 - 0.66) * 2.9)
                    ),
                )
                for level in range(256)
            ]
        )
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
