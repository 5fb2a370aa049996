"""The drivers that a configuration needs: a table may be configured on a computer that does not have them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from hardware.api import HardwareError
from hardware.gpio.factory import lamp_driver
from hardware.installed_drivers import installed
from kiosk.config.schema import HardwareConfig, Settings
from kiosk.config.secrecy import without_files
from kiosk.game_registry import blame
from kiosk.protocol import Fault, english
from kiosk.system import paths, set_aside


def warnings(settings: Settings) -> Iterator[str]:
    """Yield a warning for each key that needs a driver that is not installed here, and for games that are left out."""
    yield from (english(fault) for _, fault in blame.absent(set_aside.file_in(paths.state_dir())))
    yield from _of_other_packages(settings.hardware)
    hardware = settings.hardware
    if not hardware.header:
        return
    if find_spec("gpiod") is None:
        yield f'hardware.kind: "gpio": on this computer {english(Fault("gpiod.missing"))}'
    try:
        lamp_driver(hardware.pin_factory, settings.wiring())
    except HardwareError as error:
        yield f"on this computer {english(Fault.of(error.fault))}"


def _of_other_packages(hardware: HardwareConfig) -> Iterator[str]:
    """Yield a warning for each driver of another package that cannot be loaded, and for options that none takes."""
    chosen = hardware.drivers()
    for role, name in chosen.items():
        try:
            installed(role, name).load()
        except HardwareError as error:
            yield f'hardware.{role}: "{name}": on this computer {english(Fault.of(error.fault))}'
    for problem in without_files(hardware.options)[1]:
        yield f"hardware.options.{problem}"
    for name in hardware.options:
        if name not in chosen.values():
            yield f"hardware.options.{name}: means nothing: no driver of this name is chosen"
