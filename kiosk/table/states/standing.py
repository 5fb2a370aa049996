"""``paused`` and ``recovery``: the round is paused until its players press. Pure."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, structs

from hardware.api import Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.table.people import Seat
from kiosk.table.settings import Times
from kiosk.table.state import State
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table


class Reason(Struct, frozen=True):
    """The reason for a pause, and its timeout.

    ``lasts``: the timeout. ``once_seen``: the timeout from the first display on. ``broken_off``:
    ``journal.records.BrokenOff``, if nobody presses in that time.
    """

    lasts: Duration
    broken_off: str
    once_seen: Duration | None = None


def paused(times: Times) -> Reason:
    """Return the reason of a pause asked for by most, or caused by the journal (``Session.pause``)."""
    return Reason(times.pause, "pause")


def recovery(times: Times) -> Reason:
    """Return the reason of a match that was cut and taken up (``states.recovery``); maybe no display shows it yet."""
    return Reason(times.recovery_unseen, "nobody_came", once_seen=times.recovery)


class Standing(TableState):
    """A paused round, as the state ``name``. ``reason``: returns the reason by the current timeouts."""

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

    def back(self) -> None:
        """Come back from the staff's menu."""
        self.table.changed, self.table.shown_since = True, self.table.now

    def press(self, seat: Seat) -> None:
        """Go on when everybody has pressed."""
        if self.table.confirm(seat):
            self._go_on()

    def seat_left(self) -> None:
        """Go on if the others waited for this seat."""
        super().seat_left()
        if self.table.state is self.name and self.table.all_confirmed():
            self._go_on()

    def display_joined(self) -> None:
        """Shorten the timeout of a round that was cut: its players can see it from the first display on."""
        table, once_seen = self.table, self._reason.once_seen
        if once_seen is not None and table.deadline is not None:
            table.deadline = min(table.deadline, Instant(table.now + once_seen))
            table.changed = True

    def due(self) -> None:
        """Go on without those who have not pressed; if nobody has, break the match off."""
        called = self.table.called()
        missing = [seat for seat in called if not seat.confirmed]
        if len(missing) == len(called):
            self.session.end_match(self._reason.broken_off)
            return
        for seat in missing:
            self.session.leave(seat)

    def _go_on(self) -> None:
        """Go back into the round, or on to its result if it had ended."""
        match = self.table.match
        if match is None or self.table.barrier.waits:
            return
        if match.result is None:
            self.session.go(State.COUNTDOWN)
        else:
            self.session.show_round_result()

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the seats whose press is waited for."""
        return structs.replace(drawn, called=tuple(seat.number for seat in self.table.called()))

    def lamp(self, seat: Seat) -> LampState:
        """Return whether the seat's press is waited for."""
        return LampState.OFF if seat.confirmed else LampState.READY
