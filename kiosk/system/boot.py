"""The identity of this start of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FILE: Final = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Return the kernel's identifier of this start of the machine; empty: another kernel, which has none."""
    try:
        return _FILE.read_text().strip()
    except OSError:
        return ""
