"""A table that invites: smaller pieces at the player's right, the invitation beside them, lists in free corners."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from kiosk.layout.inviting import GATE, PIECES, SCALE, felt_before, free_corners, inviting, list_corners, wheel_place
from kiosk.layout.place import Place
from kiosk.layout.table_layout import PAD, Layout

COMMON = {"head", "ticker", "leave", "body", "end", "stop", "sign", "rules", "door"}
TABLES = [
    (2, (1280, 720)),
    (2, (1280, 678)),
    (2, (2560, 1080)),
    (4, (1920, 1080)),
    (4, (1080, 1920)),
    (12, (3840, 2160)),
]


@pytest.mark.parametrize("game", ["cards", "dice"])
@pytest.mark.parametrize(("seats", "size"), TABLES)
def test_an_invitation_stands_beside_smaller_pieces(
    laid: Callable[..., Layout], seats: int, size: tuple[int, int], game: str
) -> None:
    usual = laid(seats, size, game)
    shown = inviting(usual)
    assert len(shown.panels) == seats
    for seat, panel in shown.panels.items():
        before, places = usual.panels[seat].places, panel.places
        wide, deep = panel.size
        scale = places[SCALE].w / panel.card
        assert scale <= PIECES
        assert {name for name in before if places[name] == before[name]} == COMMON & before.keys()
        own = {name: places[name] for name in before.keys() - COMMON}
        for name, place in own.items():
            assert place[2:] == pytest.approx([scale * length for length in before[name][2:]])
            assert place.left >= -wide / 2
            assert place.top <= deep / 2 + 1e-6
            assert place.bottom >= -deep / 2 - 1e-6
            if name != "count":
                assert not place.overlaps(places["invitation"])
                assert place.left - places["invitation"].right >= 0.26 * panel.card - 1e-6
        pieces = [place for name, place in own.items() if name not in ("count", "well")]
        for one, other in itertools.combinations(pieces, 2):
            assert not one.overlaps(other)
        assert max(place.right for place in pieces) == pytest.approx(wide / 2 - PAD * panel.card)
        invitation = places["invitation"]
        assert invitation.left == pytest.approx(-wide / 2 + 0.26 * panel.card)
        assert 0 < invitation.h < deep
        assert invitation.w > (3 * panel.card if panel.roomy else 0.5 * wide)
        assert (invitation.y, pieces[0].y) == pytest.approx((0, 0), abs=0.02 * deep)
        assert any(places[GATE].overlaps(place) for place in pieces)
        begin, end = felt_before(panel, usual.centre)
        assert end - begin == pytest.approx(usual.centre.w if panel.edge in ("south", "north") else usual.centre.h)
        if game == "cards":
            assert places[GATE] == places["hand"]
            assert max(place.x for place in pieces) > places["hand"].x, "the gap is not at the end of all"


@pytest.mark.parametrize(("seats", "size"), TABLES)
def test_bots_play_in_the_middle_as_in_a_match(laid: Callable[..., Layout], seats: int, size: tuple[int, int]) -> None:
    usual = laid(seats, size)
    centre, shown, wheel = usual.centre, inviting(usual), wheel_place(usual.centre)
    assert shown.cells == usual.cells
    assert not any(cell.overlaps(panel.bounds) for cell in shown.cells for panel in shown.panels.values())
    assert wheel.w == wheel.h == round(min(0.99 * min(centre.w, centre.h), 0.36 * max(centre.w, centre.h)))


@pytest.mark.parametrize("game", ["cards", "dice"])
@pytest.mark.parametrize(("seats", "size"), TABLES)
def test_free_corners_lie_between_trays_and_outside_of_the_middle(
    laid: Callable[..., Layout], seats: int, size: tuple[int, int], game: str
) -> None:
    layout = laid(seats, size, game)
    corners = [*free_corners(layout), *list_corners(layout)]
    assert len(corners) in (0, 2, 4)
    for place, _ in corners:
        assert layout.area.inset(layout.rim).holds(place.left, place.bottom)
        assert layout.area.inset(layout.rim).holds(place.right, place.top)
        assert not any(place.overlaps(panel.bounds) for panel in layout.panels.values())
        assert not place.overlaps(layout.centre)
        assert 0.07 * min(size) <= min(place.w, place.h) <= max(place.w, place.h) <= 0.2 * min(size)


def test_the_corners_of_four_are_turned_to_those_who_sit_beside_them(laid: Callable[..., Layout]) -> None:
    (upper, turned), (lower, other) = free_corners(laid(4))
    assert (upper.x < 960 < lower.x, upper.y > 540 > lower.y, turned, other) == (True, True, 270, 90)
    (lower, turned), (upper, other) = list_corners(laid(4))
    assert (lower.x < 960 < upper.x, upper.y > 540 > lower.y, turned, other) == (True, True, 0, 180)
    assert min(place.h for place, _ in list_corners(laid(4))) >= 0.17 * 1080
    assert min(place.w for place, _ in free_corners(laid(4))) >= 0.14 * 1080, "most of the corner is used"
    assert isinstance(upper, Place)


def test_where_nobody_sits_at_the_sides_corners_are_turned_to_the_ends(laid: Callable[..., Layout]) -> None:
    layout = laid(4)
    ends = {seat: panel for seat, panel in layout.panels.items() if panel.edge in ("south", "north")}
    assert [turn for _, turn in free_corners(replace(layout, panels=ends))] == [180.0, 0.0]
