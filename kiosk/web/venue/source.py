"""The results store as pages read it: at one moment, never written."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.orm import Session

from kiosk.results.store import NoStoreError, ResultsStore, StoreError, read_store

__all__ = ["NoStoreError", "Source", "StoreError"]


class Source:
    """The place of the store: ``records.store`` and its password's file, or an SQLite ``file``.

    A file is opened for each page, so that one that is restored meanwhile is seen at once. Usable by any thread.
    """

    def __init__(self, address: str, file: Path, password_file: str = "") -> None:
        self._address = address
        self._file = file
        self._password_file = password_file
        self._store: ResultsStore | None = None
        self._lock = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """The store at one moment. Raises ``StoreError``; ``NoStoreError``: nothing has been imported yet."""
        try:
            with self._known().reading() as session:
                yield session
        except StoreError:
            self._forget()  # the next page looks what is there then
            raise

    def _known(self) -> ResultsStore:
        with self._lock:
            if self._store is None:
                self._store = read_store(self._address, self._file, password_file=self._password_file)
            return self._store

    def _forget(self) -> None:
        with self._lock:
            store, self._store = self._store, None
        if store is not None:
            store.close()
