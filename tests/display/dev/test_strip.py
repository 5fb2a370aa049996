"""The developer's strip and its buttons."""

from __future__ import annotations

import pytest

from hardware.api import LampState
from hardware.gpio.lamp_patterns import ONCE, PATTERNS
from kiosk import protocol as msg
from kiosk.display.dev.simulated_buttons import Pins
from kiosk.display.dev.strip import HEIGHT, Strip
from kiosk.display.paint.marks import Light
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber

SEATS = [SeatNumber(number) for number in (1, 2, 3, 4)]


class _Rig:
    def __init__(self, seats: list[SeatNumber], boards: list[SeatNumber] | None = None) -> None:
        self.sent: list[msg.ToTable] = []
        self.strip = Strip(Pins(self.sent.append), self.sent.append)
        self.strip.connect(seats, boards or [])
        self.strip.sketch(1280, 720)

    def item(self, what: str, seat: int) -> Item:
        return next(item for item in self.strip.items() if (item.what, item.seat) == (what, seat))

    def press(self, what: str, seat: int, contact: str = "mouse") -> bool:
        item = self.item(what, seat)
        return self.strip.down(contact, item.x, item.y)


@pytest.fixture
def rig() -> _Rig:
    return _Rig(SEATS)


def test_every_seat_has_its_simulated_stop_play_and_lamp(rig: _Rig) -> None:
    told = {(item.what, item.seat) for item in rig.strip.items()}
    assert told == {(what, seat) for what in ("sim_stop", "sim_play", "sim_lamp") for seat in SEATS}
    assert rig.item("sim_stop", 2).text == "Stop 2"
    assert rig.item("sim_play", 2).text == "Play W"


@pytest.mark.parametrize("boards", [False, True])
@pytest.mark.parametrize("count", range(1, 13))
@pytest.mark.parametrize("width", [640, 1280, 1920])
def test_its_parts_lie_side_by_side_along_the_upper_edge(count: int, width: int, boards: bool) -> None:
    seats = [SeatNumber(number) for number in range(1, count + 1)]
    rig = _Rig(seats, seats if boards else [])
    rig.strip.sketch(width, 720)
    edge = 0.0
    for item in rig.strip.items():
        assert item.x - item.w / 2 > edge - 0.01
        assert item.w > 0
        assert item.y - item.h / 2 >= 720 - HEIGHT
        assert item.y + item.h / 2 <= 720
        edge = item.x + item.w / 2
    assert edge < width + 0.01


def test_a_press_pulls_the_pin_and_the_release_lets_it_go_wherever_it_is(rig: _Rig) -> None:
    assert rig.press("sim_stop", 3)
    assert rig.sent == [msg.DrivePin(SeatNumber(3), "stop", pressed=True)]
    rig.strip.up("mouse")
    assert rig.sent[1:] == [msg.DrivePin(SeatNumber(3), "stop", pressed=False)]
    rig.strip.up("mouse")
    assert len(rig.sent) == 2


def test_several_fingers_press_several_buttons(rig: _Rig) -> None:
    rig.press("sim_stop", 1, "a")
    rig.press("sim_play", 1, "b")
    rig.strip.up("a")
    assert rig.sent == [
        msg.DrivePin(SeatNumber(1), "stop", pressed=True),
        msg.DrivePin(SeatNumber(1), "play", pressed=True),
        msg.DrivePin(SeatNumber(1), "stop", pressed=False),
    ]


def test_what_lies_in_the_strip_is_its_own_and_what_lies_below_is_not(rig: _Rig) -> None:
    assert rig.strip.down("a", 640, 720 - HEIGHT + 1)
    assert not rig.strip.down("b", 640, 720 - HEIGHT - 1)
    assert rig.sent == []


def test_a_lamp_tells_what_it_shows_and_is_no_button(rig: _Rig) -> None:
    view = msg.SeatView(seat=SeatNumber(2), state="playing", lamp="may_stop")
    snapshot = msg.Snapshot(id=1, now=0, state="play", seats=(view,))
    assert rig.strip.apply(snapshot)
    assert not rig.strip.apply(snapshot)  # nothing to redraw
    rig.strip.sketch(1280, 720)
    assert rig.item("sim_lamp", 2).text == "may_stop"
    rig.press("sim_lamp", 2)
    assert rig.sent == []


@pytest.mark.parametrize("state", list(LampState))
def test_a_lamp_shines_as_the_real_one_does_and_beats_if_that_does(rig: _Rig, state: LampState) -> None:
    view = msg.SeatView(seat=SeatNumber(2), state="playing", lamp=state.value)
    rig.strip.apply(msg.Snapshot(id=1, now=0, state="play", seats=(view,)))
    lights = [mark for mark in rig.strip.sketch(1280, 720).marks if isinstance(mark, Light)]
    steady = len({step.level for step in PATTERNS[state]}) == 1
    assert len(lights) == (state is not LampState.OFF)
    assert all((light.beat == 0) is (steady or state in ONCE | {LampState.HEARD}) for light in lights)


def test_a_pressed_button_and_a_lit_lamp_look_different(rig: _Rig) -> None:
    before = rig.strip.sketch(1280, 720).marks
    rig.press("sim_stop", 1)
    pressed = rig.strip.sketch(1280, 720).marks
    rig.strip.up("mouse")
    assert pressed != before
    assert rig.strip.sketch(1280, 720).marks == before


def test_a_table_with_real_buttons_has_no_strip() -> None:
    rig = _Rig([])
    assert rig.strip.height == 0
    assert rig.strip.items() == []
    assert rig.strip.sketch(1280, 720).marks == rig.strip.ground(1280, 720).marks == []
    assert not rig.strip.down("a", 640, 719)


def test_every_simulated_board_lies_beside_its_seats_buttons_and_throws_or_is_plugged() -> None:
    rig = _Rig(SEATS, [SeatNumber(2)])
    assert {item.seat for item in rig.strip.items() if item.what in ("sim_throw", "sim_plug")} == {2}
    assert rig.press("sim_throw", 2)
    assert rig.press("sim_plug", 2)
    rig.strip.up("mouse")
    assert rig.sent == [msg.DriveBoard(SeatNumber(2), "throw"), msg.DriveBoard(SeatNumber(2), "unplug")]


def test_a_board_that_does_not_answer_is_offered_to_be_plugged_in() -> None:
    rig = _Rig(SEATS, [SeatNumber(2)])
    assert rig.item("sim_plug", 2).text == "Unplug"
    lost = msg.SeatView(seat=SeatNumber(2), state="playing", tray="lost")
    assert rig.strip.apply(msg.Snapshot(id=1, now=0, state="play", seats=(lost,)))
    rig.strip.sketch(1280, 720)
    assert rig.item("sim_plug", 2).text == "Plug in"
    assert rig.press("sim_plug", 2)
    assert rig.sent == [msg.DriveBoard(SeatNumber(2), "plug")]
