"""Finding the header's chip, with a stand-in for the lgpio module."""

from __future__ import annotations

import builtins
import sys
from types import ModuleType
from typing import Any

import pytest

from hardware.api import HardwareError
from hardware.chip import find_chip, open_factory


class Lgpio:
    """As much of lgpio as looking for a chip takes: chips by number."""

    class error(Exception):  # noqa: N801, N818  # lgpio's own name
        pass

    def __init__(self, chips: dict[int, str]) -> None:
        self.chips = chips
        self.open: list[int] = []

    def gpiochip_open(self, number: int) -> int:
        if number not in self.chips:
            raise self.error("can not open gpiochip")
        self.open.append(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        assert handle in self.open
        return [0, 54, f"gpiochip{handle}", self.chips[handle]]

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
    ],
)
def test_the_chip_is_found_by_its_label_whatever_its_number(chips: dict[int, str], number: int) -> None:
    lgpio = Lgpio(chips)
    assert find_chip(lgpio) == number
    assert lgpio.open == []


@pytest.mark.parametrize(
    ("chips", "said"), [({}, "no GPIO chip can be opened"), ({3: "ch341"}, "there are only ch341")]
)
def test_a_machine_without_the_header_is_told_what_to_do(chips: dict[int, str], said: str) -> None:
    with pytest.raises(HardwareError, match=f"{said}: run this on a Raspberry Pi"):
        find_chip(Lgpio(chips))


def test_a_missing_lgpio_is_told_with_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(HardwareError, match="install python3-lgpio"):
        open_factory()


def test_a_directory_that_lgpio_cannot_write_to_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def failing(name: str, *rest: Any) -> ModuleType:
        if name == "lgpio":
            raise PermissionError(13, "Permission denied", ".lgd-nfy0")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", failing)
    with pytest.raises(HardwareError, match=r"\.lgd-nfy0.*: start in a directory that may be written to"):
        open_factory()
