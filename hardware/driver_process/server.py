"""The process of a driver of another package: whatever the driver does, it does it here, and not to the table.

``python -m hardware.driver_process.server DESCRIPTOR`` is started by ``hardware.driver_process.client`` and ends with
the other end of the socket. The main thread makes all calls of the driver, one after the other; another one takes
the table's messages, so that a call that does not return cannot keep this process alive.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from hardware.api import LONGEST_DELIVERY, Fault, HardwareError, HardwareInput
from hardware.driver_process.messages import (
    Alive,
    DriverEnd,
    Ended,
    Failed,
    NoInputError,
    Opened,
    Setup,
    Showing,
    Shown,
    Start,
)
from hardware.installed_drivers import DriverContext, DriverRole, installed
from hardware.other_packages import words
from hardware.realtime import Realtime

log = logging.getLogger(__name__)

_SWITCH_INTERVAL_S: Final = 0.0001
"""Python's thread switch interval in seconds: another thread of the driver may delay an edge for this long."""

_ENDING_S: Final = 2
"""Seconds for the driver to close; then SIGALRM ends the process, whatever its threads do."""


class _Mailbox:
    """What the table wants of the driver. Of several states of a seat only the latest is kept."""

    def __init__(self, way: DriverEnd) -> None:
        self._way = way
        self._change = threading.Condition()
        self._start = self._ask = self._ended = False
        self._seen: dict[int, int] = {}
        self._wanted: dict[int, Shown] = {}

    def fill(self) -> None:
        """Take the table's messages until it is gone; then the process has to end soon."""
        while True:
            try:
                message = self._way.receive()
            except Ended:
                signal.alarm(_ENDING_S)
                with self._change:
                    self._ended = True
                    self._change.notify()
                return
            with self._change:
                self._start = self._start or isinstance(message, Start)
                if isinstance(message, Showing):
                    self._ask = self._ask or message.ask
                    for seat, (times, shown) in message.seats.items():
                        if self._seen.get(seat) != times:
                            self._seen[seat] = times
                            self._wanted[seat] = shown
                self._change.notify()

    def next(self) -> tuple[str, tuple[Any, ...]] | None:
        """Wait; return the next thing to do, ``start``, ``ask`` or ``show``, with its arguments; None: end."""
        with self._change:
            self._change.wait_for(lambda: self._ended or self._start or self._ask or self._wanted)
            if self._ended:
                return None
            if self._start:
                self._start = False
                return "start", ()
            if self._wanted:
                seat = next(iter(self._wanted))
                return "show", (seat, *self._wanted.pop(seat))
            self._ask = False
            return "ask", ()


class _Process:
    """The driver of ``setup``, opened. Raises HardwareError if it is not installed, and whatever the driver raises."""

    def __init__(self, setup: Setup, way: DriverEnd, realtime: Realtime) -> None:
        self._role = setup.role
        self._way = way
        self._realtime = realtime
        driver = installed(setup.role, setup.name)
        context = DriverContext(wiring=setup.wiring, boards=setup.boards, options=setup.options, sink=self.tell)
        self.opened: Any = driver.point.load()(context)

    def delay(self) -> int:
        """Return the panel's delivery delay. Raises ValueError for what is none: presses would be judged too early."""
        delay = self.opened.delivery_delay if self._role is DriverRole.BUTTONS else 0
        if not isinstance(delay, int) or not 0 <= delay <= LONGEST_DELIVERY:
            raise ValueError(f"delivery_delay is {delay!r}: 0 to {LONGEST_DELIVERY // 1_000_000} ms, in nanoseconds")
        return int(delay)

    def tell(self, item: HardwareInput) -> None:
        """Pass an input on to the table: the driver's sink. It never raises; what is no input ends the driver."""
        try:
            self._way.send(item)
        except NoInputError as error:
            self._way.send(Failed(f"it sent what is no input: {error}"))

    def do(self, what: str, arguments: tuple[Any, ...]) -> None:
        """Do what the table wants."""
        if what == "start":
            with self._realtime.edges():
                self.opened.start(self.tell)
        elif what == "show":
            (self.opened.show if self._role is DriverRole.LAMPS else self.opened.light)(*arguments)
        elif self._role is DriverRole.DICE_READERS:
            self._way.send(Alive(tuple(self.opened.health())))
        else:
            self._way.send(Alive())


def _guarded(way: DriverEnd, call: Callable[[], None]) -> bool:
    """Make a call of the driver; tell the table whatever it raises. Return whether it raised nothing."""
    try:
        call()
    except HardwareError as error:
        _fail(way, error.fault)
    except BaseException as error:  # foreign code may raise anything
        log.exception("the driver has failed")
        _fail(way, words(error))
    else:
        return True
    return False


def _fail(way: DriverEnd, why: str | Fault) -> None:
    try:
        way.send(Failed(why))
    except NoInputError as error:  # its fault holds what is none
        way.send(Failed(str(error)))


def main(descriptor: int) -> None:
    """Serve the driver until the table ends, or the driver fails. Never returns."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # sent to the whole group, but this process ends only with its socket
    os.set_inheritable(descriptor, False)  # a program that the driver starts must not keep this process's end open
    way = DriverEnd(socket.socket(fileno=descriptor))
    try:
        setup: Any = way.receive()
    except Ended:
        os._exit(0)
    logging.basicConfig(level=logging.INFO, format=f"{setup.role} {setup.name}: %(message)s")
    sys.path[:] = setup.path
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    mailbox = _Mailbox(way)
    threading.Thread(target=mailbox.fill, name="table", daemon=True).start()
    threading.excepthook = lambda lost: _thread_lost(way, lost)
    realtime = Realtime(setup.why_not if setup.role is DriverRole.BUTTONS else "only buttons need it")
    realtime.limit()
    _serve(setup, way, mailbox, realtime)
    os._exit(0)  # whatever threads the driver has left


def _serve(setup: Setup, way: DriverEnd, mailbox: _Mailbox, realtime: Realtime) -> None:
    made: list[_Process] = []

    def begin() -> None:
        with realtime.edges():  # the threads that the driver starts are on the path of a press
            process = _Process(setup, way, realtime)
        made.append(process)
        way.send(Opened(process.delay(), realtime.why_not if setup.role is DriverRole.BUTTONS else None))

    works = _guarded(way, begin)
    while works and (task := mailbox.next()) is not None:
        works = _guarded(way, partial(made[0].do, *task))
    if made:
        signal.alarm(_ENDING_S)
        try:
            made[0].opened.close()
        except BaseException:  # foreign code may raise anything
            log.exception("the driver has not closed")


def _thread_lost(way: DriverEnd, lost: threading.ExceptHookArgs) -> None:
    """Tell the table that a thread of the driver has died: nobody else would notice."""
    name = lost.thread.name if lost.thread else "?"
    log.error("the driver's thread %s has died", name, exc_info=lost.exc_value)
    why = words(lost.exc_value) if lost.exc_value else lost.exc_type.__name__
    way.send(Failed(f"its thread {name[:50]} has died: {why}"))


if __name__ == "__main__":
    main(int(sys.argv[1]))
