"""Rectangles and turned coordinates."""

from __future__ import annotations

import pytest

from kiosk.layout.place import Frame, Place, box


def test_a_place_is_where_its_sides_are() -> None:
    place = box(1, 2, 5, 10)
    assert place == Place(3, 6, 4, 8)
    assert (place.left, place.bottom, place.right, place.top) == (1, 2, 5, 10)


@pytest.mark.parametrize(
    ("x", "y", "holds"),
    [(3, 6, True), (1, 2, True), (5, 10, True), (0.9, 6, False), (5.1, 6, False), (3, 1.9, False), (3, 10.1, False)],
)
def test_a_place_holds_its_points_with_its_sides(x: float, y: float, holds: bool) -> None:
    assert box(1, 2, 5, 10).holds(x, y) is holds


@pytest.mark.parametrize(
    ("other", "overlaps"),
    [
        (box(4, 9, 6, 11), True),
        (box(5, 2, 6, 10), False),
        (box(1, 10, 5, 12), False),
        (box(0, 0, 9, 20), True),
        (box(2, 3, 3, 4), True),
        (box(6, 2, 7, 10), False),
        (box(1, 11, 5, 12), False),
    ],
    ids=["corner", "side", "above", "around", "within", "beside", "higher"],
)
def test_places_that_share_a_side_do_not_overlap(other: Place, overlaps: bool) -> None:
    assert box(1, 2, 5, 10).overlaps(other) is overlaps
    assert other.overlaps(box(1, 2, 5, 10)) is overlaps


def test_a_place_becomes_smaller_on_every_side_and_never_less_than_nothing() -> None:
    assert box(1, 2, 5, 10).inset(1) == box(2, 3, 4, 9)
    assert box(1, 2, 5, 10).inset(-1) == box(0, 1, 6, 11)
    assert box(1, 2, 5, 10).inset(3) == Place(3, 6, 0, 2)
    assert box(1, 2, 5, 10).inset(9) == Place(3, 6, 0, 0)


@pytest.mark.parametrize(
    ("rotation", "at"), [(0, (12, 21)), (90, (9, 22)), (180, (8, 19)), (270, (11, 18)), (-90, (11, 18)), (450, (9, 22))]
)
def test_quarters_of_a_turn_are_exact(rotation: float, at: tuple[float, float]) -> None:
    assert Frame(10, 20, rotation).to_window(2, 1) == at


def test_a_frame_turns_counter_clockwise_about_its_origin_and_not_at_all_by_itself() -> None:
    assert Frame(10, 20, 30).to_window(2, 0) == pytest.approx((10 + 3**0.5, 21))
    assert Frame().to_window(2, 1) == (2, 1)
