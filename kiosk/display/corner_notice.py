"""What is said beside a corner that the staff hold during a round: their menu wants a pause."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kiosk.display.paint.brass_art import GO_LACQUER, MedalLook, RoundLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import TextLook, wrap
from kiosk.display.paint.theme import ACCENT, BLACK, IVORY, WHITE, seat_color
from kiosk.display.paint.tray_art import StopFace, StopLook
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import TURN, Frame, Layout, Place
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.locale.speaker import speaker
from kiosk.protocol import Snapshot

_LETTERS: Final = (0.034, 0.029, 0.024)
"""The sizes of its letters, of which the largest that finds room is taken, as parts of the table's shorter side."""
_BUTTON: Final = 2.6
"""The diameter of a button in the picture; in letters, as all lengths below."""
_APART: Final = 3.1
_PAD: Final = 0.6
_LINE: Final = 1.25
_SEAT: Final = 3.4
"""From a seat's sign with its number to the next one."""
_ROW: Final = 1.9
"""The height of a row of them."""
_ROOMS: Final = ((30.0, True), (14.0, False), (9.0, False))
"""The widths that the words are wrapped to, and whether the picture stands before them instead of above."""
_FAR: Final = 0.5
"""How far it may lie from the corner, as a part of the table's shorter side."""


class CornerNotice(NamedTuple):
    """The notice beside a corner: its place before rotation, and what is on it."""

    place: Place
    turn: float
    size: int
    lines: tuple[TextLook, ...]
    beside: bool
    """The picture of the buttons stands before the words, not above them."""
    runs: int
    """The direction of the words: 1 to the right, -1 to the left."""
    rows: tuple[tuple[SeatNumber, ...], ...]
    """The seats whose buttons they are, below the words."""


def pausing(snapshot: Snapshot) -> tuple[SeatNumber, ...]:
    """Return the seats of the people who play this round: more than half of them pause it together."""
    playing = (view for view in snapshot.seats if view.state == "playing" and not view.bot)
    return tuple(view.seat for view in playing if not snapshot.tiebreak or view.seat in snapshot.tiebreak)


def corner_notice(
    layout: Layout, corner: Item, language: str, piles: Sequence[Place], people: Sequence[SeatNumber]
) -> CornerNotice:
    """Return the notice on the felt nearest to the corner, upright for whoever stands at the nearest edge with a seat.

    It covers no tray and none of the ``piles`` if there is such a place near the corner, else rather piles than trays.
    ``people``: the seats of which more than half have to ask for the pause.
    """
    seats = {**layout.tabs, **layout.panels}
    turn = TURN[seats[corner.seat].edge] if corner.seat in seats else 0.0
    trays = [panel.bounds for panel in seats.values()]
    for taken in ([*trays, *piles], trays, []):
        for notice in _notices(layout, language, turn, people):
            for x, y in _near(layout, corner, notice):
                wide, high = (notice.place.w, notice.place.h) if turn % 180 == 0 else (notice.place.h, notice.place.w)
                if not any(Place(x, y, wide, high).overlaps(other) for other in taken):
                    return notice._replace(place=notice.place._replace(x=x, y=y))
    raise AssertionError("where nothing is taken, there is room")


def _notices(layout: Layout, language: str, turn: float, people: Sequence[SeatNumber]) -> Iterator[CornerNotice]:
    """Yield the notice in every form, the most legible first."""
    say = speaker(language)
    needed = len(people) // 2 + 1
    all_of_them = needed >= len(people)
    how = say("Hold both buttons here:") if all_of_them else say("Hold both buttons at {n} of these seats:", n=needed)
    words = f"{say('Staff menu: pause first')}\n{how}"
    for part in _LETTERS:
        size = round(part * min(layout.area.w, layout.area.h))
        for room, beside in _ROOMS:
            lines = wrap(words, size, (room * size, math.inf), bold=True)
            wide, high = float(max(line.extent[0] for line in lines)), len(lines) * _LINE * size
            picture = (_APART + _BUTTON) * size
            each = max(1, round(wide / (_SEAT * size)), -(-len(people) // 3))
            rows = tuple(tuple(people[first : first + each]) for first in range(0, len(people), each))
            wide, high = max(wide, min(each, len(people)) * _SEAT * size), high + len(rows) * _ROW * size
            if beside:
                wide, high = wide + picture + _PAD * size, max(high, _BUTTON * size)
            else:
                wide, high = max(wide, picture), high + (_BUTTON + _PAD) * size
            place = Place(0, 0, round(wide + 2 * _PAD * size), round(high + 2 * _PAD * size))
            yield CornerNotice(place, turn, size, lines, beside, -1 if language in RIGHT_TO_LEFT else 1, rows)


def _near(layout: Layout, corner: Item, notice: CornerNotice) -> Sequence[tuple[float, float]]:
    """Return middles of the notice within the rim, the nearest to the corner first."""
    area, size = layout.area.inset(layout.rim), notice.size
    wide, high = (notice.place.w, notice.place.h) if notice.turn % 180 == 0 else (notice.place.h, notice.place.w)
    steps = [step * size for step in range(round(_FAR * min(area.w, area.h) / size))]
    xs = [area.left + wide / 2 + step if corner.x < area.x else area.right - wide / 2 - step for step in steps]
    ys = [area.bottom + high / 2 + step if corner.y < area.y else area.top - high / 2 - step for step in steps]
    return sorted(((x, y) for x in xs for y in ys), key=lambda at: math.dist(at, (corner.x, corner.y)))


def draw_corner_notice(sketch: Sketch, notice: CornerNotice) -> None:
    """Draw the two buttons held together, the words, and the signs of the seats."""
    told, place, size = Sketch(Frame(notice.place.x, notice.place.y, notice.turn)), notice.place, notice.size
    told.fill(Place(0, 0, place.w, place.h), 0.8 * size, BLACK.fade(0.88))
    picture, step, seats = (_APART + _BUTTON) * size, _LINE * size, _ROW * size * len(notice.rows)
    if notice.beside:
        x, y = -notice.runs * (place.w / 2 - _PAD * size - picture / 2), 0.0
        middle, top = notice.runs * (picture + _PAD * size) / 2, (step * (len(notice.lines) - 1) + seats) / 2
    else:
        x, y = 0.0, place.h / 2 - (_PAD + _BUTTON / 2) * size
        middle, top = 0.0, -place.h / 2 + _PAD * size + seats + step * (len(notice.lines) - 0.5)
    _draw_buttons(told, x, y, size)
    for number, look in enumerate(notice.lines):
        told.picture(look, middle, top - number * step, ACCENT)
    first = top - step * (len(notice.lines) - 0.5) - _ROW / 2 * size
    for number, row in enumerate(notice.rows):
        for place_in, seat in enumerate(row):
            x = middle + notice.runs * (place_in - (len(row) - 1) / 2) * _SEAT * size
            _draw_seat(told, x, first - number * _ROW * size, size, seat)
    sketch.add_turned(told)


def _draw_seat(told: Sketch, x: float, y: float, size: int, seat: SeatNumber) -> None:
    """Draw a seat's sign, as in its tray, and its number."""
    told.picture(MedalLook(seat, round(1.6 * size)), x - 0.7 * size, y)
    number = Place(x + 0.8 * size, y, 1.4 * size, 1.3 * size)
    told.text(str(seat), number, 1.1 * size, seat_color(seat).mix(WHITE, 0.4), heavy=True)


def _draw_buttons(told: Sketch, x: float, y: float, size: int) -> None:
    """Draw Stop and Play, each in a ring that says that it is held, and between them a plus."""
    side, far = round(0.84 * _BUTTON * size), _APART * size / 2
    told.picture(StopLook(side, lit=True, raised=True, shows=StopFace.HAND), x - far, y)
    told.picture(RoundLook(side, GO_LACQUER), x + far, y)
    told.sign("icon play", x + far, y, 0.5 * side, IVORY)
    for way in (-1, 1):
        told.ring(x + way * far, y, 0.48 * _BUTTON * size, max(2, 0.09 * size), 1.0, ACCENT)
    told.sign("icon plus", x, y, 0.5 * size, IVORY)
