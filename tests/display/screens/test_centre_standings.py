"""Who leads, told on the free felt: when, to whom, and clear of everything else that lies there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.motion.count_in import numeral_places
from kiosk.display.screens.centre_lobby import countdown_light
from kiosk.display.screens.centre_standings import readers, standing_rows
from kiosk.display.screens.chooser import sketch_centre
from kiosk.display.screens.picture import PictureModel
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.sides import Side, sides
from kiosk.protocol import Snapshot
from tests.display.panels import layout_of_all, words

_S = 1_000_000_000
_STANDINGS = tuple((SeatNumber(seat), 100 - seat) for seat in (1, 2))
SIZES = [(1920, 1080), (1080, 1920), (2560, 1080), (1280, 720)]


def _middle(canned: Any, snapshot: Snapshot, seats: int) -> list[str]:
    """Return the texts in the middle of the table."""
    picture = PictureModel(canned.welcome(seats), lambda: snapshot.now)
    picture.change_to(snapshot.game)
    picture.follow(snapshot)
    picture.arrange(Place(960, 540, 1920, 1080))
    assert picture.layout is not None
    centre = picture.centre(snapshot, picture.look(snapshot), picture.layout, snapshot.now)
    return words(sketch_centre(centre).marks)


def _countdown(canned: Any, seats: int, after_s: float, **values: object) -> Snapshot:
    """Return a countdown so many seconds after it has begun."""
    shown: Snapshot = canned.snapshot("countdown", seats)
    since = shown.deadline - 3 * _S
    return replace(shown, standings=_STANDINGS, since=since, now=since + round(after_s * _S), **values)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_before_a_round_it_is_told_once_all_pieces_are_dealt(canned: Any, seats: int) -> None:
    told = [_middle(canned, _countdown(canned, seats, after_s), seats).count("99") for after_s in (0.5, 1.2, 2.9, 3.0)]
    assert told == [0, 2, 2, 0], "for both long edges"


def test_before_the_first_round_and_when_one_goes_on_nothing_is(canned: Any) -> None:
    first, resumed = _countdown(canned, 4, 2), _countdown(canned, 4, 2, resumes=True)
    assert "99" not in _middle(canned, replace(first, standings=()), 4)
    assert "99" not in _middle(canned, resumed, 4)


def test_where_it_is_calm_nothing_flies_and_it_stands_at_once(canned: Any) -> None:
    shown = _countdown(canned, 4, 0.2)
    calm = replace(shown, seats=tuple(replace(view, calm=True) for view in shown.seats))
    assert _middle(canned, calm, 4).count("99") == 2


@pytest.mark.parametrize("seats", [2, 4])
def test_it_is_told_while_a_round_is_halted(canned: Any, seats: int) -> None:
    assert "99" in _middle(canned, canned.snapshot("paused", seats, standings=_STANDINGS), seats)
    assert "99" not in _middle(canned, canned.snapshot("play", seats, standings=_STANDINGS), seats)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_the_lines_lie_on_the_felt_clear_of_the_countdown(canned: Any, seats: int, size: tuple[int, int]) -> None:
    layout = layout_of_all(canned.welcome(seats), size)
    here = sides(layout, ())
    taken = countdown_light(layout), *numeral_places(layout, here)
    found = []
    for side in readers(here):
        rows = standing_rows(side, 3, taken, 12.0)
        found += rows
        for row in rows:
            place = _in_window(side, row)
            assert not any(place.overlaps(other) for other in taken)
            assert layout.centre.left <= place.left < place.right <= layout.centre.right
            assert layout.centre.bottom <= place.bottom < place.top <= layout.centre.top
    assert found


def _in_window(side: Side, row: Place) -> Place:
    x, y = side.frame.to_window(row.x, row.y)
    return Place(x, y, row.w, row.h) if round(side.frame.rotation) % 180 == 0 else Place(x, y, row.h, row.w)


def test_where_there_is_no_room_nothing_is_told(canned: Any) -> None:
    layout = layout_of_all(canned.welcome(4), (1920, 1080))
    (side, *_) = (side for side in sides(layout, ()) if side.long)
    assert standing_rows(side, 3, (layout.centre,), 12.0) == []
