"""A seat's light beats for its last three pieces, faster and faster, and is steady for those who want it calm."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.paint.marks import Light

pytestmark = pytest.mark.ui


def beats(canned: Any, left: int, *, calm: bool = False) -> list[float]:
    """Return how often a second the lights of seat 1 beat with so many cards in its stack."""
    from kiosk.display.table_view import TableView  # noqa: PLC0415  # load Kivy only when such a test runs

    view = TableView(canned.welcome(4), clock=lambda: canned.now, size=(1280, 720))
    play = canned.snapshot("play", 4)
    view.show(replace(play, seats=(replace(play.seats[0], stack_count=left, calm=calm), *play.seats[1:])))
    marks = view._sketches[1][1].marks
    view._movement.stop()
    return [mark.beat for mark in marks if isinstance(mark, Light)]


def test_the_light_beats_faster_and_faster_for_the_last_pieces(canned: Any) -> None:
    assert beats(canned, 4) == []
    found = [beat for left in (3, 2, 1, 0) for beat in beats(canned, left)]
    assert len(found) == 4
    assert found == sorted(found)
    assert found[0] == pytest.approx(1 / 1.8)
    assert max(found) <= 3, "no more than three flashes a second"


def test_a_calm_seat_has_a_steady_light(canned: Any) -> None:
    assert beats(canned, 1, calm=True) == [0.0]
