"""``service``: somebody has held a corner and typed the PIN, and the staff uses the menu. Pure.

It opens in every state but the countdown and play: a menu never interrupts a round. Over people it lies on top of their
state, whose time stands still, and which comes back when the menu is closed.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hardware.api import ButtonEdge, Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.journal_feed import JournalFeed
from kiosk.table.menu.menu import Menu
from kiosk.table.menu.page import LastDiagnosis, MenuData
from kiosk.table.people import Seat
from kiosk.table.round_records import match_ended
from kiosk.table.service_requests import (
    LONGEST_S,
    AskGate,
    DoctorFindings,
    GateAnswer,
    Job,
    JobAnswer,
    ResetTable,
    SettingsChanged,
)
from kiosk.table.settings import TableSettings, seconds
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table

PATIENCE: Final = seconds(120)
"""The idle time after which the menu closes; the keypad closes sooner."""
PATIENCE_AT_KEYPAD: Final = seconds(30)
PATIENCE_AT_WORK: Final = seconds(LONGEST_S + 60)
"""A long job reports when it is done: the menu stays open until then, or until the worker gives up."""

_GIVES_WAY: Final = frozenset({State.ATTRACT, State.CLOSED})
"""States that end for the menu, as nobody is here."""
_LIES_OVER: Final = frozenset(
    {State.LOBBY, State.STOPPED, State.PAUSED, State.RECOVERY, State.ROUND_RESULT, State.REPLAY, State.MATCH_RESULT}
)
"""States on top of which it lies."""

OfService = msg.OpenService | msg.ServicePin | msg.ServiceTap


class Service(TableState):
    """The state of the service menu."""

    name = State.SERVICE

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self.menu: Menu | None = None
        """The open menu of this state."""
        self._opens: SeatNumber | None = None  # the seat at the held corner, until the gate answers
        self._over: State | None = None  # the state of the people, below the menu
        self._verdict = LastDiagnosis()
        self._language = ""  # as the staff have turned it for this opening; empty: the default one

    def serve(self, message: OfService) -> None:
        """Handle a message of the staff."""
        table, menu = self.table, self.menu
        if menu is not None:
            menu.advance(table.now)  # a lockout may just be over
        match message:
            case msg.OpenService(seat=seat):
                if self._may_open() and seat in table.people.seats:
                    self._opens = seat
                    table.jobs.append(AskGate())
            case msg.ServiceTap() if menu is not None and menu.page.deaf:
                pass
            case msg.ServiceTap(key="close") if menu is not None:
                self._close()
            case msg.ServiceTap(key="language") if menu is not None:
                self._turn_language(menu)
            case msg.ServiceTap(key=key, value=value, pulled=pulled) if menu is not None:
                self._stay(menu, menu.tap(key, value, pulled=pulled))
            case msg.ServicePin(pin=pin) if menu is not None:
                self._stay(menu, menu.type(pin))
            case _:
                pass

    def served(self, answer: JobAnswer) -> None:
        """Handle the answer to a request."""
        table = self.table
        if isinstance(answer, SettingsChanged):
            self._change(answer.settings)
        elif isinstance(answer, DoctorFindings):
            self._verdict.take(answer, table.now)
        if self.menu is not None:
            self.menu.advance(table.now)
            self._stay(self.menu, self.menu.answered(answer))
        elif isinstance(answer, GateAnswer) and self._opens is not None:
            if answer.verdict in {"ask", "locked"} and self._may_open():
                self._open(self._opens, answer)
            self._opens = None

    @property
    def language(self) -> str:
        """The language of the menu."""
        settings = self.table.settings
        return self._language if self._language in settings.languages else settings.language

    def _turn_language(self, menu: Menu) -> None:
        """Go on to the next language that seats can choose from."""
        offered = self.table.settings.languages
        place = offered.index(self.language) + 1 if self.language in offered else 0
        self._language = offered[place % len(offered)]
        self._stay(menu, None)

    def _may_open(self) -> bool:
        return self.table.state in _GIVES_WAY | _LIES_OVER and not self.table.barrier.waits

    def _open(self, seat: SeatNumber, gate: GateAnswer) -> None:
        table = self.table
        if table.state is State.REPLAY:
            self.session.back()
        if not self._may_open():  # everybody had pressed to go on
            return
        match_on = table.state in _LIES_OVER and table.match is not None and not table.match.ended
        data = MenuData(table.people.seats, table.trays, table.house_rules, table.now, self._verdict, match_on=match_on)
        self.menu = Menu(seat, data, gate)
        if table.state in _GIVES_WAY:
            self.session.go(State.SERVICE)
        else:
            self._over = table.state
            self.session.show_over(State.SERVICE)

    def _close(self) -> None:
        """Go back to the people below the menu; if there are none, to the invitation."""
        if self._over is None:
            self.session.end_match()
        else:
            self.session.back()

    def _reset(self, menu: Menu) -> None:
        """End the match and free all seats. Finished rounds count, and a match whose last round is over.

        The menu stays open, and says so.
        """
        table, match, language = self.table, self.table.match, self._language
        if match is not None and match.ended and self._over is State.ROUND_RESULT:
            match.log.add(match_ended(match, match.match_result()))
            match.log = JournalFeed()
        self.session.end_match("staff")
        self.session.go(State.SERVICE)
        table.new_choices()
        self.menu, self._language = menu, language
        menu.was_reset()

    def served_edge(self, edge: ButtonEdge) -> None:
        """Pass a button's edge to its test. On other pages a press does not keep the menu open."""
        if self.menu is not None:
            self.menu.advance(self.table.now)
            self.menu.edge(edge)
            self.table.changed = True
            if self.menu.page.stays_for_presses:
                self._stay(self.menu, None)

    def _stay(self, menu: Menu, job: Job | None) -> None:
        """Queue the job, and restart the idle timer."""
        table = self.table
        table.changed = True
        if isinstance(job, ResetTable):
            self._reset(menu)
        elif job is not None:
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
        table.configuration_fault(settings.fault)

    # ------------------------------------------------------------ as a state

    def enter(self) -> None:
        """Begin without bots; people's match stays as it is."""
        if self._over is None:
            self.table.match = None
            self.table.begin_state(PATIENCE_AT_KEYPAD)
        self.table.changed, self.table.deadline = True, Instant(self.table.now + PATIENCE_AT_KEYPAD)

    def leave(self) -> None:
        """Close the menu."""
        self.menu, self._over, self._language = None, None, ""

    def due(self) -> None:
        """Close the menu after its idle time."""
        self._close()

    def attend(self) -> None:
        """Check whether a lockout is over."""
        if self.menu is not None and self.menu.advance(self.table.now):
            self.table.changed = True

    def next_deadline(self) -> Instant | None:
        """Return when the menu changes by itself."""
        return None if self.menu is None else self.menu.changes_at

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """Return the seats that are told beside the keypad why they wait: those that fit beside that of the staff."""
        table, own = self.table, set() if self.menu is None else {self.menu.seat}
        return table.seating.filled(own, table.choices.kind, len(table.people.seats), but=barred)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the menu; the panel in which it lies speaks its language."""
        menu = self.menu
        if menu is None:
            return drawn
        seats = (replace(view, language=self.language) if view.seat == menu.seat else view for view in drawn.seats)
        return replace(drawn, service=menu.view(), seats=tuple(seats))

    def test_lamp(self, seat: Seat) -> LampState | None:
        """Return the lamp of the seat under test."""
        lamp = None if self.menu is None else self.menu.page.lamp
        if lamp is None:
            return None
        return LampState.READY if lamp == seat.number else LampState.OFF
