"""Notice that a results store may have changed, without asking it all the time.

A file is looked at once a second: which one it is, and its version for other connections (``PRAGMA data_version``). A
PostgreSQL server tells whoever listens; after each lost connection something may have changed.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kiosk.results.store import ResultsStore
from kiosk.system.logs import LimitedLog

LOOK_S: Final = 1.0
"""Seconds between two looks at a file."""
AGAIN_S: Final = 3.0
"""Seconds until it is tried again to reach a store."""

_log = logging.getLogger(__name__)


class Changes:
    """A thread that calls ``changed`` when the ``store`` may have changed, and whenever it cannot know.

    ``channel``: at which a server tells (``NOTIFY``).
    """

    def __init__(self, store: ResultsStore, channel: str, changed: Callable[[], object]) -> None:
        self._store = store
        self._channel = channel
        self._changed = changed
        self._stop = threading.Event()
        self._lines = LimitedLog(_log)
        self._thread = threading.Thread(target=self._run, name="changes", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End within about a second; does not wait for it."""
        self._stop.set()

    def _run(self) -> None:
        file = self._store.file
        while not self._stop.is_set():
            try:
                if file is None:
                    self._listen()
                elif file.exists():
                    self._look(file)
            except Exception as error:  # its text may have a password in it; the pages tell what is wrong
                words = "%s: it does not tell its changes now (%s), they are looked for every few seconds"
                self._lines.log(logging.ERROR, words, self._store.name, type(error).__name__)
            if not self._stop.is_set():
                self._changed()
                self._stop.wait(AGAIN_S)

    def _look(self, file: Path) -> None:
        """Look at a file, until it is another one."""
        number = file.stat().st_ino
        with self._store.line() as line:
            seen = None
            while not self._stop.is_set() and file.stat().st_ino == number:
                version = _version(line)
                if version != seen:
                    seen = version
                    self._changed()
                self._stop.wait(LOOK_S)

    def _listen(self) -> None:
        """Listen to a server, until the connection is lost."""
        with self._store.line() as line:
            line.autocommit = True
            line.execute(f"LISTEN {self._channel}")
            self._changed()
            while not self._stop.is_set():
                if [*line.notifies(timeout=LOOK_S, stop_after=1)]:
                    self._changed()


def _version(line: Any) -> int:
    (version,) = line.execute("PRAGMA data_version").fetchone()
    return int(version)
