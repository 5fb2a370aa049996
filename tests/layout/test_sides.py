"""The middle of the table, as those who sit at an edge see it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kiosk.layout.sides import face_ways, sides
from kiosk.layout.table_layout import TURN, Layout


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)], ids=str)
def test_every_edge_with_a_seat_sees_the_middle_from_there(laid: Callable[..., Layout], size: tuple[int, int]) -> None:
    layout = laid(4, size)
    centre, found = layout.centre, {side.edge: side for side in sides(layout, [])}
    assert found.keys() == {"south", "north", "west", "east"}
    for edge, side in found.items():
        assert side.frame == (round(centre.x), round(centre.y), TURN[edge])
        assert (side.w, side.h) == ((centre.w, centre.h) if edge in ("south", "north") else (centre.h, centre.w))
        assert side.long is (side.w > side.h)


def test_of_a_square_middle_south_and_north_are_the_long_sides(laid: Callable[..., Layout]) -> None:
    square = [side._replace(w=500, h=500) for side in sides(laid(4), [])]
    assert {side.edge for side in square if side.long} == {"south", "north"}


def test_an_edge_speaks_the_language_of_its_first_seat_or_english(laid: Callable[..., Layout]) -> None:
    layout = laid(12)
    first = {edge: seat for seat, panel in reversed(layout.panels.items()) for edge in [panel.edge]}
    spoken = [(seat, "de" if seat == first["south"] else "fr") for seat in layout.panels if seat != first["east"]]
    languages = {side.edge: side.language for side in sides(layout, spoken)}
    assert languages == {"south": "de", "north": "fr", "west": "fr", "east": "en"}


def test_pieces_in_the_middle_are_read_from_two_sides_unless_somebody_sits_at_the_ends(
    laid: Callable[..., Layout],
) -> None:
    assert (face_ways(laid(2)), face_ways(laid(4))) == (2, 4)
