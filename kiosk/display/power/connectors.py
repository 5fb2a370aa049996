"""The kernel's screens: which connectors there are, what hangs on them, and which one the table is shown on."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DRM: Final = Path("/sys/class/drm")
"""The kernel's list of connectors, each as ``card<number>-<name>``."""

COMMAND_LINE: Final = Path("/proc/cmdline")
"""The kernel's, on which an administrator may ask for a mode: ``video=HDMI-A-1:1920x1080@60``."""

AUTO: Final = "auto"
"""Instead of a name: the first connector on which a screen is switched on."""

_LOOK_NS: Final = 1_000_000_000
_FOLDER: Final = re.compile(r"card(\d+)-([A-Za-z]\S*)")


@dataclass(frozen=True, slots=True)
class Connector:
    """A connector and what the kernel knows of the screen on it."""

    name: str
    """``HDMI-A-1``."""
    connected: bool = False
    modes: tuple[str, ...] = ()
    """``1920x1080``, the preferred one first."""
    edid: bytes = b""
    """The screen's own description of itself."""
    wanted: str = ""
    """The mode that the kernel's command line asks for (``video=``), where the screen has it."""

    @property
    def size(self) -> tuple[int, int]:
        """Pixels in the wanted mode, otherwise in the preferred one; nothing if it has none."""
        found = re.match(r"(\d+)x(\d+)", self.wanted or self.modes[0]) if self.modes else None
        return (int(found[1]), int(found[2])) if found else (0, 0)


def connectors(drm: Path = DRM, command_line: Path = COMMAND_LINE) -> list[Connector]:
    """Return all connectors, in the order in which the kernel and so SDL count them (before Linux 6.7: by name)."""
    found = [(folder, match) for folder in drm.glob("card*-*") if (match := _FOLDER.fullmatch(folder.name))]
    found.sort(key=lambda entry: (int(entry[1][1]), _number(entry[0]), _natural(entry[1][2])))
    words = ""
    with contextlib.suppress(OSError):
        words = command_line.read_text()
    return [_connector(folder, match[2], words) for folder, match in found]


def _number(folder: Path) -> int:
    with contextlib.suppress(OSError, ValueError):
        return int((folder / "connector_id").read_text())
    return 0


def _natural(name: str) -> list[tuple[str, int]]:
    """Sort key: HDMI-A-10 comes after HDMI-A-2."""
    return [(text, int(digits or 0)) for text, digits in re.findall(r"(\D+)(\d*)", name)]


def _connector(folder: Path, name: str, command_line: str) -> Connector:
    """Some of its files are missing where it is just going away."""
    contents = dict.fromkeys(("status", "modes", "edid"), b"")
    for file in contents:
        with contextlib.suppress(OSError):
            contents[file] = (folder / file).read_bytes()
    modes = tuple(contents["modes"].decode().split())
    asked = re.search(rf"\bvideo={re.escape(name)}:(\d+x\d+)", command_line)
    wanted = asked[1] if asked and asked[1] in modes else ""
    return Connector(name, contents["status"].strip() == b"connected", modes, contents["edid"], wanted)


def choose(screens: list[Connector], wanted: str = AUTO) -> Connector | None:
    """The connector to show the table on: the wanted one, or where it has no screen the first that has; None: none."""
    connected = [screen for screen in screens if screen.connected]
    return next((screen for screen in connected if screen.name == wanted), connected[0] if connected else None)


def left_of(screens: list[Connector], chosen: Connector) -> int:
    """Return where SDL's desktop has the screen: the connected ones lie side by side, each as wide as its mode."""
    connected = [screen for screen in screens if screen.connected]
    return sum(screen.size[0] for screen in connected[: connected.index(chosen)])


class ScreenWatch:
    """Notices when a window would be opened on another screen than this one was, or the same has been off.

    A screen that was off has forgotten its mode, and one that is new has others: only a window that is opened anew is
    seen there. ``drm``: None where there is nothing to watch (a desktop has its own ways).
    """

    def __init__(self, drm: Path | None = DRM, wanted: str = AUTO) -> None:
        self._drm = drm
        self._wanted = wanted
        self._due = 0
        self._shown_on = self._last = self._look()
        self._was_off = False

    def _look(self) -> Connector | None:
        return None if self._drm is None else choose(connectors(self._drm), self._wanted)

    def opened(self) -> None:
        """The window is there: opening it has made the kernel ask the screen for its modes anew."""
        now = self._look()
        if now is not None and self._shown_on is not None and now.name == self._shown_on.name:
            self._shown_on = self._last = now

    def has_changed(self, now: int) -> bool:
        """Return whether to begin anew on another screen, at ``now`` (CLOCK_MONOTONIC, ns). Looks once a second."""
        if self._drm is None or now < self._due:
            return False
        self._due = now + _LOOK_NS
        last, self._last = self._last, self._look()
        if self._last != last:  # a plug on its way in is not settled
            self._was_off |= self._last is None
            return False
        return self._last is not None and (self._was_off or self._last != self._shown_on)
