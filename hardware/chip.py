"""The pin factory of a real Raspberry Pi: lgpio, at the chip that carries the header's pins."""

from __future__ import annotations

from typing import Any, Final

from hardware.api import HardwareError
from hardware.gpio.pins import PinFactory

LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""How the kernel labels the chip behind the 40-pin header: Pi 5, Pi 4, and those before."""

CHIPS: Final = 16
"""Numbers that are tried. Kernels have numbered the Pi 5's chip 4 and 0, and expanders take numbers too."""


def open_factory() -> PinFactory:
    """The lgpio factory of gpiozero at the header's chip. Raises HardwareError.

    lgpio makes a pipe ``.lgd-nfy*`` in the working directory, and its threads get the scheduling of the thread that
    imports it: so it is imported here, by whoever has chosen both.
    """
    try:
        import lgpio  # noqa: PLC0415  # not installable everywhere, and importing starts its threads
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415
    except ImportError:
        raise HardwareError(
            "the Python module lgpio is missing: install python3-lgpio and make the virtual environment with "
            '--system-site-packages, or set hardware.kind to "simulated"'
        ) from None
    except Exception as error:
        raise HardwareError(f"lgpio does not start ({error}): start in a directory that may be written to") from error
    try:
        factory: PinFactory = LGPIOFactory(chip=find_chip(lgpio))
    except HardwareError:
        raise
    except Exception as error:
        raise HardwareError(
            f"the pins cannot be opened ({error}): run this on a Raspberry Pi, in the group gpio"
        ) from error
    return factory


def find_chip(lgpio: Any) -> int:
    """The number of the header's chip, found by its label. Raises HardwareError if there is none."""
    seen = []
    for number in range(CHIPS):
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        try:
            _status, _lines, _name, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
        if label in LABELS:
            return number
        seen.append(label)
    found = f"there are only {', '.join(seen)}" if seen else "no GPIO chip can be opened"
    raise HardwareError(
        f'{found}: run this on a Raspberry Pi as a user in the group gpio, or set hardware.kind to "simulated"'
    )
