"""The developer's keyboard."""

from __future__ import annotations

import pytest

from kiosk import protocol as msg
from kiosk.display.dev.simulated_buttons import PLAY_ROW, STOP_ROW, Keys, Pins, hint
from kiosk.game.seats import SeatNumber

ONE = SeatNumber(1)
KEY_1, KEY_Q, KEY_A = 30, 20, 4  # SDL scancodes


class _Rig:
    def __init__(self) -> None:
        self.sent: list[msg.ToTable] = []
        self.pins = Pins(self.sent.append)
        self.pins.connect([SeatNumber(number) for number in range(1, 13)])
        self.keys = Keys(self.pins)


@pytest.fixture
def rig() -> _Rig:
    return _Rig()


@pytest.mark.parametrize("seat", range(1, 13))
@pytest.mark.parametrize(("row", "button"), [(STOP_ROW, "stop"), (PLAY_ROW, "play")])
def test_each_seat_has_a_key_for_each_button(rig: _Rig, seat: int, row: tuple[int, ...], button: str) -> None:
    rig.keys.down(row[seat - 1])
    rig.keys.up(row[seat - 1])
    assert rig.sent == [
        msg.DrivePin(SeatNumber(seat), button, pressed=True),
        msg.DrivePin(SeatNumber(seat), button, pressed=False),
    ]


def test_the_hints_name_the_keys_in_their_order() -> None:
    assert "".join(hint(SeatNumber(seat), "stop") for seat in range(1, 13)) == "1234567890-="
    assert "".join(hint(SeatNumber(seat), "play") for seat in range(1, 13)) == "QWERTYUIOP[]"


def test_a_repeated_key_is_one_press(rig: _Rig) -> None:
    for _ in range(5):
        rig.keys.down(KEY_1)
    assert rig.sent == [msg.DrivePin(ONE, "stop", pressed=True)]


def test_other_keys_press_nothing(rig: _Rig) -> None:
    rig.keys.down(KEY_A)
    rig.keys.up(KEY_A)
    assert rig.sent == []


def test_a_button_held_by_key_and_finger_is_down_until_both_let_go(rig: _Rig) -> None:
    rig.keys.down(KEY_Q)
    rig.pins.press(ONE, "play", by=7)
    rig.keys.up(KEY_Q)
    assert rig.sent == [msg.DrivePin(ONE, "play", pressed=True)]
    rig.pins.release(7)
    assert rig.sent[1:] == [msg.DrivePin(ONE, "play", pressed=False)]


def test_keys_of_seats_that_the_table_has_not_and_of_real_buttons_do_nothing(rig: _Rig) -> None:
    rig.pins.connect([SeatNumber(2)])
    rig.keys.down(KEY_1)
    rig.pins.connect([])
    rig.keys.down(STOP_ROW[1])
    assert rig.sent == []


def test_a_table_that_comes_back_finds_all_buttons_up(rig: _Rig) -> None:
    rig.keys.down(KEY_1)
    rig.pins.connect([ONE])
    assert not rig.pins.is_down(ONE, "stop")
    rig.keys.up(KEY_1)
    assert len(rig.sent) == 1
    rig.keys.down(KEY_1)
    assert rig.sent[1:] == [msg.DrivePin(ONE, "stop", pressed=True)]
