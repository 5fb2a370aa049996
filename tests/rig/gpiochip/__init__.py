"""GPIO chips without hardware: the real liblgpio, libgpiod and gpiozero run on them, in a child process of the test.

    chips = EmulatedChips(folder)                      # a Raspberry Pi 4's chip; others by ``Chip``
    subprocess.Popen(..., env=os.environ | chips.environment)
    chips.wait_watched(4, 5)                           # until the child waits for edges there
    chips.press(4, at=now())                           # an edge with this stamp, as from the kernel
    chips.release(4)
    chips.output(6)                                    # the child's output there

A press pulls a line low and a release lets it go, whether somebody watches it or not: a button held from the start is
one that was pressed before the child began. ``gpiochip.c`` lists the differences from the kernel.
"""

from __future__ import annotations

import contextlib
import importlib.util
import mmap
import os
import shutil
import struct
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from hardware.api import Instant, now
from hardware.gpio.factory import Library
from tests.rig.preload import built

START_LIMIT: Final = 30.0
"""Seconds for a child to begin to watch its lines (it takes a fraction of one on an idle machine)."""

_POLL: Final = 0.001

_SOURCE: Final = Path(__file__).with_name("gpiochip.c")
_LINE: Final = struct.Struct("=6I2Q")  # struct line of gpiochip.c
_REQUEST, _OWNER, _FLAGS, _DRIVEN, _OUTPUT, _WRITES, _CHANGED, _DEBOUNCE = (*range(0, 28, 4), 32)  # offsets in it
_OURS: Final = 1  # a request that no process has
_WORD: Final = struct.Struct("=I")
_STAMP: Final = struct.Struct("=Q")
_EVENT: Final = struct.Struct("=QIIII6I")  # struct gpio_v2_line_event of linux/gpio.h
_NOTHING: Final = (0,) * 6
_MODULES: Final[dict[Library, str]] = {"lgpio": "lgpio", "libgpiod": "gpiod"}

_IS_OUTPUT, _WATCHES_RISING, _WATCHES_FALLING = 1 << 3, 1 << 4, 1 << 5  # GPIO_V2_LINE_FLAG_OUTPUT, _EDGE_*
_RISING, _FALLING = 1, 2  # GPIO_V2_LINE_EVENT_*
_OPEN, _LOW = 0, 1

PI_4: Final = 0xC03111
PI_5: Final = 0xD04170
"""Revision codes, by which gpiozero identifies the board."""


class Chip(NamedTuple):
    """A chip ``/dev/gpiochip<number>``. ``denied``: the child may not open it."""

    number: int = 0
    label: str = "pinctrl-bcm2711"
    lines: int = 58
    denied: bool = False


def missing() -> str | None:
    """Return the reason why there can be no emulated chips on this machine, with the fix; None if there can."""
    if sys.platform != "linux":
        return "emulated GPIO chips need Linux"
    if not shutil.which("gcc"):
        return "no gcc for the emulated GPIO chips: run systemd/setup dev --rig"
    absent = [_MODULES[library] for library in libraries() if importlib.util.find_spec(_MODULES[library]) is None]
    return f"Python modules are missing ({', '.join(absent)}): run systemd/setup dev" if absent else None


def libraries() -> tuple[Library, ...]:
    """Return the libraries that the extra ``dev`` installs: lgpio has wheels for Python 3.11 alone."""
    return ("lgpio", "libgpiod") if sys.version_info[:2] == (3, 11) else ("libgpiod",)


class EmulatedChips:
    """GPIO chips for child processes with ``environment``. ``folder``: an existing, empty folder of the test's own.

    Lines are numbered as on their chip (BCM numbers on a Raspberry Pi's), chips as ``/dev/gpiochip<number>``.
    """

    def __init__(self, folder: Path, chips: Iterable[Chip] = (Chip(),), revision: int = PI_4) -> None:
        self.folder = folder
        self._lines: dict[int, mmap.mmap] = {}
        self._requests: dict[int, int] = {}  # number of the request -> its FIFO, open for writing
        entries = []
        for chip in chips:
            path = folder / f"gpiochip{chip.number}"
            path.write_bytes(bytes(chip.lines * _LINE.size))
            with path.open("r+b") as file:
                self._lines[chip.number] = mmap.mmap(file.fileno(), 0)
            entries.append(f"{chip.number} {chip.label} {chip.lines} {chip.denied:d}\n")
        (folder / "chips").write_text("".join(entries))
        (folder / "revision").write_bytes(revision.to_bytes(4))
        self.environment: dict[str, str] = {
            "LD_PRELOAD": str(built(_SOURCE)),
            "EMULATED_CHIPS": str(folder),
            "LG_WD": str(folder),  # the folder of lgpio's pipes
        }

    def press(self, line: int, at: Instant | None = None, chip: int = 0) -> Instant:
        """Pull the line low; return the stamp of that edge, by default now."""
        return self._drive(chip, line, _LOW, at)

    def release(self, line: int, at: Instant | None = None, chip: int = 0) -> Instant:
        """Release the line to its pull resistor; return the stamp of that edge, by default now."""
        return self._drive(chip, line, _OPEN, at)

    def hold(self, line: int, chip: int = 0) -> None:
        """Hold the line as another program: new requests for it get "busy"."""
        place = line * _LINE.size
        _WORD.pack_into(self._lines[chip], place + _OWNER, os.getpid())
        _WORD.pack_into(self._lines[chip], place + _REQUEST, _OURS)

    def watched(self, line: int, chip: int = 0) -> bool:
        """Return whether a child waits for both edges of the line."""
        both = _WATCHES_RISING | _WATCHES_FALLING
        return bool(self._get(chip, line, _REQUEST)) and self._get(chip, line, _FLAGS) & both == both

    def wait_watched(self, *lines: int, chip: int = 0, limit: float = START_LIMIT) -> None:
        """Wait until a child waits for both edges of all these lines; AssertionError after ``limit`` seconds."""
        deadline = time.monotonic() + limit
        while waiting := [line for line in lines if not self.watched(line, chip)]:
            assert time.monotonic() < deadline, f"nobody watches the lines {waiting} of chip {chip}"
            time.sleep(_POLL)

    def output(self, line: int, chip: int = 0) -> bool | None:
        """Return a child's output at the line; None: it is no output."""
        is_output = self._get(chip, line, _REQUEST) and self._get(chip, line, _FLAGS) & _IS_OUTPUT
        return bool(self._get(chip, line, _OUTPUT)) if is_output else None

    def writes(self, line: int, chip: int = 0) -> int:
        """Return how often children have written to the line so far (software PWM: twice a period)."""
        return self._get(chip, line, _WRITES)

    def changed(self, line: int, chip: int = 0) -> Instant:
        """Return when a child last changed the line's output; 0: never."""
        return Instant(_STAMP.unpack_from(self._lines[chip], line * _LINE.size + _CHANGED)[0])

    def debounce(self, line: int, chip: int = 0) -> int:
        """Return the debouncing that a child has asked for at the line, in microseconds; it is not emulated."""
        period: int = _STAMP.unpack_from(self._lines[chip], line * _LINE.size + _DEBOUNCE)[0]
        return period

    def close(self) -> None:
        """Close all files. The folder remains."""
        for fifo in self._requests.values():
            os.close(fifo)
        self._requests.clear()
        for lines in self._lines.values():
            lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _drive(self, chip: int, line: int, driven: int, at: Instant | None) -> Instant:
        at = now() if at is None else at
        _WORD.pack_into(self._lines[chip], line * _LINE.size + _DRIVEN, driven)
        kind, watches = (_FALLING, _WATCHES_FALLING) if driven == _LOW else (_RISING, _WATCHES_RISING)
        request = self._get(chip, line, _REQUEST)
        if request and self._get(chip, line, _FLAGS) & watches:
            with contextlib.suppress(FileNotFoundError, BrokenPipeError):  # just released: no reader
                os.write(self._fifo(request), _EVENT.pack(at, kind, line, 0, 0, *_NOTHING))
        return at

    def _fifo(self, request: int) -> int:
        if request not in self._requests:
            self._requests[request] = os.open(self.folder / f"request{request}", os.O_RDWR | os.O_CLOEXEC)
        return self._requests[request]

    def _get(self, chip: int, line: int, field: int) -> int:
        value: int = _WORD.unpack_from(self._lines[chip], line * _LINE.size + field)[0]
        return value
