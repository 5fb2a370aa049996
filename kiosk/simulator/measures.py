"""The measures of simulated rounds of any game. A share is 0..1; None: there is nothing to measure.

An ``..._error`` is the standard error of the measure before it: a deviation from the expected value of less than twice
the error may well be chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Protocol, TypeAlias

from kiosk.simulator.bots import SimulatedBot

Values: TypeAlias = dict[str, float | str | None]


@dataclass(frozen=True)
class Measures:
    """The measures by name: those of the whole table, and those of each seat."""

    table: Values
    seats: tuple[Values, ...]


class Scored(Protocol):
    """The result of a round of any game."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat."""

    @property
    def caller(self) -> int | None:
        """The seat that ended it with a valid call, None if there was none."""


def mean(name: str, values: Sequence[float]) -> Values:
    """Return the mean and its error under that name."""
    return {name: fmean(values) if values else None, f"{name}_error": error(values)}


def error(values: Sequence[float]) -> float | None:
    """Return the standard error of the mean; None for fewer than two values."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def seat_advantage(rounds: Sequence[Scored]) -> Values:
    """Return the difference between the best and the worst seat's mean score.

    Even if all seats are equal, chance alone makes a difference: twice the error with 4 seats, three times with 12.
    """
    ranked = sorted(zip(*(played.scores for played in rounds), strict=True), key=fmean)
    return mean("seat_advantage", [best - worst for best, worst in zip(ranked[-1], ranked[0], strict=True)])


def of_seat(bot: SimulatedBot, pieces: tuple[str, int], rounds: Sequence[Scored], seat: int) -> Values:
    """Return the measures of a seat. ``pieces``: the name and the number of the pieces that its handicap changes.

    ``wins``: the share of rounds with the highest score; a tie is divided, so equal seats have 1 / seats each.
    """
    return {
        "seat": seat + 1,
        "bot": str(bot),
        pieces[0]: pieces[1],
        **mean("mean_score", [played.scores[seat] for played in rounds]),
        **mean("wins", [_won(played.scores, seat) for played in rounds]),
        "stops": fmean(played.caller == seat for played in rounds),
    }


def _won(scores: Sequence[int], seat: int) -> float:
    best = max(scores)
    return 1 / scores.count(best) if scores[seat] == best else 0.0
