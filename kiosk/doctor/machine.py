"""Facts about the machine: rights, real time, clocks, disk, power. Nothing is changed."""

from __future__ import annotations

import contextlib
import ctypes
import grp
import itertools
import os
import pwd
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.doctor.facts import EVENING, Clock, FolderFacts, Power, Right, Room, Scheduling
from kiosk.system.wall_clock import synchronised

PARTS: Final = ("table", "display")
_PATIENCE_S: Final = 5.0
"""Timeout in seconds of a system tool."""
_READINGS: Final = 1000
_CAP_SYS_NICE: Final = 23


class Devices(NamedTuple):
    """A class of devices: its name, the group that may use them, its name in udev's rules, and their paths."""

    words: str
    group: str
    subsystem: str
    part: str
    """The part of the kiosk that uses them: ``table`` or ``display``."""
    patterns: tuple[str, ...]
    desktop: bool = True
    """True if a person who runs the kiosk needs rights to them as well."""


DEVICES: Final = (
    Devices("GPIO chips", "gpio", "gpio", "table", ("dev/gpiochip*",)),
    Devices("serial ports", "dialout", "tty", "table", ("dev/ttyACM*", "dev/ttyUSB*")),
    Devices("touch panels", "input", "input", "display", ("dev/input/event*",)),
    Devices("screens", "video", "drm", "display", ("dev/dri/card*",)),
    Devices("graphics chips", "render", "drm", "display", ("dev/dri/renderD*",)),
    Devices("loudspeakers", "audio", "sound", "display", ("dev/snd/*C*D*",), desktop=False),
    Devices("backlights", "video", "backlight", "display", ("sys/class/backlight/*/brightness",), desktop=False),
)


def user() -> str:
    """Return the name of the current user."""
    with contextlib.suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    return str(os.geteuid())


def model(file: Path = Path("/proc/device-tree/model")) -> str | None:
    """Return the Raspberry Pi's name; None on another computer."""
    with contextlib.suppress(OSError):
        name = file.read_bytes().rstrip(b"\0").decode(errors="replace")
        return name if "Raspberry Pi" in name else None
    return None


def rights(
    needed: Iterable[str], parts: Iterable[str] = PARTS, service: str = "", root: Path = Path("/")
) -> tuple[Right, ...]:
    """Return the devices under ``root`` that these parts of the kiosk use, with the current user's access to them.

    ``needed``: the groups whose devices the configured table uses; ``service``: the service of this user.
    """
    return tuple(
        _right(devices, root, devices.group in needed, service)
        for devices in DEVICES
        if devices.part in parts and (service or devices.desktop)
    )


def _right(devices: Devices, root: Path, needed: bool, service: str) -> Right:
    paths = sorted(path for pattern in devices.patterns for path in root.glob(pattern))
    denied = [path for path in paths if not os.access(path, os.R_OK | os.W_OK)]
    return Right(
        devices.words,
        devices.group,
        devices.subsystem,
        tuple(map(str, paths)),
        tuple(map(str, denied)),
        needed,
        owned=all(_group(path) == devices.group for path in denied),
        joins=_joins(devices.group),
        user=user(),
        service=service,
    )


def _group(path: Path) -> str | None:
    with contextlib.suppress(OSError, KeyError):
        return path.group()
    return None


def _joins(group: str) -> bool:
    """Return whether the user is a member of the group by the database, but not in this session."""
    with contextlib.suppress(KeyError):
        entry = grp.getgrnam(group)
        return user() in entry.gr_mem and entry.gr_gid not in (os.getegid(), *os.getgroups())
    return False


def scheduling(status: Path = Path("/proc/self/status")) -> Scheduling:
    """Return this process's real-time rights."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_RTPRIO)
    limit = 99 if soft == resource.RLIM_INFINITY else soft
    capabilities = 0
    with contextlib.suppress(OSError, StopIteration, ValueError):
        line = next(line for line in status.read_text().splitlines() if line.startswith("CapEff:"))
        capabilities = int(line.split()[1], 16)
    return Scheduling(limit, bool(capabilities >> _CAP_SYS_NICE & 1))


def clock() -> Clock:
    """Return the result of a thousand readings of CLOCK_MONOTONIC, and the state of the wall clock."""
    stamps = [time.monotonic_ns() for _ in range(_READINGS)]
    backwards = sum(later < earlier for earlier, later in itertools.pairwise(stamps))
    resolution = round(time.clock_getres(time.CLOCK_MONOTONIC) * 1e9)
    return Clock(backwards, resolution, datetime.now(UTC).year, synchronised())


def finds_fribidi() -> bool:
    """Return whether the library can be loaded that Pillow's wheels need to order text from right to left."""
    try:
        ctypes.CDLL("libfribidi.so.0")
    except OSError:
        return False
    return True


def place(path: Path, purpose: str, movable: str = "", room: Room = EVENING, service: str = "") -> FolderFacts:
    """Test with a temporary file whether the folder ``path`` can be written to, or created."""
    existing = next(there for there in (path, *path.parents) if os.path.lexists(there))  # may be a file
    free, trouble = 0, None
    try:
        with tempfile.TemporaryFile(dir=existing) as trial:
            trial.write(bytes(4096))
            trial.flush()
            os.fsync(trial.fileno())
        free = shutil.disk_usage(existing).free
    except OSError as error:
        trouble = error.errno
    return FolderFacts(str(path), purpose, free, trouble, str(existing), movable, room, user(), service)


def power(zone: Path = Path("/sys/class/thermal/thermal_zone0/temp")) -> Power | None:
    """Return the firmware's report on the supply; None if there is no such firmware."""
    throttled = _said("vcgencmd", "get_throttled")
    if throttled is None or not throttled.startswith("throttled=0x"):
        return None
    celsius = None
    with contextlib.suppress(OSError, ValueError):
        celsius = int(zone.read_text()) / 1000
    return Power(int(throttled.partition("=")[2], 16), celsius)


def _said(*command: str) -> str | None:
    """Return the first line of a tool's output; None if it is missing, fails or hangs."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip().partition("\n")[0]
