"""The area that a picture paints, reckoned from its meshes: every quad, transparent parts too, cut at the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from kivy.graphics import Mesh, RenderContext
from kivy.graphics.instructions import InstructionGroup

Quads = Any
"""Corners of quads in window pixels: an array of N x 4 x 2."""

BURNING, RESTING, LIT, SCATTERED, FLYING, RUNNING = 4, 8, 16, 20, 24, 28
"""The number of values of a vertex, by which the kinds of ``kiosk.display.paint.shaders`` are told apart."""
MOVING: Final = frozenset({SCATTERED, FLYING, RUNNING})


def meshes(canvas: Any, now: float = 0.0) -> Iterator[tuple[int, Any, float]]:
    """Yield every mesh below a canvas: the values of its vertices, these as an array, and the GPU's clock there."""
    for part in canvas.children:
        if isinstance(part, Mesh):
            corners = len(part.indices) // 6 * 4
            if corners:
                values = np.asarray(part.vertices, dtype=np.float64).reshape(corners, -1)
                yield values.shape[1], values, now
        elif isinstance(part, InstructionGroup):
            yield from meshes(part, _now(part, now))


def _now(part: Any, before: float) -> float:
    if not isinstance(part, RenderContext):
        return before
    try:
        return float(part["now"])
    except KeyError:  # resting pictures have no clock
        return before


def quads(kind: int, values: Any, now: float) -> Quads:
    """Return where the shaders put the quads of a mesh."""
    corners = _PLACED[kind](values, now)
    return corners.reshape(-1, 4, 2)


def _turned(x: Any, y: Any, angle: Any, scale: Any) -> tuple[Any, Any]:
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    return x * cos - y * sin, x * sin + y * cos


def _lit(v: Any, now: float) -> Any:
    ran = (v[:, 12] * now + v[:, 14]) % 1
    x, y = _turned(v[:, 0], v[:, 1], v[:, 6] + v[:, 7] * now, 1 - v[:, 15] * 0.75 * (1 - ran))
    return np.stack([v[:, 4] + x, v[:, 5] + y], axis=1)


def _flying(v: Any, now: float) -> Any:
    start, end, time, way = v[:, 4:8], v[:, 8:12], v[:, 12:16], v[:, 16:20]
    alive = (time[:, 0] <= now + 1e-4) & (now + 1e-4 < time[:, 1])
    left = np.clip(1 - (now - time[:, 0]) / np.maximum(time[:, 1] - time[:, 0], 1e-4), 0, 1)
    rest = left ** way[:, 1]
    pose = end + (start - end) * rest[:, None]
    leg = end[:, :2] - start[:, :2]
    length = np.maximum(np.hypot(leg[:, 0], leg[:, 1]), 1e-3)
    aside = way[:, 0] * 4 * rest * (1 - rest) / length
    flip = way[:, 3] + (way[:, 2] - way[:, 3]) * rest
    x, y = _turned(v[:, 0] * flip, v[:, 1], pose[:, 2], alive * pose[:, 3])
    return np.stack([pose[:, 0] - leg[:, 1] * aside + x, pose[:, 1] + leg[:, 0] * aside + y], axis=1)


def _scattered(v: Any, now: float) -> Any:
    start, motion, pull = v[:, 4:8], v[:, 8:12], v[:, 12:16]
    age = now - start[:, 2]
    alive = (age >= 0) & (age <= start[:, 3])
    drag = np.maximum(pull[:, 0], 1e-9)
    reach = np.where(pull[:, 0] > 0, (1 - np.exp(-drag * np.maximum(age, 0))) / drag, age)
    y = v[:, 1] * np.where(pull[:, 3] > 0, np.cos(pull[:, 3] * age), 1.0)
    x, y = _turned(v[:, 0], y, motion[:, 3] + motion[:, 2] * age, alive.astype(float))
    return np.stack([start[:, 0] + motion[:, 0] * reach + x, start[:, 1] + motion[:, 1] * reach + y], axis=1)


def _running(v: Any, now: float) -> Any:
    curve, end, time, form = v[:, 4:12].reshape(-1, 4, 2), v[:, 12:16], v[:, 16:20], v[:, 20:24]
    gone = np.mod(now - time[:, 0], time[:, 2]) / time[:, 1]
    alive, gone = gone <= 1, np.minimum(gone, 1)
    t = np.minimum(gone / time[:, 3], 1)[:, None]
    weights = np.stack([(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3], axis=1)
    straight = np.clip((gone - time[:, 3]) / (1 - time[:, 3]), 0, 1)[:, None]
    middle = (weights * curve).sum(axis=1) + (end[:, :2] - curve[:, 3]) * straight
    scale = np.where(alive, form[:, 0] + (form[:, 1] - form[:, 0]) * gone, 0.0)
    x, y = _turned(v[:, 0], v[:, 1], end[:, 3], scale)  # as at its end: its area is the same
    return np.stack([middle[:, 0] + x, middle[:, 1] + y], axis=1)


_PLACED: Final = {
    **dict.fromkeys((BURNING, RESTING), lambda v, _: v[:, :2]),
    LIT: _lit,
    FLYING: _flying,
    SCATTERED: _scattered,
    RUNNING: _running,
}


def area(corners: Quads, size: tuple[int, int]) -> float:
    """Return the area of these quads within a window of this size, in pixels."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    inside = (low >= 0).all(axis=1) & (high <= size).all(axis=1)
    outside = (high <= 0).any(axis=1) | (low >= size).any(axis=1)
    whole = _shoelace(corners[inside]).sum()
    return float(whole + sum(_cut(quad, size) for quad in corners[~inside & ~outside]))


def _shoelace(polygons: Any) -> Any:
    x, y = polygons[..., 0], polygons[..., 1]
    return np.abs((x * np.roll(y, -1, axis=-1) - y * np.roll(x, -1, axis=-1)).sum(axis=-1)) / 2


def _cut(quad: Any, size: tuple[int, int]) -> float:
    """Return the area of a quad that is cut at the window's four sides, one after the other."""
    polygon = quad
    for axis, limit, side in ((0, 0, 1), (0, size[0], -1), (1, 0, 1), (1, size[1], -1)):
        depth = side * (polygon[:, axis] - limit)
        kept = []
        for here, there, one, other in zip(
            polygon, np.roll(polygon, -1, axis=0), depth, np.roll(depth, -1), strict=True
        ):
            if one >= 0:
                kept.append(here)
            if one * other < 0:
                kept.append(here + (there - here) * one / (one - other))
        if len(kept) < 3:
            return 0.0
        polygon = np.array(kept)
    return float(_shoelace(polygon))


def painted(canvas: Any, size: tuple[int, int]) -> float:
    """Return the painted area below a canvas, in screens."""
    total = sum(area(quads(kind, values, now), size) for kind, values, now in meshes(canvas))
    return total / (size[0] * size[1])


def sprites(canvas: Any) -> int:
    """Return the number of pictures, lights and particles that move at this instant."""
    count = 0
    for kind, values, now in meshes(canvas):
        if kind in MOVING:
            count += _pictures(values[_shoelace(quads(kind, values, now)).repeat(4) > 0])
        elif kind == LIT:
            count += _pictures(values[values[:, 12] > 0])
    return count


def _pictures(values: Any) -> int:
    """Return the number of pictures: the quads of one (``kiosk.display.paint.cuts``) differ in their corners alone."""
    shared = values[::4, 4:]
    return int((shared[1:] != shared[:-1]).any(axis=1).sum()) + (len(shared) > 0)
