"""The lamps of the Stop buttons: what each shows, and since when, so that a light can go round the table. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from hardware.api import CHASE_ROUND, Duration, Instant, LampState, milliseconds
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.people import Seat
from kiosk.table.states.base import TableState
from kiosk.table.table import Table

WAVE: Final = milliseconds(550)
"""The time in which the wave of a Stop reaches the seat opposite the caller's, as in the picture."""

_CALM: Final = {
    LampState.BEAT_3: LampState.OFF,
    LampState.BEAT_2: LampState.OFF,
    LampState.BEAT_1: LampState.OFF,
    LampState.WAVE: LampState.OFF,
    LampState.DANCE: LampState.READY,
}
"""What is shown instead where somebody wants it calm."""
_EVERYBODYS: Final = frozenset({LampState.WAVE, LampState.DANCE})
"""States that follow the calmest person seated, as the middle of the picture does."""

_CLOCKWISE: Final = {"north": (0, 1), "east": (1, 1), "south": (2, -1), "west": (3, -1)}
"""The order of the edges, and whether positions along each grow clockwise (``protocol.SeatPlan``)."""


class ShownLamp(Struct, frozen=True):
    """What a lamp shows; ``since``: as for ``hardware.api.Lamps.show``."""

    state: LampState
    since: Instant | None = None


def lamps(table: Table, state: TableState) -> dict[SeatNumber, ShownLamp]:
    """Return what every seat's lamp shows."""
    return {seat.number: _lit(table, state, seat) for seat in table.people}


def lamp_of(table: Table, state: TableState | None, seat: Seat) -> LampState:
    """Return the state of a seat's lamp. Without ``state`` it is dark unless something takes precedence."""
    tested = None if state is None else state.test_lamp(seat)
    if tested is not None:
        return tested
    if seat.fault is not None:
        return LampState.FAULT
    if table.now < seat.heard_at + table.settings.times.heard:
        return LampState.HEARD
    shown = LampState.OFF if state is None else state.lamp(seat)
    calm = seat.calm or (shown in _EVERYBODYS and any(other.calm for other in table.people.here()))
    return _CALM.get(shown, shown) if calm else shown


def _lit(table: Table, state: TableState, seat: Seat) -> ShownLamp:
    shown = lamp_of(table, state, seat)
    ring = _ring(table.settings.seats)
    if shown is LampState.CHASE:
        return ShownLamp(shown, Instant(table.entered + ring.index(seat.number) * CHASE_ROUND // len(ring)))
    if shown is LampState.MAY_STOP and table.round is not None:
        return ShownLamp(shown, table.round.may_stop_from(seat.number))
    caller = None if table.round is None else table.round.caller
    if shown is LampState.WAVE and caller is not None:
        return ShownLamp(shown, Instant(table.entered + _delay(ring, caller, seat.number)))
    return ShownLamp(shown)


def _delay(ring: Sequence[SeatNumber], start: SeatNumber, seat: SeatNumber) -> Duration:
    """Return how long the wave takes from a seat to another one, round the table on the shorter way."""
    apart = abs(ring.index(seat) - ring.index(start))
    return Duration(round(WAVE * min(apart, len(ring) - apart) / max(1, len(ring) // 2)))


@lru_cache(maxsize=4)
def _ring(plans: tuple[msg.SeatPlan, ...]) -> tuple[SeatNumber, ...]:
    """Return the seats in their order round the table, clockwise."""

    def place(plan: msg.SeatPlan) -> tuple[int, float]:
        edge, way = _CLOCKWISE[plan.edge]
        return edge, way * plan.position

    return tuple(plan.seat for plan in sorted(plans, key=place))
