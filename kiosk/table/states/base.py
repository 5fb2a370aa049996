"""What a state of the table is: an object that knows what a press means in it, and when it ends."""

from __future__ import annotations

from typing import Protocol

from hardware.api import Duration, Instant, LampState, TrayReading
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.inputs import RoundInput
from kiosk.table.people import Seat
from kiosk.table.state import State
from kiosk.table.table import Table


class Transitions(Protocol):
    """The steps from state to state that a state may ask for (``table.session.Session``)."""

    def go(self, state: State) -> None:
        """Leave the current state and enter this one."""

    def show_over(self, state: State) -> None:
        """Enter this state over the current one, which is not left and comes back (``back``)."""

    def back(self) -> None:
        """Leave the state that is shown over another one: that one is current again."""

    def end_match(self, why: str = "all_left") -> None:
        """Go to ``attract`` or, outside the opening hours, ``closed``. ``why``: ``journal.records.BrokenOff``."""

    def pause(self, why: str, by: Seat | None = None) -> None:
        """The round stands still, in play or before GO. ``why``: ``journal.records.Paused``."""

    def show_round_result(self) -> None:
        """Go to the round's result when the journal has its scores."""

    def press(self, seat: Seat) -> None:
        """A press that is no move in a round; at a seat without room it does nothing."""

    def leave(self, seat: Seat, *, to_bot: bool = False) -> None:
        """Somebody gets up, or has gone."""


class TableState:
    """A state of ``table`` that asks ``session`` for the next one. Most of what is not overridden does nothing."""

    name: State

    def __init__(self, table: Table, session: Transitions) -> None:
        self.table = table
        self.session = session

    # ------------------------------------------------------------ its life

    def enter(self) -> None:
        """Begin; ``table.state`` is this one's already."""
        self.table.begin_state(None)

    def back(self) -> None:
        """Current again after another state was shown over this one."""

    def leave(self) -> None:
        """End; ``table.state`` is still this one's."""

    # ------------------------------------------------------------ inputs

    def press(self, seat: Seat) -> None:
        """A press that is no move in a round."""

    def move(self, seat: Seat, source: str, message: RoundInput) -> None:
        """An input for the round on the table, of a person who plays in it."""

    def read_tray(self, number: SeatNumber, reading: TrayReading) -> None:
        """A reading of the dice in a tray: outside of play it is only followed."""
        self.table.trays[number].take(reading)

    def mark(self, display: str, at: Instant) -> None:
        """A display has sent everything that it had seen by then."""

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """A choice in a panel that is not a seat's own."""

    def seat_left(self) -> None:
        """Somebody has got up: a table that nobody sits at any more belongs to those who wait."""
        if not self.table.people.here():
            waiting = [seat for seat in self.table.people if seat.joining]
            self.session.end_match()
            for seat in waiting:
                self.session.press(seat)

    def display_joined(self) -> None:
        """A display that may touch has connected."""

    def resized(self) -> None:
        """A window has another size: where nobody sits there may be more room, or less."""

    def journal_failed(self) -> None:
        """The journal's writer reports a fault that people have to hear of."""

    # ------------------------------------------------------------ time

    def due(self) -> None:
        """The state's time is over (``table.deadline``)."""

    def advance(self) -> None:
        """Let happen what is due, before a state whose time is over is left."""

    def attend(self) -> None:
        """See who is still there."""

    def round_ended(self) -> None:
        """The round on the table has ended, by a call or because too few are left, and is not counted yet: stop."""
        self.table.count_round()
        self.session.go(State.STOPPED)

    def next_deadline(self) -> Instant | None:
        """When ``advance`` is to be called even if nothing comes in, besides ``table.deadline``; None: never."""
        return None

    def patience(self) -> Duration | None:
        """How long the silence of a seat is borne in this state; None: for ever."""
        return None

    def locked_until(self, seat: Seat) -> Instant | None:
        """When a lock of this seat that its lamp shows ends; None: there is none."""
        return None

    # ------------------------------------------------------------ what is shown

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """The seats whose panels are drawn, if somebody may sit there."""
        return set(self.table.people.seats)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """The snapshot with what only this state shows."""
        return drawn

    def lamp(self, seat: Seat) -> LampState:
        """What the lamp of a seat says, unless a fault or a press that was heard comes first."""
        return LampState.OFF

    def test_lamp(self, seat: Seat) -> LampState | None:
        """What the lamp says before all else; None: nothing."""
        return None
