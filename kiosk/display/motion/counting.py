"""The count after a round: pieces are sorted by owner and fly home, coins turn to their places, the chart grows."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from kiosk.display.games.game import picture_of_game
from kiosk.display.games.motion import Homing
from kiosk.display.games.ranks import turntable_look
from kiosk.display.games.times import COMES_S, GATHER_S, TAKEN_S, CountTimes, count_times, flight_s, home_at
from kiosk.display.motion.crowning import crowning
from kiosk.display.motion.effects import STILL, Break, Coming, Effect, Flash, Fly, Moment, MomentContext
from kiosk.display.motion.telling import telling
from kiosk.display.motion.turning import changing, coming, turning
from kiosk.display.paint.light_art import GLOW, STRIP, rim_look
from kiosk.display.paint.motions import Pose, short_way, within_half
from kiosk.display.paint.score_chart import Scorer, Scores, chart_of
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import Rgba, seat_color
from kiosk.display.paint.turntable_art import PLATE, STAGE, STAGE_TINT, HeadLook, TurntableLook
from kiosk.display.texts.people import names_of
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import (
    HomeRow,
    count_places,
    edges_in_turn,
    home_arc,
    score_parts,
    turn_at,
    turntable_place,
)
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Panel
from kiosk.protocol import RoundResult, SeatScore, Snapshot

_RESTS: Final = 0.12
"""Seconds for which a piece lies at home in flight, until the picture below shows it."""
_TURNS_OVER: Final = 0.46
"""The part of its flight after which a piece is seen from its edge."""
_OPENS: Final = 0.1
"""The part of its flight that it takes to turn there from its face, and then to its back."""
_LIFTED: Final = 1.12
"""Its size in the middle of its flight, relative to that at both ends."""
_SWINGS: Final = 12.0
"""The angle by which it swings aside there, in degrees."""
_FADES: Final = 0.5
"""Seconds in which the light of a seat goes out when all is home."""


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
    return Moment(Coming(_effects(context, result, times, until)), max(until, times.over))


def _effects(context: MomentContext, result: RoundResult, times: CountTimes, until: float) -> Iterator[Effect]:
    """Yield all effects: the pieces as they lie are seen at once; none of them if all are home, as after a replay."""
    scores = _scores(context, result, times, until)
    is_home = (context.snapshot.now - context.snapshot.since) / 1e9 > times.home + _FADES
    yield from scores if is_home else _homeward(context, scores)
    yield from telling(context, result, times)
    yield from crowning(context, result, times)


def _scores(context: MomentContext, result: RoundResult, times: CountTimes, until: float) -> Iterator[Effect]:
    """Yield the turntable as it comes, is the stage of the places, and then shows the round and turns."""
    yield Break()
    place, edges = turntable_place(context.layout), edges_in_turn(context.layout, result)
    before, after = (_turntable(context.snapshot, result, place.w, counted=counted) for counted in (False, True))
    grown: Iterable[Effect] = ()
    if before.scores is not None:
        plate = Frame(place.x, place.y, edges[0]), PLATE * place.w / 2
        lines = {line.seat: line for line in result.lines}
        grown = growing(before.scores, lines, picture_of_game(context.snapshot.game).worth, times, plate)
    yield coming(before, place, edges[0])
    yield from grown
    yield changing(STAGE, place, 0.0, times.taken, PLATE * place.w / STAGE.size, STAGE_TINT)
    yield changing(after, place, turn_at(edges, times.over - times.turns, calm=False), times.over)
    yield from turning((before, after), place, edges, (times.turns, times.over, until))


def _turntable(snapshot: Snapshot, result: RoundResult, side: float, *, counted: bool) -> TurntableLook:
    """Return the turntable as the middle of the table shows it."""
    handicap = picture_of_game(snapshot.game).texts.handicap
    icon = handicap.icon if handicap is not None else ""
    languages = {view.seat: view.language for view in snapshot.seats}
    return turntable_look(result, names_of(snapshot.seats), snapshot, languages, side, icon, counted=counted)


# ---------------------------------------------------------------- the pieces


def _homeward(context: MomentContext, scores: Iterable[Effect]) -> Iterator[Effect]:
    """Yield all pieces: sorted into a row before each tray, from which they fly home one after the other.

    ``scores``: what else is seen at once, above them.
    """
    _, rows, bends = count_places(context.layout)
    pieces: defaultdict[SeatNumber, list[Homing]] = defaultdict(list)
    for piece in sorted(context.game.homeward(context.snapshot, context.layout), key=lambda piece: piece.start):
        pieces[piece.seat].append(piece)
    lying: list[Effect] = []
    leaving: list[tuple[Panel, list[Homing], list[Pose]]] = []
    for seat, own in pieces.items():
        panel = context.layout.panels.get(seat)
        if panel is None:
            lying += [_gone(piece) for piece in own]
            continue
        slots = [_slot(rows[seat], index, own) for index in range(len(own))]
        lying += [_sorted(*both) for both in zip(own, slots, strict=True)]
        leaving.append((panel, own, slots))
    yield from reversed(lying)  # the first one to leave lies on top
    for panel, own, _ in leaving:
        yield from _lit(panel, rows[panel.seat], own[-1], flight_s(len(own)))
    yield from scores
    ways = [(_Way.into(panel, bends[panel.seat]), flight_s(len(own)), own, slots) for panel, own, slots in leaving]
    going = [
        (piece, slot, way, lasts) for way, lasts, own, slots in ways for piece, slot in zip(own, slots, strict=True)
    ]
    for one in sorted(going, key=lambda one: one[0].start):  # none begins late because another seat's are made first
        yield from _home(*one)


def _lies(piece: Homing) -> Pose:
    """Return how a piece lies in the middle."""
    return Pose(0.0, piece.place.x, piece.place.y, piece.turn, piece.scale)


def _gone(piece: Homing) -> Effect:
    """Return a piece whose owner has no panel any more: it fades where it lies."""
    here = _lies(piece)
    return Fly(piece.looks[:1], (here, here._replace(at=GATHER_S, alpha=0.0)), low=True)


def _slot(row: HomeRow, index: int, own: Sequence[Homing]) -> Pose:
    """Return how a piece lies in its row."""
    x, y, turn = row.slot(index, len(own))
    return Pose(0.0, x, y, within_half(turn), row.w / own[index].place.w)


def _sorted(piece: Homing, slot: Pose) -> Effect:
    """Return a piece that glides to its place in the row, and lies there until it leaves."""
    start = _lies(piece)
    gathered = slot._replace(at=min(GATHER_S, piece.start), ease=2.2)
    return Fly(piece.looks[:1], (start, gathered, slot._replace(at=piece.start)), low=True)


class _Way(NamedTuple):
    """The way into a tray: the pile at home, the point that the way bends to, where the pile lies, its turn."""

    seat: SeatNumber
    pile: Place
    over: Point
    end: Point
    turn: float

    @classmethod
    def into(cls, panel: Panel, over: Point) -> _Way:
        """Return the way into this panel's tray."""
        pile, frame = score_parts(panel).pile, panel.frame
        return cls(panel.seat, pile, over, frame.to_window(pile.x, pile.y), within_half(frame.rotation))


class _Course(NamedTuple):
    """The curve of a flight home: points, lengths between them and of all, turns and scales at both ends, its swing."""

    points: tuple[Point, ...]
    longs: tuple[float, ...]
    length: float
    turns: tuple[float, float]
    scales: tuple[float, float]
    swings: float

    def at(self, share: float) -> Point:
        """Return the point after this part of the way's length."""
        if share >= 1:
            return self.points[-1]
        left = share * self.length
        for (here, there), long in zip(pairwise(self.points), self.longs, strict=True):
            if left <= long:
                part = left / max(long, 1e-6)
                return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part
            left -= long
        return self.points[-1]

    def poses(self, shares: Sequence[float], lasts: float) -> Iterator[Pose]:
        """Yield the poses after these parts of a flight of so many seconds, the first one at its beginning."""
        before, from_ = self.at(shares[0]), shares[0]
        for share in shares:
            here = self.at(share)
            yield self._pose(share, (before, self.at((from_ + share) / 2), here), lasts)
            before, from_ = here, share

    def _pose(self, share: float, leg: tuple[Point, Point, Point], lasts: float) -> Pose:
        """Return the pose at the end of a leg of which this is the beginning, the middle and the end."""
        (x0, y0), (mx, my), (x, y) = leg
        dx, dy = x - x0, y - y0
        bend = ((my - (y0 + y) / 2) * dx - (mx - (x0 + x) / 2) * dy) / max(math.hypot(dx, dy), 1e-3)
        high = math.sin(math.pi * share)
        turn = self.turns[0] + (self.turns[1] - self.turns[0]) * share + self.swings * high
        scale = self.scales[0] + (self.scales[1] - self.scales[0]) * share
        return Pose(share * lasts, x, y, turn, scale * (1 + (_LIFTED - 1) * high), bend=bend, ease=1.0)


def _course(slot: Pose, way: _Way, small: float) -> _Course:
    """Return the curve from a row past the name to the pile."""
    start, control, end = (slot.x, slot.y), way.over, way.end
    leans = (control[0] - start[0]) * (end[1] - start[1]) - (control[1] - start[1]) * (end[0] - start[0])
    turn = short_way(slot.turn, way.turn)
    points = home_arc(start, control, end)
    longs = tuple(math.dist(*leg) for leg in pairwise(points))
    return _Course(points, longs, sum(longs), (slot.turn, turn), (slot.scale, small), math.copysign(_SWINGS, leans))


def _home(piece: Homing, slot: Pose, way: _Way, lasts: float) -> list[Effect]:
    """Return the flight of a piece on a soft light in its owner's colour: it turns over on the way to the tray."""
    pile, small = way.pile, way.pile.w / piece.place.w
    course = _course(slot, way, small)
    legs = (0.0, _TURNS_OVER - _OPENS, _TURNS_OVER, _TURNS_OVER + _OPENS, 1.0)
    poses = tuple(
        pose._replace(flip=float(share != _TURNS_OVER))
        for pose, share in zip(course.poses(legs, lasts), legs, strict=True)
    )
    poses = (*poses, poses[-1]._replace(at=lasts + _RESTS, bend=0.0))
    face, back = piece.looks
    rim = rim_look(_in_pile(pile, piece))
    lit = tuple(pose._replace(scale=pose.scale / small) for pose in poses)
    return [
        Fly((rim,), lit, piece.start, tint=seat_color(way.seat)),  # below its own piece, above those before it
        Fly((face, face, back, back, back), poses, piece.start),
    ]


def _in_pile(pile: Place, piece: Homing) -> Place:
    """Return the part of the pile that the piece covers: a die is no card."""
    return pile._replace(h=pile.w * piece.place.h / piece.place.w)


def _lit(panel: Panel, row: HomeRow, last: Homing, lasts: float) -> list[Effect]:
    """Return the light below a row until its last piece leaves, and below and around the pile until it is home.

    ``lasts``: the duration of a flight.
    """
    until = last.start + lasts
    tint, pile = seat_color(panel.seat), score_parts(panel).pile
    end = panel.frame.to_window(pile.x, pile.y)
    turn = panel.frame.rotation
    below = _glow(row.frame.x, row.frame.y, turn, (1.5 * row.length, 2.4 * row.h), last.start, 0.5)
    home = _glow(*end, turn, (4.4 * pile.w, 3.2 * pile.h), until, 0.85)
    rim = Pose(0.0, *end, turn, 1.0, 0.0)
    lit = (
        rim._replace(at=GATHER_S),
        rim._replace(at=GATHER_S + 0.2, alpha=0.9),
        rim._replace(at=until, alpha=0.9),
        rim._replace(at=until + _FADES, alpha=0.0),
    )
    around = Fly((rim_look(_in_pile(pile, last)),), lit, tint=tint)
    return [Flash(GLOW, below, tint, low=True), Flash(GLOW, home, tint, low=True), around]


def _glow(x: float, y: float, turn: float, size: tuple[float, float], until: float, alpha: float) -> tuple[Pose, ...]:
    """Return the poses of a soft light of this size that comes with the pieces and goes when all are home."""
    wide, high = size
    dark = Pose(0.0, x, y, turn, high / GLOW.size, 0.0, flip=wide / high)
    bright = dark._replace(alpha=alpha)
    return (
        dark,
        bright._replace(at=GATHER_S),
        bright._replace(at=until),
        dark._replace(at=until + _FADES),
    )


_STEPS: Final = 3
"""The number of legs in which a line turns from one total to the next: its angle is then right to a pixel."""
_STAYS: Final = 0.2
"""Seconds for which it stays over the picture that shows it."""
_TOGETHER: Final = 4
"""The lines that are begun in one frame."""


def growing(
    scores: Scores, lines: Mapping[SeatNumber, SeatScore], worth: int, times: CountTimes, plate: tuple[Frame, float]
) -> Iterator[Effect]:
    """Yield the growth of every seat's latest line or bar; ``plate``: its frame in the window, and its radius."""
    chart, (frame, radius) = chart_of(scores), plate

    def at(point: Point) -> Point:
        return frame.to_window(point[0] * radius, point[1] * radius)

    for number, scorer in enumerate(reversed(scores.scorers)):
        if number % _TOGETHER == 0:
            yield Break()
        totals = [
            (when, min(total, chart.values[-1]))
            for when, total in _line_course(scorer, lines[scorer.seat], worth, times)
        ]
        heads = [(when, at(chart.head(scorer, total))) for when, total in totals]
        color = seat_color(scorer.seat)
        yield _stroke(at(chart.foot(scorer)), heads, chart.stroke * radius, color)
        look = HeadLook(round(2.4 * chart.head_size * radius), scorer.seat)
        poses = [Pose(when, *head, frame.rotation, ease=1.0) for when, head in heads]
        yield Fly((look,), tuple(poses))


def _line_course(scorer: Scorer, line: SeatScore, worth: int, times: CountTimes) -> list[tuple[float, float]]:
    """Return a seat's total at certain times: pieces come home one by one, then what is left over is taken off."""
    before, after = scorer.totals[-2:]
    home, landed = before + worth * line.centered, home_at(line.centered)
    knots = [(GATHER_S, before), (landed, home), (landed + TAKEN_S, after)]
    found = [(COMES_S, float(before))]
    for (start, first), (end, last) in pairwise(knots):
        for step in range(1, _STEPS + 1):
            share = step / _STEPS
            found.append((start + (end - start) * share, first + (last - first) * share))
    return [*found, (max(times.taken, found[-1][0]) + _STAYS, float(after))]


def _stroke(foot: Point, heads: list[tuple[float, Point]], thick: float, color: Rgba) -> Effect:
    """Return a straight stroke from a point to the sign, which lies at certain places at certain times."""
    x, y = foot
    poses: list[Pose] = []
    high = thick / STRIP.h
    for when, head in heads:
        dx, dy = head[0] - x, head[1] - y
        long, turn = math.hypot(dx, dy), math.degrees(math.atan2(dy, dx))
        if poses:
            turn = short_way(poses[-1].turn, turn) if long > 1 else poses[-1].turn
        poses.append(Pose(when, x + dx / 2, y + dy / 2, turn, high, flip=max(long, 0.01) / (STRIP.w * high), ease=1.0))
    return Fly((STRIP,), tuple(poses), tint=color)
