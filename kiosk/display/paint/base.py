"""The table itself: felt under a lamp, a walnut rim, and a leather tray at each seat, as one picture a layout.

Painting takes some tenths of a second, so that it is done beside the main thread (``kiosk.display.paint.backdrop``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import tinted
from kiosk.display.paint.luminance import luminance
from kiosk.display.paint.materials import covered, material
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import (
    AMBIENT,
    BLACK,
    BRASS,
    CONTRAST,
    FELT,
    LAMP,
    LEATHER,
    WALNUT,
    WHITE,
    Rgba,
    seat_color,
)
from kiosk.game.seats import SeatNumber

LARGEST: Final = 1920
"""The longer side of the picture at most, in pixels; a larger window shows it enlarged."""

_SMOOTH: Final = 2
_LIGHT: Final = (96, 54)
"""Size of the lamp's light, which is soft enough to be enlarged."""

_COARSE: Final = 16
"""By how much the light on the felt is smaller while it is painted, as it is soft."""
_BRIGHTEST: Final = 0.36
"""The luminance of the brightest seat's light."""
_SPILL: Final = 0.16
_SPILL_LEVEL: Final = 0.34
"""How far the light of a seat's bar reaches over the felt, as a fraction of the shorter side, and its strength."""
_DEEPEST: Final = 0.28
"""The depth of the deepest tray of a seat, as a fraction of the table's shorter side: seam and light of a larger plate
are no larger.
"""
_ARCH: Final = 0.045
"""By how much a tray's far side is curved, as a fraction of its depth."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The place of a seat's tray in the window: its middle, width along the edge, depth, and rotation in degrees."""

    seat: SeatNumber
    x: float
    y: float
    w: float
    h: float
    rotation: float

    def grown(self, by: float) -> Tray:
        """Return it, deeper by this at its far side."""
        turn = math.radians(self.rotation)
        x, y = self.x - by / 2 * math.sin(turn), self.y + by / 2 * math.cos(turn)
        return replace(self, x=x, y=y, h=self.h + by)


@dataclass(frozen=True, slots=True)
class BaseLook:
    """The table without anything on it, ``w`` by ``h`` pixels.

    ``rim``: the width of its rim; ``plain``: high contrast, without light and texture.
    """

    w: int
    h: int
    rim: float
    trays: tuple[Tray, ...] = ()
    plain: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Its size, at most ``LARGEST``."""
        scale = self._scale
        return max(2, round(self.w * scale)), max(2, round(self.h * scale))

    @property
    def _scale(self) -> float:
        return min(1.0, LARGEST / max(self.w, self.h))

    def paint(self) -> Image.Image:
        """Draw it, RGB."""
        scale = self._scale
        w, h = self.extent
        felt = CONTRAST.felt.bytes[:3]
        picture = Image.new("RGB", (w, h), felt) if self.plain else _lit(covered("felt", (w, h), FELT), 1.0)
        rim = max(4, round(self.rim * scale))
        placed = [
            Tray(tray.seat, tray.x * scale, tray.y * scale, tray.w * scale, tray.h * scale, tray.rotation)
            for tray in self.trays
        ]
        if not self.plain:
            picture = _spill(picture, placed)
        for tray in placed:
            _lay(picture, tray, _plain if self.plain else _leather)
        if not self.plain:
            _shade_edges(picture, rim)
        _frame(picture, rim)
        return picture


# ---------------------------------------------------------------- light


@lru_cache(maxsize=2)
def _lamp() -> Image.Image:
    """Return the light of a lamp over the table's middle, warm there and bluish at the edges."""
    w, h = _LIGHT
    light = Image.new("RGB", _LIGHT)
    for y in range(h):
        for x in range(w):
            far = math.hypot((x + 0.5) / w * 2 - 1, (y + 0.5) / h * 2 - 1)
            near = 0.72 * math.exp(-((1.25 * far) ** 2)) + 0.30 * math.exp(-((0.66 * far) ** 2))
            light.putpixel((x, y), AMBIENT.mix(LAMP, near).bytes[:3])
    return light


def _lit(picture: Image.Image, share: float) -> Image.Image:
    """Return the picture under the lamp; ``share`` of it is lit."""
    light = _lamp().resize(picture.size, Image.Resampling.BICUBIC)
    lit = ImageChops.multiply(picture, light)
    return lit if share == 1.0 else Image.blend(picture, lit, share)


def _spill(picture: Image.Image, trays: list[Tray]) -> Image.Image:
    """Return the felt with the light that the seats' bars throw onto it beyond their trays."""
    w, h = picture.size
    small = (max(2, w // _COARSE), max(2, h // _COARSE))
    light = Image.new("RGB", small)
    for tray in trays:
        reach = _SPILL * min(w, h)
        turned = abs(round(tray.rotation) % 180) == 90
        wide, high = (tray.h, tray.w) if turned else (tray.w, tray.h)
        area = (
            (tray.x - wide / 2 - 0.3 * reach) / _COARSE,
            (h - tray.y - high / 2 - 0.3 * reach) / _COARSE,
            (tray.x + wide / 2 + 0.3 * reach) / _COARSE,
            (h - tray.y + high / 2 + 0.3 * reach) / _COARSE,
        )
        one = Image.new("L", small)
        ImageDraw.Draw(one).rectangle(area, fill=255)
        one = one.filter(ImageFilter.GaussianBlur(0.42 * reach / _COARSE))
        tint = Image.new("RGB", small, _pure(seat_color(tray.seat)).mix(BLACK, 1 - _SPILL_LEVEL).bytes[:3])
        light = ImageChops.add(light, ImageChops.multiply(tint, Image.merge("RGB", [one] * 3)))
    light = light.resize((w, h), Image.Resampling.BICUBIC)
    return ImageChops.add(picture, ImageChops.multiply(light, _fibre(picture)))


def _fibre(picture: Image.Image) -> Image.Image:
    """Return the brightness of the felt's fibre around 1, so that light on it does not look like fog."""
    grey = picture.convert("L").point(lambda level: min(255, 120 + level))
    return Image.merge("RGB", [grey] * 3)


def _shade_edges(picture: Image.Image, rim: int) -> None:
    """Darken what lies beside the rim, which is higher."""
    w, h = picture.size
    small = (max(2, w // 4), max(2, h // 4))
    mask = Image.new("L", small, 255)
    inset = rim // 4 + 1
    ImageDraw.Draw(mask).rectangle((inset, inset, small[0] - 1 - inset, small[1] - 1 - inset), fill=0)
    soft = mask.filter(ImageFilter.GaussianBlur(0.55 * rim / 4 + 1)).resize((w, h), Image.Resampling.BICUBIC)
    picture.paste(Image.new("RGB", (w, h)), (0, 0), soft.point(lambda level: round(0.62 * level)))


# ---------------------------------------------------------------- trays


_Painted: TypeAlias = tuple[Image.Image, Image.Image]


def _lay(picture: Image.Image, tray: Tray, painted: Callable[[SeatNumber, int, int, float], _Painted]) -> None:
    """Press a tray into the felt; ``painted``: draws it, and its mask."""
    w, h = round(tray.w), round((1 + _ARCH) * tray.h)
    tray = tray.grown(h - tray.h)
    reach = max(4, round(0.06 * h))
    leather, mask = painted(tray.seat, w, h, min(h, _DEEPEST * min(picture.size)))
    shade = Image.new("L", (w + 2 * reach, h + 2 * reach))
    shade.paste(mask, (reach, reach))
    shade = shade.filter(ImageFilter.GaussianBlur(reach / 2.2)).point(lambda level: round(0.55 * level))
    for part, alpha in ((Image.new("RGB", shade.size), shade), (leather, mask)):
        turned = part.rotate(tray.rotation, expand=True)
        corner = round(tray.x - turned.width / 2), round(picture.height - tray.y - turned.height / 2)
        picture.paste(turned, corner, alpha.rotate(tray.rotation, expand=True))


def _plain(seat: SeatNumber, w: int, h: int, _depth: float) -> _Painted:
    """Return a flat tray with an edge in its seat's colour, and its mask."""
    mask = _area(list(_outline(w, h, 0.0)), w, h)
    tray = Image.new("RGB", (w, h), seat_color(seat).bytes[:3])
    inner = _area(list(_outline(w, h, max(2.0, 0.014 * h))), w, h)
    tray.paste(Image.new("RGB", (w, h), CONTRAST.tray.bytes[:3]), (0, 0), inner)
    return tray, mask


def _leather(seat: SeatNumber, w: int, h: int, depth: float) -> _Painted:
    """Return a tray and its mask, upright for its player; ``depth``: its own, or that of the deepest tray."""
    color = seat_color(seat)
    outline = list(_outline(w, h, 0.0))
    mask = _area(outline, w, h)
    leather = covered("leather", (w, h), LEATHER.mix(_pure(color), 0.07).mix(BLACK, 0.30))
    inner = mask.filter(ImageFilter.GaussianBlur(max(2.0, 0.035 * depth))).point(lambda level: max(0, 2 * level - 255))
    leather = Image.composite(leather, leather.point(lambda level: round(0.45 * level)), inner)
    leather = ImageChops.add(leather, _seat_light(color, w, h, depth))
    seam = max(3.0, 0.022 * depth)
    stitches = Image.new("L", (w * _SMOOTH, h * _SMOOTH))
    draw = ImageDraw.Draw(stitches)
    for start, end in _dashes(list(_outline(w, h, seam)), 0.034 * h, 0.022 * depth):
        ends = [(x * _SMOOTH, y * _SMOOTH) for x, y in (start, end)]
        draw.line(ends, 255, max(2, round(0.010 * depth * _SMOOTH)))
    thread = tinted(stitches.resize((w, h), Image.Resampling.LANCZOS), color.mix(WHITE, 0.12).fade(0.62))
    leather.paste(thread.convert("RGB"), (0, 0), thread.getchannel("A"))
    rolled = ImageChops.subtract(mask, _area(list(_outline(w, h, max(1.5, 0.010 * depth))), w, h))
    leather.paste(Image.new("RGB", (w, h), color.mix(BLACK, 0.55).bytes[:3]), (0, 0), rolled)
    return leather, mask


def _area(outline: list[Point], w: int, h: int) -> Image.Image:
    mask = Image.new("L", (w * _SMOOTH, h * _SMOOTH))
    ImageDraw.Draw(mask).polygon([(x * _SMOOTH, y * _SMOOTH) for x, y in outline], 255)
    return mask.resize((w, h), Image.Resampling.LANCZOS)


def _outline(w: float, h: float, inset: float) -> Iterator[Point]:
    """Yield a tray's outline, y downwards: straight at the player's edge, arched at the far side, rounded there."""
    radius = max(2.0, 0.10 * h - inset)
    arch = _ARCH * h
    half = w / 2 - inset

    def far(x: float) -> float:
        return inset + arch * (x / half) ** 2

    yield inset, h - (inset if inset else 0)
    for step in range(9):
        turn = math.pi * step / 16
        x = -half + radius * (1 - math.cos(turn))
        yield w / 2 + x, far(-half + radius) + radius * (1 - math.sin(turn))
    for step in range(1, 24):
        x = -half + radius + (2 * half - 2 * radius) * step / 24
        yield w / 2 + x, far(x)
    for step in range(8, -1, -1):
        turn = math.pi * step / 16
        x = half - radius * (1 - math.cos(turn))
        yield w / 2 + x, far(half - radius) + radius * (1 - math.sin(turn))
    yield w - inset, h - (inset if inset else 0)


def _dashes(line: list[Point], dash: float, gap: float) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes along a closed line."""
    period, gone = dash + gap, 0.0
    for start, end in zip(line, [*line[1:], line[0]], strict=True):
        length = math.dist(start, end)
        if not length:
            continue
        at = -gone
        while at < length:
            low, high = max(0.0, at), min(length, at + dash)
            if high > low:
                yield tuple(  # type: ignore[misc]
                    (start[0] + (end[0] - start[0]) * part / length, start[1] + (end[1] - start[1]) * part / length)
                    for part in (low, high)
                )
            at += period
        gone = (length + gone) % period


def _pure(color: Rgba) -> Rgba:
    """Return a seat's colour as light: purer than as paint, or it would grey the leather, and no brighter than others.

    Texts lie in it.
    """
    pure = Rgba(*(part**1.9 for part in color[:3]))
    return pure.mix(BLACK, max(0.0, 1 - _BRIGHTEST / luminance(pure)))


def _seat_light(color: Rgba, w: int, h: int, depth: float) -> Image.Image:
    """Return the light of the bar in the rim on a tray."""
    small = (48, 24)
    light = Image.new("RGB", small)
    for y in range(small[1]):
        for x in range(small[0]):
            far = (1 - (y + 0.5) / small[1]) * h / depth
            aside = abs((x + 0.5) / small[0] * 2 - 1)
            level = (
                1.05 * math.exp(-far / 0.055) + 0.42 * math.exp(-far / 0.24) + 0.10 * math.exp(-far / 0.7)
            ) * math.exp(-((aside / 0.78) ** 4))
            light.putpixel((x, y), tuple(min(255, round(255 * part * level)) for part in _pure(color)[:3]))
    return light.resize((w, h), Image.Resampling.BICUBIC)


# ---------------------------------------------------------------- the rim


def _frame(picture: Image.Image, rim: int) -> None:
    """Lay a walnut rim around the table, with a line of brass inside and brass corners."""
    w, h = picture.size
    for length, corners in ((w, ((0, 0, 0), (0, h - rim, 180))), (h, ((0, 0, 90), (w - rim, 0, 270)))):
        bar = _bar(length, rim)
        for left, top, turn in corners:
            picture.paste(bar.rotate(turn, expand=True), (left, top))
    draw = ImageDraw.Draw(picture)
    line = max(1, round(0.10 * rim))
    draw.rectangle(
        (rim - line, rim - line, w - 1 - rim + line, h - 1 - rim + line), outline=BRASS.bytes[:3], width=line
    )
    plate = _plate(round(1.75 * rim))
    for left, top, turn in (
        (0, 0, 0),
        (0, h - plate.height, 90),
        (w - plate.width, h - plate.height, 180),
        (w - plate.width, 0, 270),
    ):
        turned = plate.rotate(turn)
        picture.paste(turned.convert("RGB"), (left, top), turned.getchannel("A"))


def _bar(length: int, rim: int) -> Image.Image:
    """Return a bar of the rim with its inner side below: rounded, so that it shines in its middle."""
    wood = covered("walnut", (length, material("walnut").height), WALNUT).resize(
        (length, rim), Image.Resampling.LANCZOS
    )
    slope = Image.new("L", (1, rim))
    slope.putdata(
        [round(255 * (0.30 + 0.70 * math.sin(math.pi * (0.12 + 0.80 * (y + 0.5) / rim)))) for y in range(rim)]
    )
    return ImageChops.multiply(wood, Image.merge("RGB", [slope.resize((length, rim))] * 3))


def _plate(side: int) -> Image.Image:
    """Return the brass plate of the corner at the upper left."""
    mask = Image.new("L", (side * _SMOOTH, side * _SMOOTH))
    ImageDraw.Draw(mask).rounded_rectangle(
        (-side, -side, side * _SMOOTH - 1, side * _SMOOTH - 1), side * 0.35, fill=255
    )
    shine = Image.linear_gradient("L").rotate(45).resize((side, side)).point(lambda level: 90 + round(0.5 * level))
    brass = Image.composite(
        Image.new("RGB", (side, side), BRASS.bytes[:3]),
        Image.new("RGB", (side, side), BRASS.mix(BLACK, 0.72).bytes[:3]),
        shine,
    )
    brass.putalpha(mask.resize((side, side), Image.Resampling.LANCZOS))
    return brass
