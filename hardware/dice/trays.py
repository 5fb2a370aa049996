"""The trays of all boards: which board serves which seat, its readings and faults, whatever reads its port."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Generic, Protocol, TypeVar

from hardware.api import (
    BoardHealth,
    DeviceFault,
    DeviceHealthy,
    Fault,
    Instant,
    TrayLamp,
    TrayReading,
    TrayState,
    milliseconds,
)
from hardware.dice.conversation import Event, Silence
from hardware.dice.protocol import BoardError, BoardFrame, BoardHello, Decoder, FrameRefused, OtherVersion, Report
from hardware.fault_filter import Outbox

FOUND_WITHIN: Final = milliseconds(4_000)
"""Time after which a board is reported as missing: opening the port restarts some boards, which takes seconds."""
PULLED: Final = Fault("port.pulled")
"""The fault of a port whose board has been pulled out."""

_COUNTED: Final[Mapping[type, str]] = {BoardError: "board_errors", FrameRefused: "refusals"}
"""Names of the counters of events that matter to the operator only."""


class KnownBoard:
    """What is known of the board at a port."""

    def __init__(self, port: Path, decoder: Decoder[BoardFrame]) -> None:
        self.port = port
        self.decoder = decoder
        self.board: BoardHello | None = None
        """Its identity; None: not connected, or not identified yet."""
        self.report: Report | None = None
        """The content of its tray; None: unknown, or stale."""
        self.trouble: Fault | None = None
        """The fault that keeps the port from being read; None: it is read."""
        self.floods = False
        """True if the board sends faster than it is read, so that data is lost."""

    def note(self, event: Event) -> None:
        """Take an event of its conversation."""
        match event:
            case BoardHello():
                self.board, self.report = event, None
            case Report():
                self.report = event
            case Silence.LOST:
                self.report = None

    def forget(self, trouble: Fault | None) -> None:
        """Note the end of a connection."""
        self.trouble = trouble
        self.board = self.report = None
        self.floods = False


class PortReader(Protocol):
    """A reader of a port, as the trays see it."""

    known: KnownBoard

    def light(self, lamp: TrayLamp) -> None:
        """Show ``lamp`` at the tray, now and after every reconnect."""


_Reader = TypeVar("_Reader", bound=PortReader)


class DiceBoards(Generic[_Reader]):
    """The boards of the seats. ``seats``: identity -> seat (from 1). Not thread-safe; it never waits."""

    def __init__(self, seats: Mapping[str, int], outbox: Outbox) -> None:
        self.outbox = outbox
        self.readers: dict[Path, _Reader] = {}
        """The readers whose events count, by their port."""
        self._seats = dict(seats)
        self._owners: dict[str, _Reader] = {}  # the reader that represents a board, by the board's identity
        self._sent: dict[int, TrayState] = {}  # the last state sent, by seat
        self._faults: dict[str, Fault] = {}  # the current fault, by device name
        self._lamps: dict[int, TrayLamp] = {}

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """See ``DiceReaders.light``. A seat without a board is ignored."""
        self._lamps[seat] = lamp
        for board, reader in self._owners.items():
            if self._seats[board] == seat:
                reader.light(lamp)

    def health(self) -> tuple[BoardHealth, ...]:
        """Return the ports, then the boards that are missing (``DiceReaders.health``)."""
        there = [self._health(reader.known) for _, reader in sorted(self.readers.items())]
        missing = [self._missing(board) for board in self._seats if board not in self._owners]
        return (*there, *missing)

    def tell_missing(self, at: Instant) -> None:
        """Report every board that has not been found."""
        for board in self._seats:
            if board not in self._owners:
                self._tell_board(board, self._faults.get(_board_name(board), _NOT_FOUND), at)

    def tell_ports(self, fault: Fault | None, at: Instant) -> None:
        """Report a fault of the ports as a whole; None: there is none any more."""
        self._tell(_PORTS, fault, at)

    # ------------------------------------------------------------------------------------------ events of readers

    def heard(self, reader: _Reader, event: Event, at: Instant) -> None:
        """Take an accepted frame of the board at this reader's port, which has noted it, or the board's silence."""
        known = reader.known
        if self.readers.get(known.port) is not reader:
            return  # it is being closed
        match event:
            case BoardHello():
                self._identify(reader, at)
            case Report():
                self._take(reader, at)
            case Silence.LOST:
                self._lose(reader, _FLOODS if known.floods else _SILENT, at)
            case OtherVersion(version=version):
                self._tell(_port_name(known), Fault("board.version", {"version": version}), at)
            case BoardError() | FrameRefused():
                counters, name = known.decoder.counters, _COUNTED[type(event)]
                counters[name] = counters.get(name, 0) + 1

    def ended(self, reader: _Reader, at: Instant) -> None:
        """Take the end of a connection, or a failure to open the port; ``trouble`` of what is known has the reason."""
        if self.readers.get(reader.known.port) is reader:
            self.end(reader, at)

    def end(self, reader: _Reader, at: Instant) -> None:
        """Detach a reader from its board, for good or until it has connected again."""
        self._tell(_port_name(reader.known), None, at)
        self._lose(reader, reader.known.trouble or _SILENT, at)
        self._release(reader, at)

    def _identify(self, reader: _Reader, at: Instant) -> None:
        """Assign an identified board's reader to its seat, or report why that is impossible."""
        hello = reader.known.board
        if hello is None:
            return
        board = hello.board
        if self._owners.get(board) is not reader:
            self._lose(reader, _SILENT, at)  # a different board answers at this port now
            self._release(reader, at)
        if board not in self._seats:
            self._tell(_port_name(reader.known), Fault("board.unknown", {"board": board}), at)
        elif self._owners.setdefault(board, reader) is not reader:
            twin = Fault("board.twin", {"board": board, "port": str(self._owners[board].known.port)})
            self._tell(_port_name(reader.known), twin, at)
        else:
            self._tell(_port_name(reader.known), None, at)
            lamp = self._lamps.get(self._seats[board])
            if lamp is not None:
                reader.light(lamp)

    def _take(self, reader: _Reader, at: Instant) -> None:
        """Send the new state of a tray to its seat."""
        hello, report = reader.known.board, reader.known.report
        if hello is None or report is None or self._owners.get(hello.board) is not reader:
            return
        seat = self._seats[hello.board]
        own = hello.seat
        wrong = None if own is None or own == seat else Fault("board.seat", {"own": own, "seat": seat})
        self._tell_board(hello.board, wrong, at)
        self._send(TrayReading(seat, report.state, report.dice, at, report.boot, report.up_ms))

    def _lose(self, reader: _Reader, why: Fault, at: Instant) -> None:
        """Report to the seat and to the operator that a board's last report is stale."""
        for board in self._spoken_for(reader):
            seat = self._seats[board]
            if self._sent.get(seat) is not TrayState.LOST:
                self._send(TrayReading(seat, TrayState.LOST, (), at))
                self._tell_board(board, why, at)

    def _release(self, reader: _Reader, at: Instant) -> None:
        """Detach a reader from its board; another reader that has the same board may take over."""
        for board in self._spoken_for(reader):
            del self._owners[board]
            for other in self.readers.values():
                found = other.known.board
                if other is not reader and found is not None and found.board == board:
                    self._identify(other, at)
                    self._take(other, at)

    def _spoken_for(self, reader: _Reader) -> list[str]:
        return [board for board, owner in self._owners.items() if owner is reader]

    # ------------------------------------------------------------------------------------------ output

    def _send(self, reading: TrayReading) -> None:
        self._sent[reading.seat] = reading.state
        self.outbox.send(reading)

    def _tell_board(self, board: str, fault: Fault | None, at: Instant) -> None:
        self._tell(_board_name(board), fault, at, self._seats[board])

    def _tell(self, device: str, fault: Fault | None, at: Instant, seat: int | None = None) -> None:
        """Set the current fault of a device (None: no fault), and report it if it has changed."""
        if self._faults.get(device) == fault:
            return
        if fault is None:
            del self._faults[device]
            self.outbox.send(DeviceHealthy(device, at, seat))
        else:
            self._faults[device] = fault
            self.outbox.send(DeviceFault(device, fault, at, seat, tray=seat is not None))

    def _health(self, known: KnownBoard) -> BoardHealth:
        hello = known.board
        board = hello.board if hello else None
        fault = self._faults.get(_port_name(known)) or known.trouble or (_FLOODS if known.floods else None)
        owner = self._owners.get(board) if board else None
        if board is not None and owner is not None and owner.known is known:
            fault = fault or self._faults.get(_board_name(board))
        return BoardHealth(
            port=str(known.port),
            board=board,
            seat=self._seats.get(board) if board else None,
            connected=known.report is not None,
            firmware=hello.firmware if hello else None,
            counters=dict(known.decoder.counters),
            fault=fault,
        )

    def _missing(self, board: str) -> BoardHealth:
        fault = self._faults.get(_board_name(board))
        return BoardHealth("", board, self._seats[board], connected=False, firmware=None, counters={}, fault=fault)


def _board_name(board: str) -> str:
    return f"dice board {board}"


def _port_name(known: KnownBoard) -> str:
    return f"dice port {known.port.name}"


_PORTS: Final = "dice ports"
_NOT_FOUND: Final = Fault("board.not_found")
_SILENT: Final = Fault("board.silent")
_FLOODS: Final = Fault("board.floods")
