"""The table's pulse: whoever must not stand still is asked to come round, and systemd hears only of those who do.

A thread of its own asks, because whoever hangs cannot say so. It tells what the table does as well.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from kiosk.protocol import Snapshot
from kiosk.system.sd_notify import Service

log = logging.getLogger(__name__)

EVERY_S: Final = 2.5
"""Seconds between two beats, where no watchdog wants them sooner."""

_SOON_S: Final = 0.1
"""As long as the table is not ready yet."""


class Turning(Protocol):
    """Something that comes round again and again."""

    turns: int
    """Grows with each turn."""


@dataclass(slots=True)
class Worker:
    """A thread that must make progress. ``stir`` has it come round once, within ``patience_s``."""

    name: str
    of: Turning
    stir: Callable[[], object]
    patience_s: float = 0.0
    seen: int = -1
    moved: float = 0.0

    def look(self, now: float) -> bool:
        """Return whether it has come round lately. Stirred again only then: a hanging one is not buried in requests."""
        if self.of.turns != self.seen:
            self.seen, self.moved = self.of.turns, now
            self.stir()
        return now - self.moved <= self.patience_s


class Pulse:
    """Feeds the watchdog of ``service`` as long as all ``workers`` move; ``shown``: what the table shows."""

    def __init__(
        self,
        service: Service,
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
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        """Begin, if systemd listens. An ordinary thread: before the caller enters real time."""
        if self._service.listened_to:
            self._thread.start()

    def close(self) -> None:
        """The table ends."""
        self._service.stopping()
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def beat(self) -> None:
        """Look once, and tell."""
        now = self._clock()
        hanging = tuple(worker.name for worker in self._workers if not worker.look(now))
        if hanging and self._ready and hanging != self._hanging:
            log.error("the %s has not come round: systemd is not told that the table lives", " and the ".join(hanging))
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
    """Return what the table does, for ``systemctl status``."""
    people = sum(view.state in _THERE and not view.bot for view in snapshot.seats)
    who = f", {people} {'person' if people == 1 else 'people'}" if people else ""
    game = f"{snapshot.game}, round {snapshot.round_no}: " if snapshot.round_no and snapshot.state != "attract" else ""
    return f"{game}{snapshot.state.replace('_', ' ')}{who}"


_THERE: Final = frozenset({"taken", "ready", "playing"})
