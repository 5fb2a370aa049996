"""The pin factory of a real Raspberry Pi, at the chip that carries the header's pins, on one of two libraries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from hardware.api import HardwareError
from hardware.chip import ELSEWHERE, Chip, find_chip
from hardware.gpio.pins import PinFactory

Library: TypeAlias = Literal["lgpio", "libgpiod"]
"""``lgpio``: gpiozero's own, dims lamps. ``libgpiod``: tells an edge 0.5 ms sooner; its lamps are full or dark."""


def open_factory(library: Library = "lgpio") -> PinFactory:
    """A pin factory at the header's chip. Raises HardwareError that names the mend.

    The threads that wait for edges begin here, with the scheduling of the thread that calls (lgpio's: that of the first
    to call in this process).
    """
    chip = find_chip()
    try:
        return _FACTORIES[library](chip)
    except HardwareError:
        raise
    except Exception as error:
        raise HardwareError(f"the pins of {chip.path} cannot be opened ({error}): {ELSEWHERE}") from error


def _lgpio(chip: Chip) -> PinFactory:
    """It makes a pipe ``.lgd-nfy*`` in the working directory (or $LG_WD) when it is imported."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415  # not installable everywhere, and starts threads
    except ImportError:
        raise HardwareError(
            "the Python module lgpio is missing: install python3-lgpio and make the virtual environment with "
            '--system-site-packages, or set hardware.pin_factory to "libgpiod"'
        ) from None
    except Exception as error:
        raise HardwareError(f"lgpio does not start ({error}): start in a directory that may be written to") from error
    factory: PinFactory = LGPIOFactory(chip=chip.number)
    return factory


def _libgpiod(chip: Chip) -> PinFactory:
    try:
        from hardware.gpiod_factory import LibgpiodFactory  # noqa: PLC0415  # its library is an extra
    except ImportError:
        raise HardwareError(
            "the Python module gpiod 2 is missing: install the package with its extra gpio (pip install -e '.[gpio]'), "
            'or set hardware.pin_factory to "lgpio"'
        ) from None
    factory: PinFactory = LibgpiodFactory(chip.path)
    return factory


_FACTORIES: Final[Mapping[Library, Callable[[Chip], PinFactory]]] = MappingProxyType(
    {"lgpio": _lgpio, "libgpiod": _libgpiod}
)
