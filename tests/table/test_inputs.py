"""What counts as the press of a button, at the rim or on the screen."""

from __future__ import annotations

import pytest

from hardware.api import Button, ButtonEdge, Instant
from kiosk.game.seats import SeatNumber
from kiosk.protocol import FlipHand, PressButton
from kiosk.table.inputs import is_press

SEAT, NOW = SeatNumber(1), Instant(0)


@pytest.mark.parametrize("button", Button)
@pytest.mark.parametrize("asked", Button)
def test_a_press_at_the_rim_and_one_on_the_screen_are_the_same(button: Button, asked: Button) -> None:
    assert is_press(ButtonEdge(SEAT, button, pressed=True, at=NOW), asked) is (button is asked)
    assert is_press(PressButton(SEAT, button.value, NOW), asked) is (button is asked)


@pytest.mark.parametrize("button", Button)
def test_a_release_or_a_move_is_no_press(button: Button) -> None:
    assert not is_press(ButtonEdge(SEAT, button, pressed=False, at=NOW), button)
    assert not is_press(FlipHand(SEAT, NOW), button)
