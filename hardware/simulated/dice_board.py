"""Simulated dice-reader boards: the reference firmware behind pseudo-terminals, so that the serial path is real."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import threading
import tty
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

from hardware.api import now
from hardware.firmware.ldr_core import SCAN_MS
from hardware.simulated.board_in_memory import BoardInMemory

_READ_MOST: Final = 256


def _clock_ms() -> int:
    return now() // 1_000_000


class SimulatedBoard(BoardInMemory):
    """A board with its plug: ``port`` is the path of its port while plugged in, a link to a pseudo-terminal.

    All methods may be called from any thread.
    """

    def __init__(self, identity: str, port: Path, random: Random, seat: int = 0) -> None:
        super().__init__(identity, _clock_ms, random, seat)
        self.port = port
        self._master: int | None = None
        self.plug()

    @property
    def plugged(self) -> bool:
        """True if its port exists."""
        return self._master is not None

    def plug(self) -> None:
        """Plug the board in: it starts, and its port appears. Does nothing if it is plugged in."""
        with self._lock:
            if self._master is not None:
                return
            self._core = self._fresh_core()
            master, slave = os.openpty()
            tty.setraw(slave)
            # After this close the terminal counts as not open: until a host opens it, output is lost, as on USB.
            name = os.ttyname(slave)
            os.close(slave)
            os.set_blocking(master, False)
            self._master = master
            _link(self.port, name)

    def unplug(self) -> None:
        """Unplug the board: its port vanishes, even if a program has it open. Does nothing if it is not plugged in."""
        with self._lock:
            if self._master is None:
                return
            self.port.unlink(missing_ok=True)
            os.close(self._master)
            self._master = None

    def step(self) -> tuple[int, int | None]:
        """Run the board up to now; return the milliseconds to its next step, and the descriptor to poll meanwhile."""
        with self._lock:
            if self._master is None:
                return SCAN_MS, None
            attended = _attended(self._master)
            received = _read(self._master) if attended else b""
            out, wait = self._exchange(received)
            if out and attended:
                _write(self._master, out)
            return wait, self._master if attended else None


class SimulatedBoards:
    """The boards of a whole table, run by one thread: ``boards[seat]`` is the board of a seat, from 1.

    Their ports appear in ``folder``, which stands for /dev/serial/by-id and is created if it does not exist.
    """

    def __init__(self, folder: Path, identities: Mapping[int, str], random: Random | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._random = random or Random()  # noqa: S311  a simulation, not security-relevant
        self._boards = {
            seat: SimulatedBoard(identity, self._port(identity), self._random) for seat, identity in identities.items()
        }
        self._twins: tuple[SimulatedBoard, ...] = ()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulated dice boards", daemon=True)
        self._thread.start()

    def __getitem__(self, seat: int) -> SimulatedBoard:
        return self._boards[seat]

    def __iter__(self) -> Iterator[int]:
        return iter(self._boards)

    def __contains__(self, seat: object) -> bool:
        return seat in self._boards

    def plug_twin(self, seat: int) -> SimulatedBoard:
        """Plug in a second board with the identity of the one at ``seat``."""
        identity = self[seat].identity
        twin = SimulatedBoard(identity, self._port(f"{identity}-twin{len(self._twins) + 1}"), self._random)
        self._twins += (twin,)
        return twin

    def close(self) -> None:
        """Unplug all boards and end their thread."""
        self._closed.set()
        self._thread.join()
        for board in self._all:
            board.unplug()

    @property
    def _all(self) -> tuple[SimulatedBoard, ...]:
        return (*self._boards.values(), *self._twins)

    def _port(self, name: str) -> Path:
        """Return the path of a port, named as udev names a Pico with MicroPython."""
        return self.folder / f"usb-MicroPython_Board_in_FS_mode_{name.lower()}-if00"

    def _run(self) -> None:
        while not self._closed.is_set():
            steps = [board.step() for board in self._all]
            poller = select.poll()
            for _, terminal in steps:
                if terminal is not None:
                    poller.register(terminal, select.POLLIN)
            poller.poll(min((wait for wait, _ in steps), default=SCAN_MS))


def _link(port: Path, terminal: str) -> None:
    """Create or replace the link ``port`` atomically."""
    fresh = port.with_name(f".{port.name}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(terminal)
    fresh.replace(port)


def _attended(master: int) -> bool:
    """Return whether a program has the other side open."""
    poller = select.poll()
    poller.register(master, 0)
    return not any(events & select.POLLHUP for _, events in poller.poll(0))


def _read(master: int) -> bytes:
    try:
        return os.read(master, _READ_MOST)
    except OSError as error:  # EIO: the host has closed the port meanwhile
        if error.errno not in {errno.EAGAIN, errno.EIO}:
            raise
        return b""


def _write(master: int, out: bytes) -> None:
    """Send as much as the port accepts; the rest is lost if the host does not read, as on a board."""
    with contextlib.suppress(BlockingIOError):
        os.write(master, out)
