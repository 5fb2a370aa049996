"""The rig's part inside a virtual machine: fingers on a touch panel, and fingers on the buttons of a GPIO chip.

Started there at every boot, before the kiosk; Python's standard library only. It makes a GPIO chip with the label of a
Raspberry Pi 4's (gpio-sim) and a touch panel (uinput), and what the firmware has set up by the card's config.txt, which
words of the kernel's command line tell (``words``): a bus, an expander, pins that a driver has. Then it answers lines
at the Unix socket that is its argument, each with one line. Places on the panel are whole numbers from 0 to LARGEST,
seconds are decimal, lines of the chip are BCM numbers, those of the expander follow from EXPANDER on.

    down FINGER X Y ...     put fingers down               move FINGER X Y ...    move them
    up FINGER ...           lift them                      drag SECONDS FINGER X Y X2 Y2 ...   down, along, up
    press LINE              press the button               release LINE
    watch SECONDS LINE ...  how often each line was high, of as many looks as there were: "LOOKS HIGH ..."
"""

from __future__ import annotations

import fcntl
import os
import socketserver
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path

LABEL = "pinctrl-bcm2711"
LINES = 54
EXPANDER = 100
"""The number here of the expander's first line."""
FINGERS = 64
LARGEST = 32767

_CONFIG = Path("/sys/kernel/config/gpio-sim")
_EXPANDERS = {"mcp23017": 16, "mcp23008": 8}
_MADE, _TAKEN = "rig.made=", "rig.taken="
_EV_SYN, _EV_KEY, _EV_ABS = 0, 1, 3
_SYN_REPORT, _BTN_TOUCH = 0, 0x14A
_SLOT, _TRACKING_ID, _MT_X, _MT_Y, _X, _Y = 0x2F, 0x39, 0x35, 0x36, 0x00, 0x01
_SET_EVBIT, _SET_KEYBIT, _SET_ABSBIT, _SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
_ABS_SETUP, _DEV_SETUP, _DEV_CREATE = 0x401C5504, 0x405C5503, 0x5501
_DIRECT = 1
_EVENT = struct.Struct("=qqHHi")
_STEPS_A_SECOND = 60
_LOOK_S = 0.002


class Panel:
    """A touch panel for many fingers, by multi-touch protocol B (Documentation/input/multi-touch-protocol.rst)."""

    def __init__(self) -> None:
        self._device = os.open("/dev/uinput", os.O_WRONLY)
        for kind in (_EV_KEY, _EV_ABS):
            fcntl.ioctl(self._device, _SET_EVBIT, kind)
        fcntl.ioctl(self._device, _SET_KEYBIT, _BTN_TOUCH)
        fcntl.ioctl(self._device, _SET_PROPBIT, _DIRECT)
        axes = {_SLOT: FINGERS - 1, _TRACKING_ID: 65535, _MT_X: LARGEST, _MT_Y: LARGEST, _X: LARGEST, _Y: LARGEST}
        for code, largest in axes.items():
            fcntl.ioctl(self._device, _SET_ABSBIT, code)
            fcntl.ioctl(self._device, _ABS_SETUP, struct.pack("=HHiiiiii", code, 0, 0, 0, largest, 0, 0, 0))
        fcntl.ioctl(self._device, _DEV_SETUP, struct.pack("=HHHH80sI", 3, 0x1D6B, 0x0104, 1, b"Rig touch panel", 0))
        fcntl.ioctl(self._device, _DEV_CREATE)
        self._lock = threading.Lock()
        self._touching: set[int] = set()
        self._contacts = 0

    def place(self, fingers: Iterable[tuple[int, int, int]]) -> None:
        """Put down or move each finger: its number, x and y."""
        with self._lock:
            events = []
            touched = bool(self._touching)
            for finger, x, y in fingers:
                events.append((_EV_ABS, _SLOT, finger))
                if finger not in self._touching:
                    self._touching.add(finger)
                    self._contacts = (self._contacts + 1) % 65536
                    events.append((_EV_ABS, _TRACKING_ID, self._contacts))
                events += [(_EV_ABS, _MT_X, x), (_EV_ABS, _MT_Y, y)]
            if not touched:
                events.append((_EV_KEY, _BTN_TOUCH, 1))
            self._write(events)

    def lift(self, fingers: Iterable[int]) -> None:
        """Lift these fingers."""
        with self._lock:
            events = []
            for finger in fingers:
                self._touching.discard(finger)
                events += [(_EV_ABS, _SLOT, finger), (_EV_ABS, _TRACKING_ID, -1)]
            if not self._touching:
                events.append((_EV_KEY, _BTN_TOUCH, 0))
            self._write(events)

    def _write(self, events: Iterable[tuple[int, int, int]]) -> None:
        packed = [_EVENT.pack(0, 0, *event) for event in (*events, (_EV_SYN, _SYN_REPORT, 0))]
        os.write(self._device, b"".join(packed))

    def drag(self, seconds: float, ways: list[tuple[int, int, int, int, int]]) -> None:
        """Move fingers in straight lines, all at once: number, from x and y, to x and y."""
        steps = max(2, round(seconds * _STEPS_A_SECOND))
        for step in range(steps + 1):
            part = step / steps
            self.place(
                [(finger, round(x + (x2 - x) * part), round(y + (y2 - y) * part)) for finger, x, y, x2, y2 in ways]
            )
            time.sleep(seconds / steps)
        self.lift([finger for finger, *_ in ways])


def words(made: Iterable[str], taken: Iterable[int]) -> list[str]:
    """Return the words for the kernel's command line: functions of the header and expanders, and pins in use."""
    return [f"{_MADE}{','.join(sorted(made))}", f"{_TAKEN}{','.join(map(str, sorted(taken)))}"]


def told(line: str) -> tuple[set[str], set[int]]:
    """Return what the words in the kernel's command line tell."""
    made, taken = (
        next((word[len(key) :] for word in line.split() if word.startswith(key)), "") for key in (_MADE, _TAKEN)
    )
    return set(made.split(",")) - {""}, {int(pin) for pin in taken.split(",") if pin}


def make_bus() -> None:
    """Make the header's I2C bus, i2c-1: the machine's own comes before it."""
    subprocess.run(["modprobe", "i2c-i801"], check=True)
    subprocess.run(["modprobe", "i2c-stub", "chip_addr=0x50"], check=True)


class Chip:
    """GPIO chips without wires: their lines are pulled from here, and their outputs read."""

    def __init__(self, expanders: Iterable[str], taken: Iterable[int]) -> None:
        for command in (["modprobe", "configfs"], ["modprobe", "gpio-sim"]):
            subprocess.run(command, check=True)
        if not _CONFIG.is_dir():
            subprocess.run(["mount", "-t", "configfs", "none", "/sys/kernel/config"], check=True)
        self._lines: dict[int, Path] = {}
        self._make("table", LABEL, range(LINES), taken)
        for label in expanders:
            self._make("expander", label, range(EXPANDER, EXPANDER + _EXPANDERS[label]))
        for line in range(LINES):
            self.pull(line, "up")

    def _make(self, name: str, label: str, lines: range, taken: Iterable[int] = ()) -> None:
        bank = _CONFIG / name / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(len(lines)))
        (bank / "label").write_text(label)
        for line in taken:
            hog = bank / f"line{line}" / "hog"
            hog.mkdir(parents=True)
            (hog / "name").write_text("firmware")
            (hog / "direction").write_text("input")
        (_CONFIG / name / "live").write_text("1")
        device = (_CONFIG / name / "dev_name").read_text().strip()
        chip = Path("/sys/devices/platform", device, (bank / "chip_name").read_text().strip())
        self._lines |= {number: chip / f"sim_gpio{line}" for line, number in enumerate(lines)}

    def pull(self, line: int, way: str) -> None:
        """Pull the line up or down, as a wire to it would."""
        (self._lines[line] / "pull").write_text(f"pull-{way}")

    def watch(self, seconds: float, lines: list[int]) -> tuple[int, list[int]]:
        """Watch lines for some seconds; return the number of looks, and in how many of them each was high."""
        files = [os.open(self._lines[line] / "value", os.O_RDONLY) for line in lines]
        looks, high = 0, [0] * len(lines)
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            looks += 1
            for index, file in enumerate(files):
                high[index] += os.pread(file, 1, 0) == b"1"
            time.sleep(_LOOK_S)
        for file in files:
            os.close(file)
        return looks, high


def do(panel: Panel, chip: Chip, what: str, numbers: list[float]) -> str:
    """Carry out one line; return the answer. ValueError and LookupError: it is invalid."""
    whole = [int(number) for number in numbers]
    if what in ("down", "move"):
        panel.place(zip(whole[::3], whole[1::3], whole[2::3], strict=True))
    elif what == "up":
        panel.lift(whole)
    elif what == "drag":
        panel.drag(numbers[0], list(zip(*(whole[part::5] for part in range(1, 6)), strict=True)))
    elif what in ("press", "release"):
        chip.pull(whole[0], "down" if what == "press" else "up")
    elif what == "watch":
        looks, high = chip.watch(numbers[0], whole[1:])
        return " ".join(map(str, (looks, *high)))
    else:
        raise ValueError(f"nothing is called {what}")
    return "done"


class Handler(socketserver.StreamRequestHandler):
    """A connection: a line, an answer."""

    server: Server

    def handle(self) -> None:
        """Answer until the other side closes it."""
        for line in self.rfile:
            what, *numbers = line.decode().split()
            try:
                answer = do(self.server.panel, self.server.chip, what, [float(number) for number in numbers])
            except (ValueError, LookupError, OSError) as error:
                answer = f"error: {error}"
            self.wfile.write(f"{answer}\n".encode())


class Server(socketserver.ThreadingUnixStreamServer):
    """A server with a thread for each connection."""

    daemon_threads = True

    def __init__(self, path: str) -> None:
        made, taken = told(Path("/proc/cmdline").read_text())
        if "i2c" in made:
            make_bus()
        self.panel, self.chip = Panel(), Chip(made & set(_EXPANDERS), taken)
        super().__init__(path, Handler)


if __name__ == "__main__":
    Server(sys.argv[1]).serve_forever()
