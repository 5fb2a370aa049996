"""The table's buttons and lamps, as the table has them: the pins themselves are in a process of their own.

It is started again when it is lost (``hardware.pin_process.table_view`` says what becomes of what it had told).
"""

from __future__ import annotations

import contextlib
import logging
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from typing import Final

from hardware.api import Duration, Fault, HardwareError, LampState, Sink, Wiring, milliseconds, now
from hardware.backoff import Backoff
from hardware.gpio.factory import Library
from hardware.pin_process.messages import Alive, Ended, Failed, Message, Setup, Showing, Way
from hardware.pin_process.table_view import PinNews
from hardware.realtime import Realtime

DELIVERY_DELAY: Final = milliseconds(3)
"""From edge to sink at most, as a rule: on a PC at work p99 is 0.8 ms."""

START_S: Final = 20.0
"""Seconds for the process to have its pins: it takes a fifth of one, from a slow card more."""

ASK_S: Final = 1.0
"""How often the process is asked whether it is alive."""

UNANSWERED: Final = 3
"""It hangs if it has been asked so often and has not answered a second later."""

ENDING_S: Final = 3.0
"""Seconds for it to end by itself, which turns the lamps off."""

ABORT_S: Final = 0.5
"""Seconds for one that does not end to write into the log where it hangs, before it is ended by force."""

STEADY: Final = 10
"""A process that has answered so often works: lost again, it is begun again soon."""


class PinsApart:
    """All buttons and lamps (``hardware.api.ButtonPanel`` and ``hardware.api.Lamps``), through the pin process.

    Raises HardwareError if that cannot use the pins at all.
    """

    delivery_delay: Duration = DELIVERY_DELAY

    def __init__(self, library: Library, wiring: Iterable[Wiring], realtime: Realtime) -> None:
        self._library: Library = library
        self._wiring = tuple(wiring)
        self._realtime = realtime
        self._shown: dict[int, tuple[int, LampState]] = {}
        self._lock = threading.Lock()  # a socket is not closed while something is sent through it
        self._stirred = threading.Event()  # the process has ended, or is to end
        self._closed = False
        self._answered = True
        self._keeper = threading.Thread(target=self._keep, name="pin process", daemon=True)
        self._process = self._run()

    def start(self, sink: Sink) -> None:
        """As ``ButtonPanel.start``. Once. The thread that hands edges on is in real time, where that is allowed."""
        self._news = PinNews(sink, self._wiring, now)
        self._listen(self._process)
        self._keeper.start()

    def show(self, seat: int, state: LampState) -> None:
        """As ``Lamps.show``. A process that hangs is told when it reads again, or the one that comes after it is."""
        times, _ = self._shown.get(seat, (0, state))
        self._shown = self._shown | {seat: (times + 1, state)}  # replaced as a whole: two threads tell it
        self._tell(ask=False)

    def close(self) -> None:
        """As ``ButtonPanel.close`` and ``Lamps.close``."""
        self._closed = True
        self._began.hang_up()  # nobody waits until one that has only just begun has its pins
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
        """Another process that has its pins."""
        self._began = process = Process()
        if self._closed:
            process.hang_up()
        why_not = process.begin(Setup(self._library, self._wiring, self._realtime.why_not))
        self._realtime.why_not = self._realtime.why_not or why_not
        return process

    def _listen(self, process: Process) -> None:
        """Take what the process has told and tells until it ends, from now on in a thread of its own.

        Raises HardwareError: there is none, and the process is ended.
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
        self._news.found()  # before anything that this one has told
        for message in process.early:
            self._take(message)
        try:
            while True:
                self._take(process.way.receive())
        except Ended:
            self._stirred.set()

    def _take(self, message: Message) -> None:
        match message:
            case Alive(why_not):
                self._answered = True
                self._realtime.why_not = self._realtime.why_not or why_not
            case logging.LogRecord():
                logging.getLogger(message.name).handle(message)
            case Setup() | Showing() | Failed():
                pass  # not said here
            case _:
                self._news.take(message)

    def _tell(self, *, ask: bool) -> None:
        with self._lock:
            self._process.way.send_now(Showing(self._shown, ask))

    def _keep(self) -> None:
        """Have a process that works, until the table ends."""
        backoff = Backoff(random.random)
        while (why := self._watch(backoff)) is not None:
            self._listener.join()  # a press that was told with the last breath comes before what is made of the loss
            self._news.lost(why)
            self._stirred.clear()
            while not self._closed and not self._stirred.wait(backoff.wait() / 1e9):
                if self._begin_again():
                    break

    def _watch(self, backoff: Backoff) -> Fault | None:
        """Until the process is lost, and why; None: the table ends."""
        answers = unanswered = 0
        self._answered = True
        while not self._closed and not self._stirred.wait(ASK_S):  # what closing has stirred may have been cleared
            unanswered = 0 if self._answered else unanswered + 1
            if unanswered == UNANSWERED:
                self._process.end(0)
                return Fault("pins.silent")
            answers += self._answered
            if answers == STEADY:
                backoff.reset()
            self._answered = False
            self._tell(ask=True)
        return None if self._closed else self._process.end(ENDING_S)

    def _begin_again(self) -> bool:
        with self._lock:
            self._process.way.end.close()
        try:
            self._listen(self._run())
        except HardwareError as error:
            self._news.missing(error.fault)
            return False
        return True


class Process:
    """A pin process. Raises HardwareError if it cannot be started.

    ``early``: what it has told until it had its pins.
    """

    def __init__(self) -> None:
        self.early: list[Message] = []
        try:
            ours, self._child = _started()
        except OSError as error:
            raise HardwareError(Fault("pins.unstarted", {"error": str(error.strerror)})) from None
        self.way = Way(ours)

    def begin(self, setup: Setup) -> str | None:
        """Have its pins, and wait for edges: it has no real time, and why. Raises HardwareError, as the constructor."""
        try:
            return self._begun(setup)
        except BaseException:
            self.drop()
            raise

    def _begun(self, setup: Setup) -> str | None:
        self.way.end.settimeout(START_S)
        self.way.send(setup)
        while True:
            try:
                told = self.way.receive()
            except Ended:
                raise HardwareError(Fault("pins.ended_early", {"how": self.end(ENDING_S)})) from None
            except TimeoutError:
                raise HardwareError(Fault("pins.slow", {"seconds": f"{START_S:g}"})) from None
            match told:
                case Alive(why_not):
                    self.way.end.settimeout(None)
                    return why_not
                case Failed(fault):
                    raise HardwareError(fault)
                case logging.LogRecord():
                    logging.getLogger(told.name).handle(told)
                case _:
                    self.early.append(told)

    def hang_up(self) -> None:
        """Have it end, and whoever waits for its word. What it has told can still be received. From any thread."""
        with contextlib.suppress(OSError):  # done already
            self.way.end.shutdown(socket.SHUT_RDWR)

    def drop(self) -> None:
        """End it, unheard."""
        self.end(ENDING_S)
        self.way.end.close()

    def end(self, patience_s: float) -> Fault:
        """End it, by force if it takes longer than so many seconds; how it has ended. It remains in ``way``."""
        self.hang_up()
        for patience, force in ((patience_s, signal.SIGABRT), (ABORT_S, signal.SIGKILL)):
            try:
                self._child.wait(patience)
                break
            except subprocess.TimeoutExpired:
                self._child.send_signal(force)
        code = self._child.wait()
        how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return Fault("pins.ended", {"how": how})


def _started() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Our end of the way to a process that begins. Raises OSError: there is no memory for it, or no descriptor."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-X", "faulthandler", "-m", "hardware.pin_process.server", str(theirs.fileno())]
        try:
            return ours, subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)  # noqa: S603
        except OSError:
            ours.close()
            raise
