"""The middle of the table after a round and after a match: the turntable with the scores, and the celebration."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from kiosk.display.context import CentreContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.ranks import celebrated, prizes_look, star_words, turntable_look
from kiosk.display.games.times import TAKEN_S, CountTimes, home_at, landed
from kiosk.display.motion.effects import count_up
from kiosk.display.paint.brass_art import CoinLook, LaurelLook, PrizeLook, metal_of
from kiosk.display.paint.lettering import CALL_GLOW, CallLook, call_reach, call_width
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.score_chart import Scores, chart_of, told
from kiosk.display.paint.text import CAP_HEIGHT, LEGIBLE, TextLook
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, rgb
from kiosk.display.paint.turntable_art import PLATE
from kiosk.display.parts import part
from kiosk.display.texts.rounds import who
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import (
    CORE,
    MEDAL,
    edges_in_turn,
    laurel_size,
    names_reach,
    prizes_place,
    turn_at,
    turntable_place,
)
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Layout
from kiosk.locale.speaker import speaker
from kiosk.protocol import RoundResult, SeatScore
from kiosk.protocol.results import ranks


def draw_turntable(sketch: Sketch, context: CentreContext, times: CountTimes, at: float) -> None:
    """Draw the scores ``at`` seconds after the count has begun, turned to one edge after another once it is over."""
    table, result, counted = context.table, context.table.result, at >= times.over
    if result is None:
        return
    turn = turn_at(edges_in_turn(context.layout, result), at - times.turns, calm=table.calm)
    plate, scores = _draw_plate(sketch, context, turn, counted=counted)
    if scores is not None and at < times.taken:  # later the places are told on it
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
        right = chart.total_right * radius
        x, y = plate.to_window(right - look.extent[0] / 2, chart.row(index) * radius)
        sketch.picture(look, x, y, IVORY, plate.rotation)


# ---------------------------------------------------------------- a match won


def draw_prizes(sketch: Sketch, context: CentreContext, at: float) -> None:
    """Draw the medals on the turntable, and the winners' names at the edges."""
    result = context.table.result
    if result is None:
        return
    place = prizes_place(context.layout)
    look = prizes_look(result, place.w, context.table.page)
    edges = edges_in_turn(context.layout, result, next(iter(celebrated(result)), None))
    sketch.picture(look, place.x, place.y, turn=turn_at(edges, at, calm=context.table.calm))
    draw_names(sketch, context, celebrated(result), place.h / 2)


_GOLD: Final = rgb("ffb52e")
_NEAREST: Final = 0.018
"""The gap between the laurel and a name, in units of the felt's shorter side."""
_CAPTION: Final = (0.36, 0.6)
"""The least and the largest size of the words above a name, relative to it."""
_BELOW_CAPTION: Final = 0.26
"""The gap below them, likewise: their glow touches no letter."""
_LARGEST: Final = 0.11
"""The maximum size of a name, as a fraction of the window's shorter side."""
_LONGEST: Final = 0.8
"""A name's maximum width, in the same units."""
_IVORY_GOLD: Final = rgb("fff3d4")
_NEXT: Final = {1: 0.115, 2: 0.115, 3: 0.105, 4: 0.095}
"""The places whose coins are shown, one for each seat, and their radius, in units of the felt's shorter side."""
_HIGH: Final = 5
"""The coins that lie on each other for second place; one less for each further place."""
_THICK: Final = 0.1
"""How far a coin stands out below the next one, in radii."""
_COIN: Final = 2.9
"""The side of the place that a pile of coins needs, in radii."""
_SHARES: Final = (1.0, 0.85, 0.72, 0.61, 0.5)
"""The sizes of the coins that are tried, relative to the usual one."""


@part
def draw_feast(sketch: Sketch, context: CentreContext) -> None:
    """Draw the medals of who is celebrated in a sun, their names at the edges, and the coins of the other places.

    They are the winners, but for bots: then the best of the people, and the winner has the first coin.
    """
    result = context.table.result
    layout, stars = context.layout, () if result is None else celebrated(result)
    if result is None or not stars:
        return
    core = CORE * _short(layout)
    _draw_medals(sketch, layout, result, stars)
    taken = [Place(*layout.centre[:2], 2 * core, 2 * core), *draw_names(sketch, context, stars, core)]
    _draw_next(sketch, layout, result, stars, taken)


def _short(layout: Layout) -> float:
    return min(layout.centre.w, layout.centre.h)


def _turn(layout: Layout, seat: SeatNumber) -> float:
    """Return the rotation that is upright for this seat, if it is still there."""
    return layout.panels[seat].frame.rotation if seat in layout.panels else 0.0


def _draw_medals(sketch: Sketch, layout: Layout, result: RoundResult, stars: tuple[SeatNumber, ...]) -> None:
    """Draw one large medal in a laurel, or several side by side."""
    (x, y), short = layout.centre[:2], _short(layout)
    turn = _turn(layout, stars[0])
    metal = metal_of(next((rank for rank, line in ranks(result, final=True) if line.seat in stars), 1))
    if len(stars) == 1:
        sketch.picture(LaurelLook(laurel_size(layout)), x, y, turn=turn)
        sketch.picture(PrizeLook(metal, stars[0], round(2 * MEDAL * short)), x, y, turn=turn)
        return
    size = 2 * CORE * short / len(stars)
    for number, seat in enumerate(stars):
        aside = size * (number - (len(stars) - 1) / 2)
        sketch.picture(PrizeLook(metal, seat, round(0.94 * size)), x + aside, y)


def _draw_next(
    sketch: Sketch, layout: Layout, result: RoundResult, stars: tuple[SeatNumber, ...], taken: list[Place]
) -> None:
    """Draw the coins of the other places before their owners' trays, clear of what is ``taken``: one for each seat.

    They are smaller where not all of them find room; if they do not even then, as many as do.
    """
    others = [
        (rank, line.seat)
        for rank, line in ranks(result, final=True)
        if rank in _NEXT and line.seat not in stars and line.seat in layout.panels
    ]
    for share in _SHARES:
        coins = _placed(layout, others, share, taken)
        if len(coins) == len(others):
            break
    for rank, seat, place in coins:
        turned = Sketch(Frame(place.x, place.y, _turn(layout, seat)))
        _draw_pile(turned, rank, seat, place.w / _COIN)
        sketch.add_turned(turned)


def _placed(
    layout: Layout, others: Sequence[tuple[int, SeatNumber]], share: float, taken: Sequence[Place]
) -> list[tuple[int, SeatNumber, Place]]:
    """Return the coins that find room, each with its place; ``share``: their size relative to the usual one."""
    found: list[tuple[int, SeatNumber, Place]] = []
    for rank, seat in others:
        radius = share * _NEXT[rank] * _short(layout)
        place = next(_free(layout, seat, radius, [*taken, *(place for *_, place in found)]), None)
        if place is not None:
            found.append((rank, seat, place))
    return found


def _free(layout: Layout, seat: SeatNumber, radius: float, taken: Sequence[Place]) -> Iterator[Place]:
    """Yield free places for a coin on the felt before a seat, the nearest to the middle of its edge first."""
    panel, side = layout.panels[seat], _COIN * radius
    felt = layout.centre.inset(side / 2 + 1)
    for step in range(math.ceil(4 * max(felt.w, felt.h) / radius)):  # as far as the felt reaches, wherever it begins
        along = (1, -1)[step % 2] * ((step + 1) // 2) * radius / 2
        x, y = panel.frame.to_window(along, panel.size[1])
        x, y = min(max(x, felt.left), felt.right), min(max(y, felt.bottom), felt.top)
        place = Place(x, y, side, side)
        if not any(place.overlaps(other) for other in taken):
            yield place


def _draw_pile(sketch: Sketch, rank: int, seat: SeatNumber, radius: float) -> None:
    """Draw a pile of coins with a seat's sign on the uppermost, and its place."""
    metal, size = metal_of(rank), round(2 * radius)
    count = min(_HIGH, _HIGH + 2 - rank)
    for below in range(count - 1, 0, -1):
        sketch.picture(CoinLook(metal, "", size), 0, -below * _THICK * radius)
    sketch.picture(PrizeLook(metal, seat, size), 0, 0)
    sketch.picture(CoinLook(metal, str(rank), round(0.85 * radius)), 0.8 * radius, 0.7 * radius)


# ---- names


@part
def draw_names(sketch: Sketch, context: CentreContext, stars: tuple[SeatNumber, ...], core: float) -> list[Place]:
    """Draw at an edge the name of the star who sits there; if none does, that of the only star, or all signs.

    Above a name, if a bot has won, what is said to the best of the people. ``core``: the radius of what they surround,
    in pixels. Return the places of the names and the signs.
    """
    layout, short, result = context.layout, _short(context.layout), context.table.result
    is_winner = result is not None and (not result.winners or bool({*stars} & {*result.winners}))
    named: list[tuple[Side, Lines]] = []
    taken: list[Place] = []
    for side in sides(layout, context.languages):
        own = [seat for seat in stars if seat in _seats_at(layout, side.edge)] or list(stars)
        if len(own) == 1:
            say = speaker(side.language)
            name = who(own[0], context.table.names, say).upper()
            alone = Lines(((name, 1.0),))
            named.append((side, alone if result is None or is_winner else _below(star_words(result, say), name)))
        else:
            taken.append(_draw_signs(sketch, side, own, core, short))
    near = core + _NEAREST * short
    size = _name_size(named, near, layout)
    beyond = max((call.width * size / 2 for side, call in named if side.long), default=0.0) + 2 * CALL_GLOW * size
    for side, call in named:
        depth = (near if side.long else max(near, beyond)) + call.height * size / 2
        turned = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
        draw_call(turned, call, size, _GOLD, _IVORY_GOLD)
        sketch.add_turned(turned)
        taken.append(_around(turned.frame, (call.width + 2 * CALL_GLOW) * size, (call.height + 2 * CALL_GLOW) * size))
    return taken


def _below(words: str, name: str) -> Lines:
    """Return a name below words that are as wide as it is, as far as they are neither small nor large then."""
    wide = call_width(name, _SAMPLE) / call_width(words, _SAMPLE)
    return Lines(((words, min(_CAPTION[1], max(_CAPTION[0], wide))), (name, 1.0)), _BELOW_CAPTION)


def _name_size(named: Sequence[tuple[Side, Lines]], near: float, layout: Layout) -> int:
    """Return the size at which all names lie on the felt beyond ``near`` pixels from its middle, their glow apart."""
    short = _short(layout)
    widest = max((call.width for _, call in named), default=1.0)
    deepest = max((call.height for _, call in named), default=1.0) + CALL_GLOW
    sizes = [_LARGEST * min(layout.area.w, layout.area.h), _LONGEST * short / widest, (short / 2 - near) / deepest]
    if not any(side.long for side, _ in named):
        sizes.append((names_reach(layout) - near) / deepest)
    elif not all(side.long for side, _ in named):
        sizes.append(names_reach(layout) / (widest / 2 + 2 * CALL_GLOW + deepest))
    return max(LEGIBLE, int(min(sizes)))


def _around(frame: Frame, w: float, h: float) -> Place:
    """Return the box in the window of something in the middle of a turned sketch."""
    return Place(frame.x, frame.y, *((w, h) if frame.rotation % 180 == 0 else (h, w)))


def _draw_signs(sketch: Sketch, side: Side, seats: list[SeatNumber], core: float, short: float) -> Place:
    size = 0.9 * (short / 2 - core - _NEAREST * short)
    depth = core + _NEAREST * short + size / 2
    turned = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
    for number, seat in enumerate(seats):
        turned.picture(PrizeLook("gold", seat, round(size)), 1.2 * size * (number - (len(seats) - 1) / 2), 0)
    sketch.add_turned(turned)
    return _around(turned.frame, 1.2 * size * len(seats), size)


def _seats_at(layout: Layout, edge: str) -> set[SeatNumber]:
    return {seat for seat, panel in layout.panels.items() if panel.edge == edge}


_FIRST: Final = 0.53
"""Size of the first word of a call, relative to that of the others."""
_APART: Final = 0.07
"""The gap between its lines, in units of its size."""
_GAP: Final = 0.06
"""The gap between a call and what lies beside it."""
_SAMPLE: Final = 100
"""The size at which words are measured."""


class Lines(NamedTuple):
    """The lines of a call, each with its size relative to that of the last one; ``apart``: the gap, likewise."""

    lines: tuple[tuple[str, float], ...]
    apart: float = _APART

    @classmethod
    def of(cls, text: str) -> Lines:
        """Return the call with its first word above the others, which are larger."""
        first, _, last = text.partition(" ")
        return cls(((first, _FIRST), (last, 1.0)) if last else ((first, 1.0),))

    @property
    def width(self) -> float:
        """The width of the letters at a size of 1."""
        return max(call_width(line, _SAMPLE) * share for line, share in self.lines) / _SAMPLE

    @property
    def height(self) -> float:
        """The height of the letters at a size of 1, with accents and tails."""
        letters = sum(share * (CAP_HEIGHT + sum(call_reach(line))) for line, share in self.lines)
        return letters + self.apart * (len(self.lines) - 1)


def call_sizes(calls: Sequence[tuple[Side, Lines]], core: float) -> list[int]:
    """Return the largest sizes at which all calls fit around a round thing in the middle: equal, but for long words.

    ``core``: its radius in units of the largest size. Calls for the long sides lie above and below it, those for the
    short sides at the ends of the felt.
    """
    long = [(side, call) for side, call in calls if side.long]
    short = [(side, call) for side, call in calls if not side.long]
    sizes = [side.h / 2 / (core + call.height + 2 * _GAP) for side, call in calls]
    beside = max((call.width for _, call in long), default=2 * core) / 2
    sizes += [side.h / 2 / (beside + call.height + 2 * _GAP) for side, call in short]
    size = min(sizes, default=LEGIBLE)
    return [max(LEGIBLE, int(min(size, 0.94 * side.w / call.width))) for side, call in calls]


def call_depth(side: Side, call: Lines, size: int, core: float) -> float:
    """Return the distance of the call's middle from that of the table."""
    if side.long:
        return (core + _GAP + call.height / 2) * size
    return side.h / 2 - (_GAP + call.height / 2) * size


def draw_call(sketch: Sketch, call: Lines, size: int, tint: Rgba, shine: Rgba = WHITE) -> None:
    """Draw a call in the middle of the sketch; ``size``: of its last line; ``shine``: the light on its upper part."""
    y = call.height * size / 2
    for text, share in call.lines:
        above, below = call_reach(text)
        letters, middle = (share * size * (CAP_HEIGHT + part) for part in (above + below, 2 * above))
        for is_shine, color in ((False, tint), (True, shine)):
            sketch.picture(CallLook(text, max(LEGIBLE, round(share * size)), is_shine), 0, y - middle / 2, color)
        y -= letters + call.apart * size
