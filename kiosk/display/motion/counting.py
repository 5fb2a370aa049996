"""The count after a round: pieces fly home and turn over, coins turn to their places, the turntable comes."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from kiosk.display.games.count_times import COIN_S, COMES_S, FLIGHT_S, CountTimes, count_times, flight_s
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.motion import Homing
from kiosk.display.games.ranks import ranks, turntable_look
from kiosk.display.motion.effects import STILL, Burst, Effect, Flash, Fly, Moment
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.motion.turning import changing, coming, turning
from kiosk.display.paint.art import Look
from kiosk.display.paint.coin_art import HIDDEN, coin_of
from kiosk.display.paint.light_art import GLOW, RING, SPARK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, seat_color
from kiosk.layout.score_parts import edges_in_turn, score_parts, turn_at, turntable_place
from kiosk.layout.table_layout import Panel
from kiosk.protocol import RoundResult, Snapshot

_RESTS: Final = 0.12
"""Seconds for which a piece lies at home in flight, until the picture below shows it."""
_TURNS_OVER: Final = 0.4
"""The part of its flight after which a piece is seen from its edge."""
_GATE: Final = 0.68
"""The part of its flight after which it enters its owner's tray."""
_ABOVE: Final = 0.88
"""The part of its flight after which it is above its pile."""
_SPARKS: Final = 14


def counting(context: MomentContext) -> Moment:
    """Return the count of a round."""
    snapshot = context.snapshot
    result = snapshot.result
    if result is None:
        return STILL
    times = count_times(result)
    until = (snapshot.deadline - snapshot.since) / 1e9 if snapshot.deadline else times.over
    if context.calm:
        return Moment((), times.over)
    effects: list[Effect] = [_way(piece, context, result) for piece in context.game.homeward(snapshot, context.layout)]
    effects += _scores(context, result, times, until)
    for rank, line in ranks(result, final=False):
        panel = context.layout.panels.get(line.seat)
        if panel is not None and rank is not None:
            effects += _told(panel, rank, times, snapshot)
    return Moment(effects, max(until, times.over))


def _scores(context: MomentContext, result: RoundResult, times: CountTimes, until: float) -> list[Effect]:
    """Return the turntable as it comes, turns, and shows the round once all places are told."""
    place, edges = turntable_place(context.layout), edges_in_turn(context.layout)
    before, after = (_turntable(context.snapshot, result, place.w, counted=counted) for counted in (False, True))
    rests = times.home + COMES_S
    return [
        coming(before, place, edges[0], times.home),
        changing(after, place, turn_at(edges, times.over - rests, calm=False), times.over),
        *turning((before, after), place, edges, (rests, times.over, until)),
    ]


def _turntable(snapshot: Snapshot, result: RoundResult, side: float, *, counted: bool) -> Look:
    """Return the turntable as the middle of the table shows it."""
    handicap = picture_of_game(snapshot.game).texts.handicap
    icon = handicap.icon if handicap is not None else ""
    names = tuple((view.seat, view.name) for view in snapshot.seats if view.name)
    return turntable_look(result, names, snapshot.target, side, icon, counted=counted)


def _way(piece: Homing, context: MomentContext, result: RoundResult) -> Effect:
    """Return the flight of a piece; one whose owner has no panel any more fades where it lies."""
    panel = context.layout.panels.get(piece.seat)
    if panel is not None:
        pieces = next((line.centered for line in result.lines if line.seat == piece.seat), 1)
        return _home(piece, panel, flight_s(max(1, pieces)))
    here = Pose(0.0, piece.place.x, piece.place.y)
    return Fly(piece.looks[:1], (here, here._replace(at=FLIGHT_S, alpha=0.0)), piece.start)


def _home(piece: Homing, panel: Panel, lasts: float) -> Effect:
    """Return the flight of a piece: it turns over on the way, and enters its tray between name and figures."""
    pile, head = score_parts(panel).pile, panel.places["head"]
    inner = head.right if head.x < panel.places["ticker"].x else head.left
    gate = panel.frame.to_window(inner, panel.size[1] / 2)
    above = panel.frame.to_window(pile.x + 0.1 * (inner - pile.x), pile.top + 0.2 * pile.h)
    end = panel.frame.to_window(pile.x, pile.y)
    x, y = piece.place.x, piece.place.y
    small = pile.w / piece.place.w
    turn = (panel.frame.rotation + 180) % 360 - 180
    phase = (0.37 * panel.seat + 3.1 * piece.start) % 1  # not all at once
    over = _TURNS_OVER + 0.2 * (phase - 0.5)
    share = over / _GATE
    bend = 0.12 * (2 * phase - 1) * math.dist((x, y), gate)
    middle = x + (gate[0] - x) * share, y + (gate[1] - y) * share
    home = Pose(lasts, *end, turn, small, ease=1.6)
    poses = (
        Pose(0.0, x, y),
        Pose(over * lasts, *middle, share * turn, 1 + (small - 1) * 0.3 * share, flip=0.0, bend=bend, ease=1.0),
        Pose(_GATE * lasts, *gate, 0.9 * turn, 1 + (small - 1) * 0.7, ease=1.0),
        Pose(_ABOVE * lasts, *above, turn, small, ease=1.0),
        home,
        home._replace(at=lasts + _RESTS),
    )
    face, back = piece.looks
    return Fly((face, back, back, back, back), poses, piece.start)


def _told(panel: Panel, rank: int, times: CountTimes, snapshot: Snapshot) -> list[Effect]:
    """Return the coin that turns over to the seat's place, with a ring of light."""
    coin = score_parts(panel).coin
    at, size, turn = times.place_at(panel.seat), round(coin.w), panel.frame.rotation
    x, y = panel.frame.to_window(coin.x, coin.y)
    flat = Pose(0.0, x, y, turn)
    edge = Pose(COIN_S / 2, x, y, turn, 1.22, flip=0.0, ease=1.0)
    big, lies = Pose(COIN_S, x, y, turn, 1.22), Pose(COIN_S + 0.12, x, y, turn)
    told = coin_of(rank, size)
    flips = Fly(
        (coin_of(HIDDEN, size), told, told, told),
        (flat, edge, big, lies, lies._replace(at=COIN_S + 0.3)),
        at - COIN_S / 2,
    )
    tint = seat_color(panel.seat)
    ring = coin.w / 256
    here = Pose(0.0, x, y, 0.0, 1.1 * ring, 0.9)
    light = Flash(RING, (here, here._replace(at=0.5, scale=2.6 * ring, alpha=0.0)), tint, at)
    draw = Random(f"told {panel.seat} {snapshot.since}")  # noqa: S311  the same on every display
    sparks = []
    for number in range(_SPARKS if rank == 1 else 0):
        angle = 2 * math.pi * (number + draw.random()) / _SPARKS
        cos, sin = math.cos(angle), math.sin(angle)
        reach, speed = 0.5 * coin.w, draw.uniform(0.8, 1.8) * coin.w
        sparks.append(
            Particle(
                *(x + reach * cos, y + reach * sin, speed * cos, speed * sin),
                *(0.05 * coin.w, tint.mix(WHITE, 0.5)),
                life=draw.uniform(0.4, 0.8),
                turn=math.degrees(angle),
                drag=3.0,
            )
        )
    glow = Pose(0.0, x, y, 0.0, 1.9 * coin.w / 128, 0.55)
    shine = Flash(GLOW, (glow, glow._replace(at=0.7, alpha=0.0)), tint, at)
    return [light, shine, flips, *([Burst(SPARK, tuple(sparks), at)] if sparks else [])]
