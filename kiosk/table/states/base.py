"""The base class of the table's states. A state defines the effect of each input, and when it ends."""

from __future__ import annotations

from typing import Protocol

from hardware.api import Button, Duration, Instant, LampState, TrayReading
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.inputs import RoundInput
from kiosk.table.people import Seat
from kiosk.table.settings import Patience
from kiosk.table.table import Table


class Transitions(Protocol):
    """The state changes that a state may request (``table.session.Session``)."""

    def go(self, state: State) -> None:
        """Leave the current state and enter this one."""

    def show_over(self, state: State) -> None:
        """Enter this state on top of the current one, which is not left and comes back (``back``)."""

    def back(self, at_least: Duration = Duration(0)) -> None:
        """Leave a state that is shown on top of another one: the one below is current again, ``at_least`` this long."""

    def end_match(self, why: str = "all_left") -> None:
        """Go to ``attract`` or, outside the opening hours, ``closed``. ``why``: ``journal.records.BrokenOff``."""

    def pause(self, why: str, by: Seat | None = None) -> None:
        """Pause the round, in play or before GO. ``why``: ``journal.records.Paused``."""

    def show_round_result(self) -> None:
        """Go to the round's result once the journal has its scores."""

    def press(self, seat: Seat) -> None:
        """Handle a press that is not a move in a round; at a seat without room it does nothing."""

    def leave(self, seat: Seat, *, to_bot: bool = False) -> None:
        """Remove somebody who gets up, or has gone."""


class TableState:
    """A state of ``table``, which requests changes from ``session``. Most methods do nothing unless overridden."""

    name: State

    def __init__(self, table: Table, session: Transitions) -> None:
        self.table = table
        self.session = session

    # ------------------------------------------------------------ its life

    def enter(self) -> None:
        """Begin; ``table.state`` is already this state."""
        self.table.begin_state(None)

    def back(self) -> None:
        """Become current again after another state was shown on top of this one."""

    def leave(self) -> None:
        """End; ``table.state`` is still this state."""

    # ------------------------------------------------------------ inputs

    def press(self, seat: Seat) -> None:
        """Handle a press that is not a move in a round."""

    def move(self, seat: Seat, source: str, message: RoundInput) -> None:
        """Handle an input for the round on the table, from a person who plays in it."""

    def claims(self, seat: Seat, button: Button) -> bool:
        """Return whether a press of this button is a move although no round runs (``move``, ``practise``)."""
        return False

    def practise(self, seat: Seat, what: RoundInput) -> None:
        """Handle a move while there is no match."""

    def read_tray(self, number: SeatNumber, reading: TrayReading) -> None:
        """Handle a reading of the dice in a tray; outside of play the tray only records it."""
        self.table.trays[number].take(reading)

    def mark(self, display: str, at: Instant, wait: Duration) -> None:
        """Handle a display's mark: it has sent all its input up to then, and says how long it stays at that."""

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """Handle a choice at a panel that is not a seat's own setting."""

    def propose(self, seat: SeatNumber | None, key: str, value: str) -> None:
        """Handle a choice for the match that is proposed; None: by a disc in the middle."""

    def seat_left(self) -> None:
        """Handle that somebody has got up. If nobody is left, the table goes to those who wait to join."""
        if not self.table.people.here():
            waiting = [seat for seat in self.table.people if seat.joining]
            self.session.end_match()
            for seat in waiting:
                self.session.press(seat)

    def display_joined(self) -> None:
        """Handle the connection of a display with touch input."""

    def resized(self) -> None:
        """Handle a change of a window's size: there may be room for more or fewer seats."""

    def button_failed(self, seat: Seat) -> None:
        """Handle the fault of a seat's button: it is stuck, or its contact closes by itself."""

    def journal_failed(self) -> None:
        """Handle a journal fault that people must be informed of."""

    # ------------------------------------------------------------ time

    def due(self) -> None:
        """Handle the end of the state's time (``table.deadline``)."""

    def advance(self) -> None:
        """Do what is due, before the state is left because its time is over."""

    def attend(self) -> None:
        """Check for silent people."""

    def ask_silent(self, patience: Patience) -> list[Seat]:
        """Ask those who have been silent for long; return those who have not answered in time."""
        table = self.table
        asked = [seat.asked for seat in table.people]
        gone = table.people.ask_silent(patience, table.now)
        table.changed = table.changed or asked != [seat.asked for seat in table.people]
        return gone

    def round_ended(self) -> None:
        """Handle the end of the round on the table, which is not counted yet."""
        self.table.count_round()
        self.session.go(State.STOPPED)

    def next_deadline(self) -> Instant | None:
        """Return when ``advance`` must be called without input, besides ``table.deadline``; None: never."""
        return None

    def patience(self) -> Patience | None:
        """Return the patience with silent people in this state; None: they are left alone for ever."""
        return None

    def locks(self) -> list[Instant]:
        """Return the ends of the locks that lamps show."""
        return []

    # ------------------------------------------------------------ what is shown

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """Return the seats whose panels are drawn, if somebody may sit there."""
        return set(self.table.people.seats)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the parts that only this state shows."""
        return drawn

    def lamp(self, seat: Seat) -> LampState:
        """Return the state of a seat's lamp, unless a fault or "heard" takes precedence."""
        return LampState.OFF

    def test_lamp(self, seat: Seat) -> LampState | None:
        """Return the state of the lamp in a test, which takes precedence over everything; None: no test."""
        return None
