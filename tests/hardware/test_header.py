"""Where the pins are on the header."""

from __future__ import annotations

import pytest

from hardware.header import header_pin


@pytest.mark.parametrize(("bcm", "pin"), [(2, 3), (4, 7), (14, 8), (17, 11), (27, 13), (21, 40), (7, 26)])
def test_a_gpio_has_the_pin_that_is_printed_in_every_pin_map(bcm: int, pin: int) -> None:
    assert header_pin(bcm) == pin


def test_every_gpio_has_a_pin_of_its_own() -> None:
    assert len({header_pin(bcm) for bcm in range(2, 28)}) == 26
