"""``service``: where nobody plays a corner is held, a PIN is typed, and the staff has the table. Pure.

Only the attract rounds and the closed table give way to it: a match that people play is never interrupted by a menu.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from hardware.api import ButtonEdge, Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.people import Seat
from kiosk.table.service_requests import LONGEST_S, Changed, Done, Gated, Job, Look
from kiosk.table.settings import TableSettings, seconds
from kiosk.table.state import State
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.states.service_menu import BUTTONS, KEYPAD, Menu
from kiosk.table.table import Table

PATIENCE: Final = seconds(120)
"""The menu closes by itself when nothing has been touched for so long; the keypad sooner."""
PATIENCE_AT_KEYPAD: Final = seconds(30)
PATIENCE_AT_WORK: Final = seconds(LONGEST_S + 60)
"""What takes long is told when it is done: the menu stays until then, or until the worker has given up."""

_GIVES_WAY: Final = frozenset({State.ATTRACT, State.CLOSED})

OfService = msg.OpenService | msg.ServicePin | msg.ServiceTap


class Service(TableState):
    """The staff's menu."""

    name = State.SERVICE

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self.menu: Menu | None = None
        """Open in this state."""
        self._opens: SeatNumber | None = None  # where a corner was held: it is asked whether there is a menu at all

    def serve(self, message: OfService) -> None:
        """A message of the staff."""
        table, menu = self.table, self.menu
        if menu is not None:
            menu.advance(table.now)  # a lockout may just be over
        match message:
            case msg.OpenService(seat=seat):
                if table.state in _GIVES_WAY and seat in table.people.seats:
                    self._opens = seat
                    table.jobs.append(Look())
            case msg.ServiceTap(key="close") if menu is not None:
                self.session.end_match()
            case msg.ServiceTap(key=key, value=value) if menu is not None:
                self._stay(menu, menu.tap(key, value))
            case msg.ServicePin(pin=pin) if menu is not None:
                self._stay(menu, menu.type(pin))
            case _:
                pass

    def served(self, answer: Done) -> None:
        """What was asked for has been done."""
        table = self.table
        if isinstance(answer, Changed):
            self._change(answer.settings)
        if self.menu is not None:
            self.menu.advance(table.now)
            self.menu.done(answer)
            self._stay(self.menu, [])
        elif isinstance(answer, Gated) and self._opens is not None and table.state in _GIVES_WAY:
            if answer.verdict in {"ask", "locked"}:
                self.menu = Menu(self._opens, tuple(table.people.seats), table.trays, answer, table.now)
                self.session.go(State.SERVICE)
            self._opens = None

    def served_edge(self, edge: ButtonEdge) -> None:
        """A button was pressed or let go: its test. On no other page does a press keep the menu open."""
        if self.menu is not None:
            self.menu.edge(edge)
            if self.menu.page == BUTTONS:
                self._stay(self.menu, [])

    def _stay(self, menu: Menu, jobs: list[Job]) -> None:
        """Somebody is there: the menu stays open for a while."""
        table = self.table
        table.changed = True
        table.jobs += jobs
        patience: Duration = PATIENCE_AT_WORK if menu.busy else PATIENCE
        if menu.page == KEYPAD:
            patience = PATIENCE_AT_KEYPAD
        table.deadline = Instant(table.now + patience)

    def _change(self, settings: TableSettings) -> None:
        """The staff has set something: it holds from now on, for picture and sound at once."""
        table = self.table
        table.settings, table.house, table.changed = settings, settings.house, True
        table.people.follow(settings)
        table.configuration_fault(settings.told)

    # ------------------------------------------------------------ as a state

    def enter(self) -> None:
        """The bots stop."""
        self.table.match = None
        self.table.begin_state(PATIENCE_AT_KEYPAD)

    def leave(self) -> None:
        """The menu is closed."""
        self.menu = None

    def due(self) -> None:
        """Nobody has touched it for long."""
        self.session.end_match()

    def attend(self) -> None:
        """A lockout may be over."""
        if self.menu is not None and self.menu.advance(self.table.now):
            self.table.changed = True

    def next_deadline(self) -> Instant | None:
        """When the menu changes by itself."""
        return None if self.menu is None else self.menu.turns_at

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """The menu."""
        return drawn if self.menu is None else structs.replace(drawn, service=self.menu.view())

    def test_lamp(self, seat: Seat) -> LampState | None:
        """That of the button that is tested."""
        if self.menu is None or self.menu.lamp is None:
            return None
        return LampState.READY if self.menu.lamp == seat.number else LampState.OFF
