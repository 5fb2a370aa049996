"""Drivers of other packages: installed packages provide buttons, lamps and dice readers as entry points.

A driver is a function that takes a ``DriverContext`` and returns a ``ButtonPanel``, ``Lamps`` or ``DiceReaders``. The
configuration names the driver in place of ours. hardware/YOUR_OWN.md says how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, field

from hardware.api import Fault, HardwareError, Instant, Sink, Wiring, now
from hardware.other_packages import ForeignError, called, entry_points, tried

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class DriverRole(StrEnum):
    """What a driver drives: the key of the configuration's section ``hardware`` that names it."""

    BUTTONS = "buttons"
    LAMPS = "lamps"
    DICE_READERS = "dice_readers"

    @property
    def group(self) -> str:
        """The group of entry points."""
        return f"ligretto_kiosk.{self}"


class DriverContext(Struct, frozen=True, kw_only=True):
    """What a driver is told when it is opened."""

    wiring: tuple[Wiring, ...]
    """Every seat of the table, with the pins that the configuration gives it: ours, which a driver may ignore."""
    boards: Mapping[int, str] = field(default_factory=dict)
    """The identities of the configured dice-reader boards (``dice_board``), by seat."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The section ``hardware.options.NAME`` of the configuration as it is written, for the driver to check."""
    sink: Sink
    """Takes the faults of lamps. Buttons and dice readers report to the sink of their ``start``."""
    clock: Callable[[], Instant] = now
    """CLOCK_MONOTONIC."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of the table's seats."""
        return tuple(seat.seat for seat in self.wiring)


class Driver(Struct, frozen=True):
    """An installed driver. ``package``: its distribution with the version."""

    role: DriverRole
    name: str
    package: str
    point: EntryPoint

    def load(self) -> Callable[[DriverContext], Any]:
        """Return the driver's function. Raises HardwareError with name, package and reason."""
        try:
            tried(self.point.load)
            factory: Callable[[DriverContext], Any] = called(self.point.load)
        except ForeignError as error:
            raise HardwareError(self.fails(str(error))) from error
        return factory

    def fails(self, why: str | Fault) -> Fault:
        """Return the fault of this driver, which says what the table does without it. ``why``: in one line."""
        without = _WITHOUT[self.role]
        return Fault(
            "driver.fails",
            {"driver": self.name, "package": self.package, "error": why, "key": self.role, "without": without},
        )


_WITHOUT: Final = {
    DriverRole.BUTTONS: Fault("driver.without_buttons"),
    DriverRole.LAMPS: Fault("driver.without_lamps"),
    DriverRole.DICE_READERS: Fault("driver.without_dice_readers"),
}
"""What goes on without a driver."""


def names(role: DriverRole) -> tuple[str, ...]:
    """Return the names of the installed drivers."""
    return tuple(sorted({point.name for point in entry_points(group=role.group)}))


def installed(role: DriverRole, name: str) -> Driver:
    """Return the driver of that name. Raises HardwareError if there is none, or more than one."""
    found = [Driver(role, name, _package(point), point) for point in entry_points(group=role.group, name=name)]
    if not found:
        raise HardwareError(Fault("driver.missing", {"driver": name, "key": role}))
    if len(found) > 1:
        packages = ", ".join(sorted(driver.package for driver in found))
        raise HardwareError(Fault("driver.twice", {"driver": name, "packages": packages}))
    return found[0]


def own_fault(error: str, fix: str) -> Fault:
    """Return a fault in a driver's own words: what does not work, and the fix. They are shown as they are."""
    return Fault("driver.own", {"error": error, "fix": fix})


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
