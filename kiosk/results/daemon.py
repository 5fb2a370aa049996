"""The venue process: imports new rounds from the journal into the store when it is told of them, or polls."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar

from kiosk.results.errands import Errand, Errands
from kiosk.results.importer import refresh
from kiosk.results.store import ResultsStore
from kiosk.results.store_errors import StoreError
from kiosk.system.printable import printable
from kiosk.system.progress import Track, untracked
from kiosk.system.sd_notify import SystemdNotifier

T = TypeVar("T")

EVERY_S: Final = 120.0
"""Polling interval, and the longest delay of a round of which nobody has told."""

_AGAIN_S: Final = 30.0
"""Half of the first back-off while the store cannot be reached."""

_SLOWEST_S: Final = 300.0
"""Longest back-off while the store cannot be reached."""

_NICE: Final = 10
"""Niceness: the table and the display have priority."""


class Follower:
    """Fills the store that ``opening`` opens. ``say`` gets messages for the operator, each fault once.

    ``track`` shows the progress of an import, and of a migration. ``errands`` are done between two
    looks at the journal. ``told`` is called after each look that has reached the store.
    """

    def __init__(
        self,
        opening: Callable[[Track], ResultsStore],
        folder: Path,
        names_days: int,
        say: Callable[[str], None] = lambda line: print(printable(line), flush=True),  # noqa: T201
        track: Track = untracked,
        errands: Errands | None = None,
        told: Callable[[], object] = lambda: None,
    ) -> None:
        self._track = track
        self._opening = opening
        self._folder = folder
        self._names_days = names_days
        self._say = say
        self._errands = Errands() if errands is None else errands
        self._tell_new = told
        self._told: set[str] = set()
        self._stop = threading.Event()
        self._again_s = _AGAIN_S
        self._rung = threading.Event()
        self._service = SystemdNotifier()

    def once(self) -> int:
        """Fill the store once; return 0, or 1 if there were problems."""
        with suppress(StoreError):
            self._refresh()
        return 1 if self._told else 0

    def run(self) -> int:
        """Fill the store until SIGTERM or Ctrl-C."""
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, lambda *_: self._end())
        os.nice(_NICE)
        self._say(f"Results come from {self._folder}")
        self._service.ready()  # a first import may take longer than a start
        while not self._stop.is_set():
            self._rung.clear()  # of what is told from now on the next look learns
            wait_s = self.step()
            self._service.status("; ".join(sorted(self._told)) or "all rounds are in the store")
            self._rest(wait_s)
        self._service.stopping()
        return 0

    def ring(self) -> None:
        """Look at the journal now, or once what is being done is done; from any thread."""
        self._rung.set()
        self._errands.wake()

    def _end(self) -> None:
        self._stop.set()
        self._errands.wake()

    def _rest(self, left_s: float) -> None:
        """Do errands for ``left_s``, or until asked to stop, or to look."""
        until = time.monotonic() + left_s
        while (left_s := until - time.monotonic()) > 0 and not (self._stop.is_set() or self._rung.is_set()):
            self._service.alive()
            if errand := self._errands.next(min(left_s, self._service.every_s or left_s)):
                self._do(errand)

    def _do(self, errand: Errand) -> None:
        """Do the errand; it is told if there is no store."""
        try:
            with closing(self._opening(self._alive_with)) as store:
                self._service.alive()
                errand.run(store)
        except StoreError as error:
            errand.fail(error)

    def step(self) -> float:
        """Poll once; return the seconds until the next poll."""
        try:
            self._refresh()
        except StoreError:
            self._again_s = min(self._again_s * 2, _SLOWEST_S)
            return self._again_s
        self._again_s = _AGAIN_S
        self._tell_new()
        return EVERY_S

    def _refresh(self) -> None:
        """Fill the store. It is opened each time: it may have been moved, restored or migrated since."""
        try:
            with closing(self._opening(self._alive_with)) as store:
                now, alive = datetime.now(UTC), self._service.alive
                filled = refresh(store, self._folder, self._names_days, now, self._track, alive)
        except StoreError as error:
            self._tell({str(error)})
            raise
        self._tell(set(filled.problems))
        for note in filled.notes:
            self._say(f"note: {note}")
        if filled.rounds:
            self._say(f"{filled.rounds} new {'round' if filled.rounds == 1 else 'rounds'} in {store.name}")

    def _alive_with(self, items: Iterable[T], what: str, total: int) -> Iterator[T]:
        """Show the progress of work on items, and tell systemd with each of them that this goes on."""
        for item in self._track(items, what, total):
            self._service.alive()
            yield item

    def _tell(self, problems: set[str]) -> None:
        for problem in sorted(problems - self._told):
            self._say(problem)
        self._told = problems
