"""A plan for drilling the rim of a table, 1:1 in millimetres as SVG: where each hole is, and how wide."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from kiosk.config.fit_check import pixels_per_mm
from kiosk.config.schema import Settings
from kiosk.drawings.rim import FROM, OUTWARD, RIGHT, holes, length_of, middles
from kiosk.drawings.svg import INK, WHITE, Paper, short
from kiosk.drawings.symbols import PLAY, STOP
from kiosk.layout.table_layout import Place

# All lengths are in millimetres.
_BETWEEN: Final = 20.0  # of the rim, between two holes at least: flanges and nuts are wider than holes
_STEP: Final = 60.0  # from hole to hole of a seat, unless wide ones need more
_RULER: Final = 100.0
_CROSS: Final = 4.0
_WOOD, _CUT = "#f1e8da", "#1f5fa8"


class Drill(NamedTuple):
    """The diameters of the holes, and the width of the rim around the picture."""

    stop: float = 30.0
    play: float = 24.0
    rim: float = 120.0

    def of(self, device: object) -> float:
        """Return the diameter of a button's hole."""
        return self.stop if device is STOP else self.play

    @property
    def step(self) -> float:
        """The distance between the middles of a seat's two holes."""
        return max(_STEP, (self.stop + self.play) / 2 + _BETWEEN)

    @property
    def widest(self) -> float:
        """The diameter of the larger hole."""
        return max(self.stop, self.play)

    @property
    def narrowest_rim(self) -> float:
        """The width of a rim in which the larger hole has wood on both sides."""
        return self.widest + _BETWEEN


class Hole(NamedTuple):
    """A hole: its seat, edge and button; its middle, from the upper left outer corner; its diameter.

    ``along``: its distance from the outer corner at the left (south, north) or top (west, east).
    """

    seat: int
    edge: str
    name: str
    x: float
    y: float
    diameter: float
    along: float


def drilled(settings: Settings, drill: Drill) -> list[Hole]:
    """Return all holes, measured from the upper left outer corner of the table."""
    fine = pixels_per_mm(settings)
    wide, high = settings.window.width / fine, settings.window.height / fine
    places = middles(settings, wide, high, drill.step + drill.widest + _BETWEEN)
    found = []
    for seat, wires in zip(settings.seat, settings.wiring(), strict=True):
        (out_x, out_y), (right_x, right_y) = OUTWARD[seat.edge], RIGHT[seat.edge]
        devices = holes(settings, wires)
        for index, device in enumerate(devices):
            away = (index - (len(devices) - 1) / 2) * drill.step
            beyond = drill.rim + length_of(seat.edge, high, wide) if out_x + out_y > 0 else 0.0
            across = beyond + drill.rim / 2
            along = drill.rim + places[seat.number] + (right_x + right_y) * away
            x, y = (across, along) if out_x else (along, across)
            found.append(Hole(seat.number, seat.edge, device.name, x, y, drill.of(device), along))
    return found


def draw(settings: Settings, name: str, drill: Drill) -> str:
    """Return the plan of the table ``name`` as an SVG file, the same for the same settings."""
    return _DrillingDrawing(settings, name, drill).text()


class _DrillingDrawing:
    """One drawing under construction."""

    def __init__(self, settings: Settings, name: str, drill: Drill) -> None:
        self._settings, self._name, self._drill = settings, name, drill
        fine = pixels_per_mm(settings)
        wide, high = settings.window.width / fine, settings.window.height / fine
        self._outer_wide, self._outer_high = wide + 2 * drill.rim, high + 2 * drill.rim
        self._type = max(6.0, self._outer_wide / 120)  # height of letters
        self._margin = 7 * self._type
        self._holes = drilled(settings, drill)
        self._head = 8 * self._type
        self._left, self._top = self._margin, self._head + self._margin
        self._foot = self._top + self._outer_high + self._margin
        crowded = _without_room(self._holes, self._outer_wide, self._outer_high)
        seats = ", ".join(map(str, crowded))
        self._notes = [*([f"DO NOT DRILL: too little room for the holes of {seats}."] if seats else []), *_notes(drill)]
        lines = len(self._notes) + 4 + len(settings.seat)
        width = max(self._outer_wide + 2 * self._margin, 80 * self._type)
        self._paper = Paper(width, self._foot + (1.6 * lines + 5) * self._type, "mm")

    def text(self) -> str:
        """Draw everything, and return the SVG text."""
        self._title()
        self._board()
        for hole in self._holes:
            self._hole(hole)
        for seat in self._settings.seat:
            self._seat(seat.number, seat.edge)
        self._measures()
        self._list()
        return self._paper.text()

    def _write(self, x: float, y: float, text: str, size: float = 1.0, **look: object) -> None:
        self._paper.write(x, y, text, size * self._type, **look)  # type: ignore[arg-type]

    def _title(self) -> None:
        title = f"{self._name}: holes for {len(self._settings.seat)} seats, 1:1, seen from above"
        self._write(self._margin, 2.6 * self._type, title, 1.8, weight="bold")
        self._write(
            self._margin,
            4.8 * self._type,
            "All figures are millimetres. Print at 100 %; this line has to be 100 mm long:",
        )
        x, y = self._margin, 6.8 * self._type
        self._paper.line((x, y), (x + _RULER, y), colour=INK, thick=0.6)
        for tick in range(11):
            high = 4.0 if tick % 10 == 0 else 2.0
            self._paper.line((x + 10 * tick, y - high), (x + 10 * tick, y + high), colour=INK, thick=0.4)
        self._write(x + _RULER + self._type, y + 0.35 * self._type, "0 to 100")

    def _board(self) -> None:
        rim = self._drill.rim
        outer = Place(
            self._left + self._outer_wide / 2, self._top + self._outer_high / 2, self._outer_wide, self._outer_high
        )
        picture = outer.inset(rim)
        line = {"stroke-width": "0.6"}
        self._paper.rect(outer, kind="outer", fill=_WOOD, stroke=INK, **line)
        self._paper.rect(picture, kind="picture", fill=WHITE, stroke=_CUT, **line, **{"stroke-dasharray": "8 4"})
        self._write(outer.x, outer.y, f"picture {picture.w:.0f} x {picture.h:.0f}", 1.6, anchor="middle", colour=_CUT)
        self._write(
            outer.x,
            outer.y + 2.2 * self._type,
            "(what lights up, not the housing: cut the opening by the screen's own drawing)",
            anchor="middle",
            colour=_CUT,
        )

    def _hole(self, hole: Hole) -> None:
        x, y, radius = self._left + hole.x, self._top + hole.y, hole.diameter / 2
        device = STOP if hole.name == STOP.name else PLAY
        self._paper.circle(
            x, y, radius, **{"class": "hole", "fill": WHITE, "stroke": device.fill, "stroke-width": "0.6"}
        )
        self._paper.line((x - _CROSS, y), (x + _CROSS, y), colour=INK, thick=0.3)
        self._paper.line((x, y - _CROSS), (x, y + _CROSS), colour=INK, thick=0.3)
        size = min(0.22 * hole.diameter / self._type, 1.0)
        self._write(x, y - 0.2 * hole.diameter, hole.name, size, anchor="middle", colour=device.fill, weight="bold")
        self._write(x, y + 0.35 * hole.diameter, f"Ø {short(hole.diameter)}", size, anchor="middle")
        self._ordinate(hole, x, y)

    def _ordinate(self, hole: Hole, x: float, y: float) -> None:
        """Draw the line from a hole to its distance from the outer corner, outside the table."""
        (out_x, out_y), radius = OUTWARD[hole.edge], hole.diameter / 2
        rim = self._drill.rim / 2
        start = (x + out_x * (radius + 1), y + out_y * (radius + 1))
        end = (x + out_x * (rim + self._type), y + out_y * (rim + self._type))
        self._paper.line(start, end, thick=0.3)
        far = rim + 1.4 * self._type
        anchor = {(0, 1): "end", (0, -1): "start", (-1, 0): "end", (1, 0): "start"}[out_x, out_y]
        shift = 0.35 * self._type
        if out_y:
            self._write(x + shift, y + out_y * far, f"{hole.along:.0f}", anchor=anchor, turned=-90)
        else:
            self._write(x + out_x * far, y + shift, f"{hole.along:.0f}", anchor=anchor)

    def _seat(self, number: int, edge: str) -> None:
        """Write the seat's number inside the picture, in front of its holes."""
        mine = [hole for hole in self._holes if hole.seat == number]
        if not mine:
            return
        x = self._left + sum(hole.x for hole in mine) / len(mine)
        y = self._top + sum(hole.y for hole in mine) / len(mine)
        (out_x, out_y), inwards = OUTWARD[edge], self._drill.rim / 2 + 1.5 * self._type
        turned = -90.0 if out_x else 0.0
        at_x, at_y = x - out_x * inwards, y - out_y * inwards
        shift = 0.35 * self._type
        at_x, at_y = (at_x + shift, at_y) if out_x else (at_x, at_y + shift)
        self._write(at_x, at_y, f"seat {number}", anchor="middle", weight="bold", turned=turned)

    def _measures(self) -> None:
        """Draw the outer size above and to the left, and the distance of all holes from the outer edge."""
        wide, high, far = self._outer_wide, self._outer_high, 5.2 * self._type
        y, x = self._top - far, self._left - far
        self._dimension((self._left, y), (self._left + wide, y), f"{wide:.0f} outside")
        self._dimension((x, self._top), (x, self._top + high), f"{high:.0f} outside")
        half = self._drill.rim / 2
        x = self._left + 1.5 * self._type
        foot = self._top + high
        self._dimension((x, foot - half), (x, foot), f"{short(half)}", beside=True)
        self._paper.line((x - self._type, foot - half), (x + 3 * self._type, foot - half), thick=0.3)

    def _dimension(
        self, start: tuple[float, float], end: tuple[float, float], text: str, *, beside: bool = False
    ) -> None:
        (x, y), (to_x, to_y), tick = start, end, 0.5 * self._type
        upright = x == to_x
        self._paper.line(start, end, thick=0.3)
        for at_x, at_y in (start, end):
            ends = ((at_x - tick, at_y), (at_x + tick, at_y)) if upright else ((at_x, at_y - tick), (at_x, at_y + tick))
            self._paper.line(*ends, thick=0.3)
        middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
        if beside:
            self._write(middle_x + 0.6 * self._type, middle_y + 0.35 * self._type, text)
        elif upright:
            self._write(middle_x - 0.5 * self._type, middle_y, text, anchor="middle", turned=-90)
        else:
            self._write(middle_x, middle_y - 0.5 * self._type, text, anchor="middle")

    def _list(self) -> None:
        y, line = self._foot, 1.6 * self._type
        for note in self._notes:
            y += line
            self._write(self._margin, y, note)
        y += 1.5 * line
        self._row(y, ("Seat", "Edge", "From the outer corner", "Play", "Stop"), weight="bold")
        for seat in self._settings.seat:
            y += line
            found = {hole.name: hole for hole in self._holes if hole.seat == seat.number}
            cells = (
                f"{found[device.name].along:.0f}, Ø {short(found[device.name].diameter)}"
                if device.name in found
                else "none"
                for device in (PLAY, STOP)
            )
            self._row(y, (str(seat.number), seat.edge, f"at the {FROM[seat.edge]}", *cells))

    def _row(self, y: float, texts: Sequence[str], weight: str | None = None) -> None:
        for column, text in zip((0, 5, 12, 30, 42), texts, strict=True):
            self._write(self._margin + column * self._type, y, text, weight=weight)


def _without_room(found: Sequence[Hole], wide: float, high: float) -> list[int]:
    """Return the seats whose holes are too close to another hole or to the end of their edge."""
    close = set()
    for one, other in combinations(found, 2):
        if math.dist((one.x, one.y), (other.x, other.y)) < (one.diameter + other.diameter + _BETWEEN) / 2:
            close |= {one.seat, other.seat}
    for hole in found:
        length = length_of(hole.edge, wide, high)
        if min(hole.along, length - hole.along) < (hole.diameter + _BETWEEN) / 2:
            close.add(hole.seat)
    return sorted(close)


def _notes(drill: Drill) -> tuple[str, ...]:
    return (
        f"Every hole is {short(drill.rim / 2)} from the outer edge. Figures outside: from the left or top corner.",
        "Two holes a seat: the lamp is inside the Stop button.",
        "Measure the thread of your buttons, and drill a trial hole in waste wood first.",
        "Below the rim a button needs its length and the bend of its wires; housing and touch frame have to clear it.",
    )
