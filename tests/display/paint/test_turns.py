"""The first picture: felt at once, its parts in turn, and the same as one that is painted in one go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.display.paint.turns import PAINT_S, LatePanels, Turns
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView
from tests.display.table import Table


def test_the_first_frame_has_no_time_and_every_other_one_time_for_at_least_one_part() -> None:
    now = [0.0]
    turns = Turns(lambda: now[0])
    assert not turns.begin_frame()
    for _ in range(3):
        assert turns.begin_frame()
        assert turns.take_turn()
        assert turns.take_turn()
        assert not turns.are_left
        now[0] += 2 * PAINT_S  # the part took longer than a frame
        assert not turns.take_turn()
        assert turns.are_left


def _open(table: Table) -> None:
    """Draw frames until all of the first picture is shown."""
    for _ in range(20):
        if table.view.is_open:
            return
        table.pass_ms()
    pytest.fail("the first picture is not whole after 20 frames")


@pytest.mark.ui
@pytest.mark.parametrize("state", ["attract", "ready", "play"])
def test_a_display_that_starts_shows_felt_first_and_then_the_same_picture(
    table_of: Callable[..., Table], canned: Any, state: str
) -> None:
    whole, coming = (table_of(4, in_turn=in_turn) for in_turn in (False, True))
    snapshot = canned.snapshot(state, 4)
    whole.show(snapshot)
    coming.show(snapshot)
    coming.pass_ms()
    assert not coming.view.items()
    assert not coming.view.sketches
    assert coming.view.atlas.pages == 0
    coming.pass_ms()
    assert coming.view.sketches
    _open(coming)
    assert coming.view.items() == whole.view.items()


@pytest.mark.ui
def test_a_table_that_goes_while_its_picture_comes_is_told_as_gone(table_of: Callable[..., Table], canned: Any) -> None:
    table = table_of(4, in_turn=True)
    table.show(canned.snapshot("play", 4))
    table.pass_ms()
    table.view.table_gone(True)
    _open(table)
    assert not table.view.items()


def _seats(*bots: int) -> list[SeatView]:
    return [SeatView(SeatNumber(number), "playing", bot=number in bots) for number in (1, 2, 3, 4)]


def test_panels_that_had_to_wait_are_painted_first_and_people_before_bots() -> None:
    now = [0.0]
    late = LatePanels(lambda: now[0])
    painted: list[list[int]] = []
    for _ in range(3):
        painted.append([])
        for view in late.begin_frame(_seats(1)):
            if not late.waits(view.seat):
                painted[-1].append(view.seat)
                now[0] += 0.7 * PAINT_S
    assert painted == [[2, 3], [4, 1], [2, 3]]
    assert late.are_left


def test_no_panel_waits_in_a_frame_with_a_new_layout() -> None:
    now = [0.0]
    late = LatePanels(lambda: now[0])
    late.paint_all()
    for view in late.begin_frame(_seats()):
        assert not late.waits(view.seat)
        now[0] += 2 * PAINT_S
    assert not late.are_left
    late.begin_frame(_seats())
    assert not late.waits(SeatNumber(1))
    now[0] += 2 * PAINT_S
    assert late.waits(SeatNumber(2))


@pytest.mark.ui
def test_of_a_stop_all_panels_are_shown_after_a_few_frames_however_slow_the_machine(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.display import table_view  # noqa: PLC0415

    slow = [0.0]

    def clock() -> float:
        slow[0] += 2 * PAINT_S
        return slow[0]

    monkeypatch.setattr(table_view, "LatePanels", lambda: LatePanels(clock))
    table = table_of(4, in_turn=True)
    table.show(canned.snapshot("play", 4))
    _open(table)
    before = {seat: table.marks(seat) for seat in range(1, 5)}
    table.show(canned.snapshot("stopped", 4))
    changed = []
    for _ in range(4):
        changed.append(sum(table.marks(seat) != before[seat] for seat in before))
        table.pass_ms()
    assert changed == [1, 2, 3, 4]
