"""The middle of the table after a round and after a match: the turntable with the scores, the winners' medals."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.display.context import CentreContext
from kiosk.display.games.count_times import TAKEN_S, CountTimes, home_at, landed
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.ranks import prizes_look, turntable_look
from kiosk.display.motion.effects import count_up
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.score_chart import Scores, chart_of, told
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import IVORY
from kiosk.display.paint.turntable_art import PLATE
from kiosk.display.parts import part
from kiosk.display.widgets.feast import draw_names, winners_of
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import edges_in_turn, prizes_place, turn_at, turntable_place
from kiosk.layout.place import Frame, Place
from kiosk.protocol import RoundResult, SeatScore


def draw_turntable(sketch: Sketch, context: CentreContext, times: CountTimes, at: float) -> None:
    """Draw the scores ``at`` seconds after the count has begun, turned to one edge after another once it is over."""
    table, result, counted = context.table, context.table.result, at >= times.over
    if result is None:
        return
    turn = turn_at(edges_in_turn(context.layout, result), at - times.turns, calm=table.calm)
    plate, scores = _draw_plate(sketch, context, turn, counted=counted)
    if scores is not None and not counted:
        _draw_totals(sketch, scores, Frame(plate.x, plate.y, turn), PLATE * plate.w / 2, _totals(context, result, at))


@part
def _draw_plate(sketch: Sketch, context: CentreContext, turn: float, *, counted: bool) -> tuple[Place, Scores | None]:
    """Draw the turntable without the totals that count up; return its place and what it shows."""
    table, place = context.table, turntable_place(context.layout)
    if table.result is None:
        return place, None
    handicap = table.texts.handicap
    icon = handicap.icon if handicap is not None else ""
    languages = dict(context.languages)
    look = turntable_look(table.result, table.names, table, languages, place.w, icon, counted=counted)
    sketch.picture(look, place.x, place.y, turn=turn)
    return place, look.scores


def running(line: SeatScore, worth: int, at: float) -> int:
    """Return a seat's points of the round as counted so far; ``worth``: of a piece that has come home."""
    if line.away:
        return line.points
    home, since = worth * landed(line.centered, at), home_at(line.centered)
    return home if at < since else count_up(home, line.points, since, TAKEN_S, at)


def _totals(context: CentreContext, result: RoundResult, at: float) -> dict[SeatNumber, int]:
    """Return the totals as counted so far."""
    worth = picture_of_game(context.table.game).worth
    return {line.seat: line.total - line.points + running(line, worth, at) for line in result.lines}


def _draw_totals(sketch: Sketch, scores: Scores, plate: Frame, radius: float, totals: Mapping[SeatNumber, int]) -> None:
    """Draw the totals that count up, in the list on the plate."""
    chart = chart_of(scores)
    size = round(chart.total_size * radius)
    for index, scorer in enumerate(scores.scorers):
        look = TextLook(told(totals[scorer.seat]), size, heavy=True)
        right = chart.total_right(index) * radius
        x, y = plate.to_window(right - look.extent[0] / 2, chart.row(index) * radius)
        sketch.picture(look, x, y, IVORY, plate.rotation)


# ---------------------------------------------------------------- a match won


def draw_prizes(sketch: Sketch, context: CentreContext, at: float) -> None:
    """Draw the medals on the turntable, and the winners' names at the edges."""
    result = context.table.result
    if result is None:
        return
    place = prizes_place(context.layout)
    look = prizes_look(result, place.w)
    edges = edges_in_turn(context.layout, result, next(iter(result.winners), None))
    sketch.picture(look, place.x, place.y, turn=turn_at(edges, at, calm=context.table.calm))
    draw_names(sketch, context, winners_of(result), place.h / 2)
