"""Readers of all dice-reader boards at serial ports (``api.DiceReaders``): a thread for each port.

It reopens its port after every failure, and reports accepted events to its owner.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import random
import select
import termios
import threading
from collections.abc import Callable, Container, Iterator, Mapping
from pathlib import Path
from typing import Final, Protocol

from serial import Serial, SerialTimeoutException

from hardware.api import BoardHealth, Duration, Fault, Instant, Sink, TrayLamp, milliseconds, now
from hardware.backoff import Backoff
from hardware.dice import ports
from hardware.dice.conversation import GONE, SLOWEST_START, Conversation, Event, Silence
from hardware.dice.protocol import BoardFrame, BoardHello, Decoder, board_decoder
from hardware.dice.trays import FOUND_WITHIN, PULLED, DiceBoards, KnownBoard
from hardware.fault_filter import Outbox
from hardware.timer_thread import TimerThread

LOOK_EVERY: Final = milliseconds(250)
"""Interval of the search for new ports."""


class SerialDiceReaders:
    """Boards at serial ports. ``seats``: identity -> seat (from 1). Ports are searched for in ``folders``.

    Without a configured board use ``NoBoards``: no port can be ours.
    """

    def __init__(
        self,
        seats: Mapping[str, int],
        folders: tuple[Path, ...] = ports.FOLDERS,
        clock: Callable[[], Instant] = now,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._folders = folders
        self._clock = clock
        self._jitter = jitter
        self._lock = threading.RLock()  # of all below; readers take it to report, so never wait for them with it held
        self._trays: DiceBoards[Reader] = DiceBoards(seats, Outbox(lambda _: None, clock))
        self._plugs: dict[Path, ports.Plug] = {}
        self._decoders: dict[Path, Decoder[BoardFrame]] = {}  # never removed, because they hold the counters
        self._missing_at: Instant | None = None
        self._alarm = TimerThread("dice ports", self._look, clock)

    def start(self, sink: Sink) -> None:
        """See ``DiceReaders.start``."""
        self._trays.outbox = Outbox(sink, self._clock)
        self._missing_at = Instant(self._clock() + FOUND_WITHIN)
        self._alarm.start()

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """See ``DiceReaders.light``."""
        with self._lock:
            self._trays.light(seat, lamp)

    def health(self) -> tuple[BoardHealth, ...]:
        """See ``DiceReaders.health``."""
        with self._lock:
            return self._trays.health()

    def close(self) -> None:
        """See ``DiceReaders.close``."""
        self._alarm.close()
        with self._lock:
            closing = list(self._trays.readers.values())
            self._trays.readers.clear()
        for reader in closing:
            reader.close()

    def heard(self, reader: Reader, event: Event, at: Instant) -> None:
        """See ``reader.Owner.heard``."""
        with self._lock:
            self._trays.heard(reader, event, at)

    def ended(self, reader: Reader, at: Instant) -> None:
        """See ``reader.Owner.ended``."""
        with self._lock:
            self._trays.ended(reader, at)

    # ------------------------------------------------------------------------------------------ the ports

    def _look(self, present: Instant) -> Instant:
        """Start readers for new ports and close those of vanished ones; return the time of the next search."""
        found = ports.find(self._folders)
        with self._lock:
            closing = self._end_vanished(found, present)
            opening = [port for port in found if port not in self._trays.readers]
            self._note_plugs(found)
            self._tell_missing(present)
        for port in opening:
            self._begin(port, present)
        for reader in closing:
            reader.close()
        return Instant(present + LOOK_EVERY)

    def _end_vanished(self, found: Container[Path], present: Instant) -> list[Reader]:
        """Drop the readers whose port is gone, and return them to be closed without the lock."""
        gone = [port for port, reader in self._trays.readers.items() if port not in found and reader.known.trouble]
        closing = [self._trays.readers[port] for port in gone]
        for reader in closing:
            self._trays.end(reader, present)
            del self._trays.readers[reader.known.port]
        return closing

    def _note_plugs(self, found: Mapping[Path, ports.Plug]) -> None:
        """Let readers try again at once where something was plugged in again."""
        for port, plug in found.items():
            if self._plugs.get(port) != plug and port in self._trays.readers:
                self._trays.readers[port].hurry()
            self._plugs[port] = plug

    def _begin(self, port: Path, present: Instant) -> None:
        """Start a reader for the port; if there is no thread or descriptor for it, the next search tries again."""
        decoder = self._decoders.setdefault(port, board_decoder())
        try:
            reader = Reader(port, self, decoder, self._clock, self._jitter)
            with self._lock:
                self._trays.readers[port] = reader
            reader.start()  # without the lock: starting a thread takes a while, and ``light`` must not wait
        except (OSError, RuntimeError) as error:
            with self._lock:
                self._trays.readers.pop(port, None)
                self._trays.tell_ports(Fault("boards.no_room", {"error": str(error)}), present)
        else:
            with self._lock:
                self._trays.tell_ports(None, present)

    def _tell_missing(self, present: Instant) -> None:
        if self._missing_at is not None and present >= self._missing_at:
            self._missing_at = None
            self._trays.tell_missing(present)


log = logging.getLogger(__name__)

BAUD: Final = 115_200
"""Baud rate, which USB ignores. Never 1,200, at which some boards start their boot loader."""
READ_MOST: Final = 4_096
"""Maximum bytes of one read: sixty reports."""
BYTES_PER_SECOND: Final = 32_768
"""Rate limit of reading, which bounds the cost of a flood. A board needs less: 50 changes a second are 6,000 bytes."""
READ_PACE: Final = milliseconds(5)
"""Minimum time between two reads, so that a port that delivers single bytes does not wake its thread for each."""
WRITE_TIMEOUT_S: Final = 0.5


class Owner(Protocol):
    """The receiver of a reader's events, called from the reader's thread."""

    def heard(self, reader: Reader, event: Event, at: Instant) -> None:
        """Handle an accepted frame of the board, or its silence."""

    def ended(self, reader: Reader, at: Instant) -> None:
        """Handle the end of a connection, or a failure to open the port; ``reader.known.trouble`` has the reason."""


class Reader:
    """The reader of one port."""

    def __init__(
        self,
        port: Path,
        owner: Owner,
        decoder: Decoder[BoardFrame],
        clock: Callable[[], Instant],
        random: Callable[[], float],
    ) -> None:
        self.known = KnownBoard(port, decoder)
        """What is known of the board at this port."""
        self._owner = owner
        self._clock = clock
        self._backoff = Backoff(random)
        self._starts = GONE  # the time that its first answer may take; longer after each one that did not come
        self._lamp: TrayLamp | None = None
        self._rest_until = Instant(0)  # rate limit: no read before this
        self._closed = False
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._lock = threading.Lock()  # guards the wake descriptor against use after close
        self._thread = threading.Thread(target=self._run, name=f"dice port {port.name}", daemon=True)

    def start(self) -> None:
        """Start the thread. Raises RuntimeError or OSError if that is impossible, with all resources freed."""
        try:
            self._thread.start()
        except (OSError, RuntimeError):
            self._free()
            raise

    def light(self, lamp: TrayLamp) -> None:
        """Show ``lamp`` at the tray, now and after every reconnect. Callable from any thread; returns at once."""
        self._lamp = lamp
        self.hurry()

    def hurry(self) -> None:
        """Wake the thread, because something has changed. Callable from any thread."""
        with self._lock:
            if self._wake >= 0:
                os.eventfd_write(self._wake, 1)

    def close(self) -> None:
        """End the thread and free the port. Must not be called from that thread."""
        self._closed = True
        self.hurry()
        self._thread.join()

    # ------------------------------------------------------------------------------------------ the thread

    def _run(self) -> None:
        while not self._closed:
            self.known.forget(self._connect())
            self._owner.ended(self, self._clock())
            if not self._closed:
                self._wait(self._backoff.wait())
        self._free()

    def _free(self) -> None:
        with self._lock:
            os.close(self._wake)
            self._wake = -1

    def _connect(self) -> Fault:
        """Read the port until the connection ends; return the reason."""
        try:
            with self._open() as serial, _leaving_nothing_unsent(serial):
                self.known.trouble = None
                self._converse(serial)
        except (OSError, termios.error) as error:  # SerialException is an OSError; unplugging raises either
            log.debug("%s: %s", self.known.port, error)
            return _fault(error)
        except Exception as error:  # a bug here must not silence the seat for good
            log.exception("%s", self.known.port)
            return Fault("port.mistake", {"error": type(error).__name__})
        return Fault("port.strange") if self.known.board is None else Fault("port.stopped")

    def _open(self) -> Serial:
        return Serial(str(self.known.port), BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)

    def _converse(self, serial: Serial) -> None:
        conversation = Conversation(self._clock(), self.known.decoder, self._starts)
        data = b""
        while not self._closed:
            conversation.lamp = self._lamp
            at = self._clock()
            sent, events = conversation.step(at, data)
            if sent:
                serial.write(sent)
            for event in events:
                if event is Silence.GONE:
                    if conversation.board is None:  # it may have been restarted by the opening of its port
                        self._starts = Duration(min(2 * self._starts, SLOWEST_START))
                    return
                self.known.note(event)
                if isinstance(event, BoardHello):
                    self._backoff.reset()
                self._owner.heard(self, event, at)
            data = self._read(serial, conversation.due)

    def _read(self, serial: Serial, due: Instant) -> bytes:
        """Return the bytes received by ``due``; nothing if the thread is woken before."""
        if self._wait(Duration(self._rest_until - self._clock())):
            return b""
        port = serial.fileno()
        ready, _, _ = select.select([port, self._wake], [], [], max(0, due - self._clock()) / 1e9)
        if self._wake in ready:
            self._drain()
        if port not in ready:
            return b""
        data: bytes = serial.read(READ_MOST)
        self.known.floods = len(data) > READ_MOST // 2
        rest = max(READ_PACE, Duration(len(data) * 1_000_000_000 // BYTES_PER_SECOND))
        self._rest_until = Instant(self._clock() + rest)
        return data

    def _wait(self, time: Duration) -> bool:
        """Wait for ``time`` or until woken; return whether it was woken."""
        woken = bool(select.select([self._wake], [], [], max(0, time) / 1e9)[0])
        if woken:
            self._drain()
        return woken

    def _drain(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._wake)


@contextlib.contextmanager
def _leaving_nothing_unsent(serial: Serial) -> Iterator[None]:
    """Discard unsent output on exit: otherwise closing the port waits up to half a minute for the board to take it."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError, termios.error):
            serial.reset_output_buffer()


_NOT_ALLOWED: Final = Fault("port.forbidden")
_IN_USE: Final = Fault("port.in_use")
_FAULTS: Final = {
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EAGAIN: _IN_USE,
    errno.EBUSY: _IN_USE,
    errno.ENOENT: PULLED,
    errno.ENODEV: PULLED,
    errno.ENXIO: PULLED,
    errno.EIO: PULLED,
}


def _fault(error: Exception) -> Fault:
    if isinstance(error, SerialTimeoutException):
        return Fault("port.clogged")
    if not isinstance(error, OSError) or error.errno is None:  # an error of pyserial's own
        return PULLED
    return _FAULTS.get(error.errno, Fault("port.broken", {"error": str(error)}))
