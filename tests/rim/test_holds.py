"""Held buttons: presses in order, and no release that is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DrivePins
from kiosk.protocol.client import NotRunning
from kiosk.rim.holds import LEASE_S, Holds, Pin

STOP: Pin = (SeatNumber(1), "stop")
PLAY: Pin = (SeatNumber(1), "play")


class Table:
    """A table whose pins are moved; ``busy``: it does not answer, ``real``: it refuses."""

    def __init__(self) -> None:
        self.edges: list[str] = []
        self.now = 0.0
        self.busy = self.real = False
        self.holds = Holds(self._drive, lambda: self.now)

    def _drive(self, wish: DrivePins) -> str:
        if self.busy:
            raise NotRunning("busy")
        if self.real:
            return "real"
        self.edges += [f"{edge.seat} {edge.button} {'down' if edge.pressed else 'up'}" for edge in wish.edges]
        return ""

    def hold(self, number: int, *held: Pin, page: str = "page") -> str:
        return run(self.holds.hold(page, number, frozenset(held)))

    def expire(self, later: float = 0.0) -> None:
        self.now += later
        run(self.holds.expire())


def run(doing: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(doing)


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


def test_a_release_that_a_busy_table_has_not_taken_comes_later(table: Table) -> None:
    table.hold(1, STOP)
    table.busy = True
    assert table.hold(2) == "busy"
    table.expire()
    assert table.edges == ["1 stop down"]
    table.busy = False
    table.expire()
    assert table.edges == ["1 stop down", "1 stop up"]


def test_the_end_of_the_server_releases_all(table: Table) -> None:
    table.hold(1, STOP)
    table.hold(1, PLAY, page="other")
    run(table.holds.release_all())
    assert sorted(table.edges[2:]) == ["1 play up", "1 stop up"]


def test_a_refused_press_is_told_and_is_not_repeated(table: Table) -> None:
    table.real = True
    assert table.hold(1, STOP) == "real"
    table.real = False
    table.expire()
    assert table.hold(2) == ""
    assert table.edges == []
