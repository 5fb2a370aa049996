"""A fault that halts the round, as the trays tell it: large enough to be read from their side."""

from __future__ import annotations

from kiosk.display.paint.marks import Picture
from kiosk.display.paint.text import TextLook
from kiosk.drawings.gallery.states import STATES
from tests.display import shown
from tests.display.boxes import X_HEIGHT_MM


def test_it_can_be_read_in_the_smallest_trays() -> None:
    state = next(state for state in STATES if state.name == "fault-table")
    picture = shown.picture(shown.of_gallery(state, 12), 12, shown.Way((2160, 3840), ("en",)))
    assert picture is not None
    told = [
        mark.look
        for part in picture.parts
        for mark in part.sketch.marks
        if isinstance(mark, Picture) and isinstance(mark.look, TextLook)
    ]
    words = [look for look in told if look.text.startswith(("Can't", "the scores", "Please", "Keep"))]
    assert len(words) >= 3 * 12
    assert min(0.52 * look.size for look in words) >= X_HEIGHT_MM * picture.pixels_per_mm
