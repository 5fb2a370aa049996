"""The handicap that makes two players even, from the margins of their rounds.

All that is known of two players is how far apart they end, on average. The simulator's bots take their places: the
ratio of speeds at which the bots end as far apart is the one that is estimated, and with it the handicaps of the table
are tried. All points are played with the same seeds. Margins are those of the faster player, who has the first seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import accumulate
from math import hypot, log2
from typing import Any, Final, NamedTuple, TypeAlias

from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.comparison import ERRORS
from kiosk.simulator.game_simulator import GameSimulator, Simulation, Wanted
from kiosk.simulator.measures import Totals
from kiosk.simulator.run import Player, simulate
from kiosk.simulator.tally import Column, Row, Scored, standard_error
from kiosk.simulator.work import Result, no_rounds, totals_of

LEAST_ROUNDS: Final = 5
"""Fewer rounds say nothing about two players."""
REACH: Final = 8.0
"""The largest ratio of speeds that is simulated."""
_STEPS_PER_DOUBLING: Final = 2
_GRID: Final = tuple(step / _STEPS_PER_DOUBLING for step in range(int(log2(REACH) * _STEPS_PER_DOUBLING) + 1))
"""The simulated ratios of speeds, as logarithms to base 2. At 0 the margin is 0: bots do not know their seats."""

Show: TypeAlias = Callable[[Iterator[Result], str, int], Iterator[Result]]
"""A function that passes the results of a simulation on, and shows how many of its rounds are done."""


class TooFewRoundsError(ValueError):
    """There are fewer than ``LEAST_ROUNDS``."""


class OutOfReachError(ValueError):
    """The observed margin is larger than that of any simulated ratio of speeds. ``reached``: the largest."""

    def __init__(self, reached: float) -> None:
        super().__init__(f"bots reach a mean margin of {reached:.1f} at {REACH:g} times the speed")
        self.reached = reached


class Handicap(NamedTuple):
    """A handicap that can be tried: the larger the number, the harder.

    ``option``: the simulator's. ``number``, ``usual``: as this option takes them, that of a seat without a handicap
    too. ``value``: as the table offers it. ``words``: for people.
    """

    option: str
    number: int
    usual: int
    value: int
    words: str


class Estimate(NamedTuple):
    """A value and its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Tried(NamedTuple):
    """The prediction for a handicap; None: for none at all.

    ``player``: 0 or 1, who takes it. ``margin``: the mean of the first player's points minus the second's. ``ahead``:
    the share of rounds in which each has more points than the other.
    """

    player: int | None
    handicap: Handicap | None
    margin: Estimate
    ahead: tuple[float, float]


@dataclass(frozen=True)
class Evened:
    """The answer. ``margin``: the observed one. ``faster``: 0 or 1.

    ``ratio``: how many times as often as the other the faster player acts, from 1 / ``REACH`` to ``REACH``: an interval
    that ends there may go on beyond. ``tried``: the most even first.
    """

    margin: Estimate
    faster: int
    ratio: Estimate
    tried: tuple[Tried, ...]


@dataclass(frozen=True)
class Bots:
    """The two players as bots, at tables as those where they played.

    ``tables``: the number of their rounds by the number of seats. ``handicaps``: those of the table. ``rounds``: the
    simulated ones for each ratio of speeds and handicap.
    """

    simulator: GameSimulator
    rules: Any
    tables: Mapping[int, int]
    handicaps: Sequence[Handicap]
    rounds: int
    seed: int

    def simulation(self, seats: int, ratio: float, tried: tuple[int, Handicap] | None) -> Simulation:
        """Return the simulation of a point. ``tried``: the seat of a handicap, and this."""
        speeds = (ratio**0.5, ratio**-0.5, *[1.0] * (seats - 2))
        bots = tuple(SimulatedBot(next(iter(self.simulator.bots)), speed) for speed in speeds)
        numbers = {handicap.option: [handicap.usual] * seats for handicap in self.handicaps}
        if tried is not None:
            seat, handicap = tried
            numbers[handicap.option][seat] = handicap.number
        each = {name: tuple(of_seats) for name, of_seats in numbers.items()}
        options = {option.name: None for option in self.simulator.options} | each
        whole = self.simulator.simulation(Wanted(self.rules, bots, self.seed, options))
        return whole._replace(columns=_COLUMNS, read=read_pair, read_match=None, match_values=0, distributed=False)


class _Point(NamedTuple):
    """The statistics of a point: the mean margin and its standard error; the share of rounds in which each is ahead."""

    mean: float
    error: float
    ahead: tuple[float, float]


_COLUMNS: Final = (Column("margin"), Column("ahead", 0), Column("ahead", 1))


def read_pair(played: Scored) -> Row:
    """Return the margin of the first seat over the second, and which of the two is ahead."""
    margin = played.scores[0] - played.scores[1]
    return (margin, int(margin > 0), int(margin < 0))


_LEAST_AT_TABLE: Final = 10
"""The least number of simulated rounds at each number of seats: fewer have no error worth the name."""


def make_even(bots: Bots, margins: Sequence[int], play: Player, show: Show) -> Evened:
    """Return the ratio of speeds that explains the margins, and what each handicap does at this ratio.

    ``margins``: of each round, the first player's points minus the second's. Raises ``TooFewRoundsError`` and
    ``OutOfReachError``.
    """
    if len(margins) < LEAST_ROUNDS:
        raise TooFewRoundsError(f"{len(margins)} rounds, of at least {LEAST_ROUNDS}")
    count, total = len(margins), sum(margins)
    error = standard_error(count, total, sum(margin * margin for margin in margins)) or 0.0
    error = max(error, (12 * count) ** -0.5)  # points are whole numbers: equal margins say no more than that
    far = error * errors_of_mean(count)
    faster, mean = int(total < 0), abs(total) / count
    curve = _played(bots, [(2**step, None) for step in _GRID[1:]], play, show, "Measuring")
    ratio = fitted([point.mean for point in curve], mean, hypot(far, ERRORS * max(point.error for point in curve)))
    tries = [None, *_helpful(bots.handicaps)]
    points = _played(bots, [(one, tried) for one in ratio for tried in tries], play, show, "Trying")
    found = [
        _tried(faster, tried, *points[place :: len(tries)])  # at the ratio, and at both ends of its interval
        for place, tried in enumerate(tries)
    ]
    found.sort(key=lambda one: abs(one.margin.value))
    return Evened(_turned(faster, _estimate(mean, far)), faster, ratio, tuple(found))


def errors_of_mean(count: int) -> float:
    """Return the standard errors on either side of a mean of ``count`` values, for 95 %: Student's t, above ``ERRORS``.

    Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5), within 0.01 from five values on.
    """
    z, free = ERRORS, count - 1
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (first + (second + third / free) / free) / free


def fitted(curve: Sequence[float], mean: float, far: float) -> Estimate:
    """Return the ratio of speeds with a mean margin of ``mean``, from those at the ratios of the grid but the first.

    ``far``: half of its confidence interval. That of the ratio ends where the grid does. Raises ``OutOfReachError``.
    """
    rising = [0.0, *accumulate(curve, max)]  # the more often a bot acts, the better; noise may hide it at the end
    if mean > rising[-1]:
        raise OutOfReachError(rising[-1])
    ends = (mean, mean - far, mean + far)
    return Estimate(*[2 ** _inverse(rising, margin) for margin in ends])


def _inverse(rising: Sequence[float], margin: float) -> float:
    """Return the place in the grid of a margin; negative margins mirror positive ones."""
    if margin < 0:
        return -_inverse(rising, -margin)
    above = next((place for place, one in enumerate(rising) if one >= margin), None)
    if above is None:
        return _GRID[-1]
    if above == 0:
        return _GRID[0]
    share = (margin - rising[above - 1]) / (rising[above] - rising[above - 1])
    return _GRID[above - 1] + share * (_GRID[above] - _GRID[above - 1])


def _helpful(handicaps: Sequence[Handicap]) -> Iterator[tuple[int, Handicap]]:
    """Yield what brings the two closer, with its seat: what is harder for the faster, and easier for the slower."""
    for handicap in handicaps:
        if handicap.number != handicap.usual:
            yield int(handicap.number < handicap.usual), handicap


def _played(
    bots: Bots, points: Sequence[tuple[float, tuple[int, Handicap] | None]], play: Player, show: Show, what: str
) -> list[_Point]:
    """Return the statistics of points: ratios of speeds, with a handicap and its seat. ``what``: the work."""
    whole = sum(bots.tables.values())
    tables: list[list[Totals]] = []
    for seats, count in sorted(bots.tables.items()):
        variants = [bots.simulation(seats, ratio, tried) for ratio, tried in points]
        rounds = max(_LEAST_AT_TABLE, round(bots.rounds * count / whole))
        with closing(simulate(variants, rounds, no_rounds(variants, seats), play)) as results:
            *_, result = show(results, what, rounds)
        tables.append(totals_of(result, variants, seats))
    weights = [count / whole for _, count in sorted(bots.tables.items())]
    return [_point(weights, of_tables) for of_tables in zip(*tables, strict=True)]


def _point(weights: Sequence[float], tables: Sequence[Totals]) -> _Point:
    """Return the statistics of a point from those at each number of seats."""
    margin, first, second = ([_mean(totals, column) for totals in tables] for column in _COLUMNS)
    error = hypot(*[weight * error for weight, (_, error) in zip(weights, margin, strict=True)])
    mean, *ahead = (
        sum(weight * value for weight, (value, _) in zip(weights, column, strict=True))
        for column in (margin, first, second)
    )
    return _Point(mean, error, (ahead[0], ahead[1]))


def _mean(totals: Totals, column: Column) -> tuple[float, float]:
    """Return the mean of a column, and its standard error."""
    place, tally = totals.columns.index(column), totals.tally
    total = tally.sums[place]
    return total / tally.rounds, standard_error(tally.rounds, total, tally.squares[place]) or 0.0


def _tried(faster: int, tried: tuple[int, Handicap] | None, at: _Point, low: _Point, high: _Point) -> Tried:
    """Return a prediction from the points at the ratio, and at the ends of its interval."""
    least, most = min(low.mean, high.mean), max(low.mean, high.mean)
    by_chance = ERRORS * at.error
    down, up = (hypot(by_chance, max(0.0, far)) for far in (at.mean - least, most - at.mean))
    margin = _turned(faster, _estimate(at.mean, down, up))
    ahead = at.ahead[::-1] if faster else at.ahead
    if tried is None:
        return Tried(None, None, margin, ahead)
    seat, handicap = tried
    return Tried(seat ^ faster, handicap, margin, ahead)


def _estimate(value: float, down: float, up: float | None = None) -> Estimate:
    return Estimate(value, value - down, value + (down if up is None else up))


def _turned(faster: int, margin: Estimate) -> Estimate:
    """Return the faster player's margin as that of the first player."""
    return Estimate(-margin.value, -margin.high, -margin.low) if faster else margin
