"""The places of a round in the middle of the table: told one by one on the turntable, and kept beside it as a ranking.

The last place is told first. Each is a medal with its seat's sign, the coin of its place and its name for every edge.
"""

from __future__ import annotations

from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.games.ranks import ranks
from kiosk.display.games.times import CountTimes
from kiosk.display.paint.brass_art import LaurelLook, MedalLook, PrizeLook, coin_of, metal_of
from kiosk.display.paint.marks import Sketch, Stretch
from kiosk.display.paint.score_chart import told as written
from kiosk.display.paint.text import least_size, width
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, rgb, seat_color
from kiosk.display.paint.turntable_art import PLATE, STAGE, STAGE_TINT
from kiosk.display.parts import part
from kiosk.display.texts.rounds import who
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import turntable_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.result_places import ResultRoom, Stage, ranking_rows, result_rooms, stage
from kiosk.layout.sides import sides
from kiosk.layout.table_layout import Layout
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.locale.speaker import speaker
from kiosk.protocol import RoundResult, SeatScore

GOLD: Final = rgb("ffb52e")
_LAUREL: Final = 1.42
"""The diameter of the winner's laurel, in those of the medal."""
_SHADE: Final = BLACK.fade(0.34)
"""The shade on the felt below a ranking."""
_COIN: Final = 0.84
_SIGN: Final = 0.7
_NAME: Final = 0.46
_TOTAL: Final = 0.56
"""The sizes of what is in a line of the ranking, in heights of the line."""
_SAMPLE: Final = 100
"""The size at which totals are measured."""


def ranked(result: RoundResult) -> list[tuple[int, SeatScore]]:
    """Return who has a place, the best first."""
    return [(rank, line) for rank, line in ranks(result, final=False) if rank is not None]


# ---------------------------------------------------------------- told one by one


def draw_stage(sketch: Sketch, context: CentreContext, times: CountTimes, at: float) -> None:
    """Draw the places that are told just now, ``at`` seconds after the count has begun."""
    newest = max((when for _, when in times.told if when <= at), default=None)
    _draw_told(sketch, context, tuple(seat for seat, when in times.told if when == newest))


@part
def _draw_told(sketch: Sketch, context: CentreContext, seats: tuple[SeatNumber, ...]) -> None:
    """Draw the stage on the turntable, and on it the medals of these seats; a single one's name for every edge."""
    result, layout = context.table.result, context.layout
    if result is None:
        return
    place, last = turntable_place(layout), max((rank for rank, _ in ranked(result)), default=1)
    sketch.marks.append(Stretch(STAGE, place.x, place.y, *2 * (PLATE * place.w,), STAGE_TINT))
    if not seats:
        return
    rank = next((rank for rank, line in ranked(result) if line.seat in seats), last)
    parts = stage(place, rank, last)
    for seat, at in medal_places(layout, place, parts, seats):
        draw_medal(sketch, at, rank, seat, parts, alone=len(seats) == 1)
    if len(seats) == 1:
        _draw_name(sketch, context, seats[0], rank, parts)


def medal_places(
    layout: Layout, place: Place, parts: Stage, seats: tuple[SeatNumber, ...]
) -> list[tuple[SeatNumber, Frame]]:
    """Return where the medals of equal places lie: one in the middle turned to its owner, several side by side."""
    if len(seats) == 1:
        panel = layout.panels.get(seats[0])
        return [(seats[0], Frame(place.x, place.y, panel.frame.rotation if panel is not None else 0.0))]
    step = min(1.1 * parts.medal, 0.8 * place.w / len(seats))
    return [
        (seat, Frame(place.x + step * (number - (len(seats) - 1) / 2), place.y)) for number, seat in enumerate(seats)
    ]


def draw_medal(sketch: Sketch, at: Frame, rank: int, seat: SeatNumber, parts: Stage, *, alone: bool) -> None:
    """Draw a medal with the coin of its place; a single winner's in a laurel."""
    size = parts.medal if alone else round(0.6 * parts.medal)
    turned, scale = Sketch(at), size / parts.medal
    if rank == 1 and alone:
        turned.picture(LaurelLook(round(_LAUREL * size)), 0, 0)
    turned.picture(PrizeLook(metal_of(rank), seat, size), 0, 0)
    coin = parts.coin
    turned.picture(coin_of(rank, round(scale * coin.w)), scale * coin.x, scale * coin.y)
    sketch.add_turned(turned)


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
    """Draw beside the turntable, once for every edge, the places that have been told."""
    seats = frozenset(seat for seat, when in times.told if when <= at)
    if seats:
        _draw_rooms(sketch, context, seats)


@part
def _draw_rooms(sketch: Sketch, context: CentreContext, told: frozenset[SeatNumber]) -> None:
    layout, result = context.layout, context.table.result
    if result is None:
        return
    lines = ranked(result)
    for room in result_rooms(layout, sides(layout, context.languages)):
        rows = rows_of(layout, room, len(lines))
        turned = Sketch(room.side.frame)
        _draw_rows(turned, context, room, [*zip(lines, rows, strict=False)], told)
        sketch.add_turned(turned)


def rows_of(layout: Layout, room: ResultRoom, count: int) -> list[Place]:
    """Return the lines of the ranking in a room, of so many places."""
    mm = next((panel.mm for panel in layout.panels.values()), 2.0)
    return ranking_rows(room, count, min(layout.centre.w, layout.centre.h), least_size(mm, needed=False))


def _draw_rows(
    sketch: Sketch,
    context: CentreContext,
    room: ResultRoom,
    rows: list[tuple[tuple[int, SeatScore], Place]],
    told: frozenset[SeatNumber],
) -> None:
    """Draw coin, sign, name and total of each place that has been told."""
    if not rows:
        return
    say, way = speaker(room.side.language), -1 if room.side.language in RIGHT_TO_LEFT else 1
    most = max(width(written(line.total), _SAMPLE, bold=False, heavy=True) for (_, line), _ in rows) / _SAMPLE
    for (rank, line), row in rows:
        if line.seat in told:
            _draw_row(sketch, row, rank, line, (who(line.seat, context.table.names, say), way, most))


def _draw_row(sketch: Sketch, row: Place, rank: int, line: SeatScore, text: tuple[str, int, float]) -> None:
    """Draw one place; ``text``: the name, 1 or -1 for the direction, the width of the longest total at a size of 1."""
    name, way, most = text
    high, size = row.h, round(_TOTAL * row.h)
    sketch.fill(row._replace(h=0.92 * high), 0.46 * high, _SHADE)

    def at(left: float, right: float) -> Place:
        """Return the room between two distances from where the line begins."""
        return Place(row.x + way * ((left + right - row.w) / 2), row.y, right - left, high)

    coin, sign = _COIN * high, _SIGN * high
    begins = coin + sign + 0.3 * high
    ends = row.w - 0.2 * high - most * size - 2
    sketch.picture(coin_of(rank, round(coin)), at(0.06 * high, 0.06 * high + coin).x, row.y)
    sketch.picture(MedalLook(line.seat, round(sign)), at(begins - sign - 0.1 * high, begins - 0.1 * high).x, row.y)
    sides = ("left", "right")[::way]
    sketch.text(name, at(begins, ends - 0.1 * high), _NAME * high, IVORY, bold=True, align=sides[0])
    ink = seat_color(line.seat).mix(WHITE, 0.45)
    sketch.text(written(line.total), at(ends, row.w - 0.2 * high), size, ink, heavy=True, align=sides[1])
