"""The table's log, written by a thread of its own: who writes a line never waits for who should read it."""

from __future__ import annotations

import logging
import queue
import threading
from logging.handlers import QueueHandler
from typing import Final, TextIO

KEPT: Final = 1000
"""Lines that wait for a reader; further ones are counted, and told as lost when it reads again."""

_PATIENCE_S: Final = 1.0  # at the end, for a reader that reads no more


class LogWriter(QueueHandler):
    """Takes the lines of all threads and writes them to ``stream``, which may block for as long as it likes."""

    def __init__(self, stream: TextIO, line_format: str) -> None:
        # Not a bounded queue: its lock would stop a thread for good whose signal handler writes a line too.
        self._records: queue.SimpleQueue[logging.LogRecord | None] = queue.SimpleQueue()
        super().__init__(self._records)
        self._out = logging.StreamHandler(stream)
        self.setFormatter(logging.Formatter(line_format))  # its own: ``basicConfig`` would give it another
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def enqueue(self, record: logging.LogRecord) -> None:
        """Keep the line for the writing thread, or count it as lost."""
        if self._records.qsize() < KEPT:
            self._records.put(record)
        else:
            self._lost += 1

    def close(self) -> None:
        """Write what is left, unless nobody reads it within a second."""
        self._records.put(None)
        self._thread.join(_PATIENCE_S)
        super().close()

    def _write(self) -> None:
        while (record := self._records.get()) is not None:
            self._out.handle(record)
            lost, self._lost = self._lost, 0
            if lost:
                text = f"{lost} lines of this log were lost, because nobody had read it"
                self._out.handle(self.prepare(logging.makeLogRecord({"levelno": logging.WARNING, "msg": text})))
