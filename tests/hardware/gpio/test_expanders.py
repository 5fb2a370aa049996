"""Expanders on emulated chips, through the real library: found by label or name, switched on and off, freed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import pytest

from tests.rig.gpiochip import Chip, EmulatedChips

HEADER = Chip(0)
ONE = Chip(2, "mcp23017", 16)
OTHER = Chip(3, "mcp23017", 16)

DRIVER = """
import json, sys
from hardware.api import HardwareError
from hardware.gpio.lamps import Expanders
from kiosk.faults.fault import english
expanders = Expanders()
for line in sys.stdin:
    what, *arguments = json.loads(line)
    try:
        chip, *rest = arguments or [None]
        getattr(expanders(chip), what)(*rest) if chip else expanders.close()
        answer = "done"
    except HardwareError as error:
        answer = f"HardwareError: {english(error.fault)}"
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(json.dumps(answer), flush=True)
"""


class Driver:
    """A process that drives expanders by commands."""

    def __init__(self, chips: EmulatedChips) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", DRIVER],
            env=os.environ | chips.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str, *arguments: Any) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([what, *arguments]) + "\n")
        self._process.stdin.flush()
        return str(json.loads(self._process.stdout.readline()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=10)


pytestmark = [pytest.mark.gpiochip, pytest.mark.process]


@pytest.mark.parametrize("name", ["mcp23017", "gpiochip2"])
def test_a_line_is_dark_when_it_is_claimed_and_then_as_it_is_told(tmp_path: Path, name: str) -> None:
    with EmulatedChips(tmp_path, [HEADER, ONE]) as chips, Driver(chips) as driver:
        assert chips.output(15, chip=2) is None
        seen = []
        for step in (("claim", name, 15), ("write", name, 15, True), ("write", name, 15, False), ("close",)):
            assert driver.ask(*step) == "done"
            seen.append(chips.output(15, chip=2))
        assert seen == [False, True, False, None]
        assert chips.output(15, chip=0) is None


def test_a_missing_chip_and_two_of_the_same_label_are_told_with_the_mend(tmp_path: Path) -> None:
    with EmulatedChips(tmp_path, [HEADER, ONE, OTHER]) as chips, Driver(chips) as driver:
        assert driver.ask("claim", "mcp23008", 0).startswith("HardwareError: no GPIO chip mcp23008, there are only ")
        assert driver.ask("claim", "mcp23017", 0) == (
            "HardwareError: 2 GPIO chips are labelled mcp23017: write gpiochip2 or gpiochip3 instead"
        )
        assert driver.ask("claim", "gpiochip3", 0) == "done"


def test_a_line_that_does_not_exist_or_is_taken_is_an_error_of_that_lamp_alone(tmp_path: Path) -> None:
    with (
        EmulatedChips(tmp_path, [HEADER, ONE]) as chips,
        Driver(chips) as first,
        Driver(chips) as second,
    ):
        assert first.ask("claim", "mcp23017", 3) == "done"
        assert second.ask("claim", "mcp23017", 3) != "done"
        assert second.ask("claim", "mcp23017", 16) != "done"
        assert second.ask("claim", "mcp23017", 4) == "done"


def test_a_line_that_the_chip_does_not_have_is_told_with_those_that_it_has(tmp_path: Path) -> None:
    with EmulatedChips(tmp_path, [HEADER, ONE]) as chips, Driver(chips) as driver:
        told = driver.ask("claim", "gpiochip2", 16)
        assert told == "HardwareError: mcp23017 only has lines 0 to 15: correct lamp_pin"
        assert driver.ask("claim", "gpiochip2", 15) == "done"


def test_a_line_of_the_headers_own_chip_is_refused_whatever_its_name(tmp_path: Path) -> None:
    """It may be a button's, and an output there is a short circuit when the button is pressed."""
    with EmulatedChips(tmp_path, [Chip(11), ONE]) as chips, Driver(chips) as driver:
        for name in ("gpiochip11", "pinctrl-bcm2711"):
            told = driver.ask("claim", name, 17)
            assert told == "HardwareError: gpiochip11 is the header's own chip: write the BCM number alone in lamp_pin"
        assert chips.output(17, chip=11) is None
