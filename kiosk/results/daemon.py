"""The venue process: polls the journal and imports new rounds into the store."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from kiosk.results.importer import refresh
from kiosk.results.store import Store, StoreError
from kiosk.system.progress import Track, untracked
from kiosk.system.sd_notify import Service

EVERY_S: Final = 30.0
"""Polling interval, and the longest delay of a round. During play, each poll reads a file of some megabytes, most of it
known."""

_SLOWEST_S: Final = 300.0
"""Longest back-off while the store cannot be reached."""

_NICE: Final = 10
"""Niceness: the table and the display have priority."""


class Follower:
    """Fills the store that ``opening`` opens. ``say`` gets messages for the operator, each fault once.

    ``track`` shows the progress of an import.
    """

    def __init__(
        self,
        opening: Callable[[], Store],
        folder: Path,
        names_days: int,
        say: Callable[[str], None] = lambda line: print(line, flush=True),  # noqa: T201
        track: Track = untracked,
    ) -> None:
        self._track = track
        self._opening = opening
        self._folder = folder
        self._names_days = names_days
        self._say = say
        self._store: Store | None = None
        self._told: set[str] = set()
        self._stop = threading.Event()
        self._wait_s = EVERY_S
        self._service = Service()

    def once(self) -> int:
        """Fill the store once; return 0, or 1 if there were problems."""
        with suppress(StoreError):
            self._refresh()
        self._close()
        return 1 if self._told else 0

    def run(self) -> int:
        """Fill the store until SIGTERM or Ctrl-C."""
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, lambda *_: self._stop.set())
        os.nice(_NICE)
        self._say(f"Results come from {self._folder}")
        while not self._stop.is_set():
            self.step()
            self._service.ready()
            self._service.status("; ".join(sorted(self._told)) or "all rounds are in the store")
            self._rest(self._wait_s)
        self._service.stopping()
        self._close()
        return 0

    def _rest(self, left_s: float) -> None:
        """Wait for ``left_s``, or until asked to stop."""
        while left_s > 0 and not self._stop.is_set():
            self._service.alive()
            slice_s = min(left_s, self._service.every_s or left_s)
            self._stop.wait(slice_s)
            left_s -= slice_s

    def step(self) -> float:
        """Poll once; return the seconds until the next poll."""
        try:
            self._refresh()
        except StoreError:
            self._close()  # a fresh connection, the next time
            self._wait_s = min(self._wait_s * 2, _SLOWEST_S)
        else:
            self._wait_s = EVERY_S
        return self._wait_s

    def _refresh(self) -> None:
        try:
            self._store = self._store or self._opening()
            filled = refresh(self._store, self._folder, self._names_days, datetime.now(UTC), self._track)
        except StoreError as error:
            self._tell({str(error)})
            raise
        self._tell(set(filled.problems))
        if filled.rounds:
            self._say(f"{filled.rounds} new {'round' if filled.rounds == 1 else 'rounds'} in {self._store.name}")

    def _tell(self, problems: set[str]) -> None:
        for problem in sorted(problems - self._told):
            self._say(problem)
        self._told = problems

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None
