"""The one thread that owns the session. Everybody else only puts inputs into its queue."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from msgspec import structs

from hardware.api import Instant, Lamps, LampState
from kiosk import messages as msg
from kiosk.seats import SeatNumber
from kiosk.table.inputs import Input, TimePassed
from kiosk.table.session import Session
from kiosk.table.view import lamps, snapshot

log = logging.getLogger(__name__)

_NS: Final = 1_000_000_000

Inbox: TypeAlias = "queue.SimpleQueue[Input | None]"
"""What the runner takes in: any thread may put, and returns at once."""


class Audience(Protocol):
    """Whoever shows snapshots (``kiosk.table.link.Link``)."""

    def show(self, snapshot: msg.Snapshot) -> None:
        """Pass the newest snapshot on. Never blocks."""


class Runner:
    """Runs a session by the real clock. The inbox is the one door for other threads; None in it ends ``run``."""

    def __init__(
        self, session: Session, inbox: Inbox, lamps_: Lamps, audience: Audience, clock: Callable[[], Instant]
    ) -> None:
        self._session = session
        self._inbox = inbox
        self._lamps = lamps_
        self._audience = audience
        self._clock = clock
        self._shown: msg.Snapshot | None = None
        self._lit: dict[SeatNumber, LampState] = {}

    def run(self) -> None:
        """Own the session until None is in the inbox."""
        while True:
            self._show()
            try:
                input_ = self._inbox.get(timeout=self._patience())
            except queue.Empty:
                input_ = TimePassed()
            if input_ is None:
                return
            self._session.handle(input_, self._clock())

    def _patience(self) -> float | None:
        """Seconds until the session wants to be called."""
        deadline = self._session.next_deadline()
        return None if deadline is None else max(0.0, (deadline - self._clock()) / _NS)

    def _show(self) -> None:
        """Tell displays and lamps what has changed, and the log what the operator should know."""
        session = self._session
        for report in session.reports:
            log.warning("%s", report)
        session.reports.clear()
        if not session.changed:
            return
        session.changed = False
        fresh = snapshot(session, (self._shown.id if self._shown else 0) + 1)
        if self._shown is None or structs.replace(self._shown, id=fresh.id, now=fresh.now) != fresh:
            self._shown = fresh
            self._audience.show(fresh)
        for seat, state in lamps(session).items():
            if self._lit.get(seat) is not state:
                self._lit[seat] = state
                self._lamps.show(seat, state)
