"""Guards between the table and drivers of other packages: what a driver raises is a fault, and the table goes on.

A driver that has raised is closed and not used again.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Generic, Protocol, TypeVar

from hardware.api import (
    LONGEST_DELIVERY,
    BoardHealth,
    Button,
    ButtonEdge,
    ButtonPanel,
    DeviceFault,
    DiceReaders,
    Duration,
    Fault,
    HardwareError,
    HardwareInput,
    Instant,
    Lamps,
    LampState,
    Sink,
    TrayLamp,
    TrayReading,
    TrayState,
)
from hardware.fault_filter import FaultFilter
from hardware.gpio.pins import device_name
from hardware.installed_drivers import Driver, DriverContext, Role, installed

log = logging.getLogger(__name__)

_CLOSES_S: Final = 1.0
"""How long a driver of lamps may take to return, in seconds, before it is closed all the same."""


class _Closes(Protocol):
    def close(self) -> None: ...


_Opened = TypeVar("_Opened", bound=_Closes)
_Answer = TypeVar("_Answer")


class _Guard(ABC, Generic[_Opened]):
    """A driver, or the fault for which it is not used. ``words``: its name and package, for people."""

    role: Role

    def __init__(self, name: str, context: DriverContext) -> None:
        self.words = name
        self.fault: Fault | None = None
        self._outbox = FaultFilter(context.sink, context.clock)
        self._context = replace(context, sink=self._outbox.send)
        self._opened: _Opened | None = None
        try:
            self._driver = installed(self.role, name)
            self.words = f"{name} ({self._driver.package})"
            self._opened = self._open(self._driver)
        except HardwareError as error:
            self._give_up(error.fault)

    def close(self) -> None:
        """Close the driver."""
        opened, self._opened = self._opened, None
        if opened is not None:
            with contextlib.suppress(Exception):  # nobody is left to be told
                opened.close()

    @abstractmethod
    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        """Yield what the table is told when the driver is given up."""

    def _open(self, driver: Driver) -> _Opened:
        factory = driver.load()
        try:
            opened: _Opened = factory(self._context)
        except Exception as error:  # a foreign module may raise anything
            log.exception("the driver %s cannot be opened", self.words)
            raise HardwareError(driver.fails(error)) from error
        return opened

    def _call(self, use: Callable[[_Opened], _Answer], otherwise: _Answer) -> _Answer:
        """Return the answer of the driver; ``otherwise`` if it is not used, or raises."""
        opened = self._opened
        if opened is None:
            return otherwise
        try:
            return use(opened)
        except Exception as error:  # a foreign module may raise anything
            log.exception("the driver %s has failed", self.words)
            self.close()
            self._give_up(self._driver.fails(error))
            return otherwise

    def _give_up(self, fault: Fault) -> None:
        self.fault = fault
        for item in self._told(fault, self._context.clock()):
            self._outbox.send(item)


def _delay(told: Duration) -> Duration:
    """Return a panel's delivery delay. Raises ValueError for what is none: presses would be judged too early."""
    if not isinstance(told, int) or not 0 <= told <= LONGEST_DELIVERY:
        raise ValueError(f"delivery_delay is {told!r}: 0 to {LONGEST_DELIVERY // 1_000_000} ms, in nanoseconds")
    return told


class GuardedButtons(_Guard[ButtonPanel]):
    """The buttons of a driver (``hardware.api.ButtonPanel``). Without it every seat has buttons on the screen."""

    role = Role.BUTTONS

    @property
    def delivery_delay(self) -> Duration:
        """See ``ButtonPanel.delivery_delay``."""
        return self._call(lambda panel: _delay(panel.delivery_delay), Duration(0))

    def start(self, sink: Sink) -> None:
        """See ``ButtonPanel.start``. A press in the future happens now."""
        told, clock = FaultFilter(sink, self._context.clock).send, self._context.clock

        def tell(item: HardwareInput) -> None:
            if isinstance(item, ButtonEdge) and item.at > (present := clock()):
                item = replace(item, at=present)
            told(item)

        self._call(lambda panel: panel.start(tell), None)

    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        for seat in self._context.seats:
            for button in Button:
                yield DeviceFault(device_name(seat, button), fault, at, seat, button)


class GuardedLamps(_Guard[Lamps]):
    """The lamps of a driver (``hardware.api.Lamps``).

    A thread of its own tells the driver what to show, so that one that takes long delays no press. What a seat is to
    show replaces what it was to show before, if the driver has not been told of that yet.
    """

    role = Role.LAMPS

    def __init__(self, name: str, context: DriverContext) -> None:
        self._wanted: dict[int, tuple[LampState, Instant | None]] = {}  # by seat, what the driver is to be told
        self._ended = False
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="other lamps", daemon=True)
        super().__init__(name, context)
        if self._opened is not None:
            self._thread.start()

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        """See ``Lamps.show``."""
        with self._change:
            self._wanted[seat] = state, since
            self._change.notify()

    def close(self) -> None:
        """Close the driver, as soon as it has returned from what it does, but within a second."""
        with self._change:
            self._ended = True
            self._change.notify()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(_CLOSES_S)
        super().close()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._wanted or self._ended)
                if self._ended:
                    return
                seat = next(iter(self._wanted))
                state, since = self._wanted.pop(seat)
            self._show(seat, state, since)

    def _show(self, seat: int, state: LampState, since: Instant | None) -> None:
        self._call(lambda lamps: lamps.show(seat, state, since), None)

    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        yield DeviceFault("lamps", fault, at)


class GuardedDiceReaders(_Guard[DiceReaders]):
    """The dice readers of a driver (``hardware.api.DiceReaders``). Without it dice roll on the screen."""

    role = Role.DICE_READERS

    def start(self, sink: Sink) -> None:
        """See ``DiceReaders.start``."""
        told = FaultFilter(sink, self._context.clock).send
        self._call(lambda readers: readers.start(told), None)

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """See ``DiceReaders.light``."""
        self._call(lambda readers: readers.light(seat, lamp), None)

    def health(self) -> tuple[BoardHealth, ...]:
        """See ``DiceReaders.health``."""
        missing = tuple(
            BoardHealth("", board, seat, connected=False, firmware=None, counters={}, fault=self.fault)
            for seat, board in self._context.boards.items()
        )
        return self._call(lambda readers: readers.health(), missing)

    def _told(self, fault: Fault, at: Instant) -> Iterator[HardwareInput]:
        for seat, board in self._context.boards.items():
            yield TrayReading(seat, TrayState.LOST, (), at)
            yield DeviceFault(f"dice board {board}", fault, at, seat, tray=True)
