"""Facts about a table's devices, while no kiosk runs: screens, loudspeaker, touch panels, dice boards, and pins.

Of screens the kernel's files are read as well, without opening a device. Every configured pin is requested and read; no
pin is driven: lamps stay dark.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from hardware.api import ChipLine, HardwareError, Wiring
from hardware.dice import ports, readers
from hardware.gpio.chips import HEADER, Chip, find_chip
from hardware.gpio.header import header_pin
from hardware.gpio.pins import PinFactory
from kiosk.config.schema import SoundConfig, WindowConfig
from kiosk.display.input.evdev_device import Claims, slots_of
from kiosk.display.power import connectors as kernel
from kiosk.display.power.connectors import DRM
from kiosk.doctor.facts import BoardFacts, ConnectorFacts, PinFacts, PinLevel, SoundFacts, TouchPanelFacts, WindowFacts
from kiosk.doctor.machine import user
from kiosk.protocol import SoundHealth, english
from kiosk.system.decoders import prepared

_WINDOW_S: Final = 20.0
"""Timeout in seconds for loading the graphics from a slow card and opening a window."""
_SOUND_S: Final = 15.0
"""The same for the mixer and its output."""


def screen(window: WindowConfig) -> WindowFacts:
    """Open a window of the configured size in a process of its own, and return its properties."""
    size = [] if window.fullscreen else [str(window.width), str(window.height)]
    command = [sys.executable, "-m", "kiosk.display.gl_probe", *size]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WINDOW_S, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return WindowFacts(
            error=f"no window within {_WINDOW_S:.0f} s: the graphics hang: restart, and try `kmscube` or `glxgears`"
        )
    if done.returncode == 0:
        with contextlib.suppress(ValueError, KeyError, TypeError):
            answer = json.loads(done.stdout.splitlines()[-1])
            width, height = answer["size"]
            return WindowFacts(answer["driver"], (width, height), answer["gl"])
    last = (done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"])[-1]
    return WindowFacts(error=f"no window can be opened: {last.removeprefix('kiosk: no window can be opened: ')}")


def sound(configured: SoundConfig) -> SoundFacts:
    """Open the output for sounds in a process of its own, and return what has come of it."""
    command = [sys.executable, "-m", "kiosk.display.sound.probe", configured.device]
    own = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SOUND_S, check=False, env=own)  # noqa: S603
        return SoundFacts(msgspec.json.decode(done.stdout, type=prepared(SoundHealth)))
    except subprocess.TimeoutExpired:
        return SoundFacts(error=f"the loudspeaker does not open within {_SOUND_S:.0f} s: its driver hangs")
    except msgspec.MsgspecError:
        said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return SoundFacts(error=f"no mixer of sounds can be started: {said or f'status {done.returncode}'}")


def panels(
    wanted: str, sys_input: Path = Path("/sys/class/input"), dev: Path = Path("/dev/input")
) -> tuple[TouchPanelFacts, ...]:
    """Return the multi-touch panels, including those that this user may not read. ``wanted``: ``touch.device``."""
    found = [(claims, panel) for claims, panel in _panels(sys_input, dev) if claims.is_panel]
    best = max(found, key=lambda one: one[0].rank(), default=None)
    chosen = best[1].path if best is not None and wanted == "auto" else str(Path(wanted).resolve())
    return tuple(replace(panel, chosen=panel.path == chosen) for _, panel in found)


def _panels(sys_input: Path, dev: Path) -> Iterator[tuple[Claims, TouchPanelFacts]]:
    """Yield every input device that can be described, and what it claims to be."""
    for event in sorted(sys_input.glob("event*"), key=lambda path: int(path.name.removeprefix("event"))):
        about = event / "device"
        with contextlib.suppress(OSError, ValueError):
            name = (about / "name").read_text().strip()
            axes, keys, relative, properties = (
                _bits(about / file)
                for file in ("capabilities/abs", "capabilities/key", "capabilities/rel", "properties")
            )
            path, claims = dev / event.name, Claims(name, axes, keys, relative, properties)
            fingers = slots_of(path) if claims.is_panel else None
            yield claims, TouchPanelFacts(str(path), name, os.access(path, os.R_OK), user=user(), fingers=fingers)


def _bits(file: Path) -> int:
    """Return a bitmap of sysfs: hexadecimal words of the machine's width, the highest first. OSError, ValueError."""
    value = 0
    for word in file.read_text().split():
        value = value << _WORD_BITS | int(word, 16)
    return value


_WORD_BITS: Final = 64 if sys.maxsize > 1 << 32 else 32


STATES: Final = Path("/sys/kernel/debug/dri")

_CRTC: Final = re.compile(
    r'^crtc\[\d+\]: (?P<crtc>.+)\n(?:\t.*\n)*?\tmode: "(?P<mode>[^"]+)": (?P<hz>\d+)', re.MULTILINE
)
_CONNECTOR: Final = re.compile(r"^connector\[\d+\]: (?P<name>.+)\n(?:\t.*\n)*?\tcrtc=(?P<crtc>.+)$", re.MULTILINE)


def connectors(drm: Path = DRM, states: Path = STATES) -> tuple[ConnectorFacts, ...]:
    """Return all connectors for screens. Only root can read the current modes."""
    shown = _shown(states)
    return tuple(
        ConnectorFacts(
            screen.name,
            screen.connected,
            shown.get(screen.name, "") if screen.connected else "",
            tuple(dict.fromkeys(screen.modes)),
        )
        for screen in kernel.connectors(drm)
    )


def _shown(states: Path) -> dict[str, str]:
    """Return the current mode of each connector, by name: ``1920x1080, 60 Hz``."""
    shown: dict[str, str] = {}
    for text in _texts(states):
        modes = {found["crtc"]: f"{found['mode']}, {found['hz']} Hz" for found in _CRTC.finditer(text)}
        for found in _CONNECTOR.finditer(text):
            if found["crtc"] in modes:
                shown[found["name"]] = modes[found["crtc"]]
    return shown


def _texts(states: Path) -> Iterator[str]:
    with contextlib.suppress(OSError):
        for state in sorted(states.glob("*/state")):
            yield state.read_text()


LISTEN_S: Final = 10.0
"""Timeout in seconds: a board that takes up to 6 s to start, whenever its port is opened, answers within it."""
_LOOK_S: Final = 0.05


def find_boards(
    seats: Mapping[int, str], folders: tuple[Path, ...] = ports.FOLDERS, listen_s: float = LISTEN_S
) -> BoardFacts:
    """Return the serial ports and the health of these seats' boards, as soon as all respond or after ``listen_s``.

    If no board is configured, no port is opened, because another device may be connected to it.
    """
    found = tuple(map(str, ports.find(folders)))
    if not seats:
        return BoardFacts(found)
    boards = readers.SerialDiceReaders({board: seat for seat, board in seats.items()}, folders)
    boards.start(lambda _: None)
    try:
        deadline = time.monotonic() + listen_s
        while time.monotonic() < deadline and not _all_there(boards, len(seats)):
            time.sleep(_LOOK_S)
        return BoardFacts(found, boards.health())
    finally:
        boards.close()


def _all_there(boards: readers.SerialDiceReaders, count: int) -> bool:
    return sum(board.connected and board.seat is not None for board in boards.health()) == count


SETTLES_S: Final = 0.05
"""Settling time in seconds: ample for a pull-up of 50 kOhm to charge some tens of metres of wire."""


def read_pins(
    wiring: Sequence[Wiring],
    open_header: Callable[[], PinFactory],
    find: Callable[[Collection[str]], Chip] = find_chip,
) -> PinFacts:
    """Read the lines of ``wiring``: those of the header through ``open_header``, those of the chips from ``find``.

    Both may raise HardwareError.
    """
    try:
        chip = find(HEADER)
        factory = open_header()
    except HardwareError as error:
        return PinFacts(error=english(error.fault))
    try:
        lines = _wired(wiring)
        taken = {(chip.number, line.number): line.wired for line in lines}
        levels = (*_header(factory, lines), *_expanders(wiring, taken, find))
    finally:
        factory.close()
    return PinFacts(f"{chip.label} ({chip.path})", levels)


class _PinWiring(NamedTuple):
    """The wiring of a pin of the header. Buttons are pulled up."""

    wired: str
    number: int
    seat: int
    pull: Literal["up", "floating"]


def _wired(wiring: Iterable[Wiring]) -> list[_PinWiring]:
    lines = []
    for seat in wiring:
        for what, number in (("Stop", seat.stop_pin), ("Play", seat.play_pin)):
            if number is not None:
                lines.append(_PinWiring(f"seat {seat.seat} {what}", number, seat.seat, "up"))
        if isinstance(seat.lamp_pin, int):
            lines.append(_PinWiring(f"seat {seat.seat} lamp", seat.lamp_pin, seat.seat, "floating"))
    return lines


def _header(factory: PinFactory, lines: Sequence[_PinWiring]) -> Iterator[PinLevel]:
    """Make every pin an input, wait for the pull-ups, and yield the levels."""
    errors = [_have(factory, line) for line in lines]
    time.sleep(SETTLES_S)
    for line, error in zip(lines, errors, strict=True):
        pressed = None if error or line.pull == "floating" else not factory.pin(line.number).state
        pin = f"GPIO {line.number}, pin {header_pin(line.number)} of the header"
        yield PinLevel(pin, line.wired, pressed, error, seat=line.seat)


def _have(factory: PinFactory, line: _PinWiring) -> str | None:
    """Make the pin an input; return the error, or None."""
    try:
        factory.pin(line.number).input_with_pull(line.pull)
    except Exception as error:  # each library under gpiozero has exceptions of its own
        reason = error.strerror if isinstance(error, OSError) else None
        return reason or str(error).strip("'") or type(error).__name__
    return None


def _expanders(
    wiring: Iterable[Wiring], taken: dict[tuple[int, int], str], find: Callable[[Collection[str]], Chip]
) -> Iterator[PinLevel]:
    """Yield the lamps on expanders, with an error if the chip or line does not exist or is used twice.

    ``taken``: the uses of lines so far, by chip and line. One chip may have two names.
    """
    for seat in wiring:
        if isinstance(seat.lamp_pin, ChipLine):
            name, line = seat.lamp_pin
            wired, error = f"seat {seat.seat} lamp", None
            try:
                chip = find({name})
                chip.check(line)
                if (other := taken.setdefault((chip.number, line), wired)) != wired:
                    error = f"it is the line of {other}: choose another"
            except HardwareError as wrong:
                error = english(wrong.fault)
            yield PinLevel(f"line {line} of {name}", wired, error=error, mended=error is not None, seat=seat.seat)
