"""The real buttons on an emulated chip, in a process of their own, with a clock that the test moves.

Their reports go through the messages of the pin process to the table's side, in this one process.

Run as a program it is that process: it answers through the connection whose descriptor it gets.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Final, NamedTuple, Self

from hardware.api import ButtonEdge, HardwareInput, Instant, Wiring
from hardware.gpio.factory import open_factory
from hardware.pin_process.client import PinNews
from hardware.pin_process.messages import PinsSetup as Begin
from hardware.pin_process.messages import SocketEnd
from hardware.pin_process.server import Factories, PinServer
from hardware.realtime import Realtime
from tests.rig import ENDS_WITH_US
from tests.rig.gpiochip import EmulatedChips

_LIMIT_S: Final = 30.0


class Setup(NamedTuple):
    """The first message to the process. ``at``: its clock; ``failing``: the seat for whose edges the sink raises."""

    wiring: Sequence[Wiring]
    at: Instant
    failing: int | None = None


class Until(NamedTuple):
    """A request to set the clock to ``at`` after this number of edges; the answer has all new reports."""

    at: Instant
    edges: int


class PanelProcess:
    """The buttons on ``chips`` in a child process; they deliver when the constructor has returned."""

    def __init__(self, chips: EmulatedChips, setup: Setup) -> None:
        self._connection, theirs = Pipe()
        self._child = subprocess.Popen(
            [*ENDS_WITH_US, sys.executable, "-m", __name__, str(theirs.fileno())],
            env=os.environ | chips.environment,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        self._connection.send(setup)
        self._connection.recv()

    def until(self, at: Instant, edges: int) -> list[HardwareInput]:
        """Send ``Until``; return the reports."""
        self._connection.send(Until(at, edges))
        told: list[HardwareInput] = self._connection.recv()
        return told

    def silence(self) -> None:
        """Close the buttons; the process goes on."""
        self._connection.send(None)
        self._connection.recv()

    def close(self) -> None:
        """End the process; its exit status must be 0."""
        self._connection.close()
        assert self._child.wait(_LIMIT_S) == 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Told:
    """The sink and the clock of the process."""

    def __init__(self, setup: Setup) -> None:
        self.at = setup.at
        self.told: list[HardwareInput] = []
        self.edges = 0
        self._failing = setup.failing
        self._came = threading.Condition()

    def sink(self, item: HardwareInput) -> None:
        if isinstance(item, ButtonEdge) and item.seat == self._failing:
            raise RuntimeError("the sink fails, as it was told to")
        self.told.append(item)

    def edge(self) -> None:
        with self._came:
            self.edges += 1
            self._came.notify()

    def wait(self, edges: int) -> None:
        with self._came:
            came = self._came.wait_for(lambda: self.edges >= edges, _LIMIT_S)
        assert came, f"{self.edges} edges of {edges} came"


def _serve(connection: Connection) -> None:
    setup: Setup = connection.recv()
    state = _Told(setup)
    factory = open_factory()
    ours, theirs = (SocketEnd(end) for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    begin, realtime = Begin("libgpiod", tuple(setup.wiring), None), Realtime("its edges are not measured")
    pins = PinServer(Factories(factory, factory), begin, theirs, realtime, lambda: state.at)
    pins.buttons._alarm.wake = state.edge  # type: ignore[method-assign]  # every edge ends with it; the test moves the time
    ours.end.setblocking(False)
    news = PinNews(state.sink, setup.wiring, lambda: state.at)
    pins.start()
    connection.send(None)
    try:
        while True:
            until: Until | None = connection.recv()
            if until is None:
                pins.close()
                connection.send(None)
                continue
            state.at = until.at
            state.wait(until.edges)
            pins.buttons.step(until.at)
            with contextlib.suppress(BlockingIOError):
                while True:
                    news.take(ours.receive())  # type: ignore[arg-type]  # nothing asks for another answer
            told, state.told = state.told, []
            connection.send(told)
    except EOFError:
        pins.close()
        factory.close()


if __name__ == "__main__":
    _serve(Connection(int(sys.argv[1])))
