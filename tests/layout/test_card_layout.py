"""The measures of cards in a tray, in card widths, and of the piles between the trays."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kiosk.layout.card_layout import CardParts, row_slots
from kiosk.layout.place import Place
from kiosk.layout.table_layout import CARD_ASPECT
from kiosk.protocol import SeatView, Slot

USUAL = CardParts(4, 3)


def gaps(parts: CardParts, further: float = 0.0) -> list[float]:
    """Return the room between neighbours, for cards 100 pixels wide."""
    return [other.left - one.right for one, other in pairwise(parts.body(100, further).values())]


def test_parts_lie_side_by_side_around_the_middle_of_the_tray() -> None:
    places = USUAL.body(100)
    assert list(places) == ["count", "stack", "row 0", "row 1", "row 2", "discard", "hand", "end"]
    assert [round(place.w) for place in places.values()] == [82, 112, 100, 100, 100, 100, 100, 120]
    assert gaps(USUAL) == pytest.approx([6, 23, 9, 9, 23, 9, 23])
    assert -places["count"].left == pytest.approx(places["end"].right)
    assert {round(place.h / CARD_ASPECT) for name, place in places.items() if "row" in name} == {100}
    assert places["stack"].h / places["stack"].w == pytest.approx(CARD_ASPECT)


def test_tight_parts_are_closer_together_and_have_no_end() -> None:
    places = USUAL.tight.body(100)
    assert list(places) == ["count", "stack", "row 0", "row 1", "row 2", "discard", "hand"]
    assert gaps(USUAL.tight) == pytest.approx([5, 8, 5, 5, 8, 5])
    assert (USUAL.stop, USUAL.tight.stop) == (1.04, 0.98)


def test_a_wider_tray_moves_its_parts_apart_most_of_all_those_that_belong_to_different_piles() -> None:
    usual, wide = USUAL.body(100), USUAL.body(100, 99)
    whole = [places["end"].right - places["count"].left for places in (usual, wide)]
    assert whole[1] - whole[0] == pytest.approx(99)
    more = [after - before for before, after in zip(gaps(USUAL), gaps(USUAL, 99), strict=True)]
    assert more == pytest.approx([5, 15, 3, 3, 15, 3, 15], rel=0.2)
    assert wide["end"].w - usual["end"].w == pytest.approx(30, rel=0.2)


@pytest.mark.parametrize(("players", "slots"), [(2, 5), (3, 4), (4, 3), (12, 3)])
def test_before_the_deal_a_row_is_that_of_the_players(players: int, slots: int) -> None:
    assert row_slots(players) == slots
    assert CardParts.of((), players) == CardParts(players, slots)
    assert CardParts.of((), 1) == CardParts(2, 5), "nobody plays alone"


def test_after_the_deal_a_row_is_the_longest_that_was_dealt() -> None:
    views = [SeatView(seat=seat, state="playing", row=(Slot("r1", 1),) * count) for seat, count in ((1, 4), (2, 6))]
    assert CardParts.of(views, 2) == CardParts(2, 6)


@pytest.mark.parametrize(("players", "spare"), [(2, 4), (8, 4), (10, 5), (12, 6)])
def test_a_1_has_four_free_places_or_one_for_every_second_player(players: int, spare: int) -> None:
    assert CardParts(players, 3).spare == spare


def felt(centre: Place, players: int, least: float) -> tuple[float, ...]:
    """Return the distances of piles and their distance to the end of the middle, along and across, in cards."""
    cells = CardParts.of((), players).cells(centre, least)
    w, h = cells[0].w, cells[0].h
    columns, rows = sorted({cell.x for cell in cells}), sorted({cell.y for cell in cells})
    step_y = (rows[1] - rows[0]) / h if len(rows) > 1 else 0.0
    ends = (centre.right - columns[-1]) / w - 0.5, (centre.top - rows[-1]) / h - 0.5
    return ((columns[1] - columns[0]) / w, step_y, *ends)


@pytest.mark.parametrize(
    ("size", "players", "least", "room"),
    [
        ((1300, 600), 4, 40, (1.16, 1.35, 0.26, 0.32)),
        ((1300, 600), 4, 400, (1.16, 1.30, 0.09, 0.28)),
        ((600, 1300), 4, 40, (1.16, 1.35, 0.26, 1.08)),
        ((3000, 400), 4, 40, (1.34, 1.22, 10.4, 0.28)),
        ((900, 500), 2, 60, (2.0, 1.22, 0.26, 0.28)),
        ((900, 500), 3, 60, (1.2, 1.22, 0.26, 0.28)),
        ((3000, 300), 2, 60, (1.24, 0, 6.88, 0.28)),
    ],
    ids=["usual", "little room", "upright", "long rows", "few in a row", "a row of six", "a single row"],
)
def test_piles_have_felt_around_them_and_are_never_far_apart(
    size: tuple[int, int], players: int, least: float, room: tuple[float, ...]
) -> None:
    assert felt(Place(0, 0, *size), players, least) == pytest.approx(room, abs=0.02, rel=0.01)


@pytest.mark.parametrize(("players", "size", "larger"), [(4, (1300, 600), 1.1), (2, (3000, 500), 1.3)])
def test_cards_in_the_middle_are_larger_than_those_in_a_tray(
    players: int, size: tuple[int, int], larger: float
) -> None:
    parts, centre = CardParts.of((), players), Place(0, 0, *size)
    widest = parts.cells(centre, 1000)[0].w
    assert parts.suits(centre, (widest - 1) / larger)
    assert not parts.suits(centre, (widest + 2) / larger)
    least = widest / larger - 2
    assert parts.cells(centre, least)[0].w == int(least * larger)
