"""The simulated panel in real time: fingers at mock pins, the alarm's thread, lamps that can be read."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest

from hardware.api import Button, ButtonEdge, ChipLine, HardwareInput, LampState, Wiring, now
from hardware.gpio.lamps import GpioLamps
from hardware.simulated.panel import SimulatedPanel

SEATS = (Wiring(1, 4, 5, 6), Wiring(2, 7), Wiring(3, lamp_pin=ChipLine("mcp23017", 15)))
SOON = 10.0
"""Seconds to wait for something that comes within milliseconds."""

Inputs = queue.Queue[HardwareInput]


@pytest.fixture
def inputs() -> Inputs:
    return queue.Queue()


@pytest.fixture
def panel(inputs: Inputs) -> Iterator[SimulatedPanel]:
    panel = SimulatedPanel(SEATS)
    panel.start(inputs.put)
    yield panel
    panel.close()


def test_press_and_release_come_by_themselves_stamped_when_the_pin_was_driven(
    panel: SimulatedPanel, inputs: Inputs
) -> None:
    before = now()
    panel.drive(1, Button.STOP, True)
    between = now()
    panel.drive(1, Button.STOP, False)
    after = now()
    press, release = inputs.get(timeout=SOON), inputs.get(timeout=SOON)
    assert press == ButtonEdge(1, Button.STOP, True, press.at)
    assert release == ButtonEdge(1, Button.STOP, False, release.at)
    assert before - 1000 <= press.at <= between <= release.at + 1000 <= after + 1000  # the precision of a float


def test_a_button_that_is_not_there_cannot_be_driven(panel: SimulatedPanel, inputs: Inputs) -> None:
    panel.drive(2, Button.PLAY, True)
    panel.drive(12, Button.STOP, True)
    assert inputs.empty()


def test_lamps_are_read_from_their_pins(panel: SimulatedPanel, inputs: Inputs) -> None:
    lamps = GpioLamps(panel.factory, panel.expander, SEATS, inputs.put)
    for seat in (1, 3):
        lamps.show(seat, LampState.READY)
    lamps.step(now())
    assert panel.lamp(1) == panel.lamp(3) == 1.0
    assert panel.lamp(2) == panel.lamp(9) == 0.0
    lamps.close()
    assert panel.lamp(1) == panel.lamp(3) == 0.0
    assert inputs.empty()
