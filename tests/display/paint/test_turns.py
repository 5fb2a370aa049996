"""The first picture: felt at once, its parts in turn, and the same as one that is painted in one go."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.display.paint.turns import PAINT_S, Turns


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
