"""Pins, session and lamps together, in virtual time: from a press at a pin to the seat's lamp."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.api import Button, HardwareInput, LampState, Wiring, milliseconds
from hardware.gpio.lamp_patterns import PATTERNS
from hardware.gpio.lamps import GpioLamps
from hardware.simulated.panel import SimulatedPanel
from kiosk import protocol as msg
from kiosk.faults.fault import english
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.lamps import WAVE, lamps

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
        return self.table.lit(seat).state

    def _pump(self) -> None:
        """Do the work of the runner and the alarms' threads."""
        self.panel.step(self.table.now)
        while self._told:
            self.table.put(self._told.pop(0))
        for seat, lit in lamps(self.table.session.table, self.table.session.current).items():
            self._lamps.show(seat, lit.state, lit.since)
            self.seen.add(lit.state)
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
    assert table.session.table.faults == (msg.NamedFault("seat 2 stop button", table.view(2).fault, seat=2),)

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
    assert [wired.lamp(seat) for seat in range(1, 5)] == [LampState.CHASE] * 4, "attract"
    wired.drive(1, True)
    assert (wired.lamp(1), level(1)) == (LampState.HEARD, 1.0)
    wired.wait(300)
    assert (wired.lamp(1), wired.lamp(2)) == (LampState.INVITED, LampState.INVITED), "taken, not ready yet"
    invited = sum(step.lasts for step in PATTERNS[LampState.INVITED])
    for part, bright in ((1, 1.0), (3, 0.0)):
        wired.wait(((part * invited // 4 - table.now) % invited) / 1e6)
        assert level(1) == bright
    wired.drive(1, False)
    wired.wait(30)
    table.choose(1, "bots", "off")
    table.choose(1, "length", "single_round")
    wired.tap(2)
    wired.tap(2)
    wired.wait(300)
    assert (wired.lamp(2), level(2)) == (LampState.READY, 1.0)
    wired.tap(1)
    table.wait_for(lambda: table.state is State.PLAY, 20_000)
    wired.wait(2000)
    assert (wired.lamp(1), level(1)) == (LampState.OFF, 0.0)

    for number in (3, 2, 1):
        stack = " ".join(["y1", "y2", "y3"][:number])
        table.lay(f"- | row b9 b8 b7 b6 b5 stack {stack} hand g5 | row y9 y8 y7 y6 y5 stack y4 y3 y2 y1 hand g5")
        wired.wait(0)
        assert (wired.lamp(1), wired.lamp(2)) == (LampState(f"beat_{number}"), LampState.OFF)
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
    assert (wired.lamp(1), wired.lamp(2)) == (LampState.WINNER, LampState.WAVE)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    wired.wait(0)
    assert (wired.lamp(1), wired.lamp(2)) == (LampState.DANCE, LampState.READY)
    wired.drive(4, True)
    wired.wait(10_100)
    assert wired.lamp(4) is LampState.FAULT
    assert wired.seen == set(LampState) == set(PATTERNS)


def test_a_light_goes_round_the_table_while_nobody_is_here(wired: Wired) -> None:
    """Clockwise, one seat after the other: these four sit along the south edge, the first on the left."""
    seen = [[seat for seat in range(1, 5) if wired.panel.lamp(seat) == 1] for _ in range(24) if not wired.wait(100)]
    walk = [seats for seats, _ in itertools.groupby(seen)]
    assert [len(seats) for seats in walk] == [1] * len(walk)
    assert all((before - after) % 4 == 1 for (before,), (after,) in itertools.pairwise(walk))
    assert len(walk) in {4, 5}


def test_a_wave_goes_from_the_caller_round_the_table(wired: Wired) -> None:
    table = wired.table
    table.start(1, 2)
    table.pass_time(2000)
    table.lay(CALL)
    wired.wait(0)
    wired.drive(1, True)
    while table.state is State.PLAY:
        wired.wait(1)
    begun, first = table.now, {}
    for _ in range(100):
        first.update({seat: table.now - begun for seat in (2, 3, 4) if wired.panel.lamp(seat) and seat not in first})
        wired.wait(10)
    near, far = (first[seat] for seat in (2, 3))
    assert first[2] == first[4], "on both ways at once"
    assert WAVE / 2 <= near < far <= WAVE + milliseconds(60)
    wired.wait(500)  # the light at the far seat is out 860 ms after the wave has reached it
    assert not any(wired.panel.lamp(seat) for seat in (2, 3, 4)), "once"


def test_lamps_beat_faster_for_those_who_have_less_left_and_not_for_the_calm(wired: Wired) -> None:
    table = wired.table
    table.start(1, 2)
    table.pass_time(2000)
    beats = {}
    for number in (3, 2, 1):
        stack = " ".join(["y1", "y2", "y3"][:number])
        table.lay(f"- | row b9 b8 b7 b6 b5 stack {stack} hand g1 | row b9 b8 b7 b6 b5 stack y3 y2 hand g5")
        lit = [wired.panel.lamp(1) >= 0.5 for _ in range(900) if not wired.wait(10)]
        beats[number] = sum(not before and after for before, after in itertools.pairwise(lit))
    assert beats == {3: 5, 2: 7, 1: 10}
    table.choose(1, "calm", "true")
    levels = {wired.panel.lamp(1) for _ in range(100) if not wired.wait(20)}
    assert levels == {0.0}


def test_the_winners_lamp_dances_on_the_spot_for_the_calm(wired: Wired) -> None:
    table = wired.table
    table.start(1, 2, length="single_round")
    table.pass_time(2000)
    table.lay(CALL)
    wired.drive(1, True)
    wired.drive(1, False)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    levels = [wired.panel.lamp(1) for _ in range(128) if not wired.wait(10)]
    changes = sum(before != after for before, after in itertools.pairwise(levels))
    assert set(levels) == {0.0, 1.0}
    assert changes in {5, 6, 7}
    table.choose(2, "calm", "true")
    assert {wired.panel.lamp(1) for _ in range(128) if not wired.wait(10)} == {1.0}
