"""The places of a round as they are told: on the stage in the middle, in the rankings beside it, in the trays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import Final

from kiosk.display.games.ranks import placed, ranking_of, rooms_of_people
from kiosk.display.games.times import COIN_S, LANDS_S, CountTimes
from kiosk.display.motion.effects import Burst, Effect, Flash, Fly, MomentContext
from kiosk.display.paint.brass_art import MedalLook, PrizeLook, coin_of, metal_of
from kiosk.display.paint.light_art import GLOW, RING, SPARK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba, rgb, seat_color
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import score_parts, turntable_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.result_places import ResultRoom, medal_places, row_parts, stage
from kiosk.layout.table_layout import Panel
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.protocol import RoundResult, Snapshot

_FALLS: Final = 0.14
"""Seconds in which a medal falls onto the stage; it lies there on the beat."""
_FROM: Final = (1.5, 2.4)
"""Its size above the stage, relative to that on it: of the last place, and of the winner."""
_RESTS: Final = 0.25
"""Seconds for which it stays above the picture that shows it."""
_SPARKS: Final = 14
_WON_SPARKS: Final = 48
"""The sparks around a winner's coin in the tray, and around the winner's medal."""
_GOLD: Final = rgb("ffc44d")


def telling(context: MomentContext, result: RoundResult, times: CountTimes) -> Iterator[Effect]:
    """Yield all places, the last one first."""
    layout, place = context.layout, turntable_place(context.layout)
    ranked = {line.seat: rank for rank, line in placed(result)}
    rows = [*_rows(context, result)]
    last = max(ranked.values(), default=1)
    for at, told in groupby(times.told, key=lambda one: one[1]):
        seats = tuple(seat for seat, _ in told)
        rank = ranked[seats[0]]
        parts = stage(place, rank)
        for seat, frame, size in medal_places(layout, place, parts, seats):
            yield from _falls(frame, size, seat, rank, at, (last - rank) / max(1, last - 1))
            yield from (_to_row(place, seat, room, sign, at) for owner, room, sign in rows if owner == seat)
            panel = layout.panels.get(seat)
            if panel is not None:
                yield from _turned(panel, rank, times, context.snapshot)


def _falls(frame: Frame, size: int, seat: SeatNumber, rank: int, at: float, weight: float) -> Iterator[Effect]:
    """Yield a medal that falls onto the stage on the beat, with light that is stronger the better the place.

    ``weight``: 0 for the last place, 1 for the winner.
    """
    x, y, turn = frame
    from_ = _FROM[0] + (_FROM[1] - _FROM[0]) * weight
    high, lies = Pose(0.0, x, y, turn, from_, 0.0), Pose(_FALLS, x, y, turn, ease=0.6)
    sinks = Pose(_FALLS + 0.05, x, y, turn, 0.95)
    rests = Pose(_FALLS + 0.16, x, y, turn)
    medal = PrizeLook(metal_of(rank), seat, size)
    yield Fly((medal,), (high, lies, sinks, rests, rests._replace(at=_FALLS + _RESTS)), at - _FALLS)
    tint, ring = (_GOLD if rank == 1 else seat_color(seat)).mix(WHITE, 0.35), 1.2 * size / RING.size
    for number in range(2 if rank == 1 else 1):
        here = Pose(0.0, x, y, 0.0, ring, 0.35 + 0.5 * weight)
        gone = here._replace(at=0.45 + 0.25 * weight, scale=(1.35 + 0.75 * weight) * ring, alpha=0.0)
        yield Flash(RING, (here, gone), tint, at + 0.13 * number)
    if rank == 1:
        glow = Pose(0.0, x, y, 0.0, 2.6 * size / GLOW.size, 0.5)
        yield Flash(GLOW, (glow, glow._replace(at=0.7, alpha=0.0)), tint, at)
        draw = Random(f"won {seat} {at}")  # noqa: S311  the same on every display
        yield Burst(SPARK, tuple(_sparks((x, y), size, _WON_SPARKS, tint, draw)), at)


def _sparks(point: tuple[float, float], size: float, count: int, tint: Rgba, draw: Random) -> Iterator[Particle]:
    """Yield sparks that fly from the rim of something round."""
    for number in range(count):
        angle = 2 * math.pi * (number + draw.random()) / count
        cos, sin = math.cos(angle), math.sin(angle)
        reach, speed = 0.5 * size, draw.uniform(0.8, 1.8) * size
        yield Particle(
            *(point[0] + reach * cos, point[1] + reach * sin, speed * cos, speed * sin),
            *(0.05 * size, tint),
            life=draw.uniform(0.4, 0.8),
            turn=math.degrees(angle),
            drag=3.0,
        )


# ---------------------------------------------------------------- to the ranking


def _rows(context: MomentContext, result: RoundResult) -> Iterator[tuple[SeatNumber, ResultRoom, Place]]:
    """Yield where each seat's sign lies in the ranking of each edge."""
    seats = [line.seat for _, line in placed(result)]
    snapshot, layout = context.snapshot, context.layout
    languages = [(view.seat, view.language) for view in snapshot.seats]
    for room in rooms_of_people(layout, result, languages):
        way = -1 if room.side.language in RIGHT_TO_LEFT else 1
        for seat, row in zip(seats, ranking_of(layout, room, len(seats)), strict=False):
            yield seat, room, row_parts(row, way).sign


def _to_row(place: Place, seat: SeatNumber, room: ResultRoom, sign: Place, at: float) -> Effect:
    """Return the flight of a seat's sign from the rim of the stage, clear of the names there, to its line."""
    look, turn = MedalLook(seat, round(sign.w)), room.side.frame.rotation
    x, y = room.side.frame.to_window(sign.x, sign.y)
    way = (place.w / 2 + sign.w) / math.dist((x, y), place[:2])
    leaves = Pose(0.0, place.x + (x - place.x) * way, place.y + (y - place.y) * way, turn, 1.7, 0.0)
    lands = Pose(LANDS_S, x, y, turn, ease=1.4)
    return Fly((look,), (leaves, leaves._replace(at=0.06, alpha=1.0), lands, lands._replace(at=LANDS_S + _RESTS)), at)


# ---------------------------------------------------------------- in the tray


def _turned(panel: Panel, rank: int, times: CountTimes, snapshot: Snapshot) -> list[Effect]:
    """Return the coin that turns over to the seat's place, with a ring of light."""
    coin = score_parts(panel).coin
    at, size, turn = times.place_at(panel.seat), round(coin.w), panel.frame.rotation
    x, y = panel.frame.to_window(coin.x, coin.y)
    flat = Pose(0.0, x, y, turn)
    edge = Pose(COIN_S / 2, x, y, turn, 1.22, flip=0.0, ease=1.0)
    big, lies = Pose(COIN_S, x, y, turn, 1.22), Pose(COIN_S + 0.12, x, y, turn)
    told = coin_of(rank, size)
    flips = Fly(
        (MedalLook(panel.seat, size), told, told, told),
        (flat, edge, big, lies, lies._replace(at=COIN_S + 0.3)),
        at - COIN_S / 2,
    )
    tint = seat_color(panel.seat)
    ring = coin.w / 256
    here = Pose(0.0, x, y, 0.0, 1.1 * ring, 0.9)
    light = Flash(RING, (here, here._replace(at=0.5, scale=2.6 * ring, alpha=0.0)), tint, at)
    draw = Random(f"told {panel.seat} {snapshot.since}")  # noqa: S311  the same on every display
    sparks = tuple(_sparks((x, y), coin.w, _SPARKS if rank == 1 else 0, tint.mix(WHITE, 0.5), draw))
    glow = Pose(0.0, x, y, 0.0, 1.9 * coin.w / 128, 0.55)
    shine = Flash(GLOW, (glow, glow._replace(at=0.7, alpha=0.0)), tint, at)
    return [light, shine, flips, *([Burst(SPARK, sparks, at)] if sparks else [])]
