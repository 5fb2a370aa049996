"""The measures of simulated rounds of any game, and of the matches that they make one after the other.

A share is 0..1; None: there is nothing to measure. The last, unfinished match is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import mul
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, structs

from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.tally import Column, Row, Tally, added, standard_error
from kiosk.system.earlier_names import earlier_names


class RunningMatch(Struct):
    """A match that is being played. ``tiebreak``: the seats of the extra round that follows."""

    totals: list[int]
    round_no: int = 0
    tiebreak: tuple[int, ...] = ()


ReadMatch: TypeAlias = Callable[[RunningMatch], Row | None]
"""A function that returns the values of a match, None while it goes on; it may set ``tiebreak``."""


class Matches(Struct):
    """The matches so far: their number, the sums of their values and of the squares, and the one that is running."""

    running: RunningMatch
    count: int
    sums: list[int]
    squares: list[int]

    def after(self, scores: Iterable[Row], read: ReadMatch) -> Matches:
        """Return the matches after further rounds with these scores."""
        count, sums, squares = self.count, self.sums, self.squares
        running = structs.replace(self.running)
        for one in scores:
            running.totals = added(running.totals, one)
            running.round_no += 1
            values = read(running)
            if values is not None:
                count, sums, squares = count + 1, added(sums, values), added(squares, map(mul, values, values))
                running = RunningMatch([0] * len(one))
        return Matches(running, count, sums, squares)


def no_matches(seats: int, values: int) -> Matches:
    """Return none so far, each with that number of values."""
    return Matches(RunningMatch([0] * seats), 0, [0] * values, [0] * values)


Values: TypeAlias = dict[str, float | str | None]


@dataclass(frozen=True)
class NamedMeasures:
    """The measures by name: those of the whole table, and those of each seat."""

    table: Values
    seats: tuple[Values, ...]


@dataclass(frozen=True)
class Totals:
    """The statistics that a game's measures are read from, of at least one round."""

    columns: tuple[Column, ...]
    tally: Tally
    matches: Matches | None = None

    def place(self, name: str, seat: int | None = None) -> int | None:
        """Return the place of a column; None if there is no such column."""
        places = (place for place, column in enumerate(self.columns) if (column.name, column.seat) == (name, seat))
        return next(places, None)

    def mean(self, name: str, seat: int | None = None) -> Values:
        """Return the mean of a column and its error under its name; None if there is no such column."""
        place = self.place(name, seat)
        if place is None:
            return named(name, None, None)
        tally, unit = self.tally, self.columns[place].unit
        error = standard_error(tally.rounds, tally.sums[place], tally.squares[place], unit)
        return named(name, tally.sums[place] / (tally.rounds * unit), error)

    def share(self, name: str, part: str, whole: str) -> Values:
        """Return the share of ``part`` in ``whole``: both columns are 0 or 1, and ``part`` is only 1 where both are."""
        names = [column.name for column in self.columns]
        some, count = self.tally.sums[names.index(part)], self.tally.sums[names.index(whole)]
        return named(name, some / count if count else None, standard_error(count, some, some))

    def match_mean(self, name: str, value: int) -> Values:
        """Return the mean of a value of the matches and its error."""
        matches = self.matches
        if matches is None or not matches.count:
            return named(name, None, None)
        total, squares = matches.sums[value], matches.squares[value]
        return named(name, total / matches.count, standard_error(matches.count, total, squares))

    def nine_in_ten(self) -> int:
        """Return the value of the last column that nine of ten rounds do not exceed."""
        left = -(-self.tally.rounds * 9 // 10)
        for value, count in enumerate(self.tally.bins):
            left -= count
            if left <= 0:
                return value
        raise ValueError("the distribution of the last column was not kept")

    def seat_advantage(self) -> Values:
        """Return the difference between the best and the worst seat's mean score.

        Even if all seats are equal, chance alone makes a difference: twice the error with 4 seats, three times with 12.
        """
        tally = self.tally
        seats = sum(column.name == "mean_score" and column.seat is not None for column in self.columns)
        ranked = sorted(range(seats), key=tally.sums.__getitem__)
        worst, best = ranked[0], ranked[-1]
        pair = [*combinations(range(seats), 2)].index((min(worst, best), max(worst, best)))
        difference = tally.sums[best] - tally.sums[worst]
        squares = tally.squares[best] + tally.squares[worst] - 2 * tally.products[pair]
        error = standard_error(tally.rounds, difference, squares)
        return named("seat_advantage", difference / tally.rounds, error)

    def seats(self, bots: Sequence[SimulatedBot], pieces: str, counts: Sequence[int]) -> tuple[Values, ...]:
        """Return the measures of each seat. ``pieces``, ``counts``: the pieces that its handicap changes, their number.

        ``wins``: the share of rounds with the highest score; a tie is divided, so equal seats have 1 / seats each.
        """
        return tuple(
            {
                "seat": seat + 1,
                "bot": str(bot),
                pieces: count,
                **self.mean("mean_score", seat),
                **self.mean("wins", seat),
                **self.mean("stops", seat),
            }
            for seat, (bot, count) in enumerate(zip(bots, counts, strict=True))
        )


def named(name: str, value: float | None, error: float | None) -> Values:
    """Return a measure and its error under that name."""
    return {name: value, f"{name}_error": error}


if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__, {"Measures": "NamedMeasures"})
