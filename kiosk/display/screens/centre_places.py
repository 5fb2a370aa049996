"""The places of a round in the middle of the table: told one by one on the turntable, and kept beside it as a ranking.

The last place is told first. Each is a medal with its seat's sign, the coin of its place and its name for every edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.context import CentreContext
from kiosk.display.games.ranks import placed, ranking_of, rooms_of_people
from kiosk.display.games.times import LANDS_S, CountTimes
from kiosk.display.paint.brass_art import LaurelLook, MedalLook, PrizeLook, coin_of, metal_of
from kiosk.display.paint.marks import Sketch, Stretch
from kiosk.display.paint.score_chart import told as written
from kiosk.display.paint.text import width
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, rgb, seat_color
from kiosk.display.paint.turntable_art import PLATE, STAGE, STAGE_TINT
from kiosk.display.parts import part
from kiosk.display.texts.rounds import Names, who
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import turntable_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.result_places import Stage, medal_places, row_parts, stage
from kiosk.layout.sides import Side, sides
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.locale.speaker import speaker

GOLD: Final = rgb("ffb52e")
_LAUREL: Final = 1.36
"""The diameter of the winner's laurel, in those of the medal."""
_SHADE: Final = BLACK.fade(0.34)
"""The shade on the felt below a ranking."""
_FADES_S: Final = 0.3
"""Seconds in which a place fades in at a calm table."""
_NAME: Final = 0.46
_TOTAL: Final = 0.56
"""The sizes of what is in a line of the ranking, in heights of the line."""
_SAMPLE: Final = 100
"""The size at which totals are measured."""


# ---------------------------------------------------------------- told one by one


def draw_stage(sketch: Sketch, context: CentreContext, times: CountTimes, at: float) -> None:
    """Draw the places that are told just now, ``at`` seconds after the count has begun."""
    newest = max((when for _, when in times.told if when <= at), default=None)
    _draw_ground(sketch, context)
    if newest is None:
        return
    seats = tuple(seat for seat, when in times.told if when == newest)
    share = (at - newest) / _FADES_S
    if context.table.calm and share < 1:
        faded = Sketch(Frame())
        _draw_told(faded, context, seats)
        sketch.marks += [mark._replace(tint=mark.tint.fade(share)) for mark in faded.marks]
    else:
        _draw_told(sketch, context, seats)


@part
def _draw_ground(sketch: Sketch, context: CentreContext) -> None:
    """Draw the stage on the turntable."""
    place = turntable_place(context.layout)
    sketch.marks.append(Stretch(STAGE, place.x, place.y, *2 * (PLATE * place.w,), STAGE_TINT))


@part
def _draw_told(sketch: Sketch, context: CentreContext, seats: tuple[SeatNumber, ...]) -> None:
    """Draw the medals of these seats; a single one's name for every edge."""
    result, layout = context.table.result, context.layout
    if result is None:
        return
    place = turntable_place(layout)
    rank = next(rank for rank, line in placed(result) if line.seat in seats)
    parts = stage(place, rank)
    for seat, at, size in medal_places(layout, place, parts, seats):
        turned, scale = Sketch(at), size / parts.medal
        if rank == 1 and len(seats) == 1:
            turned.picture(LaurelLook(round(_LAUREL * size)), 0, 0)
        turned.picture(PrizeLook(metal_of(rank), seat, size), 0, 0)
        coin = parts.coin
        turned.picture(coin_of(rank, round(scale * coin.w)), scale * coin.x, scale * coin.y)
        sketch.add_turned(turned)
    if len(seats) == 1:
        _draw_name(sketch, context, seats[0], rank, parts)


def _draw_name(sketch: Sketch, context: CentreContext, seat: SeatNumber, rank: int, parts: Stage) -> None:
    """Draw the name of the seat at the medal, once for every edge."""
    ink = GOLD.mix(WHITE, 0.35) if rank == 1 else seat_color(seat).mix(WHITE, 0.55)
    for side in sides(context.layout, context.languages):
        turned = Sketch(side.frame)
        name = who(seat, context.table.names, speaker(side.language))
        turned.text(name, parts.names, parts.letters, ink, heavy=True)
        sketch.add_turned(turned)


# ---------------------------------------------------------------- the ranking


def draw_ranking(sketch: Sketch, context: CentreContext, times: CountTimes, at: float) -> None:
    """Draw beside the turntable, once for every edge at which people sit, the places that have been told.

    If that is one edge alone, the turntable shows it the same once all are told.
    """
    late = 0.0 if context.table.calm else LANDS_S
    seats = frozenset(seat for seat, when in times.told if when + late <= at)
    if seats:
        _draw_rooms(sketch, context, seats, all_told=at >= times.over)


@part
def _draw_rooms(sketch: Sketch, context: CentreContext, told: frozenset[SeatNumber], *, all_told: bool) -> None:
    layout, result = context.layout, context.table.result
    if result is None:
        return
    lines = [Ranked(rank, line.seat, line.total) for rank, line in placed(result)]
    rooms = rooms_of_people(layout, result, context.languages)
    for room in rooms if len(rooms) > 1 or not all_told else ():
        rows = ranking_of(layout, room, len(lines))
        shown = [*zip(lines, rows, strict=False)]
        draw_rows(sketch, room.side, context.table.names, shown, told)


class Ranked(NamedTuple):
    """A seat with its place and its total."""

    rank: int
    seat: SeatNumber
    total: int


def draw_rows(
    sketch: Sketch,
    side: Side,
    names: Names,
    rows: Sequence[tuple[Ranked, Place]],
    told: frozenset[SeatNumber] | None = None,
) -> None:
    """Draw coin, sign, name and total of each place, as this side sees them; ``told``: of these seats alone."""
    if not rows:
        return
    say, way = speaker(side.language), -1 if side.language in RIGHT_TO_LEFT else 1
    most = max(width(written(one.total), _SAMPLE, bold=False, heavy=True) for one, _ in rows) / _SAMPLE
    for one, row in rows:
        if told is None or one.seat in told:
            sketch.add(_turned(side.frame, row, one, (who(one.seat, names, say), way, most)))


@lru_cache(maxsize=96)  # while places are told, most lines stay
def _turned(frame: Frame, row: Place, one: Ranked, text: tuple[str, int, float]) -> Sketch:
    """Return one place as it is drawn on the table: do not modify it. ``text``: as in ``_drawn``."""
    sketch, own = Sketch(Frame()), Sketch(frame)
    own.add(_drawn(row, one, text))
    sketch.add_turned(own)
    return sketch


def _drawn(row: Place, one: Ranked, text: tuple[str, int, float]) -> Sketch:
    """Return one place as its side sees it.

    ``text``: the name, 1 or -1 for the direction, the width of the longest total at a size of 1.
    """
    sketch, (name, way, most) = Sketch(Frame()), text
    parts = row_parts(row, way)
    unit, size = parts.size, round(_TOTAL * parts.size)
    sketch.fill(row._replace(h=0.92 * row.h), 0.46 * unit, _SHADE)
    sketch.picture(coin_of(one.rank, round(parts.coin.w)), parts.coin.x, row.y)
    sketch.picture(MedalLook(one.seat, round(parts.sign.w)), parts.sign.x, row.y)
    total, gap, words = most * size + 2, 0.1 * unit, parts.words
    starts, ends = ("left", "right")[::way]
    own = words._replace(x=words.x - way * (total + gap) / 2, w=words.w - total - gap, h=0.84 * row.h)
    sketch.paragraph(name, own, _NAME * unit, IVORY, bold=True, align=starts)
    last = words._replace(x=words.x + way * (words.w - total) / 2, w=total)
    sketch.text(written(one.total), last, size, seat_color(one.seat).mix(WHITE, 0.45), heavy=True, align=ends)
    return sketch
