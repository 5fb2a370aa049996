"""The USB stick of ``kiosk backup`` and ``kiosk restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kiosk.cli.common import Told
from kiosk.system import paths

THE_STICK: Final = "default: the stick that is plugged in"


def stick() -> Path:
    """Return the folder where the appliance mounts a USB stick. Raises Told if there is none."""
    stick = paths.usb_stick()
    if not stick.is_mount():
        raise Told("No USB stick is plugged in here: plug one in (FAT or exFAT) and wait a moment, or name a folder.")
    return stick


def megabytes(count: int) -> str:
    """Return a number of bytes as text, such as ``1.5 MB``."""
    return f"{count / (1 << 20):.1f} MB"
