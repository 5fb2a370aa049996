"""Statistics of any number of rounds in constant space: counts and sums of whole numbers.

A round is read as a row of whole numbers, its columns: those of each seat, which every game has, and the game's own.
Only sums over rows are kept, so tallies of parts add up to that of the whole: exactly, and however the rounds were
divided among workers. Matches alone depend on the order of rounds (``kiosk.simulator.measures``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import lcm, sqrt
from operator import add, mul, sub
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

MOST_SEATS: Final = 12
WON: Final = lcm(*range(1, MOST_SEATS + 1))
"""The value of a win, which any number of seats that are level can share."""

BINS: Final = 500
"""The values of a distribution: 0, 1, 2 and so on, the last one for everything above."""


class Column(NamedTuple):
    """A whole number of a round, which divided by ``unit`` is a measure. ``seat``: None if it is the whole table's."""

    name: str
    seat: int | None = None
    unit: int = 1


class Scored(Protocol):
    """The result of a round of any game."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat."""

    @property
    def caller(self) -> int | None:
        """The seat that ended it with a valid call, None if there was none."""


Row: TypeAlias = tuple[int, ...]
ReadRound: TypeAlias = Callable[[Any], Row]
"""A function that returns the values of a game's own columns for a round."""


class Tally(Struct):
    """The sums over a number of rounds.

    ``sums``, ``squares``: of each column and its squares. ``products``: of the scores of each pair of seats, in the
    order of ``itertools.combinations``. ``bins``: the distribution of the last column, if it is kept.
    """

    rounds: int
    sums: list[int]
    squares: list[int]
    products: list[int]
    bins: list[int]

    def plus(self, other: Tally) -> Tally:
        """Return the tally of the rounds of both."""
        return Tally(
            self.rounds + other.rounds,
            added(self.sums, other.sums),
            added(self.squares, other.squares),
            added(self.products, other.products),
            added(self.bins, other.bins),
        )


def added(some: Iterable[int], others: Iterable[int]) -> list[int]:
    """Return the sums of the values of both, place by place."""
    return [*map(add, some, others)]


def seat_columns(seats: int) -> tuple[Column, ...]:
    """Return the first columns of every row: scores, wins and calls of each seat.

    A win is the highest score; seats that are level share it.
    """
    units = {"mean_score": 1, "wins": WON, "stops": 1}
    return tuple(Column(name, seat, unit) for name, unit in units.items() for seat in range(seats))


def row_of(played: Scored, own: Row) -> Row:
    """Return the row of a round with these values in the game's own columns."""
    scores = played.scores
    best = max(scores)
    won = WON // scores.count(best)
    stops = [0] * len(scores)
    if played.caller is not None:
        stops[played.caller] = 1
    return (*scores, *[won if score == best else 0 for score in scores], *stops, *own)


def empty_tally(columns: int, seats: int, *, distributed: bool) -> Tally:
    """Return the tally of no rounds."""
    pairs = seats * (seats - 1) // 2
    return Tally(0, [0] * columns, [0] * columns, [0] * pairs, [0] * (BINS if distributed else 0))


def tally_of(rows: Sequence[Row], seats: int, *, distributed: bool) -> Tally:
    """Return the tally of at least one row. ``distributed``: the distribution of the last column is kept."""
    columns = [*zip(*rows, strict=True)]
    bins = [0] * (BINS if distributed else 0)
    if distributed:
        for value in columns[-1]:
            bins[min(value, BINS - 1)] += 1
    return Tally(
        len(rows),
        [*map(sum, columns)],
        [sum(map(mul, column, column)) for column in columns],
        [sum(map(mul, one, other)) for one, other in combinations(columns[:seats], 2)],
        bins,
    )


def squared_differences(rows: Sequence[Row], others: Sequence[Row]) -> list[int]:
    """Return for each column the sum of the squares of the differences between two rows of the same index."""
    differences = (
        map(sub, one, other) for one, other in zip(zip(*rows, strict=True), zip(*others, strict=True), strict=True)
    )
    return [sum([value * value for value in difference]) for difference in differences]


def standard_error(count: int, total: int, squares: int, unit: int = 1) -> float | None:
    """Return the standard error of the mean of ``count`` values, from their sums; None for fewer than two values."""
    if count < 2:
        return None
    return sqrt((count * squares - total * total) / (count * count * (count - 1) * unit * unit))
