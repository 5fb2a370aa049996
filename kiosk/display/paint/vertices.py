"""Pictures as vertices, four to a picture: placed, rotated, scaled and tinted (``paint.mesh`` draws them).

A vertex is x, y, its point on the atlas's page, and the amount subtracted from white: GL's default for a missing
attribute, as for Kivy's own lines, is (0, 0, 0, 1), so lines can be drawn by the same shader.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from struct import Struct
from typing import Any, Final, TypeAlias

from kiosk.display.paint.art import HOLLOW, PatchLook
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.channel_art import ChannelLook
from kiosk.display.paint.marks import Light, Picture, Stretch
from kiosk.display.paint.motions import LaneRunner, Particle, Pose
from kiosk.display.paint.spot import Spot
from kiosk.display.paint.theme import Rgba
from kiosk.layout.table_layout import Frame

_pack: Final = Struct("32f").pack
_pack_flying: Final = Struct("20f").pack
_pack_scattered: Final = Struct("16f").pack
_pack_light: Final = Struct("12f").pack
_pack_running: Final = Struct("24f").pack
"""Pack a quad, and what the corners of a quad share."""
_RADIAN: Final = math.pi / 180
"""Radians of a degree."""
_FOUR: Final = 4
_pack_quads: Final = {size: Struct("=" + _FOUR * f"4f{size}s").pack for size in (48, 64)}
"""Pack four corners by the bytes that they share."""


def moving(spot: Spot, x: float, y: float, turn: float = 0.0, scale: float = 1.0, alpha: float = 1.0) -> bytes:
    """Return the vertices of a picture at any position, not only on whole pixels; its middle is at x, y."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    w, h = spot.w * scale / 2, spot.h * scale / 2
    ax, ay, bx, by = w * cos - h * sin, w * sin + h * cos, w * cos + h * sin, w * sin - h * cos
    left, bottom, right, top = spot.sides
    return _pack(
        x - ax, y - ay, left, bottom, 0.0, 0.0, 0.0, alpha,
        x + bx, y + by, right, bottom, 0.0, 0.0, 0.0, alpha,
        x + ax, y + ay, right, top, 0.0, 0.0, 0.0, alpha,
        x - bx, y - by, left, top, 0.0, 0.0, 0.0, alpha,
    )  # fmt: skip


def flying(
    spot: Spot, start: Pose, end: Pose, began: float, tint: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
) -> bytes:
    """Return the vertices of a picture on its leg from pose to pose of a flight that ``began`` then (seconds).

    It is seen from the beginning of the leg up to its end, when the next one begins.
    """
    at, x, y, turn, scale, alpha, flip, _, _ = start
    then, to_x, to_y, to_turn, to_scale, to_alpha, to_flip, bend, ease = end
    shared = _pack_flying(
        x, y, turn * _RADIAN, scale,
        to_x, to_y, to_turn * _RADIAN, to_scale,
        began + at, began + then, alpha, to_alpha,
        bend, ease, flip, to_flip,
        *tint,
    )  # fmt: skip
    return shared.join(spot.flown)


def light(mark: Light, spot: Spot, frame: Frame) -> bytes:
    """Return the vertices of light in this frame."""
    x, y = frame.to_window(mark.x, mark.y)
    shared = (
        *(x, y, math.radians(mark.turn + frame.rotation), math.radians(mark.spin)),
        *mark.tint,
        *(mark.beat, mark.least, mark.phase, float(mark.grows)),
    )
    return _cut(spot, mark.w, mark.h, _pack_light(*shared))


def scattered(spot: Spot, particles: Iterable[Particle], began: float) -> bytes:
    """Return the vertices of the particles of a burst that ``began`` then (seconds)."""
    quads, broad = [], spot.w / spot.h
    for x, y, vx, vy, size, tint, delay, life, turn, spin, drag, fade, flutter, long in particles:
        shared = _pack_scattered(
            x, y, began + delay, life,
            vx, vy, spin * _RADIAN, turn * _RADIAN,
            drag, 0.0, fade, flutter,
            *tint,
        )  # fmt: skip
        quads.append(_cut(spot, long * size * broad, size, shared))
    return b"".join(quads)


def running(spot: Spot, runner: LaneRunner) -> bytes:
    """Return the vertices of a picture on a lane; the GPU's clock counts from the beginning of its stream."""
    lane, turns = runner.lane, map(math.radians, runner.turns)
    shared = (
        *(part for point in lane.curve for part in point),
        *(*lane.end, *turns),
        *(runner.start, runner.lasts, runner.period, lane.share),
        *(*runner.scales, float(runner.heads), 0.0),
        *runner.tint,
    )
    return _pack_running(*shared).join(spot.flown)


def _cut(spot: Spot, width: float, height: float, shared: bytes) -> bytes:
    """Return the vertices of a picture around the origin; ``shared``: the attributes of all of them."""
    if len(spot.corners) == _FOUR:  # most pictures: all at once, in a quarter of the time
        (ax, ay, au, av), (bx, by, bu, bv), (cx, cy, cu, cv), (dx, dy, du, dv) = spot.corners
        return _pack_quads[len(shared)](
            ax * width, ay * height, au, av, shared,
            bx * width, by * height, bu, bv, shared,
            cx * width, cy * height, cu, cv, shared,
            dx * width, dy * height, du, dv, shared,
        )  # fmt: skip
    parts: list[Any] = []
    for x, y, u, v in spot.corners:
        parts += (x * width, y * height, u, v, shared)
    return _pack_corners(len(spot.corners), len(shared))(*parts)


@lru_cache(maxsize=64)
def _pack_corners(corners: int, shared: int) -> Callable[..., bytes]:
    """Return what packs so many corners and as many times what they share."""
    return Struct("=" + corners * f"4f{shared}s").pack


@lru_cache(maxsize=64)
def _pack_floats(count: int) -> Callable[..., bytes]:
    """Return what packs so many numbers."""
    return Struct(f"{count}f").pack


def resting(mark: Picture | Stretch, spot: Spot, frame: Frame) -> bytes:
    """Return the vertices of a mark of a sketch in this frame."""
    if isinstance(mark, Picture):
        return _picture(mark, spot, frame)
    w, h = round(mark.w), round(mark.h)
    left, bottom = _corner(mark.x, mark.y, mark.w, mark.h)
    sides = (left, bottom, left + w, bottom + h)
    if isinstance(mark.look, PatchLook | PlaqueLook | ChannelLook):
        return _patch(mark, mark.look, sides, spot, frame)
    return _cut_within(sides, spot, mark.tint, frame)


def _picture(mark: Picture, spot: Spot, frame: Frame) -> bytes:
    """Return the vertices, at original size on whole pixels so that it is not blurred."""
    if mark.scale != 1:
        w, h = mark.scale * spot.w, mark.scale * spot.h
        frame = Frame(*frame.to_window(mark.x, mark.y), frame.rotation + mark.turn)
        return _cut_within((-w / 2, -h / 2, w / 2, h / 2), spot, mark.tint, frame)
    left, bottom = _corner(mark.x, mark.y, spot.w, spot.h)
    x, y = 0.0, 0.0
    if mark.turn:
        x, y = mark.x, mark.y
        frame = Frame(*frame.to_window(x, y), frame.rotation + mark.turn)
    sides = left - x, bottom - y, left + spot.w - x, bottom + spot.h - y
    return _cut_within(sides, spot, mark.tint, frame)


def _cut_within(sides: tuple[float, float, float, float], spot: Spot, tint: Rgba, frame: Frame) -> bytes:
    """Return the vertices of a picture that fills these sides of a frame."""
    left, bottom, right, top = sides
    wide, high = right - left, top - bottom
    red, green, blue, alpha = 1 - tint.r, 1 - tint.g, 1 - tint.b, tint.a
    (x, y, _), (cos, sin) = frame, frame.turned
    corners: list[float] = []
    for right, up, u, v in spot.corners:
        across, above = left + (right + 0.5) * wide, bottom + (up + 0.5) * high
        corners += (x + across * cos - above * sin, y + across * sin + above * cos, u, v, red, green, blue, alpha)
    return _pack_floats(len(corners))(*corners)


def _patch(
    mark: Stretch,
    look: PatchLook | PlaqueLook | ChannelLook,
    sides: tuple[int, int, int, int],
    spot: Spot,
    frame: Frame,
) -> bytes:
    """Return the vertices of nine parts: the corners keep their size, if there is room for them.

    An outline has no middle, and its sides are as broad as it is seen; what casts a shade covers its middle.
    """
    hollow = isinstance(look, ChannelLook) or look.kind in HOLLOW
    shown = max(1, min(look.border, round(mark.w / 2), round(mark.h / 2)))
    seen = shown if isinstance(look, PlaqueLook) else min(look.deep, shown)
    u = look.border / shown * (spot.right - spot.left) / spot.w
    v = look.border / shown * (spot.top - spot.bottom) / spot.h
    left, bottom, right, top = sides
    lines = _lines(left, right, shown, seen), _lines(bottom, top, shown, seen)
    on_page = _lines(spot.left, spot.right, u * shown, u * seen), _lines(spot.bottom, spot.top, v * shown, v * seen)
    return _quads(_HOLLOW if hollow else _NINE, lines, on_page, mark.tint, frame)


_Lines: TypeAlias = tuple[float, ...]
"""Coordinates across a picture."""
_Part: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""A part of it: between which of these it lies from left to right, and from below."""


def _lines(low: float, high: float, shown: float, seen: float) -> _Lines:
    """Return where the three parts of a stretched picture begin and end, the outer ones as long as they are shown.

    Then where the outer ones end if they are as long as they are seen.
    """
    return low, low + shown, high - shown, high, low + seen, high - seen


_BROAD: Final = ((0, 1), (1, 2), (2, 3))
_NARROW: Final = ((0, 4), (1, 2), (5, 3))
_NINE: Final[tuple[_Part, ...]] = tuple(
    ((_NARROW if j == 1 else _BROAD)[i], (_NARROW if i == 1 else _BROAD)[j]) for j in range(3) for i in range(3)
)
"""The parts of a stretched picture; its sides are as broad as they are seen."""
_HOLLOW: Final = tuple(part for number, part in enumerate(_NINE) if number != 4)


def _quads(
    parts: tuple[_Part, ...], lines: tuple[_Lines, _Lines], on_page: tuple[_Lines, _Lines], tint: Rgba, frame: Frame
) -> bytes:
    """Return the vertices of parts of a picture, each counter-clockwise from its lower left corner."""
    (x, y, _), (cos, sin) = frame, frame.turned
    (xs, ys), (us, vs) = lines, on_page
    along = [(x + at * cos, y + at * sin) for at in xs]
    up = [(at * sin, at * cos) for at in ys]
    red, green, blue, alpha = tint
    red, green, blue = 1 - red, 1 - green, 1 - blue
    quads = []
    for (a, b), (c, d) in parts:
        (lx, ly), (rx, ry), (bx, by), (tx, ty) = along[a], along[b], up[c], up[d]
        left, right, bottom, top = us[a], us[b], vs[c], vs[d]
        quads.append(
            _pack(
                lx - bx, ly + by, left, bottom, red, green, blue, alpha,
                rx - bx, ry + by, right, bottom, red, green, blue, alpha,
                rx - tx, ry + ty, right, top, red, green, blue, alpha,
                lx - tx, ly + ty, left, top, red, green, blue, alpha,
            )
        )  # fmt: skip
    return b"".join(quads)


def _corner(x: float, y: float, w: float, h: float) -> tuple[int, int]:
    """Return the lower left corner, on a whole pixel so that the picture is not blurred."""
    return round(x - w / 2), round(y - h / 2)
