"""The opening hours: the wall clock, and a thread that checks it before trusting it."""

from __future__ import annotations

import queue
import threading
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from kiosk.config.schema import HoursConfig
from kiosk.protocol.opening_hours import DAYS
from kiosk.service.closing import FOREVER
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.inputs import Doors
from kiosk.table_process.opening_hours import LOOK_S, STEADY_S, OpeningHours, is_open, last_opening, next_opening

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = HoursConfig(opens="10:00", closes="22:00")
NIGHT = HoursConfig(opens="18:30", closes="02:00")


def at(time_of_day: str) -> datetime:
    hour, minute = map(int, time_of_day.split(":"))
    return NOON.replace(hour=hour, minute=minute)


@pytest.mark.parametrize(
    ("hours", "time_of_day", "expected"),
    [
        (HoursConfig(), "04:00", True),
        (DAY, "09:59", False),
        (DAY, "10:00", True),
        (DAY, "21:59", True),
        (DAY, "22:00", False),
        (NIGHT, "18:29", False),
        (NIGHT, "18:30", True),
        (NIGHT, "00:00", True),
        (NIGHT, "01:59", True),
        (NIGHT, "02:00", False),
    ],
)
def test_hours_begin_with_their_first_minute_and_may_go_past_midnight(
    hours: HoursConfig, time_of_day: str, *, expected: bool
) -> None:
    assert is_open(hours, at(time_of_day)) is expected


WEEK = HoursConfig(opens="10:00", closes="22:00", friday="18:00-01:30", saturday="closed", sunday="always")
"""NOON is on a Saturday."""


@pytest.mark.parametrize(
    ("day", "time_of_day", "expected"),
    [
        (19, "21:59", True),
        (20, "17:59", False),  # Friday
        (20, "23:00", True),
        (21, "01:29", True),  # Saturday: Friday's hours go past midnight
        (21, "01:30", False),
        (21, "12:00", False),
        (22, "00:00", True),  # Sunday
        (22, "23:59", True),
        (23, "00:00", False),
        (23, "10:00", True),
    ],
)
def test_a_day_may_have_hours_of_its_own(day: int, time_of_day: str, *, expected: bool) -> None:
    assert is_open(WEEK, at(time_of_day).replace(day=day)) is expected


@pytest.mark.parametrize(
    ("hours", "now", "last", "following"),
    [
        (WEEK, at("12:00"), "20 18:00", "22 00:00"),
        (WEEK, at("12:00").replace(day=22), "22 00:00", "23 10:00"),
        (WEEK, at("11:00").replace(day=20), "19 10:00", "20 18:00"),
        (DAY, at("12:00"), "21 10:00", "22 10:00"),
        (DAY, at("09:00"), "20 10:00", "21 10:00"),
        (HoursConfig(), at("12:00"), "21 00:00", None),
        (HoursConfig(**dict.fromkeys(DAYS, "closed")), at("12:00"), "21 00:00", None),
    ],
)
def test_the_last_and_the_next_opening(hours: HoursConfig, now: datetime, last: str, following: str | None) -> None:
    assert f"{last_opening(hours, now):%d %H:%M}" == last
    opening = next_opening(hours, now)
    assert (opening and f"{opening:%d %H:%M}") == following


def test_a_clock_that_was_never_set_closes_nothing() -> None:
    assert is_open(DAY, datetime(1970, 1, 1, tzinfo=UTC))
    assert time_of_day(datetime(1970, 1, 1, tzinfo=UTC)) == ""
    assert time_of_day(at("09:05")) == "09:05"


def test_a_time_zone_that_is_set_while_the_table_runs_holds_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    offsets = []
    for zone in ("XXX-9", "XXX+3"):
        monkeypatch.setenv("TZ", zone)
        offsets.append(local_time().utcoffset())
    monkeypatch.undo()
    time.tzset()
    assert offsets == [timedelta(hours=9), timedelta(hours=-3)]


class Door:
    """The opening hours with the test's clocks; ``told``: the reports."""

    def __init__(self, hours: HoursConfig, wall: datetime = NOON, closed_until: str = "") -> None:
        self.wall, self.steady = wall, 1000.0
        self.told: list[bool] = []
        self.days: list[datetime] = []
        self.keeper = OpeningHours(
            *(hours, lambda doors: self.told.append(doors.open), lambda: self.wall, lambda: self.steady),
            new_day=lambda: self.days.append(self.wall),
            closed_until=closed_until,
        )

    def passes(self, seconds: float) -> None:
        """Advance both clocks, polling at the usual interval."""
        for _ in range(round(seconds / LOOK_S)):
            self.wall += timedelta(seconds=LOOK_S)
            self.steady += LOOK_S
            self.keeper.look()


def test_a_day_opens_and_closes_once_each() -> None:
    door = Door(DAY)
    door.passes(2 * 24 * 3600)
    assert door.told == [False, True, False, True]


@pytest.mark.parametrize(("hours", "begins"), [(DAY, "10:01"), (NIGHT, "18:31"), (HoursConfig(), "00:01")])
def test_a_day_begins_with_the_opening_or_at_midnight(hours: HoursConfig, begins: str) -> None:
    door = Door(hours)
    door.passes(2 * 24 * 3600)
    assert [f"{day:%H:%M}" for day in door.days] == [begins] * 2


def test_a_day_goes_on_when_the_clocks_go_back() -> None:
    door = Door(HoursConfig(), datetime(2026, 10, 25, 2, 59, tzinfo=timezone(timedelta(hours=2))))
    door.passes(30)
    door.wall = door.wall.astimezone(UTC).astimezone(timezone(timedelta(hours=1)))
    door.passes(4 * STEADY_S)
    assert door.days == []


def test_the_end_of_the_hours_is_told_within_a_minute_and_a_look() -> None:
    door = Door(DAY, at("21:59"))
    door.passes(60 + STEADY_S - LOOK_S)
    assert door.told == []
    door.passes(2 * LOOK_S)
    assert door.told == [False]


@pytest.mark.parametrize("jump", [timedelta(hours=12), timedelta(days=-3650, hours=12), timedelta(hours=-9)])
def test_a_clock_that_jumps_and_comes_back_opens_and_closes_nothing(jump: timedelta) -> None:
    door = Door(DAY)
    for _ in range(100):
        door.wall += jump
        door.passes(STEADY_S - LOOK_S)
        door.wall -= jump
        door.passes(LOOK_S)
    assert door.told == []


def test_a_clock_that_is_set_right_is_believed_after_a_minute() -> None:
    door = Door(DAY)
    door.wall += timedelta(hours=12)
    door.passes(STEADY_S + LOOK_S)
    assert door.told == [False]


def test_a_closed_table_tells_its_hours_and_by_what_clock() -> None:
    door = Door(DAY)
    assert door.keeper.closed() == ""
    door.wall = at("23:00")
    door.passes(STEADY_S + LOOK_S)
    assert door.keeper.closed() == "open today: 10:00 to 22:00, and the clock shows Sat 23:01 (UTC)"


def test_a_table_closed_by_the_staff_opens_with_its_hours() -> None:
    door = Door(DAY)
    assert door.keeper.close_now() == "2026-11-22T10:00:00+00:00"
    assert (door.told, door.keeper.is_open()) == ([False], False)
    door.passes(21 * 3600)
    assert door.told == [False]
    door.passes(2 * 3600)
    assert (door.told, door.keeper.closed_until()) == ([False, True], "")


def test_without_hours_it_is_opened_by_hand_also_after_a_restart() -> None:
    door = Door(HoursConfig())
    assert door.keeper.close_now() == FOREVER
    door.passes(3 * 24 * 3600)
    assert door.told == [False]
    again = Door(HoursConfig(), closed_until=FOREVER)
    again.keeper.start()
    again.keeper.close()
    assert again.told == [False], "at once"
    again.keeper.open_again()
    assert again.told == [False, True]


def test_a_closed_table_tells_the_day_of_an_opening_that_is_far_away() -> None:
    told: list[Doors] = []
    week = HoursConfig(opens="10:00", closes="22:00", sunday="closed")
    keeper = OpeningHours(week, told.append, lambda: NOON)
    keeper.close_now()
    assert told == [Doors(open=False, opens="10:00", day="monday", by_staff=True)]


def test_a_table_that_the_staff_have_closed_for_good_says_that_they_did() -> None:
    told: list[Doors] = []
    OpeningHours(HoursConfig(), told.append, lambda: NOON).close_now()
    assert told == [Doors(open=False, by_staff=True)]


def test_hours_that_somebody_sets_hold_at_once() -> None:
    door = Door(HoursConfig())
    door.keeper.keep(NIGHT)
    door.keeper.keep(DAY)
    assert door.told == [False, True]


def test_the_same_hours_again_are_no_reason_to_believe_a_clock_that_has_just_jumped() -> None:
    """The staff has changed another setting."""
    door = Door(DAY)
    door.wall += timedelta(hours=12)
    door.keeper.keep(DAY)
    assert door.told == []


def test_the_thread_takes_new_hours_and_ends_when_it_is_asked() -> None:
    told: queue.SimpleQueue[Doors] = queue.SimpleQueue()
    keeper = OpeningHours(HoursConfig(), told.put, lambda: NOON, name="hours that end")
    keeper.start()
    assert "hours that end" in {thread.name for thread in threading.enumerate()}
    keeper.keep(NIGHT)
    assert told.get(timeout=20) == Doors(open=False, opens="18:30")
    keeper.close()
    assert "hours that end" not in {thread.name for thread in threading.enumerate()}
