"""The work of a simulation, and its result: rounds are played in parts, and parts are added up in their order."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from msgspec import Struct

from kiosk.simulator.game_simulator import Simulation
from kiosk.simulator.measures import Matches, NamedMeasures, Totals, no_matches
from kiosk.simulator.tally import (
    ReadRound,
    Row,
    Tally,
    added,
    empty_tally,
    row_of,
    seat_columns,
    squared_differences,
    tally_of,
)


class Batch(NamedTuple):
    """The statistics of consecutive rounds, for each variant of the simulation.

    ``seconds``: the time that they took. ``differences``: for each variant but the first, the sums of the squares of
    its columns' differences from the first. ``scores``: of each round; empty where no matches are counted.
    """

    indices: range
    seconds: float
    tallies: list[Tally]
    differences: list[list[int]]
    scores: list[list[Row]]


class _Player(NamedTuple):
    """What a worker needs of a variant."""

    play: Callable[[int], Any]
    read: ReadRound
    distributed: bool
    matches: bool


@dataclass(frozen=True)
class Work:
    """A function that plays consecutive rounds of each variant, with the same result in any process; it is pickled."""

    players: tuple[_Player, ...]

    @classmethod
    def of(cls, variants: Sequence[Simulation]) -> Self:
        """Return the work of at least one variant."""
        return cls(tuple(_Player(one.play, one.read, one.distributed, one.read_match is not None) for one in variants))

    def __call__(self, indices: range) -> Batch:
        """Play the rounds of these indices."""
        began = time.monotonic()
        tallies, scores, differences = [], [], []
        first: list[Row] = []
        for player in self.players:
            rounds = [player.play(index) for index in indices]
            rows = [row_of(played, player.read(played)) for played in rounds]
            tallies.append(tally_of(rows, len(rounds[0].scores), distributed=player.distributed))
            scores.append([played.scores for played in rounds] if player.matches else [])
            if first:
                differences.append(squared_differences(first, rows))
            first = first or rows
        return Batch(indices, time.monotonic() - began, tallies, differences, scores)


class Result(Struct):
    """The statistics of the rounds up to ``done``, for each variant; its size does not depend on their number."""

    done: int
    tallies: list[Tally]
    differences: list[list[int]]
    matches: list[Matches | None]

    def plus(self, part: Batch, variants: Sequence[Simulation]) -> Result:
        """Return the result after the part that follows. ``ValueError`` for another part."""
        if part.indices.start != self.done:
            raise ValueError(f"round {part.indices.start} does not follow {self.done} rounds")
        matches: list[Matches | None] = []
        for before, scores, variant in zip(self.matches, part.scores, variants, strict=True):
            read = variant.read_match
            matches.append(before if before is None or read is None else before.after(scores, read))
        return Result(
            part.indices.stop,
            [one.plus(other) for one, other in zip(self.tallies, part.tallies, strict=True)],
            [added(one, other) for one, other in zip(self.differences, part.differences, strict=True)],
            matches,
        )


def no_rounds(variants: Sequence[Simulation], seats: int) -> Result:
    """Return the result of no rounds."""
    columns = [len(seat_columns(seats)) + len(one.columns) for one in variants]
    return Result(
        0,
        [empty_tally(count, seats, distributed=one.distributed) for count, one in zip(columns, variants, strict=True)],
        [[0] * columns[0] for _ in variants[1:]],
        [None if one.read_match is None else no_matches(seats, one.match_values) for one in variants],
    )


def totals_of(result: Result, variants: Sequence[Simulation], seats: int) -> list[Totals]:
    """Return the statistics of each variant."""
    return [
        Totals((*seat_columns(seats), *variant.columns), tally, matches)
        for variant, tally, matches in zip(variants, result.tallies, result.matches, strict=True)
    ]


def measures_of(result: Result, variants: Sequence[Simulation], seats: int) -> list[NamedMeasures]:
    """Return the measures of each variant."""
    totals = totals_of(result, variants, seats)
    return [variant.measure(one) for variant, one in zip(variants, totals, strict=True)]
