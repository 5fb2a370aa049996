"""Finding a chip, and opening a pin factory at it: by what the kernel says, on emulated chips."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from hardware import chip
from hardware.api import HardwareError
from hardware.chip import Chip, find_chip
from hardware.gpio import factory
from hardware.gpio.factory import Library, open_factory
from tests.rig.gpiochip import PI_4, PI_5, EmulatedChips, libraries
from tests.rig.gpiochip import Chip as Emulated

PI_3: Final = 0xA02082

Answer = Callable[..., str]


@pytest.fixture
def answer(tmp_path: Path) -> Answer:
    """What a process prints that runs ``code`` where there are these chips; its last line where it fails."""

    def answer(code: str, *chips: Emulated, revision: int = PI_4) -> str:
        with EmulatedChips(tmp_path, chips, revision) as emulated:
            command = [sys.executable, "-c", code]
            environment = os.environ | emulated.environment
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        return (done.stdout or done.stderr).strip().splitlines()[-1]

    return answer


FIND = "from hardware.chip import *; print(find_chip())"
FIND_EXPANDER = "from hardware.chip import *; print(find_chip(['mcp23017']))"


@pytest.mark.gpiochip
@pytest.mark.parametrize(
    ("chips", "found"),
    [
        ([Emulated(0, "pinctrl-bcm2835", 54), Emulated(1, "raspberrypi-exp-gpio", 8)], 0),
        ([Emulated(0, "raspberrypi-exp-gpio", 8), Emulated(3, "pinctrl-bcm2711", 58)], 3),
        ([Emulated(0, "gpio-brcmstb@107d508500", 32), Emulated(4, "pinctrl-rp1", 54)], 4),
        ([Emulated(0, "pinctrl-rp1", 54), Emulated(1, "mcp23017", 16, denied=True)], 0),
    ],
)
def test_the_chip_is_found_by_its_label_whatever_its_number(answer: Answer, chips: list[Emulated], found: int) -> None:
    there = next(chip for chip in chips if chip.number == found)
    assert answer(FIND, *chips) == str(Chip(found, f"gpiochip{found}", there.label, there.lines))


@pytest.mark.gpiochip
@pytest.mark.parametrize(
    ("code", "chips", "said"),
    [
        (FIND, [], "there is none at all: run this on a Raspberry Pi, or set hardware.kind"),
        (FIND, [Emulated(3, "ch341", 8)], "there are only ch341 (gpiochip3): run this on a Raspberry Pi"),
        (FIND, [Emulated(denied=True)], "/dev/gpiochip0 cannot be opened (Permission denied): `kiosk doctor` tells"),
        (FIND_EXPANDER, [Emulated()], "mcp23017, there are only pinctrl-bcm2711 (gpiochip0): check its wiring"),
        (
            FIND_EXPANDER,
            [Emulated(1, "mcp23017", 16), Emulated(2, "mcp23017", 16)],
            "2 GPIO chips are labelled mcp23017: write gpiochip1 or gpiochip2 instead",
        ),
    ],
)
def test_a_chip_that_cannot_be_used_is_told_with_the_mend(
    answer: Answer, code: str, chips: list[Emulated], said: str
) -> None:
    told = answer(code, *chips)
    assert told.startswith("hardware.api.HardwareError: ")
    assert said in told


@pytest.mark.gpiochip
@pytest.mark.parametrize("library", libraries())
@pytest.mark.parametrize(
    ("chip", "revision"),
    [
        (Emulated(0, "pinctrl-bcm2835", 54), PI_3),
        (Emulated(0, "pinctrl-bcm2711", 58), PI_4),
        (Emulated(4, "pinctrl-rp1", 54), PI_5),
        (Emulated(0, "pinctrl-rp1", 54), PI_5),
    ],
)
def test_both_libraries_reach_the_header_of_a_pi_3_a_pi_4_and_a_pi_5(
    answer: Answer, library: Library, chip: Emulated, revision: int
) -> None:
    code = f"""
from hardware.gpio.factory import open_factory
factory = open_factory({library!r})
pin = factory.pin(17)
pin.input_with_pull("up")
print(factory.board_info.model, int(pin.state))
factory.close()
"""
    model = {PI_3: "3B", PI_4: "4B", PI_5: "5B"}[revision]
    assert answer(code, Emulated(9, "raspberrypi-exp-gpio", 8), chip, revision=revision) == f"{model} 1"


# ---------------------------------------------------------------- libraries that are not there

HERE = Chip(0, "gpiochip0", "pinctrl-bcm2711", 58)


@pytest.fixture
def chip_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "find_chip", lambda: HERE)


@pytest.mark.parametrize(
    ("library", "module", "said"),
    [("lgpio", "gpiozero.pins.lgpio", "install python3-lgpio"), ("libgpiod", "hardware.gpiod_factory", "extra gpio")],
)
@pytest.mark.usefixtures("chip_here")
def test_a_missing_library_is_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, library: Library, module: str, said: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(HardwareError, match=said):
        open_factory(library)


@pytest.mark.usefixtures("chip_here")
def test_a_directory_that_lgpio_cannot_write_to_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def failing(name: str, *rest: Any) -> ModuleType:
        if name == "gpiozero.pins.lgpio":
            raise PermissionError(13, "Permission denied", ".lgd-nfy0")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", failing)
    with pytest.raises(HardwareError, match=r"\.lgd-nfy0.*: start in a directory that may be written to"):
        open_factory()


def test_the_link_that_a_pi_5_has_under_its_old_number_is_the_same_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    rp1 = [Chip(number, "gpiochip0", "pinctrl-rp1", 54) for number in (0, 4)]
    monkeypatch.setattr(chip, "chips", lambda: iter(rp1))
    assert find_chip() == rp1[0]
