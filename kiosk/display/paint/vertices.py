"""Pictures as vertices, four to a picture: placed, rotated, scaled and tinted (``paint.mesh`` draws them).

A vertex is x, y, its point on the atlas's page, and the amount subtracted from white: GL's default for a missing
attribute, as for Kivy's own lines, is (0, 0, 0, 1), so lines can be drawn by the same shader.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from struct import Struct
from typing import Final

from kiosk.display.paint.art import HOLLOW, PatchLook
from kiosk.display.paint.atlas import Spot
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.channel_art import ChannelLook
from kiosk.display.paint.marks import Light, Picture, Stretch
from kiosk.display.paint.motions import Particle, Pose, Runner
from kiosk.display.paint.theme import Rgba
from kiosk.layout.table_layout import Frame

_pack: Final = Struct("32f").pack
_pack_flying: Final = Struct("96f").pack
_pack_scattered: Final = Struct("80f").pack
_pack_light: Final = Struct("64f").pack
_pack_running: Final = Struct("112f").pack


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
    """Return the vertices of a picture on its leg from pose to pose of a flight that ``began`` then (seconds)."""
    corner = (
        *(start.x, start.y, math.radians(start.turn), start.scale),
        *(end.x, end.y, math.radians(end.turn), end.scale),
        *(began + start.at, max(end.at - start.at, 1e-4), start.alpha, end.alpha),
        *(end.bend, end.ease, start.flip, end.flip),
        *tint,
    )
    return _quad_of(spot, spot.w, spot.h, corner, _pack_flying)


def light(mark: Light, spot: Spot, frame: Frame) -> bytes:
    """Return the vertices of light in this frame."""
    x, y = frame.to_window(mark.x, mark.y)
    corner = (
        *(x, y, math.radians(mark.turn + frame.rotation), math.radians(mark.spin)),
        *mark.tint,
        *(mark.beat, mark.least, mark.phase, float(mark.grows)),
    )
    return _quad_of(spot, mark.w, mark.h, corner, _pack_light)


def scattered(spot: Spot, particle: Particle, began: float) -> bytes:
    """Return the vertices of a particle of a burst that ``began`` then (seconds)."""
    corner = (
        *(particle.x, particle.y, began + particle.delay, particle.life),
        *(particle.vx, particle.vy, math.radians(particle.spin), math.radians(particle.turn)),
        *(particle.drag, 0.0, particle.fade, particle.flutter),
        *particle.tint,
    )
    long = particle.long * particle.size * spot.w / spot.h
    return _quad_of(spot, long, particle.size, corner, _pack_scattered)


def running(spot: Spot, runner: Runner) -> bytes:
    """Return the vertices of a picture on a lane; the GPU's clock counts from the beginning of its stream."""
    lane, turns = runner.lane, map(math.radians, runner.turns)
    corner = (
        *(part for point in lane.curve for part in point),
        *(*lane.end, *turns),
        *(runner.start, runner.lasts, runner.period, lane.share),
        *(*runner.scales, float(runner.heads), 0.0),
        *runner.tint,
    )
    return _quad_of(spot, spot.w, spot.h, corner, _pack_running)


def _quad_of(spot: Spot, width: float, height: float, corner: tuple[float, ...], pack: Callable[..., bytes]) -> bytes:
    """Return four vertices around the origin that share the attributes ``corner``."""
    w, h = width / 2, height / 2
    left, bottom, right, top = spot.sides
    return pack(
        *(-w, -h, left, bottom, *corner),
        *(w, -h, right, bottom, *corner),
        *(w, h, right, top, *corner),
        *(-w, h, left, top, *corner),
    )


def resting(mark: Picture | Stretch, spot: Spot, frame: Frame) -> bytes:
    """Return the vertices of a mark of a sketch in this frame."""
    if isinstance(mark, Picture):
        return _picture(mark, spot, frame)
    w, h = round(mark.w), round(mark.h)
    left, bottom = _corner(mark.x, mark.y, mark.w, mark.h)
    sides = (left, bottom, left + w, bottom + h)
    if isinstance(mark.look, PatchLook | PlaqueLook | ChannelLook):
        whole = isinstance(mark.look, PatchLook | PlaqueLook) and mark.look.kind not in HOLLOW
        return _patch(mark, mark.look.border, sides, spot, frame, whole=whole)
    return _quad(_corners(sides), spot.sides, mark.tint, frame)


def _picture(mark: Picture, spot: Spot, frame: Frame) -> bytes:
    """Return the vertices at original size, on whole pixels so that it is not blurred."""
    left, bottom = _corner(mark.x, mark.y, spot.w, spot.h)
    corners = _corners((left, bottom, left + spot.w, bottom + spot.h))
    if mark.turn:
        turned = Frame(mark.x, mark.y, mark.turn)
        corners = [turned.to_window(x - mark.x, y - mark.y) for x, y in corners]
    return _quad(corners, spot.sides, mark.tint, frame)


def _patch(
    mark: Stretch, border: int, sides: tuple[int, int, int, int], spot: Spot, frame: Frame, *, whole: bool
) -> bytes:
    """Return the vertices of nine parts: the corners keep their size, if there is room for them.

    ``whole``: with the middle one; an outline has none, and that of a shade is covered by what casts it.
    """
    shown = min(border, round(mark.w / 2), round(mark.h / 2))
    left, bottom, right, top = sides
    across, up = (left, left + shown, right - shown, right), (bottom, bottom + shown, top - shown, top)
    u, v = border * (spot.right - spot.left) / spot.w, border * (spot.top - spot.bottom) / spot.h
    from_left = (spot.left, spot.left + u, spot.right - u, spot.right)
    from_below = (spot.bottom, spot.bottom + v, spot.top - v, spot.top)
    return b"".join(
        _quad(
            _corners((across[i], up[j], across[i + 1], up[j + 1])),
            (from_left[i], from_below[j], from_left[i + 1], from_below[j + 1]),
            mark.tint,
            frame,
        )
        for j in range(3)
        for i in range(3)
        if whole or (i, j) != (1, 1)
    )


def _corners(sides: tuple[float, float, float, float]) -> list[tuple[float, float]]:
    """Return the corners, counter-clockwise from the lower left one."""
    left, bottom, right, top = sides
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def _quad(corners: list[tuple[float, float]], on_page: tuple[float, ...], tint: Rgba, frame: Frame) -> bytes:
    a, b, c, d = (frame.to_window(x, y) for x, y in corners)
    left, bottom, right, top = on_page
    shade = (1 - tint.r, 1 - tint.g, 1 - tint.b, tint.a)
    return _pack(*a, left, bottom, *shade, *b, right, bottom, *shade, *c, right, top, *shade, *d, left, top, *shade)


def _corner(x: float, y: float, w: float, h: float) -> tuple[int, int]:
    """Return the lower left corner, on a whole pixel so that the picture is not blurred."""
    return round(x - w / 2), round(y - h / 2)
