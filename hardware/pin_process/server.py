"""The pin process: buttons and lamps in a small process of their own, where no other Python thread delays a press.

``python -m hardware.pin_process.server DESCRIPTOR`` is started by ``hardware.pin_process.client`` and ends with it,
when the other end of the socket is closed.
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

import gpiozero  # noqa: F401  slow to import, so imported before anything runs in real time

from hardware.api import HardwareError, now
from hardware.fault_filter import Outbox
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.factory import Library, open_dimmer, open_factory
from hardware.gpio.lamps import Expanders, GpioLamps, heard
from hardware.gpio.pins import Clock, PinFactory
from hardware.pin_process.messages import LampStates, PeerGone, PinsAlive, PinsFailed, PinsSetup, SocketEnd
from hardware.realtime import Realtime

log = logging.getLogger(__name__)

_SWITCH_INTERVAL_S: Final = 0.0001
"""Python's thread switch interval in seconds: the threads of lamps and releases may delay an edge for this long."""

_ENDING_S: Final = 2
"""Timeout in seconds for freeing lamps and lines; if a library hangs, SIGALRM ends the process."""

_LONGEST_LINE: Final = 10_000


class _ToTable(QueueHandler):
    """A log handler that sends records to the table, so that logging does not block on a terminal or a pipe."""

    def __init__(self, way: SocketEnd) -> None:
        super().__init__(queue.SimpleQueue())
        self._way = way

    def enqueue(self, record: logging.LogRecord) -> None:
        record.msg = record.message = record.msg[:_LONGEST_LINE]
        self._way.send(record)


class Factories(NamedTuple):
    """The pin factories of the buttons and of the lamps, which may be the same."""

    buttons: PinFactory
    lamps: PinFactory


class PinServer:
    """Buttons and lamps, connected to ``way``. The factories belong to the caller, who closes them last."""

    def __init__(
        self, factories: Factories, setup: PinsSetup, way: SocketEnd, realtime: Realtime, clock: Clock = now
    ) -> None:
        self._way = way
        self._realtime = realtime
        self._clock = clock
        self._expanders = Expanders()
        self._lamps = GpioLamps(factories.lamps, self._expanders, setup.wiring, way.send, clock)
        self._lit: dict[int, int] = {}
        self.buttons = GpioButtons(factories.buttons, setup.wiring, clock)

    def start(self) -> None:
        """Begin to deliver edges, each press after setting its lamp. The table filters repeated faults."""
        self.buttons.deliver(Outbox(heard(self._lamps, self._way.send), self._clock))

    def answer(self) -> None:
        """Process the table's messages until it is gone."""
        while True:
            try:
                message = self._way.receive()
            except PeerGone:
                return
            if isinstance(message, LampStates):
                self._show(message)

    def _show(self, message: LampStates) -> None:
        for seat, (times, state, since) in message.lamps.items():
            if self._lit.get(seat) != times:
                self._lit[seat] = times
                self._lamps.show(seat, state, since)
        if message.ask:
            self._way.send(PinsAlive(self._realtime.why_not))

    def close(self) -> None:
        """Turn the lamps off and free all lines."""
        self.buttons.close()
        self._lamps.close()
        self._expanders.close()


def _opened(library: Library, closing: ExitStack) -> Factories:
    """Return the factories, to be closed with ``closing``. Raises HardwareError."""
    buttons = open_factory()
    closing.callback(buttons.close)
    if library == "libgpiod":
        return Factories(buttons, buttons)
    lamps = open_dimmer()
    closing.callback(lamps.close)
    return Factories(buttons, lamps)


def end_all(way: SocketEnd, lost: threading.ExceptHookArgs) -> None:
    """End the process after an unhandled exception in a thread, so that it is restarted with all its threads."""
    name = lost.thread.name if lost.thread else "?"
    log.error("the thread %s of the pin process has died", name, exc_info=lost.exc_value)
    way.end.shutdown(socket.SHUT_RD)


def main(descriptor: int) -> int:
    """Serve the pins until the table ends; return the exit status."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # sent to the whole group, but this process ends only with its socket
    way = SocketEnd(socket.socket(fileno=descriptor))
    try:
        setup: Any = way.receive()
    except PeerGone:
        return 0
    logging.basicConfig(level=logging.INFO, handlers=[_ToTable(way)])
    threading.excepthook = partial(end_all, way)
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    realtime = Realtime(setup.why_not)
    realtime.limit()
    with ExitStack() as closing:
        try:
            with realtime.edges():
                factories = _opened(setup.library, closing)
        except HardwareError as error:
            way.send(PinsFailed(error.fault))
            return 1
        pins = PinServer(factories, setup, way, realtime)
        closing.callback(pins.close)
        pins.start()
        gc.collect()
        gc.freeze()  # all current objects live on: scanning them for garbage would only delay presses
        way.send(PinsAlive(realtime.why_not))
        pins.answer()
        signal.alarm(_ENDING_S)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
