"""Pieces on their way home: a beaten one bounces off its pile and hangs in the air, a refused one bears a cross.

A piece that was tapped has never left its place: it flies out to before a pile, so that it is seen to be refused there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from kiosk.display.motion.effects import Effect, Fly
from kiosk.display.motion.race import BoltGround, Point, inward, side
from kiosk.display.paint.art import Look
from kiosk.display.paint.brass_art import JudgedLook
from kiosk.display.paint.light_art import halo_look, line_look, rim_look
from kiosk.display.paint.motions import Pose, short_way
from kiosk.display.paint.pile_art import ArrowLook, DashedLook
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, seat_light
from kiosk.layout.place import Place, around_all
from kiosk.layout.table_layout import Panel

_FLIES_S: Final = 0.16
_HANGS_S: Final = 0.36
HOME_S: Final = 0.58
"""Seconds after which it has flown up, begins to fall, and is home."""
_RESTS_S: Final = 0.12
"""For how long it lies at home until it is gone: until the tray shows it."""
_SHARES_HOME: Final = (0.27, 0.15, 0.4, 0.55)
_ASIDES: Final = (0.0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1)
"""Where a piece may hang in the air: shares of its way home, and how far beside it, in its own widths; best first."""
_SINKS: Final = 0.12
"""How far it sinks while it hangs, as a share of what is left of its way."""
_TILT: Final = 13.0
_LARGER: Final = 1.08
_GHOST: Final = 0.3
"""How opaque the copy is that stays where it was dropped."""
_GHOST_S: Final = 0.62
"""Seconds after which that is gone."""


def dropped(ground: BoltGround, panel: Panel, home: Point) -> Point:
    """Return where the seat has dropped its piece: before the pile, on the side of its home, beside the bolt."""
    (x, y), (right, up) = side(ground, panel), inward(panel)
    far = 0.45 * ground.cell.h
    aside = math.copysign(0.85 * ground.cell.w, (home[1] - y) * right - (home[0] - x) * up)
    return x - far * right - aside * up, y - far * up + aside * right


def hanging(ground: BoltGround, dropped: Point, home: Pose, size: Point, read: Sequence[Place]) -> Point:
    """Return where a beaten piece of this size hangs for a moment.

    It covers as little as possible of the numerals and of what its player reads (``read``: places in the window).
    """
    dx, dy = home.x - dropped[0], home.y - dropped[1]
    far = max(math.hypot(dx, dy), 1.0)
    places = [
        Place(
            dropped[0] + share * dx - aside * size[0] * dy / far,
            dropped[1] + share * dy + aside * size[0] * dx / far,
            *size,
        )
        for aside in _ASIDES
        for share in _SHARES_HOME
    ]
    around = around_all(places)
    covered = [other for other in (ground.cell, *ground.taken, *read) if other.overlaps(around)]
    best = min(places, key=lambda place: sum(_common(place, other) for other in covered))
    return best.x, best.y


def _common(one: Place, other: Place) -> float:
    """Return the area that both cover."""
    wide = (one.w + other.w) / 2 - abs(one.x - other.x)
    high = (one.h + other.h) / 2 - abs(one.y - other.y)
    return min(wide, one.w, other.w) * min(high, one.h, other.h) if wide > 0 and high > 0 else 0.0


def bounce(dropped: Point, hangs: Point, home: Pose) -> list[Pose]:
    """Return the poses of the piece from where it was dropped, by way of where it hangs, until it lies at ``home``."""
    first = home._replace(at=0.0, x=dropped[0], y=dropped[1])
    side = -1 if home.x > first.x else 1  # it turns into its way
    up = home._replace(at=_FLIES_S, x=hangs[0], y=hangs[1], turn=home.turn - side * _TILT, scale=_LARGER)
    dx, dy = home.x - up.x, home.y - up.y
    sinks = up._replace(at=_HANGS_S, x=up.x + _SINKS * dx, y=up.y + _SINKS * dy)
    falls = home._replace(at=HOME_S, bend=0.12 * math.hypot(dx, dy) * side)
    return [first, up, sinks, falls, home._replace(at=HOME_S + _RESTS_S)]


def bounce_light(poses: list[Pose], look: Look, wide: float, pile: Place, tint: Rgba, tray: Place) -> list[Effect]:
    """Return the halo of a piece that bounces through ``poses``, and the faint copy of it where it was dropped.

    There is no copy over the ``tray``, which tells the margin then. ``wide``: the piece's width, without its shadow.
    """
    halo = [pose._replace(scale=wide / pile.w * pose.scale) for pose in poses]
    halo[-2:] = [halo[-2]._replace(alpha=0.0)]
    stays = poses[0]._replace(alpha=_GHOST)
    ghost = stays, stays._replace(at=0.5 * _GHOST_S), stays._replace(at=_GHOST_S, alpha=0.0)
    light: list[Effect] = [Fly((rim_look(pile),), tuple(halo), tint=tint)]
    if not tray.overlaps(Place(stays.x, stays.y, pile.w, pile.h)):
        light.append(Fly((look,), ghost, low=True, tint=WHITE.mix(tint, 0.2)))
    return light


_SPRING: Final = 0.22
"""Seconds in which a refused piece is home again."""
_OVERSHOOT: Final = 0.08
_FARTHEST: Final = 24.0
"""The share of its way, and the pixels, by which it goes too far at most."""
_LEFT_BEHIND: Final = ((0.0, 0.3), (0.12, 0.4), (0.24, 0.5))
_BOUNCED: Final = ((-0.42, 0.25), (-0.28, 0.35), (-0.14, 0.5))
"""Where on its way copies of a piece that was let go stay behind, as a share of it, and how opaque they are; and where,
beyond its way, those of one that was tapped: it looks as if it came from the pile.
"""
_LEFT_S: Final = 0.45
"""Seconds after which they are gone."""
_THROWN: Final = 0.6
"""How far before its tray a refused piece that was tapped turns back, if not further out, in its heights."""
_OUT_S: Final = 0.14
_TURNS_S: Final = 0.14
"""Seconds in which a refused piece that was tapped flies out, and for which it stays where it turns back."""
_LEANS: Final = 16.0
"""Degrees by which it leans there."""
_OUT: Final = tuple(share / 100 for share in range(80, 38, -3))
_SIZES: Final = (1.25, 1.12, 1.0)
"""Where on the way to a pile it may turn back, as shares of that, and its size there; best first."""
_CROSS: Final = 0.5
"""The size of the cross on a refused piece, in its widths."""
_CROSS_S: Final = (0.9, 1.1)
"""Seconds after which the cross begins to fade, and is gone."""
_ARROW: Final = 0.84
"""The size of the arrow in its place, in widths of the piece."""
_HALOS: Final = ((halo_look, 0.0), (rim_look, 0.0), (line_look, 0.7))
"""The light around a refused piece, from the broadest to a line at its edge, and how white each is."""
_SHORTEST: Final = 1.2
"""The shortest way that has an arrow, in widths of the piece."""
_DASHED: Final = 1.28
_DASHED_S: Final = (0.5, 0.8)
"""The width of the frame around the pile that does not take it, in widths of the pile; and seconds after which that
begins to fade, and is gone.
"""


class Piece(NamedTuple):
    """A piece of a panel: its picture, where it belongs in the window, and its place in the panel."""

    look: Look
    home: Pose
    place: Place
    panel: Panel


class Refusal(NamedTuple):
    """What tells that a piece is refused: its poses, what lies below it, and the cross on it."""

    poses: list[Pose]
    below: list[Fly]
    cross: Fly


def refused(
    piece: Piece, let_go: Pose | None, cell: Place, piles: Sequence[Place], trays: Sequence[Place], *, calm: bool
) -> Refusal:
    """Return how a refused piece flies home from where it was let go, or, if it was tapped, from before a pile.

    The pile on which it was let go, or the one nearest to a piece that was tapped, is framed. ``cell``: that of a piece
    in the centre; ``piles``, ``trays``: places in the window that a tapped piece does not cover where it turns back.
    """
    home, tint = piece.home, seat_light(piece.panel.seat)
    pile = _tried(piece, let_go, piles)
    start = let_go or _turns_back(piece, pile, [*piles, *trays])
    stays = start if let_go else start._replace(at=start.at + _TURNS_S)
    poses = [*(() if let_go else (home, start)), *flight_back(stays, home)]
    left = () if calm else _LEFT_BEHIND if let_go else _BOUNCED
    ghosts = ghosts_back(stays, home, piece.look, WHITE.mix(tint, 0.3), left)
    scale = piece.place.w / cell.w
    around = tuple(pose._replace(scale=scale * pose.scale) for pose in poses)
    halos = [Fly((look(cell),), around, tint=tint.mix(WHITE, white)) for look, white in _HALOS]
    waits = _waits(stays, poses[-1], piece.place.w, rim_look(cell), scale, tint)
    below = [*([_framed(pile)] if pile else ()), *ghosts, *waits, *halos]
    rides = [_at_corner(pose, piece.place) for pose in poses]
    rides += [rides[-1]._replace(at=_CROSS_S[0]), rides[-1]._replace(at=_CROSS_S[1], alpha=0.0)]
    return Refusal(poses, below, Fly((JudgedLook(round(_CROSS * piece.place.w)),), tuple(rides)))


def _tried(piece: Piece, let_go: Pose | None, piles: Sequence[Place]) -> Place | None:
    """Return the pile on which a piece was let go; of one that was tapped the nearest."""
    at = let_go or piece.home
    if let_go:
        side = piece.place.w
        piles = [pile for pile in piles if pile.overlaps(Place(at.x, at.y, side, side))]
    return min(piles, key=lambda pile: math.hypot(pile.x - at.x, pile.y - at.y), default=None)


def _turns_back(piece: Piece, pile: Place | None, taken: Sequence[Place]) -> Pose:
    """Return where a refused piece that was only tapped turns back: before the pile, or else before its tray.

    ``taken``: parts of the window that it must not cover.
    """
    return (pile and _before_pile(piece, pile, taken)) or _before_tray(piece)


def _before_pile(piece: Piece, pile: Place, taken: Sequence[Place]) -> Pose | None:
    home, place = piece.home, piece.place
    for size, share in product(_SIZES, _OUT):
        x, y = home.x + share * (pile.x - home.x), home.y + share * (pile.y - home.y)
        around = 1.06 * size * max(place.w, place.h)
        if not any(one.overlaps(Place(x, y, around, around)) for one in taken):
            lean = _LEANS if home.x < pile.x else -_LEANS
            return home._replace(at=_OUT_S, x=x, y=y, turn=home.turn + lean, scale=size)
    return None


def _before_tray(piece: Piece) -> Pose:
    home, place, panel = piece.home, piece.place, piece.panel
    (right, up), far = inward(panel), panel.size[1] / 2 - place.y + _THROWN * place.h
    return home._replace(at=_OUT_S, x=home.x + far * right, y=home.y + far * up, turn=home.turn - _LEANS)


def _waits(start: Pose, home: Pose, wide: float, rim: Look, scale: float, tint: Rgba) -> Iterator[Fly]:
    """Yield light around the place of a piece of this width and an arrow in it, until the piece is there.

    The arrow points to its owner's edge, so that it is level in the tray wherever the piece comes from. Nothing, if it
    turns back close by. ``scale``: of the light around that place.
    """
    if math.hypot(home.x - start.x, home.y - start.y) < _SHORTEST * wide:
        return
    points = home._replace(at=0.0, turn=home.turn + 180)
    arrow = ArrowLook(round(_ARROW * wide))
    for look, there, ink in (
        (rim, home._replace(at=0.0, scale=scale), tint),
        (arrow, points, tint.mix(WHITE, 0.85)),
    ):
        gone = there._replace(at=start.at + _SPRING, alpha=0.0)
        yield Fly((look,), (there, there._replace(at=start.at + 0.5 * _SPRING), gone), tint=ink)


def flight_back(start: Pose, end: Pose) -> list[Pose]:
    """Return the poses of a refused piece: it springs back along its path, a little too far, and swings once."""
    home = end._replace(at=start.at + _SPRING, turn=short_way(start.turn, end.turn))
    dx, dy = home.x - start.x, home.y - start.y
    far = math.hypot(dx, dy)
    over = min(_OVERSHOOT, _FARTHEST / max(far, 1.0))
    beyond = home._replace(x=home.x + dx * over, y=home.y + dy * over, turn=home.turn + 5)
    swings = home._replace(at=home.at + 0.07, turn=home.turn - 3)
    return [start, beyond, swings, home._replace(at=home.at + 0.13)]


def ghosts_back(
    start: Pose, end: Pose, look: Look, tint: Rgba, left: Sequence[tuple[float, float]] = _LEFT_BEHIND
) -> list[Fly]:
    """Return copies of a refused piece that stay behind where it turned back, and fade."""
    dx, dy = end.x - start.x, end.y - start.y
    found = []
    for share, alpha in left:
        stays = start._replace(x=start.x + share * dx, y=start.y + share * dy, alpha=alpha)
        gone = stays._replace(at=start.at + _LEFT_S, alpha=0.0)
        found.append(Fly((look,), (stays, gone), low=True, tint=tint))
    return found


def dashed_look(pile: Place) -> DashedLook:
    """Return the dashed frame around a pile that does not take a piece."""
    grown = round((_DASHED - 1) * pile.w)
    return DashedLook(round(pile.w) + grown, round(pile.h) + grown)


def _framed(pile: Place) -> Fly:
    """Return that frame as it is shown and fades."""
    rests = Pose(0.0, pile.x, pile.y), Pose(_DASHED_S[0], pile.x, pile.y), Pose(_DASHED_S[1], pile.x, pile.y, alpha=0.0)
    return Fly((dashed_look(pile),), rests, tint=IVORY)


def _at_corner(pose: Pose, place: Place) -> Pose:
    """Return the pose of a cross at the upper right corner of a piece."""
    turn = math.radians(pose.turn)
    right, up = 0.4 * place.w * pose.scale, 0.42 * place.h * pose.scale
    x = pose.x + right * math.cos(turn) - up * math.sin(turn)
    y = pose.y + right * math.sin(turn) + up * math.cos(turn)
    return pose._replace(x=x, y=y)
