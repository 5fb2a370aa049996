"""Pins, session and lamps together, in virtual time: from a press at a pin to the seat's lamp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hardware.api import Button, HardwareInput, LampState, Wiring
from hardware.gpio.lamp_patterns import PATTERNS
from hardware.gpio.lamps import GpioLamps
from hardware.simulated.panel import SimulatedPanel
from kiosk import protocol as msg
from kiosk.faults.fault import english
from kiosk.game.seats import SeatNumber
from kiosk.table.snapshots import lamps
from kiosk.table.state import State

WIRING = tuple(Wiring(seat, 3 * seat, 3 * seat + 1, 3 * seat + 2) for seat in range(1, 5))
CALL = "- | row b9 b8 b7 b6 b5 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5"


class Wired:
    """A table whose buttons and lamps are at mock pins that keep its time."""

    def __init__(self, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = table
        monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: table.now / 1e9)
        self.panel = SimulatedPanel(WIRING, lambda: table.now)
        self._told: list[HardwareInput] = []
        self.panel.start(self._told.append)
        self._lamps = GpioLamps(self.panel.factory, self.panel.expander, WIRING, self._told.append, lambda: table.now)
        self.seen: set[LampState] = set()

    def drive(self, seat: int, pressed: bool, button: Button = Button.STOP) -> None:
        self.panel.drive(seat, button, pressed)
        self._pump()

    def tap(self, seat: int) -> None:
        self.drive(seat, True)
        self.wait(30)
        self.drive(seat, False)
        self.wait(30)

    def wait(self, ms: float) -> None:
        self.table.pass_time(ms)
        self._pump()

    def lamp(self, seat: int) -> LampState:
        return lamps(self.table.session)[SeatNumber(seat)]

    def _pump(self) -> None:
        """Do the work of the runner and the alarms' threads."""
        self.panel.step(self.table.now)
        while self._told:
            self.table.put(self._told.pop(0))
        for seat, state in lamps(self.table.session).items():
            self._lamps.show(seat, state)
            self.seen.add(state)
        self._lamps.step(self.table.now)

    def close(self) -> None:
        self._lamps.close()
        self.panel.close()


@pytest.fixture
def wired(table: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wired]:
    wired = Wired(table, monkeypatch)
    yield wired
    wired.close()


def test_a_stop_button_held_for_ten_seconds_gives_its_seat_one_on_the_screen_until_it_is_let_go(wired: Wired) -> None:
    table = wired.table
    table.start(1, 2)
    wired.wait(2000)
    table.lay("- | row b9 b8 b7 b6 b5 stack b4 hand g1 | row y9 y8 y7 y6 y5 stack y2 hand g5")
    wired.drive(2, True)
    wired.wait(9_990)
    assert (table.view(2).fault, table.view(2).screen_stop) == (None, False)
    wired.wait(20)
    assert (
        english(table.view(2).fault)
        == "it has been held down for 10 s: free it, or check its wires for a short circuit"
    )
    assert (table.view(2).screen_stop, wired.lamp(2)) == (True, LampState.FAULT)
    assert not table.view(1).screen_stop
    assert table.session.table.faults == (msg.DeviceFault("seat 2 stop button", table.view(2).fault),)

    table.lay("- | row b9 b8 b7 b6 b5 stack b4 hand g1 | row y9 y8 y7 y6 y5 hand g5")
    table.say(msg.PressButton(SeatNumber(2), "stop", table.now))
    wired.wait(100)
    assert (table.state, table.snapshot().caller) == (State.STOPPED, 2), "the one on the screen is as good"

    wired.drive(2, False)
    wired.wait(30)
    assert (table.view(2).fault, table.view(2).screen_stop, table.session.table.faults) == (None, False, ())


def test_a_button_that_is_freed_is_heard_again_at_once(wired: Wired) -> None:
    wired.drive(3, True)
    wired.wait(10_010)
    wired.drive(3, False)
    wired.wait(30)
    before = wired.table.view(3).heard
    wired.drive(3, True)
    assert wired.table.view(3).heard == before + 1


def test_an_evening_shows_every_state_of_a_lamp_and_each_at_its_pin(wired: Wired) -> None:
    table = wired.table

    def level(seat: int) -> float:
        return wired.panel.lamp(seat)

    wired.wait(0)
    breath = sum(step.lasts for step in PATTERNS[LampState.BREATHING])
    wired.wait(((breath // 2 - table.now) % breath) / 1e6)
    assert [wired.lamp(seat) for seat in range(1, 5)] == [LampState.BREATHING] * 4, "attract"
    assert level(1) == pytest.approx(1.0), "the middle of a breath"
    wired.drive(1, True)
    assert (wired.lamp(1), level(1)) == (LampState.HEARD, 1.0)
    wired.wait(300)
    assert (wired.lamp(1), wired.lamp(2)) == (LampState.BREATHING, LampState.BREATHING), "taken, not ready yet"
    wired.drive(1, False)
    wired.wait(30)
    table.choose(1, "bots", "off")
    wired.tap(2)
    wired.tap(2)
    wired.wait(300)
    assert (wired.lamp(2), level(2)) == (LampState.READY, 1.0)
    wired.tap(1)
    table.wait_for(lambda: table.state is State.PLAY, 20_000)
    wired.wait(2000)
    assert (wired.lamp(1), level(1)) == (LampState.OFF, 0.0)

    table.lay(CALL)
    wired.drive(2, True)
    wired.wait(350)
    assert (wired.lamp(2), level(2)) == (LampState.LOCKED, pytest.approx(0.1)), "a false Stop"
    assert wired.lamp(1) is LampState.MAY_STOP
    levels = []
    for _step in range(2):
        levels.append(level(1))
        wired.wait(250)
    assert sorted(levels) == [pytest.approx(0.1), 1.0]
    wired.drive(2, False)
    wired.tap(1)
    wired.wait(300)
    assert (wired.lamp(1), wired.lamp(2)) == (LampState.WINNER, LampState.OFF)
    wired.drive(4, True)
    wired.wait(10_100)
    assert wired.lamp(4) is LampState.FAULT
    assert wired.seen == set(LampState) == set(PATTERNS)
