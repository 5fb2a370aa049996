"""Held buttons: presses in order, and no release that is lost."""

from __future__ import annotations

import errno

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DrivePins
from kiosk.protocol.client import NotRunning
from kiosk.rim.hands import AGAIN_S, LEASE_S, MOST_PAGES, Holds, Pin

STOP: Pin = (SeatNumber(1), "stop")
PLAY: Pin = (SeatNumber(1), "play")


class Table:
    """A table whose pins are moved; ``fails``: what its answer is instead, ``real``: it refuses."""

    def __init__(self) -> None:
        self.edges: list[str] = []
        self.now = 0.0
        self.fails: Exception | None = None
        self.real = False
        self.holds = Holds(self._drive, lambda: self.now)

    def _drive(self, wish: DrivePins) -> str:
        if self.fails is not None:
            raise self.fails
        if self.real:
            return "real"
        self.edges += [f"{edge.seat} {edge.button} {'down' if edge.pressed else 'up'}" for edge in wish.edges]
        return ""

    def hold(self, number: int, *held: Pin, page: str = "page", waited: float = 0.0) -> str:
        return self.holds.hold(page, number, frozenset(held), self.now - waited)

    def expire(self, later: float = 0.0) -> None:
        self.now += later
        self.holds.expire()


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_button_is_down_from_its_press_to_its_release(table: Table) -> None:
    table.hold(1, STOP)
    table.hold(2, STOP)
    table.hold(3, STOP, PLAY)
    table.hold(4, PLAY)
    table.hold(5)
    assert table.edges == ["1 stop down", "1 play down", "1 stop up", "1 play up"]


def test_a_message_that_was_overtaken_changes_nothing(table: Table) -> None:
    table.hold(2)
    table.hold(1, STOP)
    assert table.edges == []


def test_two_pages_hold_a_button_until_both_have_released_it(table: Table) -> None:
    table.hold(1, STOP)
    table.hold(1, STOP, page="other")
    table.hold(2)
    assert table.edges == ["1 stop down"]
    table.hold(2, page="other")
    assert table.edges == ["1 stop down", "1 stop up"]


def test_what_a_page_does_not_confirm_is_released(table: Table) -> None:
    table.hold(1, STOP)
    table.expire(LEASE_S - 0.5)
    table.hold(2, STOP)
    table.expire(LEASE_S - 0.5)
    assert table.edges == ["1 stop down"]
    table.expire(0.5)
    assert table.edges == ["1 stop down", "1 stop up"]
    table.hold(1, STOP)  # a late message of the time before
    assert table.edges == ["1 stop down", "1 stop up"]
    table.hold(3, STOP)
    assert table.edges[2:] == ["1 stop down"]


FAILURES = (NotRunning("busy"), OSError(errno.EMFILE, "too many open files"), RuntimeError("can't start new thread"))


@pytest.mark.parametrize("failure", FAILURES, ids=repr)
def test_a_release_that_does_not_work_is_tried_until_it_does(table: Table, failure: Exception) -> None:
    table.hold(1, STOP)
    table.fails = failure
    assert str(failure) in table.hold(2)
    for _ in range(5):
        assert table.holds.wait_s() == AGAIN_S
        table.expire(AGAIN_S)
    assert table.edges == ["1 stop down"]
    table.fails = None
    table.expire(AGAIN_S)
    assert table.edges == ["1 stop down", "1 stop up"]


def test_a_press_without_an_answer_is_released_as_the_table_may_do_it_later(table: Table) -> None:
    table.fails = NotRunning("busy")
    assert table.hold(1, STOP) == "busy"
    assert table.holds.wait_s() == AGAIN_S
    table.fails = None
    table.expire(AGAIN_S)
    assert table.edges == ["1 stop up"]


def test_a_press_that_came_with_a_failed_release_is_not_made_later(table: Table) -> None:
    table.hold(1, STOP)
    table.fails = NotRunning("busy")
    assert table.hold(2, PLAY) == "busy"
    table.fails = None
    table.expire(AGAIN_S)
    assert table.edges == ["1 stop down", "1 stop up"]


def test_a_message_that_waited_for_longer_than_its_lease_presses_nothing(table: Table) -> None:
    table.hold(1, STOP, waited=LEASE_S)
    assert table.edges == []


def test_the_next_look_is_at_the_end_of_a_lease(table: Table) -> None:
    assert table.holds.wait_s() is None
    table.hold(1, STOP)
    assert table.holds.wait_s() == LEASE_S
    table.expire(LEASE_S)
    assert table.edges == ["1 stop down", "1 stop up"]
    table.expire(table.holds.wait_s() or 0.0)
    assert table.holds.wait_s() is None


def test_pages_without_number_are_not_remembered(table: Table) -> None:
    for number in range(MOST_PAGES):
        assert table.hold(1, page=str(number)) == ""
    assert "close some" in table.hold(1, STOP, page="one more")
    table.expire(2 * LEASE_S)
    assert table.hold(1, STOP, page="one more") == ""
    assert table.edges == ["1 stop down"]


def test_the_end_of_the_server_releases_all(table: Table) -> None:
    table.hold(1, STOP)
    table.hold(1, PLAY, page="other")
    assert table.holds.release_all() == ""
    assert sorted(table.edges[2:]) == ["1 play up", "1 stop up"]


def test_a_refused_press_is_told_and_is_not_repeated(table: Table) -> None:
    table.real = True
    assert table.hold(1, STOP) == "real"
    table.real = False
    table.expire()
    assert table.hold(2) == ""
    assert table.edges == []
