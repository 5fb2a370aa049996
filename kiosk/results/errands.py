"""What other threads ask of a results store: done by the one thread that has it open, between its own work."""

from __future__ import annotations

import queue
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, NamedTuple, TypeVar

from kiosk.results.store import ResultsStore
from kiosk.results.store_errors import StoreError

T = TypeVar("T")


class Errand(NamedTuple):
    """Work on a store, and where its outcome is awaited."""

    work: Callable[[ResultsStore], Any]
    outcome: Future[Any]

    def run(self, store: ResultsStore) -> None:
        """Do it, unless nobody waits any more; its errors are the asker's."""
        if self.outcome.set_running_or_notify_cancel():
            try:
                self.outcome.set_result(self.work(store))
            except Exception as error:
                self.outcome.set_exception(error)

    def fail(self, error: StoreError) -> None:
        """Tell that there is no store now."""
        if self.outcome.set_running_or_notify_cancel():
            self.outcome.set_exception(error)


class Errands:
    """A queue of errands."""

    def __init__(self) -> None:
        self._waiting: Final = queue.SimpleQueue[Errand | None]()

    def ask(self, work: Callable[[ResultsStore], T]) -> Future[T]:
        """Have ``work`` done; from any thread. The outcome may be its error, or ``StoreError``."""
        outcome = Future[T]()
        self._waiting.put(Errand(work, outcome))
        return outcome

    def wake(self) -> None:
        """End the wait of ``next``; also from a signal's handler."""
        self._waiting.put(None)

    def next(self, timeout_s: float) -> Errand | None:
        """Return the next errand; None: there is none within that time, or ``wake`` was called."""
        try:
            return self._waiting.get(timeout=timeout_s) if timeout_s > 0 else self._waiting.get_nowait()
        except queue.Empty:
            return None
