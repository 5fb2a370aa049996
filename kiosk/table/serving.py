"""The service menu on the way: where nobody plays a corner is held, a PIN is typed, and the staff has the table. Pure.

Only the attract rounds and the closed table give way to it: a match that people play is never interrupted by a menu.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware.api import ButtonEdge, Duration, Instant
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.look_again import LookAgain
from kiosk.table.service_requests import LONGEST_S, Changed, Done, Gated, Job, Look
from kiosk.table.settings import TableSettings, seconds
from kiosk.table.state import State
from kiosk.table.states.service_menu import BUTTONS, KEYPAD, Menu

PATIENCE: Final = seconds(120)
"""The menu closes by itself when nothing has been touched for so long; the keypad sooner."""
PATIENCE_AT_KEYPAD: Final = seconds(30)
PATIENCE_AT_WORK: Final = seconds(LONGEST_S + 60)
"""What takes long is told when it is done: the menu stays until then, or until the clerk has given up."""

_GIVES_WAY: Final = frozenset({State.ATTRACT, State.CLOSED})

OfService = msg.OpenService | msg.ServicePin | msg.ServiceTap


class Serving(LookAgain):
    """The way, with the staff's menu. ``seeds`` and ``ids`` as for ``Rounds``."""

    def __init__(
        self, settings: TableSettings, seeds: Iterator[int], now: Instant, ids: Iterator[str] | None = None
    ) -> None:
        self.menu: Menu | None = None
        """Open in state ``service``."""
        self.jobs: list[Job] = []
        """What is to be done beside the game: whoever does it clears it, and tells the session (``served``)."""
        self._opens: SeatNumber | None = None  # where a corner was held: it is asked whether there is a menu at all
        super().__init__(settings, seeds, now, ids)
        self._on_press[State.SERVICE] = lambda _: None
        self._on_deadline[State.SERVICE] = self._attract

    def serve(self, message: OfService) -> None:
        """A message of the staff."""
        menu = self.menu
        if menu is not None:
            menu.advance(self.now)  # a lockout may just be over
        match message:
            case msg.OpenService(seat=seat):
                if self.state in _GIVES_WAY and seat in self.people.seats:
                    self._opens = seat
                    self.jobs.append(Look())
            case msg.ServiceTap(key="close") if menu is not None:
                self._attract()
            case msg.ServiceTap(key=key, value=value) if menu is not None:
                self._stay(menu, menu.tap(key, value))
            case msg.ServicePin(pin=pin) if menu is not None:
                self._stay(menu, menu.type(pin))
            case _:
                pass

    def served(self, answer: Done) -> None:
        """What was asked for has been done."""
        if isinstance(answer, Changed):
            self._change(answer.settings)
        if self.menu is not None:
            self.menu.advance(self.now)
            self.menu.done(answer)
            self._stay(self.menu, [])
        elif isinstance(answer, Gated) and self._opens is not None and self.state in _GIVES_WAY:
            if answer.verdict in {"ask", "locked"}:
                self._open(self._opens, answer)
            self._opens = None

    def served_edge(self, edge: ButtonEdge) -> None:
        """A button was pressed or let go: its test. On no other page does a press keep the menu open."""
        if self.menu is not None:
            self.menu.edge(edge)
            if self.menu.page == BUTTONS:
                self._stay(self.menu, [])

    def _open(self, seat: SeatNumber, gate: Gated) -> None:
        self.match = None
        menu = Menu(seat, tuple(self.people.seats), self.trays, gate, self.now)
        self._enter(State.SERVICE, PATIENCE_AT_KEYPAD)
        self.menu = menu

    def _stay(self, menu: Menu, jobs: list[Job]) -> None:
        """Somebody is there: the menu stays open for a while."""
        self.changed = True
        self.jobs += jobs
        patience: Duration = PATIENCE_AT_WORK if menu.busy else PATIENCE
        if menu.page == KEYPAD:
            patience = PATIENCE_AT_KEYPAD
        self.deadline = Instant(self.now + patience)

    def _change(self, settings: TableSettings) -> None:
        """The staff has set something: it holds from now on, for picture and sound at once."""
        self.settings, self.house, self.changed = settings, settings.house, True
        self.people.follow(settings)
        self.told(settings.told)

    def _enter(self, state: State, lasts: Duration | None) -> None:
        self.menu = None
        super()._enter(state, lasts)
