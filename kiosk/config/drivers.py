"""The drivers that a configuration needs: a table may be configured on a computer that does not have them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from hardware.api import HardwareError
from hardware.gpio.factory import lamp_driver
from kiosk.config.schema import Settings
from kiosk.protocol import Fault, english


def warnings(settings: Settings) -> Iterator[str]:
    """Yield a warning for each key that needs a driver that is not installed on this computer."""
    hardware = settings.hardware
    if hardware.kind != "gpio":
        return
    if find_spec("gpiod") is None:
        yield f'hardware.kind: "gpio": on this computer {english(Fault("gpiod.missing"))}'
    try:
        lamp_driver(hardware.pin_factory, settings.wiring())
    except HardwareError as error:
        yield f"on this computer {english(Fault.of(error.fault))}"
