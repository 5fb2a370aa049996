"""The thread that presses and releases: it outlives the loop that its messages come from."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DrivePins, PinEdge
from kiosk.protocol.client import NotRunning, Silent
from kiosk.rim import hands
from kiosk.rim.hands import MOST_WAITING, HandsThread, Pin
from tests.rim.conftest import LIMIT_S, eventually

STOP: Pin = (SeatNumber(1), "stop")
DOWN, UP = (DrivePins((PinEdge(*STOP, pressed=down),)) for down in (True, False))


class Table:
    """A table whose pins are moved.

    ``fails``: what its answer is instead; it answers while ``awake`` is set; ``asked`` is set by the first question.
    """

    def __init__(self) -> None:
        self.done: list[DrivePins] = []
        self.fails: Exception | None = None
        self.asked = threading.Event()
        self.awake = threading.Event()
        self.awake.set()

    def drive(self, wish: DrivePins) -> str:
        self.asked.set()
        self.awake.wait()
        if self.fails is not None:
            raise self.fails
        self.done.append(wish)
        return ""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(hands, "LEASE_S", 0.2)
    monkeypatch.setattr(hands, "AGAIN_S", 0.01)
    monkeypatch.setattr(hands, "ENDS_S", 0.1)
    return Table()


@pytest.fixture
def pages(table: Table) -> Iterator[HandsThread]:
    """What the messages of pages go to."""
    made = HandsThread(table.drive)
    made.start()
    yield made
    table.awake.set()
    made.end()
    made.join()


def press(pages: HandsThread) -> str:
    """Press in a loop that has ended by the time this returns."""
    return asyncio.run(pages.hold("page", 1, frozenset({STOP})))


def test_a_button_is_released_though_the_loop_is_dead(table: Table, pages: HandsThread) -> None:
    assert press(pages) == ""
    eventually("it is released", lambda: table.done == [DOWN, UP])


def test_a_press_that_nobody_waits_for_any_more_harms_nothing(table: Table, pages: HandsThread) -> None:
    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(pages.hold("page", 1, frozenset({STOP})), 0.01)

    table.awake.clear()
    asyncio.run(give_up())
    table.awake.set()
    eventually("it is released", lambda: table.done == [DOWN, UP])


def test_messages_for_a_table_that_hangs_are_bounded(table: Table, pages: HandsThread) -> None:
    async def crowd() -> list[str]:
        asked = [asyncio.create_task(pages.hold("page", n, frozenset())) for n in range(MOST_WAITING + 9)]
        done, waiting = await asyncio.wait(asked, timeout=0.1)
        for one in waiting:
            one.cancel()
        return [one.result() for one in done]

    table.awake.clear()
    threading.Thread(target=press, args=(pages,), daemon=True).start()
    assert table.asked.wait(LIMIT_S)
    assert asyncio.run(crowd()) == ["The kiosk does not keep up: wait a moment."] * 9


def test_at_the_end_it_is_tried_until_it_works(table: Table, pages: HandsThread) -> None:
    press(pages)
    table.fails = NotRunning("busy")
    pages.end()
    table.fails = None
    pages.join()
    assert table.done == [DOWN, UP]
    assert asyncio.run(pages.hold("page", 2, frozenset({STOP}))) == "kiosk rim ends."


def test_what_is_not_released_at_the_end_is_told(
    table: Table, pages: HandsThread, caplog: pytest.LogCaptureFixture
) -> None:
    press(pages)
    table.fails = Silent("it hangs")
    pages.end()
    pages.join()
    (told,) = [record for record in caplog.records if record.name.startswith("kiosk.")]
    mend = "If it stays down, press it once with `kiosk press`."
    assert told.message == f"not released: stop of seat 1 (it hangs). {mend}"
    assert told.levelno == logging.ERROR
