"""The first picture: felt at once, its parts in turn, and the same as one that is painted in one go."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.display.paint.turns import PAINT_S, LatePanels, Turns
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView


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


@pytest.mark.ui
@pytest.mark.parametrize("state", ["attract", "ready", "play"])
def test_a_display_that_starts_shows_felt_first_and_then_the_same_picture(canned: Any, state: str) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415  # load Kivy only when such a test runs

    whole, coming = (
        TableView(canned.welcome(4), clock=lambda: canned.now, in_turn=in_turn, size=(1280, 720))
        for in_turn in (False, True)
    )
    snapshot = canned.snapshot(state, 4)
    whole.show(snapshot)
    coming.show(snapshot)
    coming._paint_in_turn()
    assert not coming.items()
    assert coming._atlas.pages == 0
    coming._paint_in_turn()
    assert coming._sketches
    for _ in range(20):
        coming._paint_in_turn()
    assert coming.is_open
    assert coming.items() == whole.items()
    for view in (whole, coming):
        view._movement.stop()


@pytest.mark.ui
def test_a_table_that_goes_while_its_picture_comes_is_told_as_gone(canned: Any) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(4), clock=lambda: canned.now, in_turn=True, size=(1280, 720))
    view.show(canned.snapshot("play", 4))
    view._paint_in_turn()
    view.table_gone(True)
    for _ in range(20):
        view._paint_in_turn()
    assert view.is_open
    assert not view.items()
    view._movement.stop()


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
def test_of_a_stop_all_panels_are_shown_after_a_few_frames_however_slow_the_machine(canned: Any) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    slow = [0.0]

    def clock() -> float:
        slow[0] += 2 * PAINT_S
        return slow[0]

    view = TableView(canned.welcome(4), clock=lambda: canned.now, in_turn=True, size=(1280, 720))
    play, stopped = canned.snapshot("play", 4), canned.snapshot("stopped", 4)
    view.show(play)
    for _ in range(20):
        view._paint_in_turn()
    assert view.is_open
    view._later = LatePanels(clock)
    view.show(stopped)
    changed = [view._picture.table == view._sketches[seat.seat][0].table for seat in stopped.seats]
    assert changed.count(True) == 1
    for frame in range(2, 5):
        view._refresh()
        changed = [view._picture.table == view._sketches[seat.seat][0].table for seat in stopped.seats]
        assert changed.count(True) == frame
    assert not view._later.are_left
    view._movement.stop()
