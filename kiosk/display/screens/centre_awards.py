"""The awards of a match in the middle of the table, below the house's name: once for every edge, in its language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.context import CentreContext
from kiosk.display.games.ranks import rooms_of_people
from kiosk.display.paint.award_art import AwardLook
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit, least_size, width
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, seat_color
from kiosk.display.parts import part
from kiosk.display.texts.awards import award_words
from kiosk.game.awards import Award
from kiosk.layout.place import Place
from kiosk.layout.result_places import LARGEST_AWARD, ResultRoom, award_rows
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.locale.speaker import speaker
from kiosk.protocol import RoundResult
from kiosk.protocol.results import ranks

_SHADE: Final = BLACK.fade(0.34)
"""The shade on the felt below a line."""
_SIGN: Final = 0.7
_MEDAL: Final = 0.94
_FIGURE: Final = 0.56
_LABEL: Final = 0.4
"""The sizes of what is in a line, in heights of the line."""
_TALL, _RAISED, _LOWERED = 1.36, 0.24, 0.3
"""The height of a line with words below the figure, how far this stands above its middle, and they below it."""
_TALLEST, _HIGH, _LOW = 1.7, 0.32, 0.51
"""The same for a line with words below all else."""
_EVEN: Final = 1.2
"""How much larger than at another edge they may be."""
_BEGINS: Final = _SIGN + _MEDAL + 0.45
"""Where figures begin."""
_END: Final = 0.35
_SPARE: Final = 0.1
"""The margin at a line's end, and what widths are rounded by at the most."""
_BAR: Final = 0.16
_NAME_AT: Final = 0.5
_NAME: Final = 0.58
"""The width of the bar before the house's name, where that begins, and its size, in heights of a line."""
_STRIP, _CLOSER = 1.8, 0.9
"""Where a whole line for that name costs words or an award: the height of a narrow one, in the smallest size of text,
and how much closer lines may stand then."""
_EACH_S: Final = 0.2
"""Seconds from one edge to the next: all at once would be late on a slow machine."""
_SAMPLE: Final = 96
"""The size at which texts are measured, all as heavy ones: a font of another size takes long to open."""


def in_order(result: RoundResult) -> list[Award]:
    """Return the awards in the order of the places."""
    given = {award.seat: award for award in result.awards}
    return [given[line.seat] for _, line in ranks(result, final=True) if line.seat in given]


def draw_awards(sketch: Sketch, context: CentreContext, at: float) -> None:
    """Draw beside what stands in the middle who got what: for one edge of people after the other, from ``at`` 0 on."""
    result = context.table.result
    count = len(rooms_of_people(context.layout, result, context.languages)) if result is not None else 0
    for number in range(count):
        if context.table.calm or at >= (number + 1) * _EACH_S:
            _draw_room(sketch, context, number)


@part
def _draw_room(sketch: Sketch, context: CentreContext, number: int) -> None:
    """Draw the awards for the edge of this number, without words where they could not be read."""
    result, whose = context.table.result, context.table.whose
    awards = in_order(result) if result is not None else []
    if result is None or not (awards or whose):
        return
    edges = [_Edge.of(room, awards, context) for room in rooms_of_people(context.layout, result, context.languages)]
    most = _EVEN * min(edge.unit for edge in edges)
    edge = edges[number]
    room, text = edge.room, edge.text
    rows, form = edge.laid_out(room.awards, text, most)
    turned, way = Sketch(room.side.frame), -1 if room.side.language in RIGHT_TO_LEFT else 1
    for high in (rows[0].h, _STRIP * text) if whose else ():
        lower, closer = edge.laid_out(_below(room.awards, high), _CLOSER * text, most)
        head = lower[0]._replace(y=lower[0].top + high / 2, h=high)
        no_less = len(lower) == len(rows) and bool(closer.label) == bool(form.label)
        if no_less and _draw_whose(turned, head, way, context, (room.awards.w, text)):
            rows, form = lower, closer
            break
    for row, award, (figure, label) in zip(rows, awards, edge.told, strict=False):
        _draw_line(turned, _Line(row, way, form), award, figure, label)
    sketch.add_turned(turned)


class _Edge(NamedTuple):
    """What one edge reads: its room and the figure and words of each award.

    ``largest``: the largest unit of a line, ``text``: the smallest size of text, both in pixels.
    """

    room: ResultRoom
    told: tuple[tuple[str, str], ...]
    largest: float
    text: float

    @classmethod
    def of(cls, room: ResultRoom, awards: Sequence[Award], context: CentreContext) -> _Edge:
        """Return what this edge reads, in its language."""
        layout, say = context.layout, speaker(room.side.language)
        largest = LARGEST_AWARD * min(layout.centre.w, layout.centre.h)
        text = least_size(next((panel.mm for panel in layout.panels.values()), 2.0), needed=False)
        return cls(room, tuple(award_words(award, say) for award in awards), largest, text)

    @property
    def unit(self) -> float:
        """The largest unit of a line for which there is room."""
        rows, form = self.laid_out(self.room.awards, self.text, self.largest)
        return form.unit(rows[0])

    def laid_out(self, place: Place, least: float, most: float) -> tuple[list[Place], _Form]:
        """Return the lines, as many as there is room for, and their form: the largest in which words can be read.

        ``least``: how close lines may stand; ``most``: the largest unit of a line.
        """
        *worded, bare = _forms(self.told)
        count = len(self.told)
        found = [(award_rows(place, count, most, least, (form.long, form.tall)), form) for form in worded]
        rows, form = max(found, key=lambda one: (len(one[0]), one[1].unit(one[0][0])))
        if _LABEL * form.unit(rows[0]) >= 1.1 * self.text:  # sizes are rounded down to pixels
            return rows, form
        return award_rows(place, count, most, least, (bare.long, bare.tall)), bare


def _below(place: Place, high: float) -> Place:
    """Return what is left of a place below a line so ``high``."""
    return place._replace(y=place.y - high / 2, h=place.h - high)


def _longest(words: Sequence[str]) -> float:
    return max((width(one, _SAMPLE, bold=False, heavy=True) for one in words), default=0.0) / _SAMPLE


def _draw_whose(sketch: Sketch, row: Place, way: int, context: CentreContext, limits: tuple[float, float]) -> bool:
    """Draw the house's name beside a bar of its colour, as at the head of its pages; return False if it is too long.

    ``way``: 1 or -1 for its direction; ``limits``: the width of the room in which the lines lie in the middle, and the
    smallest size of text.
    """
    wide, least = limits
    high, name = row.h, context.table.whose
    room = (wide + row.w) / 2 - (_NAME_AT + _SPARE) * high
    look = fit(name, max(_NAME * high, math.ceil(least)), room, bold=True)
    if look.size < least or look.extent[0] > room:
        return False
    start = row.x - way * row.w / 2
    bar = Place(start + way * (0.1 + _BAR / 2) * high, row.y, _BAR * high, 0.7 * high)
    sketch.fill(bar, bar.w / 2, context.table.accent)
    sketch.picture(look, start + way * (_NAME_AT * high + look.extent[0] / 2), row.y, IVORY)
    return True


class _Form(NamedTuple):
    """How what is in a line lies in it, in units of the size of its parts.

    ``figure``, ``label``: left, right, and the middle above that of the line, of the room for the figure and for its
    words, None: there are no words; ``tall``: the height of the line; ``raised``: how far sign and medal stand above
    its middle.
    """

    figure: tuple[float, float, float]
    label: tuple[float, float, float] | None
    tall: float = 1.0
    raised: float = 0.0

    @property
    def long(self) -> float:
        """The length of the line."""
        return max(self.figure[1], self.label[1] if self.label is not None else 0.0) - _SPARE + _END

    def unit(self, row: Place) -> float:
        """Return the size of the parts in a line of this form, in pixels."""
        return row.h / self.tall


@lru_cache(maxsize=8)  # all edges ask for those of all others
def _forms(told: tuple[tuple[str, str], ...]) -> tuple[_Form, ...]:
    """Return the forms: words beside the figure, below it where lines are short, below all, and none."""
    counted = _BEGINS + _FIGURE * _longest([figure for figure, _ in told]) + _SPARE
    long = _LABEL * _longest([label for _, label in told]) + _SPARE
    beside = counted + 0.2 - _SPARE
    return (
        _Form((_BEGINS, counted, 0.0), (beside, beside + long, 0.0)),
        _Form((_BEGINS, counted, _RAISED), (_BEGINS, _BEGINS + long, -_LOWERED), _TALL),
        _Form((_BEGINS, counted, _HIGH), (_END, _END + long, -_LOW), _TALLEST, _HIGH),
        _Form((_BEGINS, counted, 0.0), None),
    )


class _Line(NamedTuple):
    """The place of a line, 1 or -1 for its direction, and its form."""

    row: Place
    way: int
    form: _Form

    def at(self, left: float, right: float, above: float = 0.0) -> Place:
        """Return the room between two distances from where the line begins, its middle so far above the line's."""
        row, unit = self.row, self.form.unit(self.row)
        middle = row.x + self.way * ((left + right) * unit - row.w) / 2
        return Place(middle, row.y + above * unit, (right - left) * unit, unit)


def _draw_line(sketch: Sketch, line: _Line, award: Award, figure: str, label: str) -> None:
    """Draw a seat's sign, its medal, the figure and its words."""
    row, form, unit = line.row, line.form, line.form.unit(line.row)
    align = ("left", "right")[:: line.way][0]
    sketch.fill(row._replace(h=row.h - 0.08 * unit), 0.46 * unit, _SHADE)
    y = row.y + form.raised * unit
    sketch.picture(MedalLook(award.seat, round(_SIGN * unit)), line.at(0.1, 0.1 + _SIGN).x, y)
    sketch.picture(AwardLook(award.kind, round(_MEDAL * unit)), line.at(0.25 + _SIGN, _BEGINS - 0.2).x, y)
    if figure:
        ink = seat_color(award.seat).mix(WHITE, 0.45)
        sketch.text(figure, line.at(*form.figure), _FIGURE * unit, ink, heavy=True, align=align)
    if label and form.label is not None:
        sketch.text(label, line.at(*form.label), _LABEL * unit, IVORY, bold=True, align=align)
