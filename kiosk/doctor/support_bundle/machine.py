"""The machine under the table, as far as a program can see it: versions, load, logs, and its hardware.

The hardware is told for the checklist of a new table.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import shutil
import sqlite3
import struct
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, Final

import msgspec

from hardware.gpio.chips import chips
from kiosk.doctor.facts import Facts
from kiosk.faults.fault import english
from kiosk.protocol import RoundFrames, SoundHealth

_PATIENCE_S: Final = 30.0
LOG_BYTES: Final = 2 << 20
"""Maximum bytes of each log; the newest are kept."""

_JOURNALCTL: Final = ("journalctl", "--no-pager", "--quiet", "--no-hostname", "--output=short-iso")
LOGS: Final = {
    "the kiosk, two days": (*_JOURNALCTL, "--since=-2d", "--unit=ligretto-*"),
    "the kernel's warnings": (*_JOURNALCTL, "--dmesg", "--priority=warning", "--lines=300"),
}


def logs() -> str:
    """Return the kiosk's entries of the system log, and the kernel's warnings."""
    return "\n".join(f"== {title}\n{_said(command)}" for title, command in LOGS.items())


def _said(command: tuple[str, ...]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE_S, check=False)  # noqa: S603
    except FileNotFoundError:
        return "this system keeps no log (no journalctl): run the kiosk in a terminal to see its messages\n"
    except (OSError, subprocess.SubprocessError) as error:
        return f"journalctl failed: {type(error).__name__}\n"
    text = (done.stdout[-LOG_BYTES:] + done.stderr[-LOG_BYTES:]).decode(errors="replace")
    return text or "empty; perhaps this user may not read it: use sudo\n"


def versions() -> dict[str, Any]:
    """Return the versions of the program, its dependencies and the system."""
    metadata = [found.metadata for found in distributions()]  # each reads its file
    packages = {package["Name"]: package["Version"] for package in metadata}
    return {
        "kiosk": packages.get("ligretto-kiosk"),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": _system(),
        "packages": dict(sorted(packages.items(), key=lambda item: item[0].lower())),
    }


def _system() -> str:
    with contextlib.suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    return platform.system()


def facts(found: Facts, state: Path) -> dict[str, Any]:
    """Return facts about the computer: model, kernel, memory (MB), disk (MB), load, temperatures (°C)."""
    there = next(path for path in (state, *state.parents) if path.exists())
    disk = shutil.disk_usage(there)
    return {
        "model": found.model,
        "kernel": found.kernel,
        "architecture": platform.machine(),
        "processors": os.cpu_count(),
        "load": os.getloadavg(),
        "yardstick_ms": None if found.yardstick is None else round(found.yardstick * 1000, 3),
        "up_s": _first_number(Path("/proc/uptime")),
        "memory_mb": {name: kb // 1024 for name, kb in _memory().items()},
        "disk_mb": {"total": disk.total >> 20, "free": disk.free >> 20},
        "disk_is_read_only": bool(os.statvfs(there).f_flag & os.ST_RDONLY),
        "celsius": _temperatures(),
        "throttled": None if found.power is None else hex(found.power.throttled),
        "clock_is_set_by_network": found.clock.synchronised,
    }


def _memory() -> dict[str, int]:
    """Return memory sizes in kilobytes, by the kernel's names."""
    wanted = ("MemTotal", "MemAvailable", "SwapTotal", "SwapFree")
    with contextlib.suppress(OSError):
        lines = (line.partition(":") for line in Path("/proc/meminfo").read_text().splitlines())
        return {name: int(rest.split()[0]) for name, _, rest in lines if name in wanted}
    return {}


def _temperatures(root: Path = Path("/sys/class/thermal")) -> dict[str, float]:
    found = {}
    for zone in sorted(root.glob("thermal_zone*")):
        with contextlib.suppress(OSError, ValueError):
            found[(zone / "type").read_text().strip()] = int((zone / "temp").read_text()) / 1000
    return found


def _first_number(file: Path) -> float | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        return float(file.read_text().split()[0])
    return None


_ANSWER_S: Final = 10.0
_SYS: Final = Path("/sys")
_DEV: Final = Path("/dev")

_AXES: Final = {"slots": 0x2F, "x": 0x35, "y": 0x36, "size": 0x30}
"""Axes of a multi-touch panel (linux/input-event-codes.h)."""
_ABS_INFO: Final = struct.Struct("6i")  # struct input_absinfo: value, minimum, maximum, fuzz, flat, resolution
_GET_ABS: Final = 2 << 30 | _ABS_INFO.size << 16 | ord("E") << 8 | 0x40

_CARD_KEYS: Final = ("name", "type", "date", "manfid", "oemid", "fwrev", "hwrev", "preferred_erase_size")
"""The fields of an SD card's description, without its serial number."""
_SPEED_CLASSES: Final = {0: 0, 1: 2, 2: 4, 3: 6, 4: 10}

_TOLD: Final[Mapping[str, tuple[str, ...]]] = {
    "firmware": ("vcgencmd", "version"),
    "bootloader": ("vcgencmd", "bootloader_version"),
    "boot": ("systemd-analyze", "time"),
    "boot_of_the_display": ("systemd-analyze", "critical-chain", "ligretto-display.service"),
}
"""Tools whose output is included; null if one is missing or fails."""


def hardware(found: Facts) -> dict[str, Any]:
    """Return graphics, screens, inputs, GPIO chips, serial ports, sound, light, SD cards, firmware, boot times."""
    health = found.table.health
    shown = health.display if health else None
    return {
        "graphics": list(_graphics()),
        "connectors": [asdict(connector) for connector in found.connectors],
        "gl": shown.gl if shown else found.screen.gl if found.screen else None,
        "touch": shown.touch if shown else None,
        "fingers": shown.fingers if shown else None,
        "panel": msgspec.to_builtins(shown.panel) if shown and shown.panel else None,
        "frames": [_round(one) for one in shown.frames] if shown else None,
        "inputs": list(inputs()),
        "gpio": list(_gpio()),
        "serial": list(serial()),
        "sound": _lines(Path("/proc/asound/cards")),
        "mixer": _mixer(shown.sound) if shown and shown.sound else None,
        "backlights": list(_backlights()),
        "sd_cards": list(sd_cards()),
        "kernel_command_line": _text(Path("/proc/cmdline")),
        **{name: _lines_of(command) for name, command in _TOLD.items()},
    }


def _round(frames: RoundFrames) -> dict[str, Any]:
    states = {state: msgspec.structs.asdict(times) for state, times in frames.states.items()}
    return {"effects": frames.effects, **states}


def _mixer(sound: SoundHealth) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(sound),
        "fault": None if sound.fault is None else english(sound.fault),
        "failing": [msgspec.structs.asdict(one) for one in sound.failing],
    }


def _graphics() -> Iterator[dict[str, str | None]]:
    for node in sorted((_SYS / "class/drm").glob("card?")):
        yield {"card": node.name, "driver": _link(node / "device/driver")}


def inputs(sys_input: Path = _SYS / "class/input", dev: Path = _DEV / "input") -> Iterator[dict[str, Any]]:
    """Yield every input device, with a panel's multi-touch axes: minimum, maximum, units per millimetre."""
    for event in sorted(sys_input.glob("event*"), key=lambda path: (len(path.name), path.name)):
        about = event / "device"
        axes = _axes(dev / event.name)
        ids = {key: _text(about / "id" / key) for key in ("vendor", "product")}
        yield {"device": event.name, "name": _text(about / "name"), **ids, "fingers": "x" in axes, "axes": axes}


def _axes(device: Path) -> dict[str, list[int]]:
    axes = {}
    with contextlib.suppress(OSError):
        descriptor = os.open(device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            for name, code in _AXES.items():
                with contextlib.suppress(OSError):  # no such axis
                    values = _ABS_INFO.unpack(fcntl.ioctl(descriptor, _GET_ABS + code, bytes(_ABS_INFO.size)))
                    if values[1] != values[2]:
                        axes[name] = [values[1], values[2], values[5]]
        finally:
            os.close(descriptor)
    return axes


def _gpio() -> Iterator[dict[str, Any]]:
    for chip in chips():
        if isinstance(chip, OSError):
            yield {"chip": chip.filename, "error": chip.strerror}
        else:
            yield {"chip": chip.name, "label": chip.label, "lines": chip.lines}


def serial(sys_tty: Path = _SYS / "class/tty") -> Iterator[dict[str, str | None]]:
    """Yield the serial ports of USB devices, with the devices' descriptors."""
    for kind in ("ttyACM*", "ttyUSB*"):
        for port in sorted(sys_tty.glob(kind)):
            about = (port / "device").resolve()
            usb = next((folder for folder in (about, *about.parents) if (folder / "idVendor").exists()), about)
            keys = {"vendor": "idVendor", "product": "idProduct", "maker": "manufacturer", "name": "product"}
            texts = {key: _text(usb / file) for key, file in keys.items()}
            yield {"port": port.name, "driver": _link(about / "driver"), **texts}


def _backlights() -> Iterator[dict[str, str | None]]:
    for light in sorted((_SYS / "class/backlight").glob("*")):
        texts = {key: _text(light / key) for key in ("type", "brightness", "max_brightness")}
        yield {"name": light.name, **texts}


def sd_cards(sys_block: Path = _SYS / "block") -> Iterator[dict[str, Any]]:
    """Yield every SD card: its model, date of manufacture and speed classes."""
    for card in sorted(sys_block.glob("mmcblk?")):
        texts: dict[str, Any] = {key: _text(card / "device" / key) for key in _CARD_KEYS}
        size = _text(card / "size")
        yield {
            "card": card.name,
            "mb": int(size) // 2048 if size else None,
            **texts,
            "speed": _speed(card / "device/ssr"),
        }


def _speed(register: Path) -> dict[str, int] | None:
    """Return the card's classes from its SD status register (SD Physical Layer Specification, 4.10.2), if any."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        status = bytes.fromhex(register.read_text().strip())
        if any(status):
            classes = {"class": _SPEED_CLASSES.get(status[8], 0), "uhs": status[14] >> 4, "video": status[15]}
            return {**classes, "application": status[21] & 0x0F}
    return None


def _link(path: Path) -> str | None:
    with contextlib.suppress(OSError):
        return path.readlink().name
    return None


def _text(file: Path) -> str | None:
    with contextlib.suppress(OSError):
        return file.read_text(errors="replace").strip()
    return None


def _lines(file: Path) -> list[str]:
    return [line.strip() for line in (_text(file) or "").splitlines()]


def _lines_of(command: tuple[str, ...]) -> list[str] | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_ANSWER_S, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip().splitlines()
