"""The screen saver in virtual time; backlights as the kernel lists them; the curtain over a real window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.power.screen_saver import DARK, FULL, TELLS_S, WANDER_S, Backlights, ScreenSaver, dimmer
from kiosk.game.seats import SeatNumber
from kiosk.protocol import House, SeatView, Snapshot

SECOND = 1_000_000_000
HOUSE = House(brightness=80, dim_after_s=300, dimmed=50, dark_after_s=3600)
FRAME = SECOND // 60
PLAYED = (
    "ready",
    "countdown",
    "play",
    "stopped",
    "round_result",
    "match_result",
    "paused",
    "recovery",
    "replay",
    "service",
)


class Screen:
    """A screen with a clock that the test sets."""

    def __init__(self, state: str = "attract", house: House = HOUSE) -> None:
        self.now = 5000 * SECOND
        self.care = ScreenSaver(self.now)
        self.house = house
        self.shows(state)

    def shows(self, state: str, heard: int = 0) -> None:
        seats = (SeatView(SeatNumber(1), "free", heard=heard),)
        self.care.follow(Snapshot(1, self.now, state, seats, house=self.house), self.now)

    def level(self) -> int:
        return self.care.level(self.now)

    def after(self, seconds: float) -> int:
        """Return the brightness after ``seconds``, once dimming has had time to finish."""
        self.now += round(seconds * SECOND)
        for _ in range(300):
            self.level()
            self.now += FRAME
        return self.level()

    def touched(self) -> bool:
        return self.care.touched(self.now)


def test_it_is_as_bright_as_the_staff_wants_it() -> None:
    assert Screen().after(0) == 80
    assert Screen(house=House(brightness=35)).after(0) == 35


def test_when_nobody_plays_it_is_dimmed_and_much_later_dark() -> None:
    screen = Screen()
    assert screen.after(290) == 80
    assert screen.after(10) == 40
    assert screen.after(3600) == DARK


def test_where_no_darkness_is_asked_for_it_is_only_dimmed() -> None:
    assert Screen(house=House()).after(100_000) == 40


def test_how_bright_it_is_is_told_in_a_word() -> None:
    screen, told = Screen(), []
    for seconds in (0, 300, 3600):
        screen.after(seconds)
        told.append(screen.care.light)
    screen.touched()
    screen.level()
    assert [*told, screen.care.light] == ["on", "dim", "off", "on"]
    never = Screen(house=House(dimmed=100))
    never.after(100_000)
    assert never.care.light == "on", "nothing is dimmed"


def test_it_grows_dark_slowly_and_bright_at_once() -> None:
    screen = Screen()
    screen.after(0)
    screen.now += 300 * SECOND
    levels = []
    for _ in range(120):
        levels.append(screen.level())
        screen.now += FRAME
    assert levels == sorted(levels, reverse=True)
    assert sorted(set(levels)) == list(range(40, 80, 4)), "in ten steps from 80 to 40"
    screen.touched()
    assert screen.level() == 80


@pytest.mark.parametrize("state", PLAYED)
def test_while_somebody_is_there_nothing_is_dimmed(state: str) -> None:
    assert Screen(state).after(100_000) == 80


def test_a_touch_a_press_and_a_new_state_are_signs_of_life() -> None:
    screen = Screen()
    for heard in (1, 2):
        assert screen.after(400) == 40
        screen.touched()
        assert screen.level() == 80
        assert screen.after(400) == 40
        screen.shows("attract", heard)
        assert screen.level() == 80
    assert screen.after(400) == 40
    screen.shows("ready", 2)
    screen.shows("attract", 2)
    assert screen.level() == 80


def test_the_bots_moves_are_none() -> None:
    screen = Screen()
    for _ in range(40):
        screen.now += 10 * SECOND
        screen.shows("attract")
    assert screen.after(0) == 40


def test_only_a_dark_screen_swallows_its_waking_touch() -> None:
    screen = Screen()
    assert not screen.touched()
    assert screen.after(400) == 40
    assert not screen.touched(), "dimmed, one sees what one touches"
    assert screen.after(4000) == DARK
    assert screen.touched()
    assert screen.level() == 80
    assert not screen.touched(), "the next one counts"


def test_a_table_closed_by_hand_says_so_dimly_at_a_touch() -> None:
    screen = Screen("closed")
    assert screen.after(60) == DARK
    assert not screen.touched(), "what it means is left to whoever looks for the staff's hand"
    assert screen.after(0) == 40
    assert screen.after(60) == DARK
    screen.shows("attract")
    assert screen.level() == 80


CLOSED = House(brightness=80, dim_after_s=300, dimmed=50, dark_after_s=3600, opens="10:00")


def test_a_closed_table_that_is_touched_says_dimly_when_it_opens_and_is_dark_again() -> None:
    screen = Screen("closed", CLOSED)
    assert screen.after(60) == DARK
    for _ in range(2):
        assert not screen.touched(), "the staff's hand on a corner is felt"
        assert screen.level() == 40
        screen.now += TELLS_S * SECOND - 1
        assert screen.level() == 40
        screen.now += 1
        assert screen.level() < 40
        assert screen.after(0) == DARK
    screen.shows("attract")
    assert screen.level() == 80


def test_a_press_and_the_end_of_a_match_outside_the_hours_are_answered_like_a_touch() -> None:
    screen = Screen("match_result", CLOSED)
    assert screen.after(0) == 80
    screen.shows("closed")
    for heard in (1, 2):
        assert screen.after(1) == 40
        assert screen.after(TELLS_S) == DARK
        screen.shows("closed", heard)
    assert screen.level() == 40


def test_while_nothing_is_touched_no_snapshot_of_a_closed_table_lights_it() -> None:
    screen = Screen("closed", CLOSED)
    assert screen.after(60) == DARK
    screen.house = replace(CLOSED, opens="11:30")
    screen.shows("closed")
    assert screen.level() == DARK


@pytest.mark.parametrize(("brightness", "dimmed", "expected"), [(100, 60, 60), (100, 5, 30), (10, 5, 30)])
def test_what_a_closed_table_says_can_be_read_however_dim_the_screen_is_to_be(
    brightness: int, dimmed: int, expected: int
) -> None:
    screen = Screen("closed", House(brightness=brightness, dimmed=dimmed, opens="10:00"))
    assert screen.after(60) == DARK
    screen.touched()
    assert screen.level() == expected


def test_what_a_closed_table_says_burns_in_nowhere_however_often_it_is_touched() -> None:
    screen = Screen("closed", CLOSED)
    assert len({screen.care.offset(minute * 60 * SECOND, 1080) for minute in range(60)}) == 9


def test_an_inviting_picture_wanders_and_all_other_pictures_stand_still() -> None:
    screen = Screen()
    places = {screen.care.offset(minute * 60 * SECOND, 1080) for minute in range(60)}
    assert len(places) == 9
    assert {max(abs(x), abs(y)) for x, y in places} == {0, 4}
    first = screen.care.offset(0, 1080)
    assert screen.care.offset(WANDER_S * SECOND - 1, 1080) == first
    for state in PLAYED:
        screen.shows(state)
        assert {screen.care.offset(minute * 60 * SECOND, 1080) for minute in range(60)} == {(0, 0)}


def test_that_there_is_no_table_is_not_said_in_full_light_and_in_one_place_for_days() -> None:
    screen = Screen("play")
    screen.care.lost(screen.now)
    assert screen.after(290) == 80
    assert screen.after(20) == 40
    assert len({screen.care.offset(minute * 60 * SECOND, 1080) for minute in range(60)}) == 9
    screen.touched()
    assert screen.level() == 80
    screen.shows("play")
    assert screen.after(100_000) == 80
    never = ScreenSaver(0)
    assert [never.level(100_000 * SECOND + step * SECOND) for step in range(20)][-1] == 40


def test_a_closed_table_that_is_lost_stays_dark() -> None:
    screen = Screen("closed")
    screen.after(0)
    screen.care.lost(screen.now)
    assert screen.after(60) == DARK


# ---------------------------------------------------------------- backlights


def lamp(folder: Path, largest: int = 255) -> Path:
    folder.mkdir(parents=True)
    (folder / "max_brightness").write_text(f"{largest}\n")
    (folder / "brightness").write_text("17\n")
    return folder / "brightness"


def test_a_backlight_is_set_within_its_own_numbers_and_never_quite_off_but_for_darkness(tmp_path: Path) -> None:
    files = [lamp(tmp_path / "10-0045"), lamp(tmp_path / "rpi_backlight", 31)]
    lights = Backlights(tmp_path)
    for level, expected in ((100, ["255", "31"]), (40, ["102", "12"]), (1, ["2", "1"]), (0, ["0", "0"])):
        assert lights.show(level)
        assert [file.read_text() for file in files] == expected


def test_it_is_written_only_when_it_changes(tmp_path: Path) -> None:
    file = lamp(tmp_path / "one")
    lights = Backlights(tmp_path)
    lights.show(50)
    file.write_text("mine")
    lights.show(50)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("broken", ["nothing", "no numbers", "gone"])
def test_without_a_backlight_that_can_be_set_the_picture_is_dimmed(tmp_path: Path, broken: str) -> None:
    file = lamp(tmp_path / "one") if broken != "nothing" else tmp_path
    if broken == "no numbers":
        file.with_name("max_brightness").write_text("bright")
    lights = Backlights(tmp_path)
    if broken == "gone":
        file.unlink()
        file.mkdir()
    shown: list[int] = []
    dim = dimmer(lights, shown.append)
    for level in (FULL, 40, DARK):
        dim(level)
    assert shown == [FULL, 40, DARK]


def test_a_backlight_that_fails_for_a_moment_is_bright_again_when_it_works(tmp_path: Path, caplog: Any) -> None:
    file = lamp(tmp_path / "one")
    shown: list[int] = []
    dim = dimmer(Backlights(tmp_path), shown.append)
    dim(DARK)
    file.unlink()
    file.mkdir()
    for _ in range(5):
        dim(FULL)
    file.rmdir()
    dim(FULL)
    assert file.read_text() == "255"
    dim(40)
    assert shown == [DARK, *[FULL] * 6, FULL]
    assert len(caplog.records) == 1


def test_of_two_backlights_one_may_fail(tmp_path: Path) -> None:
    files = [lamp(tmp_path / name) for name in ("one", "two")]
    lights = Backlights(tmp_path)
    files[0].unlink()
    files[0].mkdir()
    assert lights.show(40)
    assert files[1].read_text() == "102"


def test_with_a_backlight_the_picture_stays_as_it_is_until_it_is_dark(tmp_path: Path) -> None:
    lamp(tmp_path / "one")
    shown: list[int] = []
    dim = dimmer(Backlights(tmp_path), shown.append)
    for level in (FULL, 40, DARK):
        dim(level)
    assert shown == [FULL, FULL, DARK]


def test_a_developers_backlight_is_left_alone() -> None:
    shown: list[int] = []
    dimmer(None, shown.append)(40)
    assert shown == [40]


# ---------------------------------------------------------------- the curtain


class _Window:
    """The part of Kivy's window that the curtain uses."""

    def __init__(self) -> None:
        from kivy.graphics import Canvas  # noqa: PLC0415

        self.size = (1280, 720)
        self.canvas = Canvas()
        self.bound: dict[str, Any] = {}

    def bind(self, **callbacks: Any) -> None:
        self.bound |= callbacks


@pytest.mark.ui
def test_the_curtain_is_there_only_while_it_is_needed_and_covers_the_whole_window() -> None:
    from kivy.core.window import Window  # noqa: F401, PLC0415  instructions need a context
    from kivy.graphics import Color, Rectangle  # noqa: PLC0415

    from kiosk.display.power.dimmer import Dimmer  # noqa: PLC0415

    window = _Window()
    curtain = Dimmer(window)
    assert len(window.canvas.after.children) == 0
    curtain.show(40)
    curtain.show(0)
    (group,) = window.canvas.after.children
    (color,) = (part for part in group.children if isinstance(part, Color))
    (cloth,) = (part for part in group.children if isinstance(part, Rectangle))
    assert color.a == 1
    window.bound["size"](window, (1920, 1080))
    assert cloth.size == (1920, 1080)
    curtain.show(FULL)
    assert len(window.canvas.after.children) == 0
