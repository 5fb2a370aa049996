"""The places of the pins on the header."""

from __future__ import annotations

import pytest

from hardware.gpio.header import HEADER, header_pin


@pytest.mark.parametrize(("bcm", "pin"), [(2, 3), (4, 7), (14, 8), (17, 11), (27, 13), (21, 40), (7, 26), (0, 27)])
def test_a_gpio_has_the_pin_that_is_printed_in_every_pin_map(bcm: int, pin: int) -> None:
    assert header_pin(bcm) == pin
    assert HEADER[pin - 1] == (pin, f"GPIO {bcm}", bcm)


def test_every_gpio_has_a_pin_of_its_own() -> None:
    assert len({header_pin(bcm) for bcm in range(28)}) == 28


def test_power_and_ground_are_where_every_pin_map_has_them() -> None:
    named = {name: [pin.number for pin in HEADER if pin.name == name] for name in ("3V3", "5V", "GND")}
    assert named == {"3V3": [1, 17], "5V": [2, 4], "GND": [6, 9, 14, 20, 25, 30, 34, 39]}
    assert [pin.number for pin in HEADER] == list(range(1, 41))
