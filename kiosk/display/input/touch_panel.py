"""The touch panel of a table, read directly from the kernel with the kernel's timestamps.

It is read once a frame, on the main thread: the kernel stamps and buffers events (its buffer holds some 200 ms of
twelve moving fingers), so a separate thread would only add failure modes. On an overflow the kernel reports
SYN_DROPPED, see ``multitouch``.

libmtdev, the base of Kivy's provider, is not used: for panels with slots (protocol B, as all USB panels) it passes
events on but loses part of a report of more than 512, for the others it ends the process at 32 fingers.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from kiosk.display.input.evdev_device import Device, nodes
from kiosk.display.input.multitouch import Contacts, Touch, What
from kiosk.display.input.panel_geometry import UNCHANGED, Geometry, Matrix
from kiosk.protocol import Fault

AUTO: Final = "auto"
"""Instead of a device's path: the first multi-touch panel."""

LOOK_AGAIN: Final = 1_000_000_000
"""Nanoseconds between two searches for a missing panel."""

DELIVERY: Final = 2_000_000
"""The maximum delay in nanoseconds between an event's timestamp and the moment it can be read."""


@dataclass(frozen=True, slots=True)
class PanelOptions:
    """The device and its mapping to the picture. ``device``: AUTO, or a path such as one of /dev/input/by-id."""

    device: str = AUTO
    rotation: int = 0
    matrix: Matrix = UNCHANGED
    grab: bool = True


class PanelSink(Protocol):
    """A receiver of contacts: window pixels, y upwards; CLOCK_MONOTONIC in ns; millimetres (None: unknown)."""

    def down(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Begin a contact."""

    def move(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Move a contact, or change its size."""

    def up(self, contact: int, x: float, y: float, at: int) -> None:
        """End a contact that has lifted."""

    def cancel(self, contact: int, at: int) -> None:
        """End a contact that was lost; it has no effect."""


class Panel:
    """The touch panel of a table. ``size`` returns the size of the window, which fills the screen.

    The panel may be unplugged and plugged in: ``fault`` is its fault with the fix, None if it works.
    """

    def __init__(
        self,
        options: PanelOptions,
        size: Callable[[], tuple[int, int]],
        touches: PanelSink,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._options = options
        self._size = size
        self._touches = touches
        self._clock = clock
        self._open: _Open | None = None
        self._look_at = 0
        self._others: dict[Path, tuple[int, int]] = {}  # devices already examined that are not panels
        self.fault: Fault | None = None

    @property
    def name(self) -> str:
        """Description for the operator (``DisplayHealth.touch``)."""
        return f'evdev {self._open.path} "{self._open.device.name}"' if self._open else "evdev, no panel"

    def poll(self) -> int:
        """Pass on all touches; nothing older than the returned instant will follow."""
        now = self._clock()
        if self._open is None and now >= self._look_at:
            self._look_at = now + LOOK_AGAIN
            self._find()
        if self._open is not None:
            self._read(self._open, now)
        return now - DELIVERY

    def close(self) -> None:
        """Close the panel."""
        if self._open is not None:
            self._open.device.close()
            self._open = None

    # ------------------------------------------------------------ reading

    def _read(self, opened: _Open, now: int) -> None:
        try:
            for touch in opened.contacts.feed(opened.device.read()):
                self._tell(opened.geometry, touch)
        except OSError as error:
            self.fault = Fault("touch.gone", {"panel": str(opened.path), "why": str(error.strerror)})
            for touch in opened.contacts.lose(now):
                self._tell(opened.geometry, touch)
            self.close()

    def _tell(self, geometry: Geometry, touch: Touch) -> None:
        if touch.what is What.LOST:
            self._touches.cancel(touch.contact, touch.at)
            return
        width, height = self._size()
        right, under = geometry.place(touch.x, touch.y)
        x, y = right * (width - 1), (1 - under) * (height - 1)
        size = geometry.size_mm(touch.major, palm=touch.palm)
        match touch.what:
            case What.DOWN:
                self._touches.down(touch.contact, x, y, touch.at, size)
            case What.MOVE:
                self._touches.move(touch.contact, x, y, touch.at, size)
            case What.UP:
                self._touches.up(touch.contact, x, y, touch.at)

    # ------------------------------------------------------------ finding

    def _find(self) -> None:
        """Open the panel if it exists; otherwise set ``fault``."""
        if self._options.device != AUTO:
            self._try(Path(self._options.device))
            return
        fault = Fault("touch.none")
        for path in nodes():
            try:
                known = _identity(path)
            except OSError:  # it has just disappeared
                continue
            if self._others.get(path) == known:
                continue
            if self._try(path):
                return
            if self.fault is None:
                self._others[path] = known
            else:
                fault = self.fault
        self.fault = fault

    def _try(self, path: Path) -> bool:
        """Open this device. False: see ``fault``, which is None with AUTO if the device simply is not a panel."""
        self.fault = None
        try:
            self._open = _opened(path, self._options)
        except OSError as error:
            self.fault = _why_not(path, error)
        if self._open is None and self.fault is None and self._options.device != AUTO:
            self.fault = Fault("touch.other", {"panel": str(path)})
        return self._open is not None


@dataclass(frozen=True, slots=True)
class _Open:
    path: Path
    device: Device
    contacts: Contacts
    geometry: Geometry


def _opened(path: Path, options: PanelOptions) -> _Open | None:
    """Return the panel at ``path``, ready; None if it is not one. Contacts already on it are ignored."""
    device = Device(path)
    try:
        if device.is_panel:
            if options.grab:
                device.grab()
            return _Open(path, device, device.contacts(), device.geometry(options.rotation, options.matrix))
    except BaseException:
        device.close()
        raise
    device.close()
    return None


def _identity(path: Path) -> tuple[int, int]:
    """Return the identity of the device node: it changes when a device is plugged in again or its rights change."""
    found = path.stat()
    return found.st_ino, found.st_ctime_ns


_FIXES: Final = {
    errno.EACCES: Fault("touch.forbidden"),
    errno.EBUSY: Fault("touch.grabbed"),
    errno.ENOENT: Fault("touch.missing"),
}


def _why_not(path: Path, error: OSError) -> Fault:
    fix = _FIXES.get(error.errno or 0, error.strerror or os.strerror(error.errno or 0))
    return Fault("touch.unusable", {"panel": str(path), "fix": fix})
