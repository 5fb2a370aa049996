"""Pin factories for the header of a real Raspberry Pi.

libgpiod drives the buttons and the lamps. Only dimmed lamps need lgpio, which has a C thread for software PWM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import Final, Literal, NamedTuple, TypeAlias

from hardware.api import Fault, HardwareError, Wiring
from hardware.gpio.chips import ELSEWHERE, Chip, find_chip
from hardware.gpio.pins import PinFactory

Library: TypeAlias = Literal["lgpio", "libgpiod"]
"""The library that drives the lamps at the header: ``lgpio`` dims them, with ``libgpiod`` they are full or dark."""

Choice: TypeAlias = Literal["auto", "lgpio", "libgpiod"]
"""The configured library. ``auto``: lgpio if it is installed."""

_INSTALL_LGPIO: Final = Fault("lgpio.install")
_LGPIO: Final = ("lgpio", "_lgpio")
"""The modules of lgpio. The second is in C, and not found if it was built for another Python."""


class LampDriver(NamedTuple):
    """The driver of the lamps at the header. ``note``: a hint that they could be dimmed, and how."""

    library: Library
    note: Fault | None = None


def lamp_driver(choice: Choice, wiring: Iterable[Wiring]) -> LampDriver:
    """Return the driver for the lamps of ``wiring``, without loading it.

    Raises HardwareError, with the fix, if lgpio is configured but not installed.
    """
    installed = all(find_spec(module) is not None for module in _LGPIO)
    if choice == "lgpio" and not installed:
        raise HardwareError(Fault("lgpio.missing", {"fix": _INSTALL_LGPIO}))
    if choice == "libgpiod" or not any(isinstance(seat.lamp_pin, int) for seat in wiring):
        return LampDriver("libgpiod")
    if installed:
        return LampDriver("lgpio")
    return LampDriver("libgpiod", Fault("lgpio.undimmed", {"fix": _INSTALL_LGPIO}))


def open_factory() -> PinFactory:
    """Return a pin factory on libgpiod. Raises HardwareError with the fix.

    This starts the thread that waits for edges, with the scheduling of the calling thread.
    """
    return _open(_libgpiod)


def open_dimmer() -> PinFactory:
    """Return a pin factory on lgpio, for dimmed lamps. Raises HardwareError with the fix.

    This starts its PWM thread, with the scheduling of the calling thread. Its edge thread sleeps unless a pin is
    watched, but then polls all pins two thousand times a second.
    """
    return _open(_lgpio)


def _open(library: Callable[[Chip], PinFactory]) -> PinFactory:
    chip = find_chip()
    try:
        return library(chip)
    except HardwareError:
        raise
    except Exception as error:
        why = Fault("chip.unopened", {"path": chip.path, "error": str(error), "fix": ELSEWHERE})
        raise HardwareError(why) from error


def _libgpiod(chip: Chip) -> PinFactory:
    try:
        from hardware.gpio.libgpiod_factory import LibgpiodFactory  # noqa: PLC0415  gpiod is an optional dependency
    except ImportError:
        raise HardwareError(Fault("gpiod.missing")) from None
    factory: PinFactory = LibgpiodFactory(chip.path)
    return factory


def _lgpio(chip: Chip) -> PinFactory:
    """Return the lgpio factory; its import creates a pipe ``.lgd-nfy*`` in the working directory (or $LG_WD)."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415  not installable everywhere, and starts threads
    except Exception as error:
        raise HardwareError(Fault("lgpio.fails", {"error": str(error)})) from error
    factory: PinFactory = LGPIOFactory(chip=chip.number)
    return factory
