"""Client of the pin process: the table's buttons and lamps, whose pins are owned by a process of their own.

A lost process is restarted; buttons that it had reported as held are released, and the fault is reported.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Iterable
from typing import Final

from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    DeviceHealthy,
    Duration,
    Fault,
    HardwareError,
    HardwareInput,
    Instant,
    LampState,
    Sink,
    Wiring,
    now,
)
from hardware.backoff import Backoff
from hardware.child_process import ChildProcess
from hardware.fault_filter import FaultFilter
from hardware.gpio.buttons import wired
from hardware.gpio.factory import Library
from hardware.gpio.pins import Clock, device_name
from hardware.pin_process import DELIVERY_DELAY
from hardware.pin_process.messages import LampStates, Message, PeerGone, PinsAlive, PinsFailed, PinsSetup, SocketEnd
from hardware.realtime import Realtime

START_S: Final = 60.0
"""Timeout in seconds for the process to claim its pins: it takes 0.2 s, at a machine's very first start much longer."""

ASK_S: Final = 1.0
"""Interval in seconds at which the process is asked whether it is alive."""

UNANSWERED: Final = 3
"""Number of consecutive unanswered polls after which the process counts as hung."""

ENDING_S: Final = 3.0
"""Seconds for the process to exit by itself, which turns the lamps off."""

STEADY: Final = 10
"""Number of answered polls after which the process counts as stable and the back-off is reset."""


class PinProcessClient:
    """All buttons and lamps (``hardware.api.ButtonPanel`` and ``hardware.api.Lamps``), through the pin process.

    Raises HardwareError if the pins cannot be used at all.
    """

    delivery_delay: Duration = DELIVERY_DELAY

    def __init__(self, library: Library, wiring: Iterable[Wiring], realtime: Realtime) -> None:
        self._library: Library = library
        self._wiring = tuple(wiring)
        self._realtime = realtime
        self._shown: dict[int, tuple[int, LampState, Instant | None]] = {}
        self._lock = threading.Lock()  # a socket is not closed while something is sent
        self._stirred = threading.Event()  # the process has ended, or has to end
        self.closed = False
        """True as soon as the table has ended it; nothing is restarted any more."""
        self._answered = True
        self._keeper = threading.Thread(target=self._keep, name="pin process", daemon=True)
        self._process = self._run()

    @property
    def pid(self) -> int:
        """The process id of the process that owns the pins, or is about to claim them."""
        return self._began.pid

    def start(self, sink: Sink) -> None:
        """See ``ButtonPanel.start``. Call it once. The thread that delivers edges is in real time, if allowed."""
        self._news = PinNews(sink, self._wiring, now)
        self._listen(self._process)
        self._keeper.start()

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        """See ``Lamps.show``. A hung process receives the state when it reads again, or else its successor does."""
        times, *_ = self._shown.get(seat, (0, state, since))
        self._shown = self._shown | {seat: (times + 1, state, since)}  # replaced as a whole: two threads send it
        self._tell(ask=False)

    def close(self) -> None:
        """See ``ButtonPanel.close`` and ``Lamps.close``."""
        self.closed = True
        self._began.hang_up()  # do not wait for a process that is just starting
        self._stirred.set()
        begun = self._keeper.ident is not None
        if begun:
            self._keeper.join()
        self._process.end(ENDING_S)
        if begun:
            self._listener.join()
        self._process.way.end.close()

    # ---------------------------------------------------------------- the process

    def _run(self) -> Process:
        """Start a process, and return it once it has its pins."""
        self._began = process = Process()
        if self.closed:
            process.hang_up()
        why_not = process.begin(PinsSetup(self._library, self._wiring, self._realtime.why_not))
        self._realtime.why_not = self._realtime.why_not or why_not
        return process

    def _listen(self, process: Process) -> None:
        """Start a thread that handles the process's messages until it ends.

        Ends the process and raises HardwareError if the thread cannot be started.
        """
        with self._lock:
            self._process = process
        listener = threading.Thread(target=self._hear, args=(process,), name="pins", daemon=True)
        try:
            with self._realtime.edges():
                listener.start()
        except RuntimeError as error:
            process.drop()
            raise HardwareError(Fault("pins.unheard", {"error": str(error)})) from None
        self._listener = listener
        self._tell(ask=False)

    def _hear(self, process: Process) -> None:
        self._news.found()  # before the messages of the new process
        for message in process.early:
            self._take(message)
        try:
            while True:
                self._take(process.way.receive())
        except PeerGone:
            self._stirred.set()

    def _take(self, message: Message) -> None:
        match message:
            case PinsAlive(why_not):
                self._answered = True
                self._realtime.why_not = self._realtime.why_not or why_not
            case logging.LogRecord():
                logging.getLogger(message.name).handle(message)
            case PinsSetup() | LampStates() | PinsFailed():
                pass  # never sent by the process now
            case _:
                self._news.take(message)

    def _tell(self, *, ask: bool) -> None:
        with self._lock:
            self._process.way.send_now(LampStates(self._shown, ask))

    def _keep(self) -> None:
        """Supervise the process, and restart it when it is lost, until the table ends."""
        backoff = Backoff(random.random)
        while (why := self._watch(backoff)) is not None:
            self._listener.join()  # deliver the process's last presses before the consequences of its loss
            self._news.lost(why)
            self._stirred.clear()
            while not self.closed and not self._stirred.wait(backoff.wait() / 1e9):
                if self._begin_again():
                    break

    def _watch(self, backoff: Backoff) -> Fault | None:
        """Wait until the process is lost, and return the reason; None: the table ends."""
        answers = unanswered = 0
        self._answered = True
        while not self.closed and not self._stirred.wait(ASK_S):  # the event set by close() may have been cleared
            unanswered = 0 if self._answered else unanswered + 1
            if unanswered == UNANSWERED:
                self._process.end(0)
                return Fault("pins.silent")
            answers += self._answered
            if answers == STEADY:
                backoff.reset()
            self._answered = False
            self._tell(ask=True)
        return None if self.closed else self._process.end(ENDING_S)

    def _begin_again(self) -> bool:
        with self._lock:
            self._process.way.end.close()
        try:
            self._listen(self._run())
        except HardwareError as error:
            self._news.missing(error.fault)
            return False
        return True


class Process(ChildProcess):
    """A pin process. Raises HardwareError if it cannot be started.

    ``early``: the messages it sent before it had its pins.
    """

    def __init__(self) -> None:
        self.early: list[Message] = []
        try:
            super().__init__("hardware.pin_process.server")
        except OSError as error:
            raise HardwareError(Fault("pins.unstarted", {"error": str(error.strerror)})) from None
        self.way = SocketEnd(self.socket)

    def begin(self, setup: PinsSetup) -> str | None:
        """Wait until it has its pins; return why it does not run in real time, None if it does.

        Raises HardwareError on failure.
        """
        try:
            return self._begun(setup)
        except BaseException:
            self.drop()
            raise

    def _begun(self, setup: PinsSetup) -> str | None:
        self.way.end.settimeout(START_S)
        self.way.send(setup)
        while True:
            try:
                message = self.way.receive()
            except PeerGone:
                raise HardwareError(Fault("pins.ended_early", {"how": self.end(ENDING_S)})) from None
            except TimeoutError:
                raise HardwareError(Fault("pins.slow", {"seconds": f"{START_S:g}"})) from None
            match message:
                case PinsAlive(why_not):
                    self.way.end.settimeout(None)
                    return why_not
                case PinsFailed(fault):
                    raise HardwareError(fault)
                case logging.LogRecord():
                    logging.getLogger(message.name).handle(message)
                case _:
                    self.early.append(message)

    def drop(self) -> None:
        """End the process and discard its messages."""
        self.end(ENDING_S)
        self.way.end.close()


DEVICE = "pin process"
"""The name of the pin process in faults."""


class PinNews:
    """A record of the buttons and faults that were reported to the table. Never raises. Not thread-safe."""

    def __init__(self, sink: Sink, wiring: Iterable[Wiring], clock: Clock) -> None:
        self._table = FaultFilter(sink, clock)
        self._clock = clock
        self._buttons = tuple((seat, button) for seat, button, _ in wired(wiring))
        self._pressed: dict[tuple[int, Button], Instant] = {}

    def take(self, item: HardwareInput) -> None:
        """Pass on an input from the pin process."""
        self._table.send(item)
        if isinstance(item, ButtonEdge):
            self._pressed.pop((item.seat, item.button), None)
            if item.pressed:
                self._pressed[item.seat, item.button] = item.at

    def lost(self, why: Fault) -> None:
        """Report the loss of the process, and release all pressed buttons, because their release would not be reported.

        Each release has the timestamp of its press, because the real duration is unknown: a press of no duration cannot
        request a pause.
        """
        self._table.send(DeviceFault(DEVICE, Fault("pins.lost", {"why": why}), self._clock()))
        for (seat, button), at in sorted(self._pressed.items()):
            self._table.send(ButtonEdge(seat, button, pressed=False, at=at))
        self._pressed.clear()

    def missing(self, why: Fault) -> None:
        """Report a fault of every button after a failed restart, so that every seat gets buttons on the screen."""
        for seat, button in self._buttons:
            self._table.send(DeviceFault(device_name(seat, button), why, self._clock(), seat, button))

    def found(self) -> None:
        """Clear all faults after a restart: the new process reports again those that remain."""
        for fault in self._table.open():
            self._table.send(DeviceHealthy(fault.device, self._clock(), fault.seat, fault.button))
