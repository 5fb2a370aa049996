"""The score chart on the turntable: where lines, bars, signs and the list of the seats lie. Pure.

Its coordinates: the middle of the plate is 0, its edge 1, y upwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from kiosk.display.paint.shapes import Point
from kiosk.display.paint.text import width
from kiosk.game.seats import SeatNumber

_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_LINE: Final = (0.21, 0.27)
"""The largest height of a line of the list, and of one with a bar."""
_NAME_ABOVE: Final = 0.22
_BAR_BELOW: Final = 0.26
"""How far above and below the middle of such a line its name and its bar lie, in its heights."""
RIMMED: Final = 1.2
"""The size of a sign with its rim."""
_LIST: Final = 1.24
"""The height of the whole list, at most."""
_LEADS: Final = 0.088
"""The width between the lines and the list, in which thin lines lead to the names."""
_ENDS: Final = (-0.07, 0.26)
"""Where the lines end: at least there, and at most, if names are short."""
_MEASURED: Final = 96
"""The size at which text is measured."""
_TARGET_SHOWN: Final = 2.5
"""The target is shown unless it is so many times farther than the best seat has come."""
_MANY: Final = 6
"""From so many seats or rounds on, lines and signs are thinner."""


class Scorer(Struct, frozen=True):
    """A seat's line.

    ``name``: empty: none; ``totals``: from the start on; ``handicap``: empty: the usual one, which is not told;
    ``on_screen``: it rolled on the screen, others threw real dice.
    """

    seat: SeatNumber
    name: str
    totals: tuple[int, ...]
    handicap: str = ""
    on_screen: bool = False


class Scores(Struct, frozen=True):
    """What the turntable shows.

    ``scorers``: in the order of the list; ``target``: the points that end the match, 0: none; ``handicap``: the icon
    before one; ``counting``: the latest round is still counted: its points, lines and bars are left out; ``title``: the
    words above the chart.
    """

    scorers: tuple[Scorer, ...]
    target: int = 0
    handicap: str = ""
    counting: bool = False
    title: str = ""


class Chart:
    """The chart of some scores: lines beside a list of the seats; of the first round a bar in each line of the list."""

    low: Final = -0.6
    high: Final = 0.53
    title_y: Final = 0.74
    axis_size: Final = 0.105
    """The height of the numbers of the scale."""
    scale_gap: Final = 0.035
    """The room between them and the lines."""
    gap: Final = 0.045
    """The room beside a name."""

    def __init__(self, scores: Scores) -> None:
        scorers = scores.scorers
        self.rounds = max(1, len(scorers[0].totals) - 1)
        self.bars = self.rounds == 1
        self.base = scorers[0].totals[0]
        totals = [total for scorer in scorers for total in scorer.totals]
        shown = not self.bars and scores.target <= _TARGET_SHOWN * max(*totals, 1)
        self.target = scores.target if shown else 0
        least, most = min(totals), max((*totals, self.target)) if self.target else max(totals)
        step = next((step for step in _STEPS if (most - least) / step <= 4), _STEPS[-1])
        self._first, last = math.floor(least / step) * step, math.ceil(max(most, least + 1) / step) * step
        self.values = tuple(range(self._first, last + 1, step))
        self._span = last - self._first
        self.line_h = min(_LINE[self.bars], _LIST / len(scorers))
        self._rows = {scorer.seat: row for row, scorer in enumerate(scorers)}
        apart = next(step for step in (1, 2, 5, 10, 20, 50, 100) if self.rounds / step <= _MANY)
        self.numbers = () if self.bars else tuple(range(apart, self.rounds + 1, apart))
        self.many = len(scorers) > _MANY or self.rounds > 2 * _MANY
        self.total_right = min(self._edge(row) for row in range(len(scorers)))
        """Where the totals of the list end."""
        if self.bars:
            reach = RIMMED * self.head_size
            self.left = reach - self.total_right
            self.right = min(map(self.name_right, scorers)) - self.gap - reach
            self.name_x = -self.total_right
            return
        self.left = max(self._scale_ends(value) for value in self.values)
        self.right = max(_ENDS[0], min(_ENDS[1], self._list_left(scorers) - _LEADS))
        self.sign_x = self.right + _LEADS + self.sign_size
        self.name_x = self.sign_x + self.sign_size + self.gap

    def _scale_ends(self, value: int) -> float:
        """Return where the scale ends if this number of it begins at the edge of the leather."""
        return (
            _wide(told(value), self.axis_size) + self.scale_gap - math.sqrt(0.985**2 - (abs(self.y(value)) + 0.05) ** 2)
        )

    def _list_left(self, scorers: Sequence[Scorer]) -> float:
        """Return where the list begins if all names are written in full; the order of the seats changes nothing."""
        name = max(_wide(scorer.name, self.name_size) for scorer in scorers)
        return min(map(self.name_right, scorers)) - name - (2 if name else 1) * self.gap - 2 * self.sign_size

    # ---- places

    def row(self, index: int) -> float:
        """Return y of a line of the list."""
        return (self.low + self.high) / 2 + self.line_h * ((len(self._rows) - 1) / 2 - index)

    def name_y(self, index: int) -> float:
        """Return y of the name in a line of the list: above its bar, if it has one."""
        return self.row(index) + (_NAME_ABOVE * self.line_h if self.bars else 0.0)

    def x(self, number: float) -> float:
        """Return where a round lies; 0 is the start."""
        return self.left + (self.right - self.left) * number / self.rounds

    def y(self, total: float) -> float:
        """Return where a total lies."""
        return self.low + (self.high - self.low) * (total - self._first) / self._span

    def _bar(self, scorer: Scorer, total: float) -> Point:
        """Return where a seat's bar ends at this total."""
        x = self.left + (self.right - self.left) * (total - self._first) / self._span
        return x, self.row(self._rows[scorer.seat]) - _BAR_BELOW * self.line_h

    def head(self, scorer: Scorer, total: float) -> Point:
        """Return where a seat's sign lies if its total after the latest round is this one."""
        return self._bar(scorer, total) if self.bars else (self.x(self.rounds), self.y(total))

    def foot(self, scorer: Scorer) -> Point:
        """Return where the line or bar of the latest round begins."""
        return self._bar(scorer, self.base) if self.bars else (self.x(self.rounds - 1), self.y(scorer.totals[-2]))

    def groove(self, scorer: Scorer) -> tuple[Point, Point]:
        """Return both ends of what a seat's bar lies in."""
        return self._bar(scorer, self.values[0]), self._bar(scorer, self.values[-1])

    # ---- sizes

    lead: Final = 0.014
    """The thickness of a line that leads to a name."""

    @property
    def stroke(self) -> float:
        """The thickness of a line, or of a bar."""
        if self.bars:
            return min(0.07, 0.28 * self.line_h)
        return 0.022 if self.many else 0.032

    @property
    def head_size(self) -> float:
        """The radius of a seat's sign at the end of its line or bar."""
        if self.bars:
            return min(0.064, 0.23 * self.line_h)
        return 0.04 if self.many else 0.048

    @property
    def mark_size(self) -> float:
        """The radius of a seat's sign at the end of an earlier round."""
        return 0.02 if self.many else 0.034

    @property
    def sign_size(self) -> float:
        """The radius of a seat's sign in the list."""
        return min(0.064, 0.43 * self.line_h)

    @property
    def total_size(self) -> float:
        """The height of a total."""
        return min(0.17 if self.bars else 0.132, 0.80 * self.line_h)

    @property
    def name_size(self) -> float:
        """The largest height of a name."""
        return min(0.104, (0.48 if self.bars else 0.72) * self.line_h)

    def name_right(self, scorer: Scorer) -> float:
        """Return where the room left of a seat's total ends."""
        return self.total_right - max(_wide(told(total), self.total_size, heavy=True) for total in scorer.totals[-2:])

    def _edge(self, index: int) -> float:
        return min(0.9, math.sqrt(max(0.0, 0.98**2 - (abs(self.row(index)) + 0.36 * self.line_h) ** 2)))


@lru_cache(maxsize=4)  # asked ten times a second
def chart_of(scores: Scores) -> Chart:
    """Return the chart of these scores."""
    return Chart(scores)


def told(total: int) -> str:
    """Return a total as it is written."""
    return str(total).replace("-", "\N{MINUS SIGN}")


def _wide(text: str, size: float, *, heavy: bool = False) -> float:
    """Return the width of bold text."""
    return width(text, _MEASURED, bold=not heavy, heavy=heavy) / _MEASURED * size
