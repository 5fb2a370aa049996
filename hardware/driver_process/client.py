"""Client of the process of a driver: opens it, passes on what it sends, and ends it when it fails or hangs."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from hardware.api import BoardHealth, Duration, Fault, HardwareError, HardwareInput
from hardware.child_process import ChildProcess
from hardware.driver_process.messages import (
    Alive,
    Ended,
    Failed,
    NoInputError,
    Opened,
    Setup,
    Showing,
    Shown,
    Start,
    TableEnd,
    ToDriver,
)
from hardware.installed_drivers import Driver, DriverContext
from hardware.realtime import Realtime

OPENS_S: Final = 10.0
"""Seconds for which a driver may take to be imported and opened."""

ANSWERS_S: Final = 5.0
"""Seconds for which a call of the driver may take (``start``, ``show``, ``light``, ``health``)."""

ASK_S: Final = 1.0
"""Interval in seconds at which the driver is asked whether it returns from its calls."""

CLOSES_S: Final = 3.0
"""Seconds for which a driver may take to close and its process to end; then it is killed."""

MOST: Final = 2000
"""The number of inputs in a second above which a driver is given up: a table has seen 30."""


class DriverProcess:
    """A driver that runs in a process of its own.

    ``take``: receives what the driver sends, in a thread; ``lost``: is told once, in a thread, why the driver cannot be
    used any more; its process ends then. Raises HardwareError if it cannot be opened. ``delay``: its
    ``delivery_delay``; ``boards``: the latest health of its dice readers; None: it has not told it yet.
    """

    def __init__(
        self,
        driver: Driver,
        context: DriverContext,
        realtime: Realtime,
        take: Callable[[HardwareInput], None],
        lost: Callable[[Fault], None],
    ) -> None:
        self._driver = driver
        self._take = take
        self._lost = lost
        self._shown: dict[int, tuple[int, Shown]] = {}
        self._asked: float | None = None  # since when an answer is due
        self._closing = threading.Event()
        self._lock = threading.Lock()  # a socket is not closed while something is sent
        self.boards: tuple[BoardHealth, ...] | None = None
        try:
            self._child = ChildProcess("hardware.driver_process.server", _output())
        except OSError as error:
            raise HardwareError(driver.fails(str(error.strerror))) from None
        self._way = TableEnd(self._child.socket)
        wiring, boards, options = context.wiring, dict(context.boards), dict(context.options)
        setup = Setup(driver.role, driver.name, tuple(sys.path), wiring, boards, options, realtime.why_not)
        try:
            self.delay = self._opened(setup, realtime)
        except BaseException:
            self._child.end(CLOSES_S)
            self._child.socket.close()
            raise
        self._keeper = threading.Thread(target=self._keep, name="driver's time", daemon=True)
        self._listener = threading.Thread(target=self._hear, name="driver", daemon=True)
        with realtime.edges():
            self._listener.start()
        self._keeper.start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    def start(self) -> None:
        """Let the driver begin to deliver. Does not wait for it."""
        self._send(Start())

    def show(self, seat: int, shown: Shown) -> None:
        """Let the driver show this at a seat. Never blocks: a driver that is busy is told the latest state later."""
        times, _ = self._shown.get(seat, (0, shown))
        self._shown = self._shown | {seat: (times + 1, shown)}  # replaced as a whole: two threads send it
        self._send(Showing(self._shown, ask=False))

    def close(self) -> None:
        """Close the driver and end its process, by force if it takes longer than ``CLOSES_S``."""
        self._closing.set()
        self._child.end(CLOSES_S)
        for thread in (self._keeper, self._listener):
            if thread is not threading.current_thread():
                thread.join(CLOSES_S)

    # ---------------------------------------------------------------- threads

    def _hear(self) -> None:
        """Pass on what the driver sends, until it fails."""
        try:
            self._give_up(self._heard())
        except NoInputError as error:
            self._give_up(f"it sent what is no input: {error}")
        except Ended:
            self._give_up(self._ended())
        with self._lock:
            self._way.socket.close()

    def _heard(self) -> str | Fault:
        """Pass on what the driver sends; return why it fails. Raises Ended and NoInputError."""
        began, count = time.monotonic(), 0
        while True:
            message = self._way.receive()
            match message:
                case Failed(why):
                    return why
                case Alive(boards):
                    self.boards, self._asked = boards, None
                case Opened():
                    pass
                case _:
                    began, count = (began, count + 1) if time.monotonic() - began < 1 else (time.monotonic(), 1)
                    if count > MOST:
                        return f"it sends more than {MOST} inputs in a second"
                    self._take(message)

    def _keep(self) -> None:
        """Ask the driver again and again whether it returns from its calls."""
        while not self._closing.wait(ASK_S):
            asked = self._asked
            if asked is None:
                self._asked = time.monotonic()
            elif time.monotonic() - asked > ANSWERS_S:
                self._give_up(Fault("pins.silent"))
                return
            self._send(Showing(self._shown, ask=True))  # again: one may have been dropped

    def _give_up(self, why: str | Fault) -> None:
        """End the process, and tell why, once."""
        with self._lock:
            known = self._closing.is_set()
            self._closing.set()
        if not known:
            self._lost(self._driver.fails(why))
            self._child.end(CLOSES_S)

    # ---------------------------------------------------------------- the process

    def _opened(self, setup: Setup, realtime: Realtime) -> Duration:
        """Have the driver opened; return its delay. Raises HardwareError."""
        self._way.socket.settimeout(OPENS_S)
        self._way.send(setup)
        try:
            message = self._way.receive()
        except TimeoutError:
            raise HardwareError(self._driver.fails(Fault("pins.silent"))) from None
        except Ended:
            raise HardwareError(self._driver.fails(self._ended())) from None
        except NoInputError as error:
            raise HardwareError(self._driver.fails(f"it sent what is no input: {error}")) from None
        if not isinstance(message, Opened):
            why = message.why if isinstance(message, Failed) else "it sent an input before it was opened"
            raise HardwareError(self._driver.fails(why))
        self._way.socket.settimeout(None)
        realtime.why_not = realtime.why_not or message.why_not
        return Duration(message.delay)

    def _send(self, message: ToDriver) -> None:
        with self._lock:
            if not self._closing.is_set():
                self._way.send(message)

    def _ended(self) -> Fault:
        """Return how the process has ended by itself; it may have closed its socket, and go on."""
        return self._child.ended(CLOSES_S) or Fault("pins.silent")


def _output() -> int:
    """Return where a driver's prints go: to standard error if it is a file, because output is a command's answer."""
    try:
        return sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return subprocess.DEVNULL
