"""What each edge reads of a result lies on free felt at its left, beside the turntable, and apart from the others'."""

from __future__ import annotations

import itertools
import math

import pytest

from kiosk.layout.counting import turntable_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.result_places import ranking_rows, result_rooms, stage
from kiosk.layout.sides import sides
from tests.layout.conftest import Laid

SIZES = ((1920, 1080), (1080, 1920), (2560, 1080), (3840, 2160), (1600, 1200))


def seen(frame: Frame, place: Place) -> Place:
    """Return a place of a turned frame in the window."""
    w, h = (place.w, place.h) if frame.rotation % 180 == 0 else (place.h, place.w)
    return Place(*frame.to_window(place.x, place.y), w, h)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_every_edge_has_a_room_of_its_own_beside_the_turntable(laid: Laid, seats: int, size: tuple[int, int]) -> None:
    layout = laid(seats, size)
    here = sides(layout, ())
    rooms = result_rooms(layout, here)
    assert [room.side for room in rooms] == here
    short, table = min(layout.centre.w, layout.centre.h), turntable_place(layout)
    for name in ("ranking", "story", "awards"):
        places = [seen(room.side.frame, getattr(room, name)) for room in rooms]
        for place in places:
            assert min(place.w, place.h) > 0.06 * short
            assert place.w * place.h > 0.02 * short**2
            assert layout.centre.inset(-1).holds(place.left, place.bottom)
            assert layout.centre.inset(-1).holds(place.right, place.top)
            near = [
                max(0.0, abs(getattr(place, at) - getattr(table, at)) - getattr(place, far) / 2)
                for at, far in ("xw", "yh")
            ]
            assert math.hypot(*near) >= table.w / 2
        assert not any(one.overlaps(other) for one, other in itertools.combinations(places, 2))
    for room in rooms:
        assert room.ranking.bottom >= room.story.top, "the story is nearer to the reader"


@pytest.mark.parametrize("count", [2, 5, 12])
def test_the_ranking_keeps_as_many_as_have_room_the_winner_largest(laid: Laid, count: int) -> None:
    layout = laid(4)
    room = result_rooms(layout, sides(layout, ()))[0]
    rows = ranking_rows(room, count, min(layout.centre.w, layout.centre.h), 12.0)
    assert 2 <= len(rows) <= count
    assert rows[0].h > rows[1].h
    assert all(above.bottom >= below.top - 1e-6 for above, below in itertools.pairwise(rows))
    assert rows[0].top <= room.ranking.top + 1e-6
    assert rows[-1].bottom >= room.ranking.bottom - 1e-6
    assert all(row.w <= room.ranking.w for row in rows)


def test_the_best_places_have_more_weight_on_the_stage() -> None:
    table = Place(0, 0, 500, 500)
    medals = [stage(table, rank).medal for rank in range(12, 0, -1)]
    assert medals == sorted(medals)
    assert len(set(medals)) == 4
    for rank in (1, 12):
        parts = stage(table, rank)
        corner = math.hypot(parts.names.w / 2, parts.names.y - parts.letters / 2)
        assert corner <= 250, "names lie on the leather"
        assert abs(parts.names.y) - parts.letters / 2 > parts.medal / 2, "and beside the medal"
