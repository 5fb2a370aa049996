"""The kernel's screens: the connectors, the screens attached to them, and the choice of the table's screen."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Final

from msgspec import Struct

DRM: Final = Path("/sys/class/drm")
"""The kernel's list of connectors, each as ``card<number>-<name>``."""

COMMAND_LINE: Final = Path("/proc/cmdline")
"""The kernel's command line, on which an administrator can request a mode: ``video=HDMI-A-1:1920x1080@60``."""

AUTO: Final = "auto"
"""Instead of a name: the first connector with a screen that is switched on."""

_LOOK_NS: Final = 1_000_000_000
_FOLDER: Final = re.compile(r"card(\d+)-([A-Za-z]\S*)")


class Connector(Struct, frozen=True):
    """A connector and what the kernel knows about the screen on it."""

    name: str
    """Such as ``HDMI-A-1``."""
    connected: bool = False
    modes: tuple[str, ...] = ()
    """Such as ``1920x1080``, the preferred one first."""
    edid: bytes = b""
    """The screen's description of itself."""
    wanted: str = ""
    """The mode requested on the kernel's command line (``video=``), if the screen has it."""

    @property
    def size(self) -> tuple[int, int]:
        """Pixels in the requested mode, otherwise in the preferred one; (0, 0) if it has none."""
        found = re.match(r"(\d+)x(\d+)", self.wanted or self.modes[0]) if self.modes else None
        return (int(found[1]), int(found[2])) if found else (0, 0)


def connectors(drm: Path = DRM, command_line: Path = COMMAND_LINE) -> list[Connector]:
    """Return all connectors, in the order in which the kernel and SDL count them (before Linux 6.7: by name)."""
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
    """Return a sort key that puts HDMI-A-10 after HDMI-A-2."""
    return [(text, int(digits or 0)) for text, digits in re.findall(r"(\D+)(\d*)", name)]


def _connector(folder: Path, name: str, command_line: str) -> Connector:
    """Return a connector; some of its files are missing while it disappears."""
    contents = dict.fromkeys(("status", "modes", "edid"), b"")
    for file in contents:
        with contextlib.suppress(OSError):
            contents[file] = (folder / file).read_bytes()
    modes = tuple(contents["modes"].decode().split())
    asked = re.search(rf"\bvideo={re.escape(name)}:(\d+x\d+)", command_line)
    wanted = asked[1] if asked and asked[1] in modes else ""
    return Connector(name, contents["status"].strip() == b"connected", modes, contents["edid"], wanted)


def choose(screens: list[Connector], wanted: str = AUTO) -> Connector | None:
    """Return the table's connector: the wanted one, or if it has no screen the first that has one; None: none has."""
    connected = [screen for screen in screens if screen.connected]
    return next((screen for screen in connected if screen.name == wanted), connected[0] if connected else None)


def left_of(screens: list[Connector], chosen: Connector) -> int:
    """Return the x position of the screen on SDL's desktop: connected screens side by side, as wide as their modes."""
    connected = [screen for screen in screens if screen.connected]
    return sum(screen.size[0] for screen in connected[: connected.index(chosen)])


class ScreenWatch:
    """A watch for the moment when a window has to be opened again: on another screen, or on one that was off.

    A screen that was off has forgotten its mode, and a new one has other modes: only a new window is visible there.
    ``drm``: None if there is nothing to watch (a desktop handles this itself).
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
        """Note that the window is open: opening it made the kernel read the screen's modes again."""
        now = self._look()
        if now is not None and self._shown_on is not None and now.name == self._shown_on.name:
            self._shown_on = self._last = now

    def has_changed(self, now: int) -> bool:
        """Return whether to restart on another screen, at ``now`` (CLOCK_MONOTONIC, ns). Checks once a second."""
        if self._drm is None or now < self._due:
            return False
        self._due = now + _LOOK_NS
        last, self._last = self._last, self._look()
        if self._last != last:  # debounce: a plug being inserted has not settled
            self._was_off |= self._last is None
            return False
        return self._last is not None and (self._was_off or self._last != self._shown_on)
