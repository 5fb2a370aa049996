"""``paused`` and ``recovery``: the round stands still until its players press. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import structs

from hardware.api import Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.table.people import Seat
from kiosk.table.settings import Times
from kiosk.table.state import State
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason that a round stands still, and for how long it does.

    ``once_seen``: for how long at the most when a display is there. ``broken_off``: ``journal.records.BrokenOff``, if
    nobody presses in that time.
    """

    lasts: Duration
    broken_off: str
    once_seen: Duration | None = None


def paused(times: Times) -> Reason:
    """Most have asked for it, or the journal has failed; the round has been frozen (``Session.pause``)."""
    return Reason(times.pause, "pause")


def recovery(times: Times) -> Reason:
    """The match was cut and has been taken up (``states.recovery``); perhaps nobody can see it yet."""
    return Reason(times.recovery_unseen, "nobody_came", once_seen=times.recovery)


class Standing(TableState):
    """The round stands still, as the state ``name``. ``reason``: by the times that hold then."""

    def __init__(self, table: Table, session: Transitions, name: State, reason: Callable[[Times], Reason]) -> None:
        super().__init__(table, session)
        self.name = name
        self._of = reason

    @property
    def _reason(self) -> Reason:
        return self._of(self.table.settings.times)

    def enter(self) -> None:
        """Wait for everybody."""
        self.table.begin_state(self._reason.lasts)

    def press(self, seat: Seat) -> None:
        """On, when everybody has pressed."""
        if self.table.confirm(seat):
            self._go_on()

    def seat_left(self) -> None:
        """It may be the one that the others waited for."""
        super().seat_left()
        if self.table.state is self.name and self.table.all_confirmed():
            self._go_on()

    def display_joined(self) -> None:
        """What was cut can be seen, and its players have their time from the first display on."""
        table, once_seen = self.table, self._reason.once_seen
        if once_seen is not None and table.deadline is not None:
            table.deadline = min(table.deadline, Instant(table.now + once_seen))
            table.changed = True

    def due(self) -> None:
        """Who has pressed plays on, who has not is gone; if nobody has, the match is broken off."""
        called = self.table.called()
        missing = [seat for seat in called if not seat.confirmed]
        if len(missing) == len(called):
            self.session.end_match(self._reason.broken_off)
            return
        for seat in missing:
            self.session.leave(seat)

    def _go_on(self) -> None:
        """Back into the round, or on to its result where it had ended."""
        match = self.table.match
        if match is None or self.table.barrier.waits:
            return
        if match.result is None:
            self.session.go(State.COUNTDOWN)
        else:
            self.session.show_round_result()

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Whose press is waited for."""
        return structs.replace(drawn, called=tuple(seat.number for seat in self.table.called()))

    def lamp(self, seat: Seat) -> LampState:
        """Whose press is waited for."""
        return LampState.OFF if seat.confirmed else LampState.READY
