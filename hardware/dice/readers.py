"""All dice-reader boards of the table: their seats, readings and faults (``api.DiceReaders``)."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Final

from hardware.api import (
    BoardHealth,
    DeviceFault,
    DeviceHealthy,
    Fault,
    Instant,
    Sink,
    TrayLamp,
    TrayReading,
    TrayState,
    milliseconds,
    now,
)
from hardware.dice import ports
from hardware.dice.conversation import Event, Silence
from hardware.dice.decoder import Decoder, board_decoder
from hardware.dice.protocol import BoardError, BoardFrame, Hello, OtherVersion, Refused, Report
from hardware.dice.reader import Reader
from hardware.fault_filter import Outbox
from hardware.timer_thread import TimerThread

LOOK_EVERY: Final = milliseconds(250)
"""Interval of the search for new ports."""
FOUND_WITHIN: Final = milliseconds(4_000)
"""Time after which a board is reported as missing: opening the port restarts some boards, which takes seconds."""

_COUNTED: Final[Mapping[type, str]] = {BoardError: "board_errors", Refused: "refusals"}
"""Names of the counters of events that matter to the operator only."""


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
        self._seats = dict(seats)
        self._folders = folders
        self._clock = clock
        self._jitter = jitter
        self._lock = threading.RLock()  # of all below; readers take it to report, so never wait for them with it held
        self._outbox = Outbox(lambda _: None, clock)
        self._readers: dict[Path, Reader] = {}
        self._plugs: dict[Path, ports.Plug] = {}
        self._decoders: dict[Path, Decoder[BoardFrame]] = {}  # never removed, because they hold the counters
        self._owners: dict[str, Reader] = {}  # the reader that represents a board, by the board's identity
        self._sent: dict[int, TrayState] = {}  # the last state sent, by seat
        self._faults: dict[str, Fault] = {}  # the current fault, by device name
        self._lamps: dict[int, TrayLamp] = {}
        self._missing_at: Instant | None = None
        self._alarm = TimerThread("dice ports", self._look, clock)

    def start(self, sink: Sink) -> None:
        """See ``DiceReaders.start``."""
        self._outbox = Outbox(sink, self._clock)
        self._missing_at = Instant(self._clock() + FOUND_WITHIN)
        if self._seats:
            self._alarm.start()

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """See ``DiceReaders.light``. A seat without a board is ignored."""
        with self._lock:
            self._lamps[seat] = lamp
            for board, reader in self._owners.items():
                if self._seats[board] == seat:
                    reader.light(lamp)

    def health(self) -> tuple[BoardHealth, ...]:
        """Return the ports, then the boards that are missing (``DiceReaders.health``)."""
        with self._lock:
            there = [self._health(reader) for _, reader in sorted(self._readers.items())]
            missing = [self._missing(board) for board in self._seats if board not in self._owners]
            return (*there, *missing)

    def close(self) -> None:
        """See ``DiceReaders.close``."""
        self._alarm.close()
        with self._lock:
            closing = list(self._readers.values())
            self._readers.clear()
        for reader in closing:
            reader.close()

    # ------------------------------------------------------------------------------------------ the ports

    def _look(self, present: Instant) -> Instant:
        """Start readers for new ports and close those of vanished ones; return the time of the next search."""
        found = ports.find(self._folders)
        with self._lock:
            closing = self._end_vanished(found, present)
            opening = [port for port in found if port not in self._readers]
            self._note_plugs(found)
            self._tell_missing(present)
        for port in opening:
            self._begin(port, present)
        for reader in closing:
            reader.close()
        return Instant(present + LOOK_EVERY)

    def _end_vanished(self, found: Container[Path], present: Instant) -> list[Reader]:
        """Drop the readers whose port is gone, and return them to be closed without the lock."""
        gone = [port for port, reader in self._readers.items() if port not in found and reader.trouble]
        closing = [self._readers[port] for port in gone]
        for reader in closing:
            self._end(reader, present)
            del self._readers[reader.port]
        return closing

    def _note_plugs(self, found: Mapping[Path, ports.Plug]) -> None:
        """Let readers try again at once where something was plugged in again."""
        for port, plug in found.items():
            if self._plugs.get(port) != plug and port in self._readers:
                self._readers[port].hurry()
            self._plugs[port] = plug

    def _begin(self, port: Path, present: Instant) -> None:
        """Start a reader for the port; if there is no thread or descriptor for it, the next search tries again."""
        decoder = self._decoders.setdefault(port, board_decoder())
        try:
            reader = Reader(port, self, decoder, self._clock, self._jitter)
            with self._lock:
                self._readers[port] = reader
            reader.start()  # without the lock: starting a thread takes a while, and ``light`` must not wait
        except (OSError, RuntimeError) as error:
            with self._lock:
                self._readers.pop(port, None)
                self._tell(_PORTS, Fault("boards.no_room", {"error": str(error)}), present)
        else:
            with self._lock:
                self._tell(_PORTS, None, present)

    def _tell_missing(self, present: Instant) -> None:
        if self._missing_at is None or present < self._missing_at:
            return
        self._missing_at = None
        for board in self._seats:
            if board not in self._owners:
                self._tell_board(board, self._faults.get(_board_name(board), _NOT_FOUND), present)

    # ------------------------------------------------------------------------------------------ events of readers

    def heard(self, reader: Reader, event: Event, at: Instant) -> None:
        """See ``reader.Owner.heard``."""
        with self._lock:
            if self._readers.get(reader.port) is not reader:
                return  # it is being closed
            match event:
                case Hello():
                    self._identify(reader, at)
                case Report():
                    self._take(reader, at)
                case Silence.LOST:
                    self._lose(reader, _FLOODS if reader.floods else _SILENT, at)
                case OtherVersion(version=version):
                    self._tell(_port_name(reader), Fault("board.version", {"version": version}), at)
                case BoardError() | Refused():
                    counters, name = reader.decoder.counters, _COUNTED[type(event)]
                    counters[name] = counters.get(name, 0) + 1

    def ended(self, reader: Reader, at: Instant) -> None:
        """See ``reader.Owner.ended``."""
        with self._lock:
            if self._readers.get(reader.port) is reader:
                self._end(reader, at)

    def _end(self, reader: Reader, at: Instant) -> None:
        self._tell(_port_name(reader), None, at)
        self._lose(reader, reader.trouble or _SILENT, at)
        self._release(reader, at)

    def _identify(self, reader: Reader, at: Instant) -> None:
        """Assign an identified board's reader to its seat, or report why that is impossible."""
        hello = reader.board
        if hello is None:
            return
        board = hello.board
        if self._owners.get(board) is not reader:
            self._lose(reader, _SILENT, at)  # a different board answers at this port now
            self._release(reader, at)
        if board not in self._seats:
            self._tell(_port_name(reader), Fault("board.unknown", {"board": board}), at)
        elif self._owners.setdefault(board, reader) is not reader:
            twin = Fault("board.twin", {"board": board, "port": str(self._owners[board].port)})
            self._tell(_port_name(reader), twin, at)
        else:
            self._tell(_port_name(reader), None, at)
            lamp = self._lamps.get(self._seats[board])
            if lamp is not None:
                reader.light(lamp)

    def _take(self, reader: Reader, at: Instant) -> None:
        """Send the new state of a tray to its seat."""
        hello, report = reader.board, reader.report
        if hello is None or report is None or self._owners.get(hello.board) is not reader:
            return
        seat = self._seats[hello.board]
        own = hello.seat
        wrong = None if own is None or own == seat else Fault("board.seat", {"own": own, "seat": seat})
        self._tell_board(hello.board, wrong, at)
        self._send(TrayReading(seat, report.state, report.dice, at, report.boot, report.up_ms))

    def _lose(self, reader: Reader, why: Fault, at: Instant) -> None:
        """Report to the seat and to the operator that a board's last report is stale."""
        for board in self._spoken_for(reader):
            seat = self._seats[board]
            if self._sent.get(seat) is not TrayState.LOST:
                self._send(TrayReading(seat, TrayState.LOST, (), at))
                self._tell_board(board, why, at)

    def _release(self, reader: Reader, at: Instant) -> None:
        """Detach a reader from its board; another reader that has the same board may take over."""
        for board in self._spoken_for(reader):
            del self._owners[board]
            for other in self._readers.values():
                if other is not reader and other.board is not None and other.board.board == board:
                    self._identify(other, at)
                    self._take(other, at)

    def _spoken_for(self, reader: Reader) -> list[str]:
        return [board for board, owner in self._owners.items() if owner is reader]

    # ------------------------------------------------------------------------------------------ output

    def _send(self, reading: TrayReading) -> None:
        self._sent[reading.seat] = reading.state
        self._outbox.send(reading)

    def _tell_board(self, board: str, fault: Fault | None, at: Instant) -> None:
        self._tell(_board_name(board), fault, at, self._seats[board])

    def _tell(self, device: str, fault: Fault | None, at: Instant, seat: int | None = None) -> None:
        """Set the current fault of a device (None: no fault), and report it if it has changed."""
        if self._faults.get(device) == fault:
            return
        if fault is None:
            del self._faults[device]
            self._outbox.send(DeviceHealthy(device, at, seat))
        else:
            self._faults[device] = fault
            self._outbox.send(DeviceFault(device, fault, at, seat, tray=seat is not None))

    def _health(self, reader: Reader) -> BoardHealth:
        hello = reader.board
        board = hello.board if hello else None
        fault = self._faults.get(_port_name(reader)) or reader.trouble or (_FLOODS if reader.floods else None)
        if board in self._spoken_for(reader):
            fault = fault or self._faults.get(_board_name(board))
        return BoardHealth(
            port=str(reader.port),
            board=board,
            seat=self._seats.get(board) if board else None,
            connected=reader.report is not None,
            firmware=hello.firmware if hello else None,
            counters=dict(reader.decoder.counters),
            fault=fault,
        )

    def _missing(self, board: str) -> BoardHealth:
        fault = self._faults.get(_board_name(board))
        return BoardHealth("", board, self._seats[board], connected=False, firmware=None, counters={}, fault=fault)


def _board_name(board: str) -> str:
    return f"dice board {board}"


def _port_name(reader: Reader) -> str:
    return f"dice port {reader.port.name}"


_PORTS: Final = "dice ports"
_NOT_FOUND: Final = Fault("board.not_found")
_SILENT: Final = Fault("board.silent")
_FLOODS: Final = Fault("board.floods")
