"""``kiosk`` on a developer's computer: supervisor of table and display that ends both when one ends for good.

It is a process of its own, so that a display that is killed does not end the table: it is restarted and finds the
round running.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import FrameType
from typing import Final, TypeAlias

from kiosk.system import paths
from kiosk.system.ending import USAGE

RESTARTS: Final = 5
"""Number of deaths within ``WINDOW_S`` seconds after which a part is not restarted."""

WINDOW_S: Final = 30.0

_PATIENCE_S: Final = 5.0


def _environment() -> dict[str, str]:
    """Return the environment of both: with the folder in which they meet, decided once."""
    return os.environ | {"KIOSK_RUNTIME_DIR": str(paths.runtime_dir())}


@dataclass(slots=True)
class Program:
    """One of the programs, with its command.

    ``may_end``: its normal exit ends the kiosk; ``edited``: its files are being changed, so when it dies it is started
    again with the next change.
    """

    name: str
    arguments: list[str]
    may_end: bool
    edited: bool = False
    process: subprocess.Popen[bytes] | None = None
    deaths: deque[float] = field(default_factory=lambda: deque(maxlen=RESTARTS))
    changed: bool = False
    """True if it has been ended because a file has changed, and is to be started again."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held while its end or a change of its files is acted on: a change at the moment of its death must not be lost."""

    def start(self, lifeline: int) -> None:
        """Start the program; it ends when the lifeline is closed."""
        command = [sys.executable, "-m", "kiosk", self.name, "--lifeline", str(lifeline), *self.arguments]
        self.process = subprocess.Popen(command, pass_fds=[lifeline], env=_environment())  # noqa: S603  our own program

    def renew(self, lifeline: int) -> None:
        """End the program, so that it is started again with its changed files; start it if it has died."""
        with self.lock:
            if self.process is None or self.process.returncode is not None:
                self.start(lifeline)
                return
            self.changed = True
            with contextlib.suppress(ProcessLookupError):  # it has just died, and ``ended`` comes next
                os.kill(self.process.pid, signal.SIGTERM)  # not terminate(): it would take its end away from _wait

    def ended(self, process: subprocess.Popen[bytes], code: int, lifeline: int) -> bool:
        """Note the end of the program; start it again if its files have changed, and return whether they have."""
        with self.lock:
            process.returncode = code
            renewed, self.changed = self.changed, False
            if renewed:
                self.start(lifeline)
            return renewed

    def died_too_often(self) -> bool:
        """Record a death; return whether there were too many."""
        self.deaths.append(time.monotonic())
        return len(self.deaths) == RESTARTS and self.deaths[-1] - self.deaths[0] < WINDOW_S


Changes: TypeAlias = Iterable[object]


class _EndingError(Exception):
    """A signal that asks the kiosk to end."""


def launch(table: list[str], display: list[str], changes: Changes | None = None) -> int:
    """Run both programs with these arguments until the window is closed or a signal comes; return the exit status.

    ``changes``: yields whenever a file of the display has changed, and the display is started again.
    """
    shows = Program("display", display, may_end=True, edited=changes is not None)
    return run([Program("table", table, may_end=False), shows], changes)


def run(parts: list[Program], changes: Changes | None = None) -> int:
    """Run these programs until one that may end does, or a signal comes; return the exit status.

    ``changes``: as in ``launch``, for those that are ``edited``.
    """
    reading, writing = os.pipe()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, _end)
    try:
        for part in parts:
            part.start(reading)
        if changes is not None:
            edited = [part for part in parts if part.edited]
            threading.Thread(target=_renew, args=(edited, reading, changes), name="changes", daemon=True).start()
        return _watch(parts, reading)
    except _EndingError:
        return 0
    finally:
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, signal.SIG_IGN)
        os.close(writing)  # the lifeline
        for part in reversed(parts):
            _reap(part)


def _end(_number: int, _frame: FrameType | None) -> None:
    raise _EndingError


def _watch(parts: list[Program], lifeline: int) -> int:
    """Restart programs that die, until one ends normally or dies too often."""
    while True:
        part, process, code = _wait(parts)
        if part.ended(process, code, lifeline):
            continue
        if part.may_end and code == 0:
            return 0
        if part.edited:
            message = f"kiosk: the {part.name} ended ({_how(code)}): it is started again when a file changes"
            print(message, file=sys.stderr)  # noqa: T201
            continue
        if code == USAGE or part.died_too_often():
            return max(code, 1)
        print(f"kiosk: the {part.name} ended ({_how(code)}): started again", file=sys.stderr)  # noqa: T201
        part.start(lifeline)


def _renew(parts: list[Program], lifeline: int, changes: Changes) -> None:
    """Start these programs again with every change."""
    for _ in changes:
        for part in parts:
            part.renew(lifeline)


def _wait(parts: list[Program]) -> tuple[Program, subprocess.Popen[bytes], int]:
    """Wait until one of the programs ends; return it, its process, and its exit status (of a signal: negative)."""
    while True:
        pid, status = os.wait()
        for part in parts:
            if part.process is not None and part.process.pid == pid:
                return part, part.process, os.waitstatus_to_exitcode(status)


def _how(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"


def _reap(part: Program) -> None:
    if part.process is None:
        return
    with contextlib.suppress(subprocess.TimeoutExpired):
        part.process.wait(_PATIENCE_S)
    if part.process.returncode is None:
        part.process.kill()
        part.process.wait()
