"""The controls of a replay."""

from __future__ import annotations

import itertools

import pytest

from kiosk import protocol as msg
from kiosk.display.dev.simulated_buttons import PLAY_ROW, Keys, Pins
from kiosk.display.scene import Item
from kiosk.display.screens.replay_bar import HEIGHT, SPEEDS, ReplayBar
from kiosk.game.seats import SeatNumber

ONE, TWO = SeatNumber(1), SeatNumber(2)
SPACE, RIGHT, LEFT, PLUS, MINUS = 44, 79, 80, 87, 86  # SDL scancodes
LENGTH = 161_000
NAMES = {"back", "play", "step", "close", "speed", "slower", "faster", "seek"}


def _snapshot(replay: msg.ReplayView | None, state: str = "replay") -> msg.Snapshot:
    return msg.Snapshot(1, 1, state, (), replay=replay)


def _replay(at: int = 45_000, speed: float = 1.0, *, playing: bool = True) -> msg.ReplayView:
    return msg.ReplayView(at, LENGTH, speed, playing, round="Round 2 of 3")


class _Rig:
    def __init__(self, replay: msg.ReplayView | None) -> None:
        self.sent: list[msg.ToTable] = []
        self.bar = ReplayBar(self.sent.append)
        self.show(replay)

    def show(self, replay: msg.ReplayView | None, width: int = 1280) -> bool:
        changed = self.bar.apply(_snapshot(replay))
        self.bar.sketch(width, 720)
        return changed

    def item(self, name: str) -> Item:
        return next(item for item in self.bar.items() if item.what == f"replay_{name}")

    def at(self, share: float) -> tuple[float, float]:
        """Return a point on the track."""
        track = self.item("seek")
        return track.x + (share - 0.5) * track.w, track.y

    def press(self, name: str) -> msg.ToTable:
        item = self.item(name)
        assert self.bar.down("mouse", item.x, item.y)
        self.bar.up("mouse")
        return self.sent[-1]


@pytest.fixture
def rig() -> _Rig:
    return _Rig(_replay())


def test_there_is_no_bar_while_nothing_or_a_single_race_is_shown_again() -> None:
    race = msg.RaceView(0, 45_000, "r3", ONE, TWO, 14)
    for replay in (None, msg.ReplayView(1, 2, 0.25, playing=True, race=race)):
        rig = _Rig(replay)
        assert rig.bar.height == 0
        assert not rig.bar.items()
        assert not rig.bar.down("mouse", 640, 700)
        assert not rig.bar.key(SPACE)


def test_it_appears_and_goes_with_the_replay(rig: _Rig) -> None:
    assert rig.bar.height == HEIGHT
    assert {item.what.removeprefix("replay_") for item in rig.bar.items()} == NAMES
    assert not rig.show(_replay())  # nothing has changed
    assert rig.show(None)
    assert rig.bar.height == 0


@pytest.mark.parametrize("width", [640, 1000, 1280, 1920])
def test_its_parts_lie_apart_in_the_bar(rig: _Rig, width: int) -> None:
    rig.show(_replay(LENGTH), width)
    items = rig.bar.items()
    assert len(items) > 3
    for one, other in itertools.combinations(items, 2):
        assert abs(one.x - other.x) >= (one.w + other.w) / 2 - 0.01, (one, other)
    assert all(item.x - item.w / 2 > 0 and item.x + item.w / 2 < width and item.w > 30 for item in items)
    assert all(item.y + item.h / 2 <= 720 and item.y - item.h / 2 >= 720 - HEIGHT for item in items)


def test_play_and_pause_are_one_control(rig: _Rig) -> None:
    assert rig.item("play").text == "Pause"
    assert rig.press("play") == msg.DriveReplay("pause")
    rig.show(_replay(playing=False))
    assert rig.item("play").text == "Play"
    assert rig.press("play") == msg.DriveReplay("play")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("step", msg.DriveReplay("step", 1)),
        ("back", msg.DriveReplay("step", -1)),
        ("close", msg.DriveReplay("close")),
        ("faster", msg.DriveReplay("speed", 2.0)),
        ("slower", msg.DriveReplay("speed", 0.5)),
    ],
)
def test_every_control_asks_the_table(rig: _Rig, name: str, told: msg.DriveReplay) -> None:
    assert rig.press(name) == told


def test_the_speed_goes_from_a_quarter_to_eight_and_no_further(rig: _Rig) -> None:
    for speed, slower, faster in zip(SPEEDS, (0.25, *SPEEDS), (*SPEEDS[1:], 8.0), strict=False):
        rig.show(_replay(speed=speed))
        assert rig.press("slower") == msg.DriveReplay("speed", slower)
        assert rig.press("faster") == msg.DriveReplay("speed", faster)


def test_a_touch_on_the_track_seeks(rig: _Rig) -> None:
    rig.bar.down(1, *rig.at(0.5))
    assert rig.sent == [msg.DriveReplay("seek", LENGTH / 2)]
    assert rig.item("seek").text == "0:45.0 / 2:41.0"
    rig.show(_replay())
    assert rig.item("seek").text == "1:20.5 / 2:41.0"  # under the finger


def test_a_drag_asks_for_the_next_moment_when_the_last_one_is_shown(rig: _Rig) -> None:
    rig.bar.down(1, *rig.at(0.5))
    for share in (0.6, 0.7, 0.8):
        rig.bar.move(1, rig.at(share)[0])
    assert [told.value for told in rig.sent] == [LENGTH * 0.5]
    rig.show(_replay(LENGTH // 2))
    assert [told.value for told in rig.sent] == [LENGTH * 0.5, LENGTH * 0.8]
    rig.show(_replay(round(LENGTH * 0.8)))
    assert len(rig.sent) == 2


def test_where_the_finger_lifts_counts_even_if_the_table_has_not_answered(rig: _Rig) -> None:
    rig.bar.down(1, *rig.at(0.5))
    rig.bar.move(1, rig.at(2.0)[0])
    rig.bar.up(1)
    assert rig.sent[-1] == msg.DriveReplay("seek", LENGTH)
    rig.bar.move(1, rig.at(0.1)[0])
    rig.show(_replay(0))
    assert len(rig.sent) == 2


def test_only_the_finger_that_holds_the_handle_drags_it(rig: _Rig) -> None:
    rig.bar.down(1, *rig.at(0.5))
    rig.bar.move(2, rig.at(0.9)[0])
    rig.bar.up(2)
    assert rig.sent == [msg.DriveReplay("seek", LENGTH / 2)]


def test_a_touch_below_the_bar_is_not_its_affair(rig: _Rig) -> None:
    assert not rig.bar.down(1, 640, 720 - HEIGHT - 2)
    assert rig.sent == []


@pytest.mark.parametrize(
    ("key", "told"),
    [
        (SPACE, msg.DriveReplay("pause")),
        (RIGHT, msg.DriveReplay("step", 1)),
        (LEFT, msg.DriveReplay("step", -1)),
        (PLUS, msg.DriveReplay("speed", 2.0)),
        (MINUS, msg.DriveReplay("speed", 0.5)),
    ],
)
def test_keys_do_what_the_controls_do_and_press_no_buttons(rig: _Rig, key: int, told: msg.DriveReplay) -> None:
    pins = Pins(rig.sent.append)
    pins.connect([ONE])
    keys = Keys(pins, rig.bar.key)
    keys.down(key)
    keys.up(key)
    assert rig.sent == [told]
    keys.down(PLAY_ROW[0])
    assert rig.sent[1:] == [msg.DrivePin(ONE, "play", pressed=True)]
