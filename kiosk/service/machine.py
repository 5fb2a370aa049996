"""What the service menu tells of the machine: its networks, and the room on its disk."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.journal.health import SCARCE_BYTES

_NETWORKS: Final = Path("/sys/class/net")
_LOOPBACK: Final = "lo"


def connected() -> tuple[str, ...] | None:
    """Return the names of the network interfaces that are up; None if there are none at all."""
    try:
        cards = sorted(card for card in _NETWORKS.iterdir() if card.name != _LOOPBACK)
        return tuple(card.name for card in cards if (card / "operstate").read_text() == "up\n") if cards else None
    except OSError:
        return None


class DiskRoom(NamedTuple):
    """The free part of a disk in percent, empty if unknown, and whether it may be full before the evening is over."""

    free: str = ""
    scarce: bool = False


def room_of(folder: Path) -> DiskRoom:
    """Return the room on the disk of this folder."""
    try:
        disk = shutil.disk_usage(folder)
    except OSError:
        return DiskRoom()
    return DiskRoom(str(100 * disk.free // disk.total), disk.free < SCARCE_BYTES)
