"""The beats of a seat that is nearly done: its light on the screen, the lamp in its button and its heart. Pure.

All three count from the clock alone: by the full hour while pieces are left, and from the instant on at which the seat
may call Stop. A heart is heard where the lamp turns bright (``hardware.gpio.lamp_patterns``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Final

from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView

HOUR_NS: Final = 3600 * 1_000_000_000
"""Nanoseconds after which the GPU's clock begins anew, because its numbers cannot count for days."""

PERIODS_NS: Final[Mapping[int, int]] = MappingProxyType(
    {3: 1_800_000_000, 2: 1_300_000_000, 1: 900_000_000, 0: 500_000_000}
)
"""The time from one beat to the next, by the number of pieces left."""

RISES: Final = 0.25
"""The part of a beat by which the lamp turns bright, and a ring leaves, before the light is brightest."""

_NEAREST: Final = 3
"""So many hearts are heard at their seats; more that beat together are the whole table's."""


def beats_left(view: SeatView, left: int, *, stopping: bool) -> bool:
    """Return whether a seat with so many pieces ``left`` beats; ``stopping``: some seat may call Stop.

    It does not where its person wants it calm, nor while only others may call: a beat would ask for a false Stop.
    """
    return left in PERIODS_NS and not view.calm and (view.may_stop or not stopping)


def turns(left: int, after: int) -> Iterator[int]:
    """Yield the instants after ``after`` at which the lamp of a seat with so many pieces left turns bright."""
    period = PERIODS_NS[left]
    for hour in count(after - after % HOUR_NS, HOUR_NS):
        first = hour + round((1 - RISES) * period)
        first += max(0, (after - first) // period + 1) * period
        yield from range(first, hour + HOUR_NS, period)


def stop_turns(since: int, after: int) -> Iterator[int]:
    """Yield those of a seat that may call Stop since an instant; the first one is that instant."""
    period = PERIODS_NS[0]
    return count(since + max(0, (after - since) // period + 1) * period, period)


def phase(since: int) -> float:
    """Return by which share of a beat the light of a seat that may call Stop since then is ahead of the full hour's."""
    period = PERIODS_NS[0]
    return -((since + round(RISES * period)) % period) / period


def hearts(beating: Mapping[SeatNumber, int]) -> list[tuple[SeatNumber | None, int]]:
    """Return whose hearts are heard, and with how many pieces left: of who is nearest to the end.

    ``beating``: the number of pieces left by seat. None: the table's own, instead of many in unison.
    """
    least = min(beating.values(), default=0)
    seats = [seat for seat, left in beating.items() if left == least]
    return [(seat, least) for seat in seats] if len(seats) <= _NEAREST else [(None, least)]
