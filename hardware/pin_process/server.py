"""The pin process: buttons and lamps in a small process of their own, where a press waits for no other Python thread.

``python -m hardware.pin_process.server DESCRIPTOR`` is started by ``hardware.pin_process.client`` and
ends with it: when nobody holds the other end of the socket any more.
"""

from __future__ import annotations

import gc
import logging
import queue
import signal
import socket
import sys
import threading
from contextlib import ExitStack
from functools import partial
from logging.handlers import QueueHandler
from typing import Any, Final, NamedTuple

import gpiozero  # noqa: F401  what takes long to load is loaded before anything runs in real time

from hardware.api import HardwareError, now
from hardware.fault_filter import Outbox
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.expanders import Expanders
from hardware.gpio.factory import Library, open_dimmer, open_factory
from hardware.gpio.lamps import GpioLamps, heard
from hardware.gpio.pins import Clock, PinFactory
from hardware.pin_process.messages import Alive, Ended, Failed, Setup, Showing, Way
from hardware.realtime import Realtime

log = logging.getLogger(__name__)

_SWITCH_INTERVAL_S: Final = 0.0001
"""How long the threads of lamps and releases may keep an edge waiting."""

_ENDING_S: Final = 2
"""Seconds for lamps and lines to be freed; a library that hangs in it is left to the kernel."""

_LONGEST_LINE: Final = 10_000


class _ToTable(QueueHandler):
    """The log goes into the table's: whoever writes a line here waits for no terminal and no pipe."""

    def __init__(self, way: Way) -> None:
        super().__init__(queue.SimpleQueue())
        self._way = way

    def enqueue(self, record: logging.LogRecord) -> None:
        record.msg = record.message = record.msg[:_LONGEST_LINE]
        self._way.send(record)


class Factories(NamedTuple):
    """What has the header's pins: those of the buttons, and those of the lamps. Both may be the same."""

    buttons: PinFactory
    lamps: PinFactory


class Pins:
    """Buttons and lamps, told to ``way`` and by it. The factories are the caller's, who closes them last."""

    def __init__(self, factories: Factories, setup: Setup, way: Way, realtime: Realtime, clock: Clock = now) -> None:
        self._way = way
        self._realtime = realtime
        self._clock = clock
        self._expanders = Expanders()
        self._lamps = GpioLamps(factories.lamps, self._expanders, setup.wiring, way.send, clock)
        self._lit: dict[int, int] = {}
        self.buttons = GpioButtons(factories.buttons, setup.wiring, clock)

    def start(self) -> None:
        """Begin to deliver edges, each press when its lamp has been told of it. The table remembers the faults."""
        self.buttons.deliver(Outbox(heard(self._lamps, self._way.send), self._clock))

    def answer(self) -> None:
        """Do what the table says, until it is gone."""
        while True:
            try:
                told = self._way.receive()
            except Ended:
                return
            if isinstance(told, Showing):
                self._show(told)

    def _show(self, told: Showing) -> None:
        for seat, (times, state) in told.lamps.items():
            if self._lit.get(seat) != times:
                self._lit[seat] = times
                self._lamps.show(seat, state)
        if told.ask:
            self._way.send(Alive(self._realtime.why_not))

    def close(self) -> None:
        """Lamps dark, lines free."""
        self.buttons.close()
        self._lamps.close()
        self._expanders.close()


def _opened(library: Library, closing: ExitStack) -> Factories:
    """The factories, closed with ``closing``. Raises HardwareError."""
    buttons = open_factory()
    closing.callback(buttons.close)
    if library == "libgpiod":
        return Factories(buttons, buttons)
    lamps = open_dimmer()
    closing.callback(lamps.close)
    return Factories(buttons, lamps)


def _end_all(way: Way, lost: threading.ExceptHookArgs) -> None:
    """A thread has ended that must not: better another process than buttons or lamps that nobody serves any more."""
    name = lost.thread.name if lost.thread else "?"
    log.error("the thread %s of the pin process has ended", name, exc_info=lost.exc_value)
    way.end.shutdown(socket.SHUT_RD)


def main(descriptor: int) -> int:
    """Have the pins until the table ends; the exit status."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # sent to all of the table at once: this one ends by its socket alone
    way = Way(socket.socket(fileno=descriptor))
    try:
        setup: Any = way.receive()
    except Ended:
        return 0
    logging.basicConfig(level=logging.INFO, handlers=[_ToTable(way)])
    threading.excepthook = partial(_end_all, way)
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    realtime = Realtime(setup.why_not)
    realtime.limit()
    with ExitStack() as closing:
        try:
            with realtime.edges():
                factories = _opened(setup.library, closing)
        except HardwareError as error:
            way.send(Failed(error.fault))
            return 1
        pins = Pins(factories, setup, way, realtime)
        closing.callback(pins.close)
        pins.start()
        gc.collect()
        gc.freeze()  # what is there by now stays: no press waits for somebody who looks through it
        way.send(Alive(realtime.why_not))
        pins.answer()
        signal.alarm(_ENDING_S)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
