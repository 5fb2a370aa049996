"""Discovery of connected screens and their modes from the kernel's files, without opening a device."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kiosk.display.power import connectors as kernel
from kiosk.display.power.connectors import DRM
from kiosk.doctor.facts import Connector

STATES: Final = Path("/sys/kernel/debug/dri")

_CRTC: Final = re.compile(
    r'^crtc\[\d+\]: (?P<crtc>.+)\n(?:\t.*\n)*?\tmode: "(?P<mode>[^"]+)": (?P<hz>\d+)', re.MULTILINE
)
_CONNECTOR: Final = re.compile(r"^connector\[\d+\]: (?P<name>.+)\n(?:\t.*\n)*?\tcrtc=(?P<crtc>.+)$", re.MULTILINE)


def connectors(drm: Path = DRM, states: Path = STATES) -> tuple[Connector, ...]:
    """Return all connectors for screens. Only root can read the current modes."""
    shown = _shown(states)
    return tuple(
        Connector(
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
