"""The piles that move aside for the words of a Stop: out of their room, along their rows, one beside the other."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from kiosk.display.screens.centre_result import Lines
from kiosk.game.seats import SeatNumber
from kiosk.layout.call_room import askew, call_room, parted
from tests.display.motion.test_effects import layout_of


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_piles_leave_the_room_of_the_words_and_stay_on_the_felt(canned: Any, seats: int) -> None:
    layout = layout_of(canned, seats)
    centre, taken = layout.centre, range(len(layout.cells))
    room = call_room(layout, taken)
    moved = parted(layout, taken).cells
    assert moved != layout.cells
    for before, after in zip(layout.cells, moved, strict=True):
        assert after.y == before.y
        assert after.w / before.w == pytest.approx(after.h / before.h)
        assert after.w <= before.w
        far = abs(after.x - centre.x)
        assert far - after.w / 2 > room.wide or abs(after.y - centre.y) - after.h / 2 > room.deep
        assert far + after.w / 2 < room.end


def test_the_room_is_that_of_the_words(canned: Any) -> None:
    room = call_room(layout_of(canned, 4))
    assert 2 * room.wide == pytest.approx(Lines.of("LIGRETTO STOP!").width * room.size, rel=0.1)


def test_piles_that_have_room_beside_each_other_do_not_touch(canned: Any) -> None:
    layout = layout_of(canned, 4)
    row = [cell for cell, place in enumerate(layout.cells) if place.y == layout.cells[0].y]
    few = sorted(row, key=lambda cell: abs(layout.cells[cell].x - layout.centre.x))[:4]
    moved = parted(layout, few).cells
    assert len(few) == 4
    assert not any(moved[one].overlaps(moved[other]) for one, other in itertools.combinations(few, 2))


def test_a_cell_without_a_pile_stays_where_it_is(canned: Any) -> None:
    layout = layout_of(canned, 4)
    assert parted(layout, []).cells == layout.cells


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_a_stop_turns_some_piles_on_its_callers_side_and_none_far_from_it(canned: Any, seats: int) -> None:
    layout = layout_of(canned, seats)
    for panel in layout.panels.values():
        turns = askew(layout, panel.seat)
        x, y = panel.frame.x, panel.frame.y
        far = [math.dist((x, y), cell[:2]) for cell in layout.cells]
        assert turns[far.index(max(far))] == 0
        assert all(turn == 0 or 5 <= abs(turn) <= 15 for turn in turns)
    assert any(any(askew(layout, seat)) for seat in layout.panels)


def test_nobody_turns_a_pile_who_has_no_panel(canned: Any) -> None:
    layout = layout_of(canned, 4)
    assert list(askew(layout, SeatNumber(9))) == [0.0] * len(layout.cells)
