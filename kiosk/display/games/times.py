"""The times of a deal and of a round's count: shared by the flights of the pieces and by the panels. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.games.motion import Dealt
from kiosk.game.seats import SeatNumber
from kiosk.protocol import RoundResult, SeatScore, Snapshot
from kiosk.protocol.results import ranks
from kiosk.system.latest import latest

HOME_S: Final = 2.5
"""All pieces are home after this time at most, whatever their number."""
GATHER_S: Final = 0.4
"""Seconds in which the pieces are sorted by owner, before the first one flies home."""
FLIGHT_S: Final = 0.5
"""The duration of a piece's flight; shorter if there are many."""
IN_AIR: Final = 4
"""The maximum number of a seat's pieces in the air."""
TAKEN_S: Final = 0.5
"""The time in which a seat's pieces left over are taken off, once all of its pieces are home."""
TOLD_S: Final = 2.5
"""The time in which all places are told, however many there are; of a single one less."""
_PODIUM_S: Final = (1.02, 1.41, 1.82)
"""When third, second and first are told, after all is counted: so far apart that each is heard for itself."""
_BELOW_S: Final = (0.12, 0.3)
"""The places below run up to the third, within the roll of the drum: the first of them is told at this time at the
earliest, and they are so far apart at most.
"""

COMES_S: Final = 0.35
"""Seconds in which the turntable comes, while the pieces are sorted."""
CROWNS_S: Final = 0.7
"""Seconds in which the crown flies to another seat, once everything is told."""
COIN_S: Final = 0.5
"""Seconds in which a coin turns over; its place is told in the middle of it."""


LANDS_S: Final = 0.3
"""Seconds after which a place that was told is seen in the ranking: its medal flies there."""


class CountTimes(NamedTuple):
    """The times of one count."""

    home: float
    """All pieces of all seats are home; those of a seat: ``home_at``."""
    taken: float
    """The pieces left over of all seats have been taken off: the drum begins, and the turntable is a stage."""
    told: tuple[tuple[SeatNumber, float], ...]
    """When each seat's place is told, the last place first."""
    over: float
    """Everything is told."""

    @property
    def won(self) -> float:
        """The time at which the first place is told."""
        return max((at for _, at in self.told), default=self.over)

    @property
    def turns(self) -> float:
        """The time from which the turntable turns to one edge after another."""
        return self.over

    def place_at(self, seat: SeatNumber) -> float:
        """Return when the seat's place is told; never for a seat that has left."""
        return dict(self.told).get(seat, math.inf)


@lru_cache(maxsize=64)
def flight_s(pieces: int) -> float:
    """Return the duration of each flight of a seat that has this number of pieces."""
    return min(FLIGHT_S, (HOME_S - GATHER_S) * IN_AIR / (pieces + IN_AIR - 1))


def start_of(index: int, pieces: int) -> float:
    """Return when the piece of this number (from 0) leaves, of so many of its seat."""
    return GATHER_S + index * flight_s(pieces) / IN_AIR


@lru_cache(maxsize=64)
def home_at(pieces: int) -> float:
    """Return when all pieces of a seat that has so many are home."""
    pieces = max(1, pieces)
    return start_of(pieces - 1, pieces) + flight_s(pieces)


def landed(pieces: int, at: float) -> int:
    """Return how many of a seat's pieces are home."""
    if at >= HOME_S:
        return pieces
    steps = math.floor((at - GATHER_S) * IN_AIR / flight_s(pieces) + 1e-9)
    return max(0, min(pieces, steps - IN_AIR + 1))


def turns_over(told: float, at: float) -> bool:
    """Return whether a coin whose place is ``told`` then turns over; a step of the clock less than it takes."""
    return -0.6 * COIN_S / 2 < at - told <= COIN_S / 2 + 0.1


def steps(line: SeatScore, told: float, at: float) -> tuple[object, ...]:
    """Return what a seat's figures and coin depend on ``at`` so many seconds; ``told``: when its place is told."""
    home = home_at(line.centered)
    taken = min(TAKEN_S, max(0.0, at - home))
    return landed(line.centered, at), at < home, taken, at < told, turns_over(told, at)


@latest  # all trays ask for those of the same result
def count_times(result: RoundResult) -> CountTimes:
    """Return the times of a round's count."""
    home = max((min(HOME_S, home_at(line.centered)) for line in result.lines if not line.away), default=0.0)
    taken = home + TAKEN_S
    ranked = [(rank, line.seat) for rank, line in ranks(result, final=False) if rank is not None]
    places = sorted({rank for rank, _ in ranked}, reverse=True)
    at = {rank: taken + beat for rank, beat in zip(places, beats(len(places)), strict=True)}
    told = tuple(sorted(((seat, at[rank]) for rank, seat in ranked), key=lambda one: one[1]))
    return CountTimes(home, taken, told, max(at.values(), default=taken) + (TOLD_S - _PODIUM_S[-1] if at else 0.0))


def beats(places: int) -> list[float]:
    """Return when each of so many places is told, the last one first, in seconds after the drum has begun."""
    if places == 1:
        return [_PODIUM_S[0]]
    below = max(0, places - len(_PODIUM_S))
    earliest, widest = _BELOW_S
    apart = min(widest, (_PODIUM_S[0] - earliest) / max(1, below))
    return [*(_PODIUM_S[0] - apart * number for number in range(below, 0, -1)), *_PODIUM_S[-places:]]


DEAL_FLIGHT_S: Final = 0.36
"""Seconds of one flight."""
_FIRST_S: Final = 0.02
_STARTS_S: Final = 0.46
"""Seconds after which the first piece leaves, and within which all others follow it."""

LASTS_S: Final = _FIRST_S + _STARTS_S + DEAL_FLIGHT_S
"""Seconds after which all pieces have landed."""


_BEATS: Final = 3
_BEAT_S: Final = 0.75
"""The numerals of a countdown, and the seconds of each after a deal; without one they last a second."""
_SECOND: Final = 1_000_000_000


def count_in_times(snapshot: Snapshot) -> Iterator[tuple[int, float, float]]:
    """Yield the numbers of a countdown, down to 1: each with its start, in seconds after ``since``, and its length.

    A deal comes before them, so that no piece flies over a numeral.
    """
    whole = (snapshot.deadline - snapshot.since) / _SECOND
    lasts = min(1.0 if snapshot.resumes else _BEAT_S, whole / _BEATS)
    for number in range(_BEATS, 0, -1):
        yield number, whole - number * lasts, lasts


def starts(count: int) -> list[float]:
    """Return the seconds after which each of a seat's pieces leaves the middle; the last one lands within a second."""
    return [_FIRST_S + _STARTS_S * number / max(1, count - 1) for number in range(count)]


def waiting(dealt: Sequence[Dealt], shown_s: float) -> frozenset[str]:
    """Return the parts to which no piece has come yet."""
    landed = {
        piece.part for piece, start in zip(dealt, starts(len(dealt)), strict=True) if start + DEAL_FLIGHT_S <= shown_s
    }
    return frozenset(piece.part for piece in dealt) - landed
