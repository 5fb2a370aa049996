"""Guards between the table and drivers of other packages: what a driver does is a fault, and the table goes on.

Each driver runs in a process of its own (``hardware.driver_process``). One that fails, ends, hangs or sends what is no
input is closed and not used again.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from hardware.api import (
    LONGEST_DELIVERY,
    BoardHealth,
    Button,
    ButtonEdge,
    DeviceFault,
    Duration,
    Fault,
    HardwareError,
    HardwareInput,
    Instant,
    LampState,
    Sink,
    TrayLamp,
    TrayReading,
    TrayState,
)
from hardware.driver_process.client import DriverProcess
from hardware.fault_filter import FaultFilter
from hardware.gpio.pins import device_name
from hardware.installed_drivers import DriverContext, DriverRole, installed
from hardware.realtime import Realtime


class _Guard(ABC):
    """A driver, or the fault for which it is not used. ``words``: its name and package, for people."""

    role: ClassVar[DriverRole]

    def __init__(self, name: str, context: DriverContext, realtime: Realtime | None = None) -> None:
        self.words = name
        self.fault: Fault | None = None
        self._context = context
        self._table = FaultFilter(context.sink, context.clock)
        self._process: DriverProcess | None = None
        try:
            driver = installed(self.role, name)
            self.words = f"{name} ({driver.package})"
            self._process = DriverProcess(driver, context, realtime or Realtime(_NO_NEED), self._take, self._give_up)
        except HardwareError as error:
            self._give_up(error.fault)

    @property
    def pid(self) -> int | None:
        """The process id of the driver; None: it could not be opened."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """Close the driver, by force if that takes long."""
        if self._process is not None:
            self._process.close()

    def start(self, sink: Sink) -> None:
        """Begin to deliver to ``sink``; what the driver does at its start is not waited for."""
        self._table = FaultFilter(sink, self._context.clock)
        if self.fault is None and self._process is not None:
            self._process.start()

    def _take(self, item: HardwareInput) -> None:
        """Pass on what the driver sends. What is to come happens now, and before this machine started nothing did."""
        self._table.send(item._replace(at=Instant(min(max(item.at, 0), self._context.clock()))))

    def _give_up(self, fault: Fault) -> None:
        self.fault = fault
        for item in self._told(fault, self._context.clock()):
            self._table.send(item)

    @abstractmethod
    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        """Yield what the table is told when the driver is given up."""


_NO_NEED = "only buttons need real time"


class GuardedButtons(_Guard):
    """The buttons of a driver (``hardware.api.ButtonPanel``). Without it every seat has buttons on the screen."""

    role = DriverRole.BUTTONS

    def __init__(self, name: str, context: DriverContext, realtime: Realtime | None = None) -> None:
        self._pressed: dict[tuple[int, Button], Instant] = {}
        self._lock = threading.Lock()
        super().__init__(name, context, realtime)

    @property
    def delivery_delay(self) -> Duration:
        """See ``ButtonPanel.delivery_delay``."""
        return Duration(0) if self._process is None else self._process.delay

    def _take(self, item: HardwareInput) -> None:
        """Pass on what the driver sends. A press of long ago happened as long ago as any may come late."""
        if isinstance(item, ButtonEdge):
            earliest = self._context.clock() - LONGEST_DELIVERY if item.pressed else item.at
            item = item._replace(at=Instant(max(item.at, earliest)), heard=None)
            with self._lock:
                if item.pressed:
                    self._pressed[item.seat, item.button] = item.at
                else:
                    self._pressed.pop((item.seat, item.button), None)
        super()._take(item)

    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        with self._lock:
            pressed, self._pressed = self._pressed, {}
        for (seat, button), since in sorted(pressed.items()):
            yield ButtonEdge(seat, button, pressed=False, at=since)  # a press of no duration asks for nothing
        for seat in self._context.seats:
            for button in Button:
                yield DeviceFault(device_name(seat, button), fault, at, seat, button)


class GuardedLamps(_Guard):
    """The lamps of a driver (``hardware.api.Lamps``). Without it they stay as they are."""

    role = DriverRole.LAMPS

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        """See ``Lamps.show``. A driver that takes long is told the latest state of each seat."""
        if self.fault is None and self._process is not None:
            self._process.show(seat, (state, since))

    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        yield DeviceFault("lamps", fault, at)


class GuardedDiceReaders(_Guard):
    """The dice readers of a driver (``hardware.api.DiceReaders``). Without it dice roll on the screen."""

    role = DriverRole.DICE_READERS

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """See ``DiceReaders.light``."""
        if self.fault is None and self._process is not None:
            self._process.show(seat, (lamp,))

    def health(self) -> tuple[BoardHealth, ...]:
        """See ``DiceReaders.health``; as the driver last told it, at most some seconds ago."""
        boards = None if self._process is None or self.fault is not None else self._process.boards
        if boards is not None:
            return boards
        return tuple(
            BoardHealth("", board, seat, connected=False, firmware=None, counters={}, fault=self.fault)
            for seat, board in self._context.boards.items()
        )

    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        for seat, board in self._context.boards.items():
            yield TrayReading(seat, TrayState.LOST, (), at)
            yield DeviceFault(f"dice board {board}", fault, at, seat, tray=True)
