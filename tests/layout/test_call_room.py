"""A Stop on the felt: piles move aside for its words, and those on the caller's side lie askew."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.layout.call_room import MEDAL, askew, call_room, parted
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Layout


def _lying(place: Place, layout: Layout) -> Place:
    """Return a place as it is on a felt that lies: of an upright one with its axes exchanged."""
    return place if layout.centre.w >= layout.centre.h else Place(place.y, place.x, place.h, place.w)


@pytest.mark.parametrize(
    ("seats", "size"),
    [*itertools.product((2, 4), [(1280, 720), (1920, 1080), (2560, 1080)]), (4, (1080, 1920)), (12, (1080, 1920))],
    ids=str,
)
def test_taken_piles_leave_the_words_free_felt_and_keep_their_rows(
    laid: Callable[..., Layout], seats: int, size: tuple[int, int]
) -> None:
    layout = laid(seats, size)
    centre = _lying(layout.centre, layout)
    cells = [_lying(cell, layout) for cell in layout.cells]
    every = range(len(layout.cells))
    for taken in (every, every[::2], *([number] for number in every)):
        room = call_room(layout, taken)
        assert room.deep <= centre.h / 2 + 1e-6
        assert room.end <= centre.w / 2
        assert (room.end < centre.w / 2) is (seats > 2), "words for the short sides"
        places = [_lying(place, layout) for place in parted(layout, list(taken)).cells]
        for number, (place, cell) in enumerate(zip(places, cells, strict=True)):
            assert place.y == cell.y, "it keeps its row"
            if number not in taken or abs(cell.y - centre.y) - 0.605 * cell.h > room.deep:
                assert place[:2] == cell[:2]
                continue
            aside = abs(place.x - centre.x)
            assert place.w <= cell.w
            assert (place.x >= centre.x) is (cell.x >= centre.x)
            assert aside >= room.wide + 0.5 * place.w
            assert aside <= max(room.end - 0.5 * place.w, abs(cell.x - centre.x)) + 1
        halves: dict[tuple[float, bool], list[int]] = {}
        for number in sorted(taken, key=lambda number: abs(cells[number].x - centre.x)):
            halves.setdefault((places[number].y, places[number].x < centre.x), []).append(number)
        for row in halves.values():
            far = [abs(places[number].x - centre.x) for number in row]
            assert far == sorted(far), "they keep their order"
        for one, other in itertools.combinations([places[number] for number in taken], 2):
            assert not one.overlaps(other)
    assert parted(layout, []).cells == layout.cells


def test_what_is_asked_at_every_look_is_reckoned_once(laid: Callable[..., Layout]) -> None:
    layout = laid(4)
    assert call_room(layout, [0, 5]) is call_room(layout, (5, 0))
    assert parted(layout, [0, 5]) is parted(layout, (5, 0))


def test_where_nobody_sits_at_a_long_side_the_medal_alone_needs_room(laid: Callable[..., Layout]) -> None:
    layout = laid(2, (1080, 1920))
    moved, radius = parted(layout, range(8)).cells, MEDAL * call_room(layout).size
    assert any(cell.distance(*layout.centre[:2]) < radius for cell in layout.cells)
    for cell, place in zip(layout.cells, moved, strict=True):
        assert place.distance(*layout.centre[:2]) >= radius
        assert place.x == cell.x
        assert place[:2] == cell[:2] or abs(cell.x - layout.centre.x) < cell.w


@pytest.mark.parametrize(
    ("seats", "size"),
    [*itertools.product((2, 4), [(1280, 720), (1920, 1080), (2560, 1080)]), (4, (1080, 1920)), (12, (1920, 1080))],
    ids=str,
)
def test_no_corner_of_a_pile_that_lies_askew_reaches_the_words(
    laid: Callable[..., Layout], seats: int, size: tuple[int, int]
) -> None:
    layout = laid(seats, size)
    centre = _lying(layout.centre, layout)
    cells = [_lying(cell, layout) for cell in layout.cells]
    turned = 0
    for caller, count in itertools.product(layout.panels, (4, 8)):
        inner = sorted(range(len(cells)), key=lambda number: abs(cells[number].x - centre.x))[:count]
        room, asked = call_room(layout, inner), askew(layout, caller)
        places, turns = parted(layout, inner, asked)
        turned += sum(map(bool, turns))
        for number in inner:
            place, angle = _lying(places[number], layout), math.radians(abs(turns[number]))
            assert (turns[number] == 0) is (asked[number] == 0)
            assert abs(turns[number]) <= abs(asked[number])
            if abs(place.y - centre.y) - place.h / 2 > room.deep:
                continue
            reach = (place.w * math.cos(angle) + place.h * math.sin(angle)) / 2
            assert abs(place.x - centre.x) - reach >= room.wide
            assert abs(place.x - centre.x) + reach <= room.end + 1
    assert turned


def test_piles_lie_less_askew_where_they_would_lie_on_each_other(laid: Callable[..., Layout]) -> None:
    layout = laid(4, (1920, 1080))
    inner = sorted(range(len(layout.cells)), key=lambda number: abs(layout.cells[number].x - layout.centre.x))[:8]
    for caller in layout.panels:
        asked = askew(layout, caller)
        places, turns = parted(layout, inner, asked)
        assert any(abs(one) < abs(other) for one, other in zip(turns, asked, strict=True))
        for one, other in itertools.combinations(inner, 2):
            if places[one].y == places[other].y:
                reach = sum(
                    places[cell].w / 2 * math.cos(angle) + places[cell].h / 2 * math.sin(angle)
                    for cell in (one, other)
                    for angle in [math.radians(abs(turns[cell]))]
                )
                assert abs(places[one].x - places[other].x) >= reach - 1


@pytest.mark.parametrize(("seats", "least"), [(2, 1.0), (4, 0.8), (12, 0.8)])
def test_words_are_a_little_smaller_where_piles_beside_them_would_be_much_smaller(
    laid: Callable[..., Layout], seats: int, least: float
) -> None:
    layout = laid(seats, (1920, 1080))
    inner = sorted(range(len(layout.cells)), key=lambda number: abs(layout.cells[number].x - layout.centre.x))
    sizes = [call_room(layout, inner[:count]).size / 1080 for count in range(len(inner) + 1)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == call_room(layout).size / 1080 <= 0.123
    assert sizes[-1] == pytest.approx(least * sizes[0])


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)], ids=str)
def test_piles_on_the_callers_side_lie_askew(laid: Callable[..., Layout], size: tuple[int, int]) -> None:
    layout = laid(4, size)
    for seat, panel in layout.panels.items():
        turns = askew(layout, seat)
        assert len(turns) == len(layout.cells)
        assert 2 <= sum(turn != 0 for turn in turns) < len(turns)
        assert all(8 <= abs(turn) <= 12 for turn in turns if turn)
        upright = Frame(rotation=-panel.frame.rotation)
        ways = [upright.to_window(cell.x - layout.centre.x, cell.y - layout.centre.y) for cell in layout.cells]
        turned = [way for way, turn in zip(ways, turns, strict=True) if turn]
        assert max(up for _, up in turned) < min(up for _, up in ways) + 0.6 * (
            max(up for _, up in ways) - min(up for _, up in ways)
        )
        assert min(up for _, up in turned) == min(up for _, up in ways)
        assert sum(right for right, _ in turned) == pytest.approx(0, abs=0.5 * size[0])
    assert askew(layout, SeatNumber(9)) == (0.0,) * len(layout.cells)
