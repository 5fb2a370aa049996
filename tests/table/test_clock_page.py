"""The page on which the staff set the clock: steps within bounds, and two touches for the clock itself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hardware.api import Instant
from kiosk.table.menu.days import ClockPage
from kiosk.table.menu.page import NOTHING, MenuData
from kiosk.table.service_requests import JobDone, SetClock, TableFacts

FACTS = TableFacts({}, moment="2027-01-31T23:55", settable=("2026-11-28T00:00", "2046-11-27T23:59"))


def opened(facts: TableFacts) -> ClockPage:
    menu = MenuData((), {}, {}, Instant(0))
    menu.facts = facts
    page = ClockPage(menu)
    page.open()
    return page


def shown(page: ClockPage) -> str:
    return next(tile.text for tile in page.tiles() if tile.key == "set_clock")


@pytest.mark.parametrize(
    ("turns", "moment"),
    [
        ((), "2027-01-31T23:55"),
        (("month +1",), "2027-02-28T23:55"),
        (("month -1", "month -1"), "2026-11-30T23:55"),
        (("year +1", "day +1"), "2028-02-01T23:55"),
        (("minutes +1", "minute -1"), "2027-02-01T00:04"),
        (("hour -1",), "2027-01-31T22:55"),
        (("year -1",), "2026-11-28T00:00"),
        (("year +1",) * 25, "2046-11-27T23:59"),
        (("week +1", "minute +2", "minute"), "2027-01-31T23:55"),
    ],
)
def test_steps_move_the_time_between_its_bounds(turns: tuple[str, ...], moment: str) -> None:
    page = opened(FACTS)
    for turn in turns:
        assert page.touch("turn_clock", turn) == NOTHING
    assert shown(page) == moment


def test_two_touches_set_the_clock_and_a_step_between_them_asks_again() -> None:
    page = opened(FACTS)
    page.touch("set_clock", "set_clock")
    page.touch("turn_clock", "minute +1")
    assert page.touch("set_clock", "set_clock") == NOTHING
    assert page.touch("set_clock", "set_clock").job == SetClock("2027-01-31T23:56")
    page.menu.facts = replace(FACTS, moment="2027-02-01T08:00")
    page.answered(JobDone("clock_set"))
    assert shown(page) == "2027-02-01T08:00"


def test_a_clock_that_was_never_set_begins_at_the_first_time_that_there_can_be() -> None:
    assert shown(opened(replace(FACTS, moment="1970-01-01T00:03"))) == "2026-11-28T00:00"


def test_a_clock_that_the_network_sets_has_no_steps() -> None:
    page = opened(replace(FACTS, settable=("", "")))
    assert not list(page.tiles())
    assert page.touch("set_clock", "set_clock") == NOTHING
