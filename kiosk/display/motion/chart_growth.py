"""Lines and bars of the score chart that grow while a round is counted, with the seats' signs at their ends."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from kiosk.display.games.count_times import COMES_S, GATHER_S, TAKEN_S, CountTimes, home_at
from kiosk.display.motion.effects import Effect, Fly
from kiosk.display.paint.light_art import STRIP
from kiosk.display.paint.motions import Pose, short_way
from kiosk.display.paint.score_chart import Scorer, Scores, chart_of
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import Rgba, seat_color
from kiosk.display.paint.turntable_art import HeadLook
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame
from kiosk.protocol import SeatScore

_STEPS: Final = 3
"""The number of legs in which a line turns from one total to the next: its angle is then right to a pixel."""
_STAYS: Final = 0.2
"""Seconds for which it stays over the picture that shows it."""


def growing(
    scores: Scores, lines: Mapping[SeatNumber, SeatScore], worth: int, times: CountTimes, plate: tuple[Frame, float]
) -> list[Effect]:
    """Return the growth of every seat's latest line or bar; ``plate``: its frame in the window, and its radius."""
    chart, (frame, radius) = chart_of(scores), plate

    def at(point: Point) -> Point:
        return frame.to_window(point[0] * radius, point[1] * radius)

    found: list[Effect] = []
    for scorer in reversed(scores.scorers):
        totals = [
            (when, min(total, chart.values[-1])) for when, total in _course(scorer, lines[scorer.seat], worth, times)
        ]
        heads = [(when, at(chart.head(scorer, total))) for when, total in totals]
        color = seat_color(scorer.seat)
        found.append(_stroke(at(chart.foot(scorer)), heads, chart.stroke * radius, color))
        look = HeadLook(round(2.4 * chart.head_size * radius), scorer.seat)
        poses = [Pose(when, *head, frame.rotation, ease=1.0) for when, head in heads]
        found.append(Fly((look,), tuple(poses)))
    return found


def _course(scorer: Scorer, line: SeatScore, worth: int, times: CountTimes) -> list[tuple[float, float]]:
    """Return a seat's total at certain times: pieces come home one by one, then what is left over is taken off."""
    before, after = scorer.totals[-2:]
    home, landed = before + worth * line.centered, home_at(line.centered)
    knots = [(GATHER_S, before), (landed, home), (landed + TAKEN_S, after)]
    found = [(COMES_S, float(before))]
    for (start, first), (end, last) in pairwise(knots):
        for step in range(1, _STEPS + 1):
            share = step / _STEPS
            found.append((start + (end - start) * share, first + (last - first) * share))
    return [*found, (times.over + _STAYS, float(after))]


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
