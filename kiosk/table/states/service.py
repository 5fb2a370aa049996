"""``service``: somebody has held a corner and typed the PIN, and the staff uses the menu. Pure.

It opens only over the attract rounds and the closed table: a menu never interrupts a match of people.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from hardware.api import ButtonEdge, Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.menu.menu import Menu
from kiosk.table.menu.page import MenuData
from kiosk.table.people import Seat
from kiosk.table.service_requests import LONGEST_S, AskGate, GateAnswer, Job, JobAnswer, SettingsChanged
from kiosk.table.settings import TableSettings, seconds
from kiosk.table.state import State
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table

PATIENCE: Final = seconds(120)
"""The idle time after which the menu closes; the keypad closes sooner."""
PATIENCE_AT_KEYPAD: Final = seconds(30)
PATIENCE_AT_WORK: Final = seconds(LONGEST_S + 60)
"""A long job reports when it is done: the menu stays open until then, or until the worker gives up."""

_GIVES_WAY: Final = frozenset({State.ATTRACT, State.CLOSED})

OfService = msg.OpenService | msg.ServicePin | msg.ServiceTap


class Service(TableState):
    """The state of the service menu."""

    name = State.SERVICE

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self.menu: Menu | None = None
        """The open menu of this state."""
        self._opens: SeatNumber | None = None  # the seat at the held corner, until the gate answers

    def serve(self, message: OfService) -> None:
        """Handle a message of the staff."""
        table, menu = self.table, self.menu
        if menu is not None:
            menu.advance(table.now)  # a lockout may just be over
        match message:
            case msg.OpenService(seat=seat):
                if table.state in _GIVES_WAY and seat in table.people.seats:
                    self._opens = seat
                    table.jobs.append(AskGate())
            case msg.ServiceTap(key="close") if menu is not None:
                self.session.end_match()
            case msg.ServiceTap(key=key, value=value) if menu is not None:
                self._stay(menu, menu.tap(key, value))
            case msg.ServicePin(pin=pin) if menu is not None:
                self._stay(menu, menu.type(pin))
            case _:
                pass

    def served(self, answer: JobAnswer) -> None:
        """Handle the answer to a request."""
        table = self.table
        if isinstance(answer, SettingsChanged):
            self._change(answer.settings)
        if self.menu is not None:
            self.menu.advance(table.now)
            self.menu.answered(answer)
            self._stay(self.menu, None)
        elif isinstance(answer, GateAnswer) and self._opens is not None and table.state in _GIVES_WAY:
            if answer.verdict in {"ask", "locked"}:
                data = MenuData(table.people.seats, table.trays, table.house_rules, table.now)
                self.menu = Menu(self._opens, data, answer)
                self.session.go(State.SERVICE)
            self._opens = None

    def served_edge(self, edge: ButtonEdge) -> None:
        """Pass a button's edge to its test. On other pages a press does not keep the menu open."""
        if self.menu is not None:
            self.menu.edge(edge)
            self.table.changed = True
            if self.menu.page.stays_for_presses:
                self._stay(self.menu, None)

    def _stay(self, menu: Menu, job: Job | None) -> None:
        """Queue the job, and restart the idle timer."""
        table = self.table
        table.changed = True
        if job is not None:
            table.jobs.append(job)
        patience: Duration = PATIENCE_AT_WORK if menu.busy else PATIENCE
        if menu.locked:
            patience = PATIENCE_AT_KEYPAD
        table.deadline = Instant(table.now + patience)

    def _change(self, settings: TableSettings) -> None:
        """Apply the staff's settings at once, picture and sound included."""
        table = self.table
        table.settings, table.changed = settings, True
        table.people.follow(settings)
        table.configuration_fault(settings.told)

    # ------------------------------------------------------------ as a state

    def enter(self) -> None:
        """Begin without bots."""
        self.table.match = None
        self.table.begin_state(PATIENCE_AT_KEYPAD)

    def leave(self) -> None:
        """Close the menu."""
        self.menu = None

    def due(self) -> None:
        """Close the menu after its idle time."""
        self.session.end_match()

    def attend(self) -> None:
        """Check whether a lockout is over."""
        if self.menu is not None and self.menu.advance(self.table.now):
            self.table.changed = True

    def next_deadline(self) -> Instant | None:
        """Return when the menu changes by itself."""
        return None if self.menu is None else self.menu.page.changes_at

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """Return the seats that are told beside the keypad why they wait: those that fit beside that of the staff."""
        table, own = self.table, set() if self.menu is None else {self.menu.seat}
        return table.seating.filled(own, table.choices.kind, len(table.people.seats), but=barred)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the menu."""
        return drawn if self.menu is None else structs.replace(drawn, service=self.menu.view())

    def test_lamp(self, seat: Seat) -> LampState | None:
        """Return the lamp of the seat under test."""
        lamp = None if self.menu is None else self.menu.page.lamp
        if lamp is None:
            return None
        return LampState.READY if lamp == seat.number else LampState.OFF
