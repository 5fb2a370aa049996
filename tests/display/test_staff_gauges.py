"""The tracks of the staff's pages: lit where their setting holds, past midnight too; their hours in words."""

from __future__ import annotations

import pytest

from kiosk.display.paint.marks import Picture, Sketch, Stretch
from kiosk.display.texts.staff_settings import hours_words
from kiosk.display.widgets.staff_gauges import AMBER, draw_track
from kiosk.layout.place import Frame, Place
from kiosk.locale.speaker import speaker

TRACK = Place(500, 100, 1000, 20)


@pytest.mark.parametrize(
    ("ends", "runs", "lit"),
    [
        ((0.0, 0.6), 1, [(0, 600)]),
        ((0.25, 0.75), 1, [(250, 750)]),
        ((0.75, 0.25), 1, [(0, 250), (750, 1000)]),
        ((0.75, 0.25), -1, [(0, 250), (750, 1000)]),
        ((0.0, 0.6), -1, [(400, 1000)]),
    ],
)
def test_a_track_is_lit_from_its_first_end_to_its_second(
    ends: tuple[float, float], runs: int, lit: list[tuple[int, int]]
) -> None:
    sketch = Sketch(Frame())
    draw_track(sketch, TRACK, ends, 0, runs)
    assert not any(isinstance(mark, Picture) for mark in sketch.marks), "nothing to drag"
    found = [mark for mark in sketch.marks if isinstance(mark, Stretch) and mark.tint == AMBER]
    round_ends = 0.25 * TRACK.h
    assert sorted((mark.x - mark.w / 2 + round_ends, mark.x + mark.w / 2 - round_ends) for mark in found) == [
        pytest.approx(span) for span in lit
    ]


def test_a_track_on_which_a_value_is_chosen_has_a_knob_at_it() -> None:
    sketch = Sketch(Frame())
    draw_track(sketch, TRACK, (0.0, 0.6), 40, -1)
    assert [(mark.x, mark.y) for mark in sketch.marks if isinstance(mark, Picture)] == [(400, 100)]


def test_hours_have_a_dash_between_their_ends() -> None:
    assert hours_words("18:00-01:30", speaker("de")) == "18:00\N{EN DASH}01:30"
