"""The Pythons that the kiosk supports, as ``systemd/setup dev --rig`` has found or installed them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

VERSIONS: Final = ("3.11", "3.12", "3.13")
_FOUND: Final = Path(sys.prefix, "pythons.txt")


def interpreter(version: str) -> Path:
    """Return the interpreter of a version. Raises KeyError if there is none."""
    return _found()[version]


def _found() -> dict[str, Path]:
    lines = _FOUND.read_text().splitlines() if _FOUND.exists() else []
    places = {version: Path(place) for version, _, place in (line.partition(" ") for line in lines)}
    return {version: place for version, place in places.items() if place.exists()}


def missing() -> str | None:
    """Return the reason why a version cannot be tested here, with the fix; None if all can."""
    absent = [version for version in VERSIONS if version not in _found()]
    return f"no Python {', '.join(absent)}: run systemd/setup dev --rig" if absent else None
