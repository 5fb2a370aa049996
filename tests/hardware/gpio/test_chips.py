"""Finding a chip, and opening a pin factory at it: by the kernel's data, on emulated chips."""

from __future__ import annotations

import builtins
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from hardware.api import ChipLine, HardwareError, Wiring
from hardware.gpio import chips, factory
from hardware.gpio.chips import Chip, find_chip
from hardware.gpio.factory import LampDriver, lamp_driver, open_dimmer, open_factory
from kiosk.faults.fault import english
from tests.rig.gpiochip import PI_4, PI_5, EmulatedChips, libraries
from tests.rig.gpiochip import Chip as Emulated

PI_3: Final = 0xA02082

Answer = Callable[..., str]


@pytest.fixture
def answer(tmp_path: Path) -> Answer:
    """Return the output of a process that runs ``code`` with these chips; its last line of stderr if it fails."""

    def answer(code: str, *chips: Emulated, revision: int = PI_4) -> str:
        with EmulatedChips(tmp_path, chips, revision) as emulated:
            command = [sys.executable, "-c", code]
            environment = os.environ | emulated.environment
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        return (done.stdout or done.stderr).strip().splitlines()[-1]

    return answer


FIND = """
from hardware.api import HardwareError
from hardware.gpio.chips import find_chip
from kiosk.faults.fault import english
try:
    print(find_chip())
except HardwareError as error:
    print("HardwareError:", english(error.fault))
"""
FIND_EXPANDER = FIND.replace("find_chip()", "find_chip(['mcp23017'])")


@pytest.mark.gpiochip
@pytest.mark.parametrize(
    ("chips", "found"),
    [
        ([Emulated(0, "pinctrl-bcm2835", 54), Emulated(1, "raspberrypi-exp-gpio", 8)], 0),
        ([Emulated(0, "raspberrypi-exp-gpio", 8), Emulated(3, "pinctrl-bcm2711", 58)], 3),
        ([Emulated(0, "gpio-brcmstb@107d508500", 32), Emulated(4, "pinctrl-rp1", 54)], 4),
        ([Emulated(0, "pinctrl-rp1", 54), Emulated(1, "mcp23017", 16, denied=True)], 0),
        ([Emulated(15, "gpio-brcmstb@107d508500", 32), Emulated(16, "pinctrl-rp1", 54)], 16),
        ([Emulated(9, "mcp23017", 16), Emulated(100, "ch341", 8), Emulated(271, "pinctrl-rp1", 54)], 271),
    ],
)
def test_the_chip_is_found_by_its_label_whatever_its_number(answer: Answer, chips: list[Emulated], found: int) -> None:
    there = next(chip for chip in chips if chip.number == found)
    assert answer(FIND, *chips) == str(Chip(found, f"gpiochip{found}", there.label, there.lines))


@pytest.mark.gpiochip
def test_an_expander_behind_the_many_chips_of_a_pi_5_is_found(answer: Answer) -> None:
    own = [Emulated(11, "gpio-brcmstb@107d508500", 32), Emulated(15, "pinctrl-rp1", 54)]
    assert answer(FIND_EXPANDER, *own, Emulated(16, "mcp23017", 16)) == str(Chip(16, "gpiochip16", "mcp23017", 16))


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
    assert told.startswith("HardwareError: ")
    assert said in told


@pytest.mark.gpiochip
@pytest.mark.parametrize("opened", ["open_dimmer", "open_factory"] if "lgpio" in libraries() else ["open_factory"])
@pytest.mark.parametrize(
    ("chip", "revision"),
    [
        (Emulated(0, "pinctrl-bcm2835", 54), PI_3),
        (Emulated(0, "pinctrl-bcm2711", 58), PI_4),
        (Emulated(4, "pinctrl-rp1", 54), PI_5),
        (Emulated(0, "pinctrl-rp1", 54), PI_5),
        (Emulated(16, "pinctrl-rp1", 54), PI_5),
    ],
)
def test_both_libraries_reach_the_header_of_a_pi_3_a_pi_4_and_a_pi_5(
    answer: Answer, opened: str, chip: Emulated, revision: int
) -> None:
    code = f"""
from hardware.gpio.factory import {opened}
factory = {opened}()
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


@pytest.mark.usefixtures("chip_here")
def test_without_libgpiod_there_are_no_pins_and_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hardware.gpio.libgpiod_factory", None)
    with pytest.raises(HardwareError) as error:
        open_factory()
    assert "extra gpio" in english(error.value.fault)


@pytest.mark.usefixtures("chip_here")
def test_a_directory_that_lgpio_cannot_write_to_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def failing(name: str, *rest: Any) -> ModuleType:
        if name == "gpiozero.pins.lgpio":
            raise PermissionError(13, "Permission denied", ".lgd-nfy0")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", failing)
    with pytest.raises(HardwareError) as error:
        open_dimmer()
    assert re.search(r"\.lgd-nfy0.*: start in a directory that may be written to", english(error.value.fault))


HEADER_LAMP = [Wiring(1, 4, 5, 6), Wiring(2, 7, 8, ChipLine("mcp23017", 0))]
OTHER_LAMPS = [Wiring(1, 4, 5), Wiring(2, 7, 8, ChipLine("mcp23017", 0))]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The importable modules."""
    found = {"lgpio", "_lgpio"}
    monkeypatch.setattr(factory, "find_spec", lambda name: name in found or None)
    return found


def test_lamps_at_the_header_are_dimmed_by_lgpio_where_it_is_installed(installed: set[str]) -> None:
    assert lamp_driver("auto", HEADER_LAMP) == lamp_driver("lgpio", HEADER_LAMP) == LampDriver("lgpio")
    assert lamp_driver("libgpiod", HEADER_LAMP) == LampDriver("libgpiod")


@pytest.mark.parametrize("missing", ["lgpio", "_lgpio"])
def test_by_default_lamps_are_full_or_dark_without_lgpio_with_a_note_of_how_to_dim_them(
    installed: set[str], missing: str
) -> None:
    """``_lgpio``: it exists, but for another version of Python."""
    installed.remove(missing)
    library, note = lamp_driver("auto", HEADER_LAMP)
    assert library == "libgpiod"
    assert note is not None
    told = english(note)
    assert told.startswith("lamps are full or dark, because lgpio is missing: to dim them, install python3-lgpio")
    assert lamp_driver("libgpiod", HEADER_LAMP) == LampDriver("libgpiod")


def test_lgpio_that_is_configured_and_missing_is_told_with_the_fix(installed: set[str]) -> None:
    installed.clear()
    with pytest.raises(HardwareError) as error:
        lamp_driver("lgpio", HEADER_LAMP)
    words = r'lgpio is missing: install .*, or set hardware\.pin_factory to "auto"'
    assert re.search(words, english(error.value.fault))


def test_a_table_without_lamps_at_the_header_needs_no_lgpio(installed: set[str]) -> None:
    assert lamp_driver("auto", OTHER_LAMPS) == lamp_driver("lgpio", OTHER_LAMPS) == LampDriver("libgpiod")
    installed.clear()
    assert lamp_driver("auto", OTHER_LAMPS) == LampDriver("libgpiod")


def test_the_link_that_a_pi_5_has_under_its_old_number_is_the_same_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    rp1 = [Chip(number, "gpiochip0", "pinctrl-rp1", 54) for number in (0, 4)]
    monkeypatch.setattr(chips, "chips", lambda: iter(rp1))
    assert find_chip() == rp1[0]
