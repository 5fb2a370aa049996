"""The search for the touch panel among the kernel's input devices: the best one that can be used.

Each device is examined once, and again when it is plugged in anew or its rights change. One that cannot be used is
tried again after ``AGAIN``: opening and grabbing a device disturbs whoever uses it.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from msgspec import Struct

from kiosk.display.input.contact_size import SizeJudge
from kiosk.display.input.evdev_device import Claims, Device, nodes
from kiosk.display.input.multitouch import ContactChange, Contacts, What
from kiosk.display.input.panel_geometry import UNCHANGED, Geometry, Matrix
from kiosk.display.input.panel_record import RunningRecord
from kiosk.protocol import Fault

AUTO: Final = "auto"
"""Instead of a device's path: the best multi-touch panel."""

AGAIN: Final = 10_000_000_000
"""Nanoseconds after which a device that could not be used is tried again."""


class PanelOptions(Struct, frozen=True):
    """The device and its mapping to the picture. ``device``: AUTO, or a path such as one of /dev/input/by-id."""

    device: str = AUTO
    rotation: int = 0
    matrix: Matrix = UNCHANGED
    grab: bool = True


class OpenPanel(Struct):
    """A panel that is read. ``touched``: the number of contacts; ``reports``: of reads that brought events.

    ``record``: the record under way.
    """

    path: Path
    device: Device
    contacts: Contacts
    geometry: Geometry
    judge: SizeJudge
    touched: int = 0
    reports: int = 0
    record: RunningRecord | None = None

    @property
    def title(self) -> str:
        """Its path and name, for people."""
        return f'{self.path} "{self.device.name}"'

    def read(self) -> list[ContactChange]:
        """Return all that has happened. ``OSError`` if the device has disappeared."""
        data = self.device.read()
        self.reports += bool(data)
        if self.record is not None:
            self.record.add(data)
        touches = list(self.contacts.feed(data))
        self.touched += sum(touch.what is What.DOWN for touch in touches)
        return touches


class _Examined(Struct):
    identity: tuple[int, int]
    claims: Claims | None = None
    fault: Fault | None = None
    again: int = 0


class PanelSearch:
    """The search of one display. ``fault``: why the last device that was tried cannot be used."""

    def __init__(self, options: PanelOptions) -> None:
        self._options = options
        self._examined: dict[Path, _Examined] = {}
        self._last: str | None = None
        self.fault: Fault | None = None

    def candidates(self, now: int) -> list[Path]:
        """Return the devices that can be a panel, the best first: the one used last, then those that claim the most."""
        paths = list(nodes())
        for gone in self._examined.keys() - {*paths, Path(self._options.device)}:
            del self._examined[gone]
        known = {path: self._examine(path, now) for path in paths}
        panels = {path: one.claims for path, one in known.items() if one.claims is not None}
        return sorted(
            (path for path, claims in panels.items() if claims.is_panel),
            key=lambda path: panels[path].rank(self._last),
            reverse=True,
        )

    def is_better(self, path: Path, than: OpenPanel) -> bool:
        """Return whether a candidate is a better panel than the open one."""
        known = self._examined.get(path)
        return (
            known is not None
            and known.claims is not None
            and known.claims.rank(self._last) > than.device.claims.rank(self._last)
        )

    def wanted(self, now: int) -> OpenPanel | None:
        """Open the panel of the configuration, with AUTO the best one; None: see ``fault``."""
        self.fault = None
        if self._options.device != AUTO:
            return self.open(Path(self._options.device), now)
        for path in self.candidates(now):
            opened = self.open(path, now)
            if opened is not None:
                return opened
        faults = (one.fault for one in self._examined.values() if one.fault is not None)
        self.fault = self.fault or next(faults, Fault("touch.none"))
        return None

    def open(self, path: Path, now: int, *, grab: bool | None = None) -> OpenPanel | None:
        """Open a panel; contacts already on it are ignored. None: see ``fault``."""
        known = self._examine(path, now)
        if known.fault is None and known.claims is not None and not known.claims.is_panel:
            self.fault = Fault("touch.other", {"panel": _title(path, known.claims)})
            return None
        if known.fault is None:
            try:
                return self._opened(path, self._options.grab if grab is None else grab)
            except OSError as error:
                known.fault, known.again = _why_not(path, error, known.claims), now + AGAIN
        self.fault = known.fault
        return None

    def used(self, panel: OpenPanel) -> None:
        """Remember a panel that people touch: after it was lost, one of the same name comes first."""
        self._last = panel.device.name

    def _examine(self, path: Path, now: int) -> _Examined:
        """Return what is known of a device."""
        identity = _identity(path)
        known = self._examined.get(path)
        if known is not None and known.identity == identity and (known.fault is None or now < known.again):
            return known
        examined = self._examined[path] = _Examined(identity)
        try:
            device = Device(path)
        except OSError as error:
            examined.fault, examined.again = _why_not(path, error), now if error.errno == errno.ENOENT else now + AGAIN
            return examined
        examined.claims = device.claims
        device.close()
        return examined

    def _opened(self, path: Path, grab: bool) -> OpenPanel:
        device = Device(path)
        try:
            if grab:
                device.grab()
            geometry = device.geometry(self._options.rotation, self._options.matrix)
            judge = SizeJudge(geometry.x, geometry.y, device.size_axis)
            return OpenPanel(path, device, device.contacts(), geometry, judge)
        except BaseException:
            device.close()
            raise


def _identity(path: Path) -> tuple[int, int]:
    """Return what changes when a device is plugged in again or its rights change; zeros: there is none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_ino, found.st_ctime_ns


def _title(path: Path, claims: Claims | None) -> str:
    return str(path) if claims is None else f'{path} "{claims.name}"'


_FIXES: Final = {
    errno.EACCES: Fault("touch.forbidden"),
    errno.EBUSY: Fault("touch.grabbed"),
    errno.ENOENT: Fault("touch.missing"),
}


def _why_not(path: Path, error: OSError, claims: Claims | None = None) -> Fault:
    fix = _FIXES.get(error.errno or 0, error.strerror or os.strerror(error.errno or 0))
    return Fault("touch.unusable", {"panel": _title(path, claims), "fix": fix})
