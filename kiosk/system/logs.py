"""Logs: written by a thread of their own, so that nothing waits for a slow reader, and repeated only so often."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final, TextIO

from msgspec import Struct

from kiosk.system.printable import printable, printable_text

KEPT: Final = 1000
"""Maximum length of the queue; further lines are counted, and reported as lost when the reader continues."""

_PATIENCE_S: Final = 1.0  # timeout at the end, for a reader that has stopped


class _Printable(logging.Formatter):
    """Makes lines printable: they may quote names, files and what devices say of themselves."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        return printable(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return printable_text(super().formatException(ei))


class LogWriter(logging.Handler):
    """A log handler that queues the lines of all threads and writes them to ``stream``, which may block."""

    def __init__(self, stream: TextIO, line_format: str) -> None:
        # Not a bounded queue: its lock would deadlock a thread whose signal handler logs too.
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        super().__init__()
        self._out = logging.StreamHandler(stream)
        self.setFormatter(_Printable(line_format))  # set here: ``basicConfig`` would set its default
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the line for the writing thread, or count it as lost."""
        if self._lines.qsize() >= KEPT:
            self._lost += 1
            return
        try:
            self._lines.put(self.format(record))
        except Exception:  # the caller must not suffer from its log
            self.handleError(record)

    def close(self) -> None:
        """Write the remaining lines, with a timeout of one second."""
        self._lines.put(None)
        self._thread.join(_PATIENCE_S)
        super().close()

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            self._out.handle(_record(line))
            lost, self._lost = self._lost, 0
            if lost:
                self._out.handle(
                    _record(self.format(_record(f"{lost} lines of this log were lost, because it was not read")))
                )


def _record(line: str) -> logging.LogRecord:
    return logging.makeLogRecord({"levelno": logging.WARNING, "msg": line})


LINES: Final = 20
"""Lines of one kind that are logged within ``WINDOW_S``."""

WINDOW_S: Final = 60.0


class _Window(Struct):
    begun: float
    lines: int = 0


class LimitedLog:
    """A logger that drops further lines of the same template, and says with the next one how many it has dropped."""

    def __init__(self, to: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._to = to
        self._clock = clock
        self._windows: dict[str, _Window] = {}
        self._lock = threading.Lock()

    def log(self, level: int, template: str, *values: object) -> None:
        """Log a line, unless ``LINES`` of this template have been logged within the window. Callable by any thread."""
        now = self._clock()
        with self._lock:
            window = self._windows.setdefault(template, _Window(now))
            dropped = 0
            if now - window.begun >= WINDOW_S:
                dropped = max(0, window.lines - LINES)
                window.begun, window.lines = now, 0
            window.lines += 1
            if window.lines > LINES:
                return
        if dropped:
            self._to.log(level, template + " (%d more like it were not logged)", *values, dropped)
        else:
            self._to.log(level, template, *values)
