"""A real table for tests: hands, eyes and accidents; what a failure shows."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from kiosk.testing import live_table as live_table_module
from kiosk.testing.live_table import LiveTable

pytestmark = pytest.mark.process


def test_a_dead_heat_a_touch_a_dead_display_and_a_power_cut(live_table: LiveTable) -> None:
    table = live_table
    table.start(1, 2)
    assert table.lamps.keys() == {1, 2, 3, 4}
    table.press(1, "stop", 2, "stop+0.5ms")
    table.wait_for("both are told", lambda _: all(table.seat(seat)["ticker"] for seat in (1, 2)))
    assert {table.seat(seat)["ticker"][-1]["reason"] for seat in (1, 2)} == {"stack_not_empty"}
    table.wait_for("seat 1 may play again", lambda state: state["now"] > table.seat(1)["locked_until"])
    cards = table.seat(1)["hand_count"]
    table.touch(1, "hand")
    table.wait_for("three cards are turned over", lambda _: table.seat(1)["hand_count"] == cards - 3)
    table.kill_display()
    assert table.state["state"] == "play"
    time.sleep(0.5)  # what the journal has not written yet may be lost
    table.cut_power()
    table.wait_for("the round waits to go on", lambda state: state["state"] == "recovery")
    assert table.seat(1)["hand_count"] == cards - 3


@pytest.fixture(scope="module")
def with_boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """A table at which nobody sits down."""
    with LiveTable(tmp_path_factory.mktemp("boards"), "four_seats_dice_boards") as table:
        yield table


def test_a_board_is_unplugged_and_lies(with_boards: LiveTable) -> None:
    board = with_boards.dice(1)
    board.unplug()
    with_boards.wait_for("its loss is seen", lambda _: with_boards.seat(1)["tray"] == "lost")
    board.plug()
    with_boards.wait_for("it is back", lambda _: with_boards.seat(1)["tray"] != "lost")
    board.throw("r1 g2")
    board.fault("garbage")
    board.repair()
    with pytest.raises(ValueError, match="'fire' is no fault of a board; there are: "):
        board.fault("fire")


def test_what_cannot_be_done_is_an_error_in_words(with_boards: LiveTable) -> None:
    with pytest.raises(ValueError, match="there is no seat 9; there are: 1, 2, 3, 4"):
        with_boards.press(9, "stop")
    with pytest.raises(ValueError, match="'ready' is not on the screen for seat 1"):
        with_boards.touch(1, "ready")
    with pytest.raises(AssertionError, match=r"it never comes: not within 0\.1 s\nstate: attract"):
        with_boards.wait_for("it never comes", lambda _: None, limit_s=0.1)


def test_a_failed_test_shows_its_table(
    with_boards: LiveTable, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(with_boards, "close", lambda: None)
    monkeypatch.setattr(live_table_module, "LiveTable", lambda _: with_boards)
    pytester.makepyfile("def test_it(live_table):\n    assert live_table.lamps == {}\n")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.stdout.fnmatch_lines(
        ["*live_table*", "state: attract*", "seat 1: *", "to repeat it: kiosk --config *", "output:*", "picture: none*"]
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
