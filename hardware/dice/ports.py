"""Where boards may be found: the names that udev gives to serial ports."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

FOLDERS: Final = (Path("/dev/serial/by-id"), Path("/dev/serial/by-path"))
"""By their chips' serial numbers, and by the socket for chips without one."""


class Plug(NamedTuple):
    """What is behind a port's name now: another one after each plugging in."""

    device: Path
    inode: int
    changed_ns: int


def find(folders: tuple[Path, ...] = FOLDERS) -> dict[Path, Plug]:
    """All ports that are there, each device under the first name that it has in ``folders``. Never raises OSError."""
    found: dict[Path, Plug] = {}
    devices: set[Path] = set()
    for folder in folders:
        for name in _names(folder):
            plug = _plug(name)
            if plug is not None and plug.device not in devices:
                found[name] = plug
                devices.add(plug.device)
    return found


def _names(folder: Path) -> list[Path]:
    try:
        return sorted(name for name in folder.iterdir() if not name.name.startswith("."))
    except OSError:  # no serial port at all: then udev makes no folder
        return []


def _plug(name: Path) -> Plug | None:
    try:
        stat = name.stat()
        return Plug(name.resolve(), stat.st_ino, stat.st_ctime_ns)
    except OSError:  # pulled out meanwhile
        return None
