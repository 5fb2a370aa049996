"""The notice that touches are recorded: for every side in its language, and over nothing that is played."""

from __future__ import annotations

import pytest

from kiosk.display.paint.marks import Picture, Sketch, Stretch
from kiosk.display.paint.text import TextLook
from kiosk.display.screens.recording import draw_recording
from kiosk.drawings.gallery.states import STATES
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import sides
from kiosk.layout.table_layout import Layout
from tests.display import shown

SIZE = (1920, 1080)


def _layout(name: str, seats: int) -> Layout:
    state = shown.of_gallery(next(state for state in STATES if state.name == name), seats)
    picture = shown.picture(state, seats, shown.Way(SIZE, ("en",)))
    assert picture is not None
    return picture.layout


def _notices(layout: Layout, language: str = "en") -> tuple[list[Place], list[str]]:
    """Return the plates, and the words on them."""
    sketch = Sketch(Frame())
    spoken = [(seat, language) for seat in (*layout.panels, *layout.tabs)]
    draw_recording(sketch, layout, sides(layout, spoken), 7)
    plates = [Place(mark.x, mark.y, mark.w, mark.h) for mark in sketch.marks if isinstance(mark, Stretch)]
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
    return plates, [look.text for look in looks if isinstance(look, TextLook)]


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_it_lies_between_trays_and_pieces_before_every_edge(seats: int) -> None:
    layout = _layout("play-early", seats)
    plates, words = _notices(layout)
    assert words == ["All touches are being recorded: 7 s more"] * len({one.edge for one in layout.panels.values()})
    for plate in plates:
        assert not any(_covered(plate, panel.bounds) > 0.01 for panel in layout.panels.values())
        assert not any(_covered(plate, cell) > 0.1 for cell in layout.cells)


def test_it_is_told_once_above_a_page_of_the_staff() -> None:
    (plate,), words = _notices(_layout("service-menu", 4), "he")
    assert words == ["כל הנגיעות מוקלטות: עוד 7 שניות"]
    assert plate.bottom > 950


def _covered(plate: Place, place: Place) -> float:
    """Return how much of a place is below the plate, 0..1."""
    wide = min(plate.right, place.right) - max(plate.left, place.left)
    high = min(plate.top, place.top) - max(plate.bottom, place.bottom)
    return max(0.0, wide) * max(0.0, high) / (place.w * place.h)
