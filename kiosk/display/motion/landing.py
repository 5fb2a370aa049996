"""The light around a piece: one that lands in the middle, and one that could have been played."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random
from typing import Final

from kiosk.display.games.motion import UPON_NOTHING, Lies
from kiosk.display.motion.effects import Break, Burst, Effect, Flash, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, SPARK, STREAK, FrameLook, halo_look, rim_look
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import ACCENT, BLACK, WHITE, Rgba
from kiosk.layout.place import Place

FLIGHT: Final = 0.12
"""Seconds from the finger, or the panel, to the middle (kiosk/display/README.md)."""
_RIM: Final = (0.04, 0.75, 1.15)
"""Seconds after the verdict at which the rim is bright, begins to fade, and is gone."""
_HALO: Final = (1.0, 0.75)
"""How bright the light around the rim is as the piece lands, and until it fades."""
_LEAN: Final = 11.0
_LIFT: Final = 1.02
_BACK: Final = 0.11
"""Degrees by which a piece leans in the air above its pile, how much larger it is there, and how far before its place,
in its widths: so the corners of what it lies on are seen.
"""
_ABOVE: Final = (0.05, 0.13, 0.3)
"""Seconds after the verdict at which the piece is seen above its pile, begins to sink, and lies there."""
_SHADE: Final = (0.04, -0.08, 0.45)
"""Where its shadow lies beside it, in its widths, and how dark it is."""
_TRAIL_S: Final = 0.55
"""Seconds after which the trail is gone."""
_STANDS: Final = 0.28
"""Seconds for which the trail is bright."""
_TRAIL: Final = ((1.1, 1.0, 0.0), (0.5, 1.0, 0.45))
"""The parts of the trail: width in widths of a piece, brightness, share of white."""
_FLAME: Final = (0.68, 1.5)
"""Where its brightest light lies, in heights of a piece from the middle of its pile, and its size in widths."""
_LONGEST: Final = 4.5
"""The greatest length of the trail, in heights of a piece."""
_GHOSTS: Final = ((0.8, 0.75), (1.4, 0.35))
"""How far before its pile the piece is still seen a moment later, in its heights, and how bright it is there."""
_GHOST_S: Final = 0.4
"""Seconds after which it is seen there no more."""
_SPARKS: Final = 8
_EMBERS: Final = 7
"""The number of sparks that leave the edge of the landed piece, and of those along its way."""


def landing(
    way: Sequence[Pose],
    look: Look | None,
    cell: Place,
    tint: Rgba,
    draw: Random,
    *,
    calm: bool,
    lies: Lies = UPON_NOTHING,
    trays: Collection[Place] = (),
) -> Iterator[Effect]:
    """Yield the light of a piece that flies along ``way`` and lands on ``cell``; its sparks come last, and may wait.

    ``look``: of the piece, if it is seen in the air above its pile; ``lies``: no light stays where a pile ends with it;
    ``trays``: those of others, and names, on which neither light nor the piece's ghosts fall.
    """
    if calm:
        if lies.stays:
            yield _rim(cell, tint, 0.0)
        return
    lean = math.copysign(_LEAN, way[0].turn) if look is not None and lies.stays else 0.0
    start = _edge(way[0], cell, trays)
    if look is not None:
        yield from _ghosts(way, look, cell, tint, trays)
    yield from _trail(start, cell, tint)
    yield _flame(way[0], cell, tint)
    if lies.stays:
        yield _halo(cell, tint, lean)
        yield _rim(cell, tint, lean)
    if look is not None and lies.stays:
        yield from _above(way[0], look, cell, lean, tint, lies.under)
    yield Break()
    yield Burst(SPARK, (*_sparks(cell, tint, draw), *_embers(start, cell, tint, draw)), low=True)


def _edge(start: Pose, cell: Place, trays: Iterable[Place]) -> Pose:
    """Return where a piece on its way to ``cell`` leaves the last of the trays that it crosses."""
    dx, dy = cell.x - start.x, cell.y - start.y
    shares = [share for tray in trays for share in _leaves(start, (dx, dy), tray)]
    share = max(shares, default=0.0)
    return start._replace(x=start.x + share * dx, y=start.y + share * dy)


def _leaves(start: Pose, way: tuple[float, float], tray: Place) -> Iterator[float]:
    """Yield the share of the way after which it leaves the tray, if it crosses that and ends outside."""
    sides = ((start.x, tray.left, tray.right), (start.y, tray.bottom, tray.top))
    enters, leaves = 0.0, math.inf
    for (at, low, high), step in zip(sides, way, strict=True):
        near, far = sorted((side - at) / (step or 1e-9) for side in (low, high))
        enters, leaves = max(enters, near), min(leaves, far)
    if enters < leaves < 1:
        yield leaves


def _ghosts(way: Sequence[Pose], look: Look, cell: Place, tint: Rgba, trays: Collection[Place]) -> Iterator[Effect]:
    """Yield what is seen of a piece where it was a moment ago, as the seat's light, below all that is read."""
    start, end = way[0], way[-1]
    far = max(1.0, math.hypot(end.x - start.x, end.y - start.y))
    for before, alpha in _GHOSTS:
        share = 1 - before * cell.h / far
        if share <= 0:
            continue
        x, y, turn, scale = (a + share * (b - a) for a, b in zip(start[1:5], end[1:5], strict=True))
        if any(tray.overlaps(Place(x, y, cell.w, cell.h)) for tray in trays):
            continue
        passes = Pose(share * FLIGHT, x, y, turn, scale, alpha)
        poses = passes, passes._replace(at=0.5 * _GHOST_S, alpha=0.8 * alpha), passes._replace(at=_GHOST_S, alpha=0.0)
        yield Flash(look, poses, tint.mix(WHITE, 0.2), low=True)


def _above(start: Pose, look: Look, cell: Place, lean: float, tint: Rgba, under: Look | None) -> Iterator[Effect]:
    """Yield the piece in the air above its pile, whose top card it covers alone, with its light and its shadow.

    The pile shows the piece already, which would then be seen twice: below it lies what it has been played on.
    """
    seen, sinks, lies = _ABOVE
    dx, dy = start.x - cell.x, start.y - cell.y
    back = _BACK * cell.w / max(math.hypot(dx, dy), 1.0)
    comes = Pose(0.0, cell.x + back * dx, cell.y + back * dy, lean, _LIFT)
    poses = comes, comes._replace(at=sinks - seen, x=cell.x, y=cell.y), Pose(lies - seen, cell.x, cell.y)
    right, up, dark = _SHADE
    fallen = tuple(pose._replace(x=pose.x + right * cell.w, y=pose.y + up * cell.w, alpha=dark) for pose in poses[:2])
    yield Fly((rim_look(cell),), (*fallen, poses[2]._replace(alpha=0.0)), seen, tint=BLACK)
    yield Fly((rim_look(cell),), poses, seen, tint=tint)
    if under is not None:
        rests = Pose(0.0, cell.x, cell.y)
        yield Fly((under,), (rests, rests._replace(at=lies - seen)), seen)
    yield Fly((look,), poses, seen)


def _leaning(cell: Place, lean: float) -> tuple[Pose, Pose, Pose]:
    """Return what lies around a piece that leans: dark, lit, and lit as it lies on its pile."""
    lies = _ABOVE[-1]
    lies_there = Pose(lies, cell.x, cell.y)
    leans = lies_there._replace(turn=lean, scale=_LIFT) if lean else lies_there
    return leans._replace(at=0.0, alpha=0.0), leans._replace(at=_RIM[0]), lies_there


def _rim(cell: Place, tint: Rgba, lean: float) -> Fly:
    """Return the frame in the owner's colour; not added to the felt, which would change its colour."""
    _, fades, gone = _RIM
    dark, lit, lies = _leaning(cell, lean)
    poses = dark, lit, lit._replace(at=_ABOVE[1]), lies, lies._replace(at=fades), lies._replace(at=gone, alpha=0.0)
    return Fly((rim_look(cell),), poses, low=True, tint=tint)


def _halo(cell: Place, tint: Rgba, lean: float) -> Flash:
    """Return the broad light around the rim, which is added to the felt."""
    landed, after = _HALO
    _, fades, gone = _RIM
    dark, lit, lies = _leaning(cell, lean)
    poses = (
        *(dark, lit._replace(alpha=landed), lit._replace(at=_ABOVE[1], alpha=landed)),
        *(lies._replace(alpha=after), lies._replace(at=fades, alpha=after), lies._replace(at=gone, alpha=0.0)),
    )
    return Flash(halo_look(cell), poses, tint, low=True)


def _flame(start: Pose, cell: Place, tint: Rgba) -> Effect:
    """Return the light at the edge of the landed piece, on the side from which it came."""
    dx, dy = start.x - cell.x, start.y - cell.y
    share = _FLAME[0] * cell.h / max(math.hypot(dx, dy), 1.0)
    here = Pose(0.0, cell.x + share * dx, cell.y + share * dy, scale=_FLAME[1] * cell.w / GLOW.size, alpha=0.0)
    lit = here._replace(at=0.5 * FLIGHT, alpha=1.0)
    poses = here, lit, lit._replace(at=_STANDS, alpha=0.7), here._replace(at=_TRAIL_S)
    return Flash(GLOW, poses, tint.mix(WHITE, 0.35), low=True)


def _trail(start: Pose, cell: Place, tint: Rgba) -> Iterator[Effect]:
    """Yield a soft tail of light behind the piece, which shrinks towards the piece and fades."""
    dx, dy = cell.x - start.x, cell.y - start.y
    far, turn = math.hypot(dx, dy), math.degrees(math.atan2(dy, dx))
    length = min(_LONGEST * cell.h, far)
    share = 1 - length / max(far, 1.0) / 2
    near = (1 + share) / 2
    for wide, bright, white in _TRAIL:
        scale = wide * cell.w / STREAK.h
        middle = Pose(0.0, start.x + share * dx, start.y + share * dy, turn, scale, 0.0, length / (STREAK.w * scale))
        lit = middle._replace(at=0.5 * FLIGHT, alpha=bright)
        late = lit._replace(at=_TRAIL_S, x=start.x + near * dx, y=start.y + near * dy, scale=0.5 * scale, alpha=0.0)
        poses = middle, lit, lit._replace(at=_STANDS, alpha=0.8 * bright), late
        yield Flash(STREAK, poses, tint.mix(WHITE, white), low=True)


def _sparks(cell: Place, tint: Rgba, draw: Random) -> Iterator[Particle]:
    """Yield sparks that leave the card's edge as it lands."""
    for _ in range(_SPARKS):
        angle = draw.uniform(0, 2 * math.pi)
        cos, sin = math.cos(angle), math.sin(angle)
        to_edge = min(cell.w / 2 / max(abs(cos), 1e-3), cell.h / 2 / max(abs(sin), 1e-3))
        speed = draw.uniform(0.8, 2.6) * cell.w
        yield Particle(
            *(cell.x + to_edge * cos, cell.y + to_edge * sin, speed * cos, speed * sin),
            size=draw.uniform(0.03, 0.06) * cell.w,
            tint=tint.mix(WHITE, draw.random() * 0.6),
            delay=FLIGHT,
            life=draw.uniform(0.35, 0.75),
            turn=math.degrees(angle),
            drag=4.5,
        )


def _embers(start: Pose, cell: Place, tint: Rgba, draw: Random) -> Iterator[Particle]:
    """Yield sparks that the piece loses on its way."""
    dx, dy = cell.x - start.x, cell.y - start.y
    turn = math.atan2(dy, dx)
    for _ in range(_EMBERS):
        share, aside = draw.random(), draw.gauss(0, 0.22) * cell.w
        speed, angle = draw.uniform(0.3, 1.4) * cell.w, turn + draw.gauss(0, 0.5)
        yield Particle(
            *(start.x + share * dx - aside * math.sin(turn), start.y + share * dy + aside * math.cos(turn)),
            *(speed * math.cos(angle), speed * math.sin(angle)),
            size=draw.uniform(0.03, 0.05) * cell.w,
            tint=tint.mix(WHITE, draw.random() * 0.5),
            delay=share * FLIGHT,
            life=draw.uniform(0.25, 0.7),
            turn=math.degrees(angle),
            drag=2.0,
        )


_TINT: Final = ACCENT.mix(WHITE, 0.35)
_REACH: Final = 0.34
"""The width of the light around the piece, in widths of the piece."""
_LINE: Final = 0.05
"""The width of the bright line in it, in widths of the piece."""
_BRIGHTNESS: Final = ((0.0, 0.0), (0.5, 1.0), (1.6, 1.0), (2.6, 0.0))
"""Seconds and alpha: the light rises and falls once, slowly."""


def glow(piece: Place, turn: float) -> Flash:
    """Return a frame of light around a piece that lies at a place of the window, turned by ``turn`` degrees."""
    reach, line = max(8, round(_REACH * piece.w)), max(2, round(_LINE * piece.w))
    look = FrameLook(round(piece.w), round(piece.h), reach, line)
    return Flash(look, tuple(Pose(at, piece.x, piece.y, turn, alpha=alpha) for at, alpha in _BRIGHTNESS), _TINT)
