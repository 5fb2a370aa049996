"""Readers of all dice-reader boards at serial ports (``api.DiceReaders``)."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Final

from hardware.api import BoardHealth, Fault, Instant, Sink, TrayLamp, milliseconds, now
from hardware.dice import ports
from hardware.dice.conversation import Event
from hardware.dice.decoder import Decoder, board_decoder
from hardware.dice.protocol import BoardFrame
from hardware.dice.reader import Reader
from hardware.dice.trays import FOUND_WITHIN, Trays
from hardware.fault_filter import Outbox
from hardware.timer_thread import TimerThread

LOOK_EVERY: Final = milliseconds(250)
"""Interval of the search for new ports."""


class SerialDiceReaders:
    """Boards at serial ports. ``seats``: identity -> seat (from 1). Ports are searched for in ``folders``.

    If no board is configured, no port is opened, as none of them can be ours.
    """

    def __init__(
        self,
        seats: Mapping[str, int],
        folders: tuple[Path, ...] = ports.FOLDERS,
        clock: Callable[[], Instant] = now,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._is_used = bool(seats)
        self._folders = folders
        self._clock = clock
        self._jitter = jitter
        self._lock = threading.RLock()  # of all below; readers take it to report, so never wait for them with it held
        self._trays: Trays[Reader] = Trays(seats, Outbox(lambda _: None, clock))
        self._plugs: dict[Path, ports.Plug] = {}
        self._decoders: dict[Path, Decoder[BoardFrame]] = {}  # never removed, because they hold the counters
        self._missing_at: Instant | None = None
        self._alarm = TimerThread("dice ports", self._look, clock)

    def start(self, sink: Sink) -> None:
        """See ``DiceReaders.start``."""
        self._trays.outbox = Outbox(sink, self._clock)
        self._missing_at = Instant(self._clock() + FOUND_WITHIN)
        if self._is_used:
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
