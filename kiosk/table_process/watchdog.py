"""Watchdog of the table: systemd is notified only while all essential threads make progress.

A separate thread wakes and checks them, because a thread that hangs cannot report it. It sets the status line as well.
It ends the table by itself if a game of another package hangs, also where no systemd does.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from msgspec import Struct

from kiosk.protocol import Snapshot
from kiosk.protocol.state import THERE, State
from kiosk.system.sd_notify import SystemdNotifier

log = logging.getLogger(__name__)

EVERY_S: Final = 2.5
"""Interval of the checks in seconds, unless systemd's watchdog requires a shorter one."""

_SOON_S: Final = 0.1
"""Interval in seconds until the table is ready."""


class Turning(Protocol):
    """A loop whose progress can be observed."""

    turns: int
    """The number of iterations so far."""


class Worker(Struct):
    """A thread that must make progress. ``stir`` causes one iteration of its loop, within ``patience_s`` seconds.

    ``hangs``: called again and again while it has made none for ``hangs_s`` seconds.
    """

    name: str
    of: Turning
    stir: Callable[[], object]
    patience_s: float = 0.0
    hangs: Callable[[], object] | None = None
    hangs_s: float = 0.0
    seen: int = -1
    moved: float = 0.0

    def look(self, now: float) -> bool:
        """Return whether it has made progress lately. It is stirred again only after progress, to avoid a backlog."""
        if self.of.turns != self.seen:
            self.seen, self.moved = self.of.turns, now
            self.stir()
        if self.hangs is not None and now - self.moved > self.hangs_s:
            self.hangs()
        return now - self.moved <= self.patience_s


class Watchdog:
    """The thread that feeds the watchdog of ``service`` while all ``workers`` make progress.

    ``shown`` returns the latest snapshot of the table.
    """

    def __init__(
        self,
        service: SystemdNotifier,
        workers: Sequence[Worker],
        shown: Callable[[], Snapshot | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._service = service
        self._workers = workers
        self._shown = shown
        self._clock = clock
        self._ready = False
        self._hanging: tuple[str, ...] = ()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start the thread. Call it before the caller enters real time, which it would inherit."""
        self._thread.start()

    def close(self) -> None:
        """Report that the table ends, and end the thread."""
        self._service.stopping()
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def beat(self) -> None:
        """Check all workers once, and notify systemd."""
        now = self._clock()
        hanging = tuple(worker.name for worker in self._workers if not worker.look(now))
        if hanging and self._ready and hanging != self._hanging:
            log.error("no progress of the %s: systemd's watchdog is not fed", " and the ".join(hanging))
        self._hanging = hanging
        snapshot = self._shown()
        if hanging or snapshot is None:
            return
        self._ready = True
        self._service.status(words(snapshot))
        self._service.ready()
        self._service.alive()

    def _run(self) -> None:
        every = self._service.every_s or EVERY_S
        while not self._stop.wait(every if self._ready else min(_SOON_S, every)):
            self.beat()


def words(snapshot: Snapshot) -> str:
    """Return a description of the table's state, for ``systemctl status``."""
    people = sum(view.state in THERE and not view.bot for view in snapshot.seats)
    who = f", {people} {'person' if people == 1 else 'people'}" if people else ""
    plays = snapshot.round_no and snapshot.state != State.ATTRACT
    game = f"{snapshot.game}, round {snapshot.round_no}: " if plays else ""
    return f"{game}{snapshot.state.replace('_', ' ')}{who}"
