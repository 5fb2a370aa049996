"""Touch panels without hardware: unchanged readers of ``/dev/input`` run on them, in a child process of the test.

    inputs = EmulatedInputs(folder)
    subprocess.Popen(..., env=os.environ | inputs.environment)
    panel = inputs.plug("event3")                      # a panel of 40 fingers; also while the child runs
    with panel.report():                               # everything in here comes in one report
        panel.down(1, 100, 200)
        panel.down(2, 300, 400, major=60)
    panel.unplug()

``evdev.c`` lists the differences from the kernel.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.rig.preload import built

_SOURCE: Final = Path(__file__).with_name("evdev.c")
_EVENT: Final = struct.Struct("llHHi")
_SYN, _ABS = 0, 3
_REPORT, _MT_REPORT, _DROPPED = 0, 2, 3
SLOT, MAJOR, X, Y, TOOL, TRACKING, DISTANCE = 0x2F, 0x30, 0x35, 0x36, 0x37, 0x39, 0x3B
PALM: Final = 2
_NOBODY: Final = -1
_CODES: Final = (MAJOR, X, Y, TOOL, TRACKING)


def missing() -> str | None:
    """Return the reason why there can be no emulated panel on this machine, with the fix; None if there can."""
    if sys.platform != "linux":
        return "emulated touch panels need Linux"
    return None if shutil.which("gcc") else "no gcc for the emulated touch panels: run systemd/setup dev --rig"


class EmulatedInputs:
    """``/dev/input`` for child processes with ``environment``. ``folder``: an existing, empty folder of the test's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "input"
        self.folder.mkdir()
        self._plugged = 0
        self.environment = {"LD_PRELOAD": str(built(_SOURCE)), "KIOSK_EVDEV": str(self.folder)}

    def replay(self, node: str, record: str) -> ReplayedPanel:
        """Plug in the device of a record (``kiosk doctor --record``, or evemu's) as this node."""
        self._plugged += 1
        return ReplayedPanel(self.folder, node, self._plugged, record)

    def plug(self, node: str, width: int = 1920, height: int = 1080, **features: int) -> EmulatedPanel:
        """Plug in a panel as this node. ``features``: those of ``EmulatedPanel``."""
        self._plugged += 1
        return EmulatedPanel(self.folder, node, self._plugged, (width, height), **features)


class ReplayedPanel:
    """The device of a record in evemu's format, which says again what it has said."""

    def __init__(self, inputs: Path, node: str, number: int, record: str) -> None:
        self._folder = inputs.parent / f"plug{number}"
        self._folder.mkdir()
        parts: dict[str, list[list[str]]] = {}
        for line in record.splitlines():
            kind, colon, rest = line.partition(": ")
            if colon and kind in ("N", "I", "P", "B", "A", "E"):
                parts.setdefault(kind, []).append([rest] if kind == "N" else rest.split())
        answers = {0x06: parts["N"][0][0].encode() + b"\0"}
        answers[0x09] = bytes(int(byte, 16) for line in parts.get("P", []) for byte in line)[:4].ljust(4, b"\0")
        for kind, *data in parts.get("B", []):
            answers[0x20 + int(kind, 16)] = answers.get(0x20 + int(kind, 16), b"") + bytes.fromhex("".join(data))
        slots = 10
        for axis, *numbers in parts.get("A", []):
            low, high, fuzz, flat, *resolution = map(int, numbers)
            answers[0x40 + int(axis, 16)] = struct.pack("6i", 0, low, high, fuzz, flat, *(resolution or [0])[:1])
            slots = high + 1 if int(axis, 16) == SLOT else slots
        for request, answer in answers.items():
            (self._folder / f"{request:02x}").write_bytes(answer)
        for code in (*_CODES, DISTANCE):
            nothing = _NOBODY if code == TRACKING else 0
            (self._folder / f"0a.{code:02x}").write_bytes(struct.pack(f"{slots}i", *[nothing] * slots))
        os.mkfifo(self._folder / "events")
        self._fifo = os.open(self._folder / "events", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        link = inputs / node
        link.symlink_to(self._folder / "events")
        self.events = [
            (round(float(at) * 1e6), int(kind, 16), int(code, 16), int(value))
            for at, kind, code, value in (line[:4] for line in parts.get("E", []))
        ]
        """Microseconds, type, code, value."""

    def reports(self, began: int) -> Iterator[tuple[int, bytes]]:
        """Yield when each report comes (nanoseconds, the first one at ``began``), and what it says."""
        first, report = self.events[0][0] if self.events else 0, b""
        for at, kind, code, value in self.events:
            later = began + (at - first) * 1000
            report += _EVENT.pack(later // 10**9, later % 10**9 // 1000, kind, code, value)
            if (kind, code) == (_SYN, _REPORT):
                yield later, report
                report = b""

    def say(self, report: bytes) -> None:
        """Send a report."""
        os.write(self._fifo, report)

    def close(self) -> None:
        """Close it."""
        os.close(self._fifo)


class EmulatedPanel:
    """A panel whose points are those of a picture of ``size``. ``slots``: 0 for protocol A.

    ``fine``: its units per pixel of that picture; ``resolution``: units per millimetre, 0: it does not say.
    ``fails``: requests, such as ``"90"`` or ``"open"``, that fail with an error of the kernel; see ``fail``.
    """

    def __init__(
        self,
        inputs: Path,
        node: str,
        number: int,
        size: tuple[int, int],
        slots: int = 40,
        resolution: int = 0,
        fine: int = 1,
    ) -> None:
        self.width, self.height = size
        self._fine = fine
        self._folder = inputs.parent / f"plug{number}"
        self._folder.mkdir()
        self._slots = slots
        self._values = {code: [0] * slots for code in _CODES} | {TRACKING: [_NOBODY] * slots}
        self._fingers: dict[int, int] = {}  # finger -> slot
        self._ids = 100 * number
        self._slot = 0
        self._batch: list[tuple[int, int, int]] | None = None
        self.stamp: Callable[[], int] = time.monotonic_ns
        """Returns the next report's stamp."""
        self._write_answers(size, resolution)
        os.mkfifo(self._folder / "events")
        self._fifo = os.open(self._folder / "events", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        self._link = inputs / node
        self._link.parent.mkdir(exist_ok=True)
        self._link.symlink_to(self._folder / "events")

    def _write_answers(self, size: tuple[int, int], resolution: int) -> None:
        (self._folder / "02").write_bytes(struct.pack("4H", 3, 1, 2, 3))
        bits = sum(1 << code for code in (MAJOR, X, Y, TOOL))
        bits |= (1 << SLOT | 1 << TRACKING) if self._slots else 0
        answers = {0x06: b"Emulated Panel\0", 0x09: (2).to_bytes(4, "little"), 0x23: bits.to_bytes(8, "little")}
        width, height = self._fine * size[0] - 1, self._fine * size[1] - 1
        for code, last in ((X, width), (Y, height), (MAJOR, 4095), (TOOL, PALM), (TRACKING, 65535)):
            answers[0x40 + code] = struct.pack("6i", 0, 0, last, 0, 0, resolution)
        for number, answer in answers.items():
            (self._folder / f"{number:02x}").write_bytes(answer)
        self._write_state()

    def _write_state(self) -> None:
        if self._slots:
            state = struct.pack("6i", self._slot, 0, self._slots - 1, 0, 0, 0)
            (self._folder / f"{0x40 + SLOT:02x}").write_bytes(state)
        for code, values in self._values.items():
            (self._folder / f"0a.{code:02x}").write_bytes(struct.pack(f"{len(values)}i", *values))

    # ------------------------------------------------------------ fingers

    def down(self, finger: int, x: float, y: float, major: int = 0) -> None:
        """Put a finger on the glass; with all its slots in use the panel does not see it."""
        slot = next((slot for slot in range(self._slots) if self._values[TRACKING][slot] == _NOBODY), None)
        if slot is None:
            return
        self._fingers[finger] = slot
        self._ids += 1
        with self.report():
            self._set(slot, {TRACKING: self._ids, **self._at(x, y), MAJOR: major, TOOL: 0})

    def move(self, finger: int, x: float, y: float) -> None:
        """Move a finger that is down."""
        if finger in self._fingers:
            self.change(finger, self._at(x, y))

    def _at(self, x: float, y: float) -> dict[int, int]:
        return {X: round(self._fine * x), Y: round(self._fine * y)}

    def change(self, finger: int, values: dict[int, int]) -> None:
        """Change something else of a finger: its size, its tool."""
        with self.report():
            self._set(self._fingers[finger], values)

    def up(self, finger: int) -> None:
        """Lift a finger."""
        if finger in self._fingers:
            with self.report():
                self._set(self._fingers.pop(finger), {TRACKING: _NOBODY})

    def _set(self, slot: int, values: dict[int, int]) -> None:
        assert self._batch is not None
        changed = {code: value for code, value in values.items() if self._values[code][slot] != value}
        if changed and slot != self._slot:
            self._slot = slot
            self._batch.append((_ABS, SLOT, slot))
        for code, value in changed.items():
            self._values[code][slot] = value
            self._batch.append((_ABS, code, value))

    @contextlib.contextmanager
    def report(self) -> Iterator[None]:
        """Send everything that happens within the block in one report."""
        if self._batch is not None:  # nested in a larger one
            yield
            return
        self._batch = []
        yield
        batch, self._batch = self._batch, None
        self._write_state()
        self.say([*batch, (_SYN, _REPORT, 0)])

    @contextlib.contextmanager
    def dropping(self) -> Iterator[None]:
        """Overflow the kernel's buffer within the block: a drop is reported instead of the events."""
        self._batch = []
        yield
        self._batch = None
        self._write_state()
        self.say([(_SYN, _DROPPED, 0), (_SYN, _REPORT, 0)])

    def contacts(self, points: list[tuple[int, int]]) -> None:
        """Send a report of protocol A: all contacts, without identities."""
        told = [event for x, y in points for event in ((_ABS, X, x), (_ABS, Y, y), (_SYN, _MT_REPORT, 0))]
        self.say([*(told or [(_SYN, _MT_REPORT, 0)]), (_SYN, _REPORT, 0)])

    def say(self, events: list[tuple[int, int, int]]) -> None:
        """Send events (type, code, value) with one stamp."""
        seconds, nanoseconds = divmod(self.stamp(), 1_000_000_000)
        os.write(self._fifo, b"".join(_EVENT.pack(seconds, nanoseconds // 1000, *event) for event in events))

    # ------------------------------------------------------------ the device

    def fail(self, request: str, error: int | None) -> None:
        """Make requests with this number in hex (``open``: opening) fail with this error; None: no more."""
        file = self._folder / f"{request}.errno"
        if error is None:
            file.unlink()
        else:
            file.write_text(str(error))

    def told(self, request: int) -> int | None:
        """Return the value that a program has set with this request (0x90: the grab, 0xa0: the clock); None: none."""
        file = self._folder / f"{request:02x}"
        return int(file.read_text()) if file.exists() else None

    def unplug(self) -> None:
        """Unplug it; a reader gets an error."""
        (self._folder / "gone").touch()
        self._link.unlink()
        os.close(self._fifo)
