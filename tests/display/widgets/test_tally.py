"""The matches that the people here have won: told at each name and beside Again, and nowhere during a match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.paint.art import SignLook
from kiosk.display.paint.marks import Picture
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Wishes
from kiosk.protocol import Snapshot
from tests.display.panels import ShownPanels, layout_of_all, words

ONE, TWO, THREE = (SeatNumber(number) for number in (1, 2, 3))
TALLY = ((ONE, 2), (TWO, 1))


def _panels(canned: Any, state: str, seats: int, tally: tuple[tuple[SeatNumber, int], ...]) -> ShownPanels:
    snapshot: Snapshot = replace(canned.snapshot(state, seats), tally=tally)
    layout: Layout = layout_of_all(canned.welcome(seats), (1920, 1080))
    return ShownPanels(snapshot, layout)


def _told(panels: ShownPanels, seat: SeatNumber) -> str:
    """Return what stands beside the cup at the seat's name."""
    marks = panels.panel(seat).marks
    cups = [n for n, mark in enumerate(marks) if isinstance(mark, Picture) and mark.look == _cup(mark)]
    return "".join(words(marks[n + 1 : n + 2])[0] for n in cups)


def _cup(mark: Picture) -> SignLook:
    return SignLook("icon cup", mark.look.extent[0])


@pytest.mark.parametrize("state", ["ready", "countdown"])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_two_rivals_read_their_own_matches_first(canned: Any, state: str, seats: int) -> None:
    panels = _panels(canned, state, seats, TALLY)
    assert (_told(panels, ONE), _told(panels, TWO)) == ("2 : 1", "1 : 2")


def test_in_languages_from_right_to_left_the_own_ones_are_at_the_right(canned: Any) -> None:
    shown = canned.snapshot("ready", 2, tally=TALLY)
    layout = layout_of_all(canned.welcome(2), (1920, 1080), Wishes(rtl={ONE}))
    assert _told(ShownPanels(shown, layout), ONE) == "1 : 2"


@pytest.mark.parametrize("state", ["ready", "countdown"])
def test_of_more_people_each_has_its_own_at_its_name_and_nobody_a_zero(canned: Any, state: str) -> None:
    panels = _panels(canned, state, 4, ((ONE, 2), (TWO, 1), (THREE, 0)))
    assert [_told(panels, seat) for seat in (ONE, TWO, THREE)] == ["2", "1", ""]


def test_without_a_tally_nothing_is_told(canned: Any) -> None:
    panels = _panels(canned, "ready", 2, ())
    assert not any(_told(panels, seat) for seat in panels.layout.panels)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_beside_again_it_is_a_figure_of_the_result(canned: Any, seats: int) -> None:
    panels = _panels(canned, "match_result", seats, TALLY)
    lines = words(panels.panel(ONE).marks)
    assert "matches" in lines
    assert ":" in lines
    assert not _told(panels, ONE)
