"""What is said beside a held corner in a round: upright for whoever holds it, over nothing that is played."""

from __future__ import annotations

import math

import pytest

from kiosk.display.corner_notice import corner_notice, draw_corner_notice
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.marks import Picture, Sketch, Stretch
from kiosk.display.paint.text import TextLook
from kiosk.display.screens.service import add_corners
from kiosk.drawings.gallery.states import STATES
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import TURN
from tests.display import shown

PLAY = next(state for state in STATES if state.name == "play-early")
PEOPLE = (SeatNumber(1), SeatNumber(3), SeatNumber(4))


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_it_lies_beside_its_corner_and_covers_neither_tray_nor_pile(seats: int) -> None:
    state = shown.of_gallery(PLAY, seats)
    picture = shown.picture(state, seats, shown.Way((1920, 1080)))
    assert picture is not None
    layout, corners = picture.layout, Sketch(Frame())
    piles = [layout.cells[cell] for cell, _ in picture.snapshot.piles]
    assert piles
    add_corners(corners, layout)
    for corner in corners.items:
        assert corner.seat is not None
        panel = layout.panels[corner.seat]
        for language in ("en", "ru", "he"):
            notice = corner_notice(layout, corner, language, piles, [SeatNumber(n) for n in range(1, seats + 1)])
            place = notice.place
            assert notice.turn == TURN[panel.edge]
            if notice.turn % 180:
                place = place._replace(w=place.h, h=place.w)
            near = min(max(corner.x, place.left), place.right), min(max(corner.y, place.bottom), place.top)
            assert math.dist(near, (corner.x, corner.y)) < 0.4 * layout.area.h
            assert not any(place.overlaps(other) for other in (*piles, *(one.bounds for one in layout.panels.values())))
            _lies_in(place, layout.area)
            assert notice.size >= 0.024 * layout.area.h


def test_its_words_and_buttons_lie_on_its_plate() -> None:
    state = shown.of_gallery(PLAY, 4)
    picture = shown.picture(state, 4, shown.Way((1280, 720)))
    assert picture is not None
    corners = Sketch(Frame())
    add_corners(corners, picture.layout)
    for language in ("de", "ar"):
        sketch = Sketch(Frame())
        draw_corner_notice(sketch, corner_notice(picture.layout, corners.items[0], language, (), PEOPLE[:2]))
        (plate,) = [mark for mark in sketch.marks if isinstance(mark, Stretch)]
        others = [mark for mark in sketch.marks if isinstance(mark, Picture)]
        assert len(others) >= 9, "two buttons, their signs and two lines, and two seats with their numbers"
        for mark in others:
            assert Place(plate.x, plate.y, plate.w, plate.h).holds(mark.x, mark.y)


@pytest.mark.parametrize(
    ("people", "told"),
    [
        (PEOPLE[:1], "Hold both buttons here:"),
        (PEOPLE[:2], "Hold both buttons here:"),
        (PEOPLE, "Hold both buttons at 2 of these seats:"),
    ],
)
def test_it_names_the_seats_whose_buttons_pause_the_round_and_how_many_of_them(
    people: tuple[SeatNumber, ...], told: str
) -> None:
    picture = shown.picture(shown.of_gallery(PLAY, 4), 4, shown.Way((1280, 720)))
    assert picture is not None
    corners, sketch = Sketch(Frame()), Sketch(Frame())
    add_corners(corners, picture.layout)
    draw_corner_notice(sketch, corner_notice(picture.layout, corners.items[0], "en", (), people))
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
    assert tuple(look.seat for look in looks if isinstance(look, MedalLook)) == people
    words = [look.text for look in looks if isinstance(look, TextLook)]
    assert told in " ".join(words)
    assert words[-len(people) :] == [str(seat) for seat in people]


def _lies_in(place: Place, area: Place) -> None:
    assert area.left <= place.left < place.right <= area.right
    assert area.bottom <= place.bottom < place.top <= area.top
