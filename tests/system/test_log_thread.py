"""The log never blocks its callers."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import TextIO

import pytest

from kiosk.system.logs import KEPT, LogWriter

LINES = 10 * KEPT


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, TextIO]]:
    """Both ends of a pipe, which fills up until it is read."""
    reading, writing = os.pipe()
    with open(reading, encoding="utf-8") as reader, open(writing, "w", encoding="utf-8") as writer:  # noqa: PTH123
        yield reader, writer


def logger_to(writer: LogWriter) -> logging.Logger:
    logger = logging.Logger("table")
    logger.addHandler(writer)
    return logger


def test_lines_are_written_in_their_order(pipe: tuple[TextIO, TextIO]) -> None:
    reader, stream = pipe
    writer = LogWriter(stream, "table: %(message)s")
    logger = logger_to(writer)
    for number in range(3):
        logger.info("line %d", number)
    writer.close()
    assert [reader.readline() for _ in range(3)] == [f"table: line {number}\n" for number in range(3)]


def test_as_the_root_loggers_handler_it_keeps_its_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])  # as in a program, without pytest's own
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    stream = io.StringIO()
    writer = LogWriter(stream, "table: %(message)s")
    logging.basicConfig(level=logging.INFO, handlers=[writer])
    logging.getLogger("kiosk.table").info("display %d has joined", 1)
    writer.close()
    assert stream.getvalue() == "table: display 1 has joined\n"


def test_what_a_line_quotes_cannot_forge_another(pipe: tuple[TextIO, TextIO]) -> None:
    reader, stream = pipe
    writer = LogWriter(stream, "table: %(message)s")
    logger = logger_to(writer)
    logger.info("a name: %s", "\x1b[2JEve\ntable: all is well\x9b\u202e")
    logger.error("failed", exc_info=ValueError("\x1b[2J"))
    writer.close()
    assert reader.readline() == "table: a name: \\u001b[2JEve\\u000atable: all is well\\u009b\\u202e\n"
    assert reader.readline() == "table: failed\n"
    assert reader.readline() == "ValueError: \\u001b[2J\n"


def test_a_log_that_nobody_reads_holds_up_nobody_and_tells_later_what_was_lost(pipe: tuple[TextIO, TextIO]) -> None:
    reader, stream = pipe
    writer = LogWriter(stream, "%(message)s")
    logger = logger_to(writer)
    for number in range(LINES):  # ends although the pipe is full: this is the promise
        logger.info("line %05d %s", number, "x" * 100)
    kept: list[str] = []
    lost = 0
    while len(kept) + lost < LINES:
        line = reader.readline()
        if line.startswith("line "):
            kept.append(line)
        else:
            lost += int(line.removesuffix(" lines of this log were lost, because it was not read\n"))
    writer.close()
    assert lost > 0
    assert kept == sorted(kept)
    assert kept[0].startswith("line 00000 ")


class StuckStream(io.StringIO):
    """A stream whose writers wait until ``free`` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()

    def write(self, text: str) -> int:
        self.free.wait()
        return super().write(text)


def test_the_end_does_not_wait_for_a_reader_that_reads_no_more() -> None:
    stream = StuckStream()
    others = set(threading.enumerate())
    writer = LogWriter(stream, "%(message)s")
    (thread,) = set(threading.enumerate()) - others
    logger = logger_to(writer)
    for _ in range(LINES):
        logger.info("a line")
    writer.close()  # returns: this is the promise
    assert stream.getvalue() == ""
    stream.free.set()
    thread.join()  # and ends as soon as it can
    assert stream.getvalue().count("a line") >= KEPT


@pytest.mark.process
def test_a_signal_handler_may_write_a_line_while_another_is_written() -> None:
    """As when real-time scheduling is ended for a thread that does not pause."""
    code = (
        "import io, logging, signal;"
        "from kiosk.system.logs import LogWriter;"
        "logging.lastResort = None; logging.raiseExceptions = False;"
        "log = logging.getLogger('table'); to = io.StringIO();"
        "writer = LogWriter(to, '%(message)s'); log.addHandler(writer);"
        "signal.signal(signal.SIGALRM, lambda *_: log.error('real time was ended'));"
        "signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002);"
        "[log.error('a line') for _ in range(20_000)];"
        "signal.setitimer(signal.ITIMER_REAL, 0); writer.close();"
        "assert 'real time was ended' in to.getvalue()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30)
