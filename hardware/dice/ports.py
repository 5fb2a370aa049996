"""Discovery of serial ports by the names that udev gives them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

FOLDERS: Final = (Path("/dev/serial/by-id"), Path("/dev/serial/by-path"))
"""Ports by serial number, then by USB socket for chips without a serial number."""


class Plug(NamedTuple):
    """The device behind a port's name; it differs each time a board is plugged in."""

    device: Path
    inode: int
    changed_ns: int


def find(folders: tuple[Path, ...] = FOLDERS) -> dict[Path, Plug]:
    """Return all present ports, each device under the first name that it has in ``folders``. Never raises OSError."""
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
    except OSError:  # without any serial port udev makes no folder
        return []


def _plug(name: Path) -> Plug | None:
    try:
        stat = name.stat()
        return Plug(name.resolve(), stat.st_ino, stat.st_ctime_ns)
    except OSError:  # unplugged meanwhile
        return None
