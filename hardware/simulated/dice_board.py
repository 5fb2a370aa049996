"""Simulated dice-reader boards: the reference firmware behind pseudo-terminals, so that the serial path is real."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import threading
import tty
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

from hardware.api import now
from hardware.firmware.ldr_core import SCAN_MS, Board
from hardware.firmware.simulated_sensor import THROW_MS, SimulatedTray
from hardware.simulated.dice_faults import FAULTS, Seen

_READ_MOST: Final = 256
_RESTLESS_MS: Final = 1
"""Interval in ms at which a board with a restless fault sends."""


def _clock_ms() -> int:
    return now() // 1_000_000


class SimulatedBoard:
    """One board with its tray and its plug. All methods may be called from any thread.

    Dice are words such as ``R4`` or ``r4``: a colour R, G, B, Y, or X for an unread one, and a value, or ``?`` for an
    unread one; ValueError otherwise. The dice stay in the tray whatever happens to the board.
    """

    def __init__(self, identity: str, port: Path, random: Random, seat: int = 0) -> None:
        self.identity = identity
        self.port = port
        """The path of its port while plugged in: a link to a pseudo-terminal, as udev would make it."""
        self.own_seat = seat
        """The seat set on the board itself, 0 for none; a change takes effect at the next restart."""
        self._random = random
        self._tray = SimulatedTray(_clock_ms)
        self._faults: set[str] = set()
        self._lock = threading.Lock()
        self._master: int | None = None
        self._started = 0
        self._core = self._fresh_core()
        self.plug()

    # ------------------------------------------------------------------------------------------ the tray

    def throw(self, dice: Iterable[str], ms: int = THROW_MS) -> None:
        """Remove all dice and throw these: they tumble for ``ms`` milliseconds, then show the given values."""
        words = [_die(word) for word in dice]
        with self._lock:
            self._tray.throw(words, ms)

    def put(self, *dice: str) -> None:
        """Add these dice."""
        words = [_die(word) for word in dice]
        with self._lock:
            for word in words:
                self._tray.put(word)

    def take(self, *dice: str) -> None:
        """Remove those of these dice that are in the tray; without arguments: all dice."""
        words = [_die(word) for word in dice]
        with self._lock:
            for word in words or list(self._tray.dice):
                self._tray.take(word)

    def hold(self, die: str) -> None:
        """Make a die in the tray unreadable."""
        word = _die(die)
        with self._lock:
            self._tray.hold(word)

    @property
    def dice(self) -> tuple[str, ...]:
        """The dice in the tray, as they are once they have come to rest."""
        with self._lock:
            return tuple(self._tray.dice)

    @property
    def lamp(self) -> str:
        """The state of the tray's lamp, set by the host: OFF, READY, LOCK or FIND."""
        return self._core.lamp

    # ------------------------------------------------------------------------------------------ the board

    def fault(self, *names: str) -> None:
        """Activate these faults of ``FAULTS``; KeyError for others."""
        with self._lock:
            self._faults |= {name for name in names if FAULTS[name]}

    def mend(self, *names: str) -> None:
        """End these faults; without arguments: all faults."""
        with self._lock:
            self._faults -= set(names) or set(FAULTS)

    @property
    def faults(self) -> frozenset[str]:
        """The names of the active faults."""
        return frozenset(self._faults)

    def restart(self) -> None:
        """Restart the firmware, at the same port."""
        with self._lock:
            self._core = self._fresh_core()

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
            at = _clock_ms() - self._started
            out = self._core.step(at, received)
            faults = [FAULTS[name] for name in sorted(self._faults)]
            for fault in faults:
                out = fault.wire(out, self._random)
            if out and attended:
                _write(self._master, out)
            wait = _RESTLESS_MS if any(fault.restless for fault in faults) else max(0, self._core.due - at)
            return wait, self._master if attended else None

    def _fresh_core(self) -> Board:
        self._started = _clock_ms()
        return Board(self.identity, self._see, self._random.getrandbits(32), self.own_seat)

    def _see(self) -> Seen:
        dice, moving = self._tray()
        for name in sorted(self._faults):
            dice, moving = FAULTS[name].tray(dice, moving, self._random)
        return dice, moving


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


def _die(word: str) -> str:
    die = word.upper()
    if len(die) != 2 or die[0] not in "RGBYX" or die[1] not in "123456?":
        raise ValueError(f"{word!r} is not a die: write a colour r, g, b or y and a value 1 to 6, as in r3")
    return die


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
