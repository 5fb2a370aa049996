"""The picture painted by Pillow alone, without a GPU: for tests that want to see what would be shown.

Light does not beat, nothing flies, and edges are a little less smooth than on the screen; everything else is the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from kiosk.display.paint.art import HOLLOW, Look, PatchLook
from kiosk.display.paint.base import base_look
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.channel_art import ChannelLook
from kiosk.display.paint.marks import Curve, Light, Mark, Picture, Sketch, Stretch
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.table_layout import Frame, Layout

_Patch: TypeAlias = PatchLook | PlaqueLook | ChannelLook
_FINE: Final = 4
"""How many times larger lines are drawn, to be smooth."""


def paint_flat(layout: Layout, sketches: Iterable[Sketch], *, plain: bool = False) -> Image.Image:
    """Return the picture of the table, RGBA, in the size of its window; ``plain``: the table in high contrast."""
    size = round(layout.area.w), round(layout.area.h)
    picture = base_look(layout, plain=plain).paint().convert("RGB").resize(size).convert("RGBA")
    for sketch in sketches:
        for mark in sorted(sketch.marks, key=_lies_above):
            _draw(picture, mark, sketch.frame)
    return picture


def _lies_above(mark: Mark) -> bool:
    return not isinstance(mark, Light)


def _draw(picture: Image.Image, mark: Mark, frame: Frame) -> None:
    match mark:
        case Curve():
            _line(picture, mark, frame)
        case Picture():
            part = _tinted(_scaled(_painted(mark.look), mark.scale), mark.tint)
            _lay(picture, part, mark.x, mark.y, mark.turn, frame)
        case Stretch():
            size = max(1, round(mark.w)), max(1, round(mark.h))
            _lay(picture, _tinted(_stretched(mark.look, size), mark.tint), mark.x, mark.y, 0.0, frame)
        case Light():
            size = max(1, round(mark.w)), max(1, round(mark.h))
            lit = Image.new("RGBA", picture.size)
            _lay(lit, _tinted(_stretched(mark.look, size), mark.tint), mark.x, mark.y, mark.turn, frame)
            black = Image.new("RGBA", picture.size, (0, 0, 0, 255))
            black.alpha_composite(lit)
            picture.paste(ImageChops.add(picture, black))


def _lay(picture: Image.Image, part: Image.Image, x: float, y: float, turn: float, frame: Frame) -> None:
    """Lay a part centred on x, y in the frame, turned with it."""
    angle = (frame.rotation + turn) % 360
    if angle:
        part = part.rotate(angle, Image.Resampling.BICUBIC, expand=True)
    x, y = frame.to_window(x, y)
    left, top = round(x - part.width / 2), round(picture.height - y - part.height / 2)
    source = max(0, -left), max(0, -top)
    if left < picture.width and top < picture.height and source[0] < part.width and source[1] < part.height:
        picture.alpha_composite(part, (max(0, left), max(0, top)), source)


def _line(picture: Image.Image, mark: Curve, frame: Frame) -> None:
    pairs = zip(mark.points[::2], mark.points[1::2], strict=True)
    points = [frame.to_window(x, y) for x, y in pairs]
    margin = mark.width + 2
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    low, high = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    size = math.ceil(right - left), math.ceil(high - low)
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE))
    way = [((x - left) * _FINE, (high - y) * _FINE) for x, y in points]
    ImageDraw.Draw(mask).line(way, 255, max(1, round(2 * mark.width * _FINE)), joint="curve")
    part = Image.new("RGBA", size, (*mark.tint.bytes[:3], 0))
    part.putalpha(mask.reduce(_FINE).point(lambda level: round(level * mark.tint.a)))
    _lay(picture, part, left + size[0] / 2, high - size[1] / 2, 0.0, Frame())


@lru_cache(maxsize=1024)
def _painted(look: Look) -> Image.Image:
    return look.paint().convert("RGBA")


def _scaled(picture: Image.Image, scale: float) -> Image.Image:
    if scale == 1:
        return picture
    w, h = (max(1, round(scale * side)) for side in picture.size)
    return picture.resize((w, h), Image.Resampling.BILINEAR)


def _stretched(look: Look, size: tuple[int, int]) -> Image.Image:
    """Return a picture in this size; the corners of a patch keep theirs."""
    if isinstance(look, _Patch):
        return _patch(look, size)
    return _painted(look).resize(size, Image.Resampling.BILINEAR)


def _patch(look: _Patch, size: tuple[int, int]) -> Image.Image:
    small, side = _painted(look), look.border
    rows = [(0, side), (side, small.height - side), (small.height - side, small.height)]
    columns = [(0, side), (side, small.width - side), (small.width - side, small.width)]
    wide, high = min(side, size[0] // 2), min(side, size[1] // 2)
    to_rows = [(0, high), (high, size[1] - high), (size[1] - high, size[1])]
    to_columns = [(0, wide), (wide, size[0] - wide), (size[0] - wide, size[0])]
    picture = Image.new("RGBA", size)
    hollow = isinstance(look, PatchLook) and look.kind in HOLLOW
    for row, (top, bottom) in enumerate(to_rows):
        for column, (left, right) in enumerate(to_columns):
            if right <= left or bottom <= top or (hollow and row == column == 1):
                continue
            box = columns[column][0], rows[row][0], columns[column][1], rows[row][1]
            picture.paste(small.crop(box).resize((right - left, bottom - top)), (left, top))
    return picture


def _tinted(picture: Image.Image, tint: Rgba) -> Image.Image:
    if tint == WHITE:
        return picture
    bands = zip(picture.split(), tint, strict=True)
    return Image.merge("RGBA", [band.point(_times(part)) for band, part in bands])


@lru_cache(maxsize=4096)
def _times(part: float) -> list[int]:
    """Return the levels of a channel times this."""
    return [min(255, round(level * part)) for level in range(256)]
