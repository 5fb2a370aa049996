"""The one thread that owns the session. Everybody else only puts inputs into its queue."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, TypeAlias

from msgspec import structs

from hardware.api import ButtonEdge, DiceReaders, Instant, Lamps, LampState, TrayLamp
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import AnyRecord
from kiosk.table.inputs import Input, TimePassed
from kiosk.table.press_times import PressTimes
from kiosk.table.service_requests import Job
from kiosk.table.session import Session
from kiosk.table.snapshots import lamps, snapshot, tray_lamps
from kiosk.table.state import State

log = logging.getLogger(__name__)

_NS: Final = 1_000_000_000
_MATCH_OVER: Final = State.MATCH_RESULT.value

Inbox: TypeAlias = "queue.SimpleQueue[Input | None]"
"""The runner's input: any thread may put, and returns at once."""


class Audience(Protocol):
    """A receiver of snapshots (``kiosk.table_process.display_server.Link``)."""

    def show(self, snapshot: msg.Snapshot) -> None:
        """Pass the newest snapshot on. Never blocks."""


class Journal(Protocol):
    """The writer of the session's records to the journal (``kiosk.journal.writer_thread.Flusher``)."""

    def write(self, records: Sequence[AnyRecord]) -> None:
        """Take records to be written, in their order. Never blocks."""


class Clerk(Protocol):
    """The worker for what the session asks for beside the game (``kiosk.service.worker.Clerk``)."""

    def ask(self, job: Job) -> None:
        """Do it, and put what comes of it into the inbox. Never blocks."""


class Runner:
    """Runs a session by the real clock. The inbox is the one door for other threads; None in it ends ``run``."""

    def __init__(
        self,
        session: Session,
        inbox: Inbox,
        lamps_: Lamps,
        audience: Audience,
        clock: Callable[[], Instant],
        readers: DiceReaders | None = None,
        journal: Journal | None = None,
        clerk: Clerk | None = None,
    ) -> None:
        self._session = session
        self._inbox = inbox
        self._lamps = lamps_
        self._audience = audience
        self._clock = clock
        self._shown: msg.Snapshot | None = None
        self._lit: dict[SeatNumber, LampState] = {}
        self._readers = readers
        self._journal = journal
        self._clerk = clerk
        self._trays_lit: dict[SeatNumber, TrayLamp] = {}
        self.press_times = PressTimes()
        """Of every press until its lamp had been told; any thread may ask."""
        self.faults: tuple[msg.DeviceFault, ...] = session.table.faults
        """The faults that the operator has been told and that are not over; replaced as a whole, for any thread."""
        self.turns = 0
        """The number of turns of its loop; any thread may read it."""

    @property
    def shown(self) -> msg.Snapshot | None:
        """The latest snapshot for the displays; any thread may ask."""
        return self._shown

    def run(self) -> None:
        """Own the session until None is in the inbox."""
        self._write()
        self._show()
        running = True
        while running:
            came, now = self._come_in()
            inputs = [input_ for input_ in came if input_ is not None]
            running = len(inputs) == len(came)
            for place, input_ in enumerate(inputs, 1):
                if isinstance(input_, ButtonEdge):
                    self._lit.pop(SeatNumber(input_.seat), None)  # it says "heard": to be told what it says now
                self._session.handle(input_, now, more=place < len(inputs))
            self._write()
            self._show()
            self._measure(inputs)
            self.turns += 1
        self.press_times.log()

    def _come_in(self) -> tuple[list[Input | None], Instant]:
        """All that has come in, and a moment by which it was all there: no source has anything older in the inbox.

        A press that was overtaken on its way would else lose to a later one whenever this runner is late.
        """
        first = self._next()
        now = self._clock()
        return [first, *(self._inbox.get_nowait() for _ in range(self._inbox.qsize()))], now

    def _measure(self, inputs: Iterable[Input]) -> None:
        """Count the presses among them; last, so that the log never keeps one waiting."""
        for input_ in inputs:
            if isinstance(input_, ButtonEdge) and input_.heard is not None:
                self.press_times.heard(f"seat {input_.seat} {input_.button.value}", input_.at, input_.heard)

    def _next(self) -> Input | None:
        """Return what comes in, or that it is time for the session to look."""
        try:
            return self._inbox.get(timeout=self._patience())
        except queue.Empty:
            return TimePassed()

    def _patience(self) -> float | None:
        """Seconds until the session wants to be called."""
        deadline = self._session.next_deadline()
        return None if deadline is None else max(0.0, (deadline - self._clock()) / _NS)

    def _write(self) -> None:
        """Hand on what the session has said to the journal, and what it asks for to the clerk."""
        if self._journal is not None:
            self._journal.write(self._session.table.log.take())
        if self._clerk is not None:
            for job in self._session.table.jobs:
                self._clerk.ask(job)
        self._session.table.jobs.clear()

    def _show(self) -> None:
        """Tell displays and lamps what has changed, and the log what the operator should know."""
        session = self._session
        for report in session.table.reports:
            log.warning("%s", report)
        session.table.reports.clear()
        if not session.table.changed:
            return
        session.table.changed = False
        self.faults = session.table.faults
        fresh = snapshot(session, (self._shown.id if self._shown else 0) + 1)
        if self._shown is None or structs.replace(self._shown, id=fresh.id, now=fresh.now) != fresh:
            if fresh.state == _MATCH_OVER and (self._shown is None or self._shown.state != _MATCH_OVER):
                self.press_times.log()
            self._shown = fresh
            self._audience.show(fresh)
        for seat, state in lamps(session).items():
            if self._lit.get(seat) is not state:
                self._lit[seat] = state
                self._lamps.show(seat, state)
        for seat, lamp in tray_lamps(session).items():
            if self._trays_lit.get(seat) is not lamp and self._readers is not None:
                self._trays_lit[seat] = lamp
                self._readers.light(seat, lamp)
