"""The venue process: looks into the journal again and again, and brings what is new into the store."""

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
from kiosk.system.sd_notify import Service

EVERY_S: Final = 30.0
"""Seconds between two looks: a round is in the store at most so much later. In play a file of some megabytes is read
each time, of which most is known."""

_SLOWEST_S: Final = 300.0
"""A store that cannot be reached is tried again ever less often, but so often."""

_NICE: Final = 10
"""The table and the picture come first."""


class Follower:
    """Fills the store that ``opening`` opens. ``say`` gets what the operator should know, each fault once."""

    def __init__(
        self,
        opening: Callable[[], Store],
        folder: Path,
        names_days: int,
        say: Callable[[str], None] = lambda line: print(line, flush=True),  # noqa: T201
    ) -> None:
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
        """Fill the store once: 0, or 1 if something is wrong."""
        with suppress(StoreError):
            self._refresh()
        self._close()
        return 1 if self._told else 0

    def run(self) -> int:
        """Fill it until SIGTERM or Ctrl-C."""
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
        """Wait so long, or until told to end."""
        while left_s > 0 and not self._stop.is_set():
            self._service.alive()
            slice_s = min(left_s, self._service.every_s or left_s)
            self._stop.wait(slice_s)
            left_s -= slice_s

    def step(self) -> float:
        """Look once: seconds until the next look."""
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
            filled = refresh(self._store, self._folder, self._names_days, datetime.now(UTC))
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
