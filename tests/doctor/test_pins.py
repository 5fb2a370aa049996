"""Each configured pin is requested for a moment, read and released."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.api import ChipLine, Fault, HardwareError, Wiring
from hardware.gpio.chips import Chip
from kiosk.doctor import devices
from kiosk.doctor.facts import PinFacts, PinLevel
from kiosk.faults.fault import TEXTS

HEADER = Chip(0, "gpiochip0", "pinctrl-bcm2711", 58)
EXPANDER = Chip(1, "gpiochip1", "mcp23017", 16)
SEAT = (Wiring(1, stop_pin=17, play_pin=27, lamp_pin=22),)


def find(wanted: Collection[str]) -> Chip:
    """Find both chips."""
    return next(chip for chip in (HEADER, EXPANDER) if chip.label in wanted or chip.name in wanted)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait: mock pins settle at once."""
    monkeypatch.setattr(devices, "SETTLES_S", 0)


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory()


def test_open_buttons_read_released_and_lamps_are_only_had(factory: MockFactory) -> None:
    assert devices.read_pins(SEAT, lambda: factory, find) == PinFacts(
        "pinctrl-bcm2711 (/dev/gpiochip0)",
        (
            PinLevel("GPIO 17, pin 11 of the header", "seat 1 Stop", pressed=False, seat=1),
            PinLevel("GPIO 27, pin 13 of the header", "seat 1 Play", pressed=False, seat=1),
            PinLevel("GPIO 22, pin 15 of the header", "seat 1 lamp", seat=1),
        ),
    )


def test_a_button_that_is_held_or_shorted_reads_pressed(factory: MockFactory) -> None:
    held = factory.pin(17)

    def pull_and_press(pull: str) -> None:
        MockPin.input_with_pull(held, pull)
        held.drive_low()  # the finger is stronger than the pull-up

    held.input_with_pull = pull_and_press
    stop, play, _lamp = devices.read_pins(SEAT, lambda: factory, find).levels
    assert (stop.pressed, play.pressed) == (True, False)


def test_a_pin_that_cannot_be_had_says_why_and_the_others_are_read(factory: MockFactory) -> None:
    def busy(_pull: str) -> None:
        raise OSError(16, "Device or resource busy")

    factory.pin(17).input_with_pull = busy
    stop, play, lamp = devices.read_pins(SEAT, lambda: factory, find).levels
    assert (stop.pressed, stop.error) == (None, "Device or resource busy")
    assert (play.pressed, lamp.error) == (False, None)


def test_no_pin_is_driven(factory: MockFactory) -> None:
    devices.read_pins(SEAT, lambda: factory, find)
    assert {factory.pin(number).function for number in (17, 27, 22)} == {"input"}


def test_the_pins_are_given_back(monkeypatch: pytest.MonkeyPatch, factory: MockFactory) -> None:
    closed: list[MockPin] = []
    monkeypatch.setattr(factory, "close", lambda: closed.append(factory))
    devices.read_pins(SEAT, lambda: factory, find)
    assert closed == [factory]


def test_without_a_chip_the_mend_is_told(factory: MockFactory) -> None:
    def none(_wanted: Collection[str]) -> Chip:
        raise HardwareError(Fault("chip.elsewhere"))

    assert devices.read_pins(SEAT, lambda: factory, none) == PinFacts(error=TEXTS["chip.elsewhere"])


def test_a_lamp_on_an_expander_needs_the_chip_and_its_line(factory: MockFactory) -> None:
    def lamp(chip: str, line: int) -> PinLevel:
        wiring = (Wiring(9, lamp_pin=ChipLine(chip, line)),)
        (level,) = devices.read_pins(wiring, lambda: factory, _find_or_tell).levels
        return level

    assert lamp("mcp23017", 15) == PinLevel("line 15 of mcp23017", "seat 9 lamp", seat=9)
    none = lamp("mcp23017", 16)
    assert (none.error, none.mended) == ("mcp23017 only has lines 0 to 15: correct lamp_pin", True)
    absent = lamp("pcf8574", 0)
    assert (absent.error, absent.mended) == (
        f"no GPIO chip pcf8574, there is none at all: {TEXTS['chip.check_expander']}",
        True,
    )


def test_one_line_under_two_names_is_found(factory: MockFactory) -> None:
    lines = (ChipLine("mcp23017", 3), ChipLine("gpiochip1", 3), ChipLine("gpiochip0", 17), ChipLine("gpiochip0", 18))
    wiring = (Wiring(1, stop_pin=17), *(Wiring(seat, lamp_pin=line) for seat, line in enumerate(lines, 2)))
    _stop, *lamps = devices.read_pins(wiring, lambda: factory, find).levels
    assert [level.error for level in lamps] == [
        None,
        "it is the line of seat 2 lamp: choose another",
        *("gpiochip0 is the header's own chip: write the BCM number alone in lamp_pin",) * 2,
    ]


def _find_or_tell(wanted: Collection[str]) -> Chip:
    try:
        return find(wanted)
    except StopIteration:
        chip = next(iter(wanted))
        found, fix = Fault("chip.none"), Fault("chip.check_expander")
        raise HardwareError(Fault("chip.missing", {"wanted": chip, "found": found, "fix": fix})) from None
