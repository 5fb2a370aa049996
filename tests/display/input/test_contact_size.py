"""Sizes that a panel claims for its contacts count only if they agree with the table and with fingers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.display.input.contact_size import ENOUGH, FINGER_MM, LATELY, SizeJudge, Sizes
from kiosk.display.input.panel_geometry import Axis

X, Y, MAJOR = Axis(0, 9500, 10), Axis(0, 5350, 10), Axis(0, 2550, 10)
DIAGONAL = 1090.0


def judge(x: Axis = X, y: Axis = Y, major: Axis | None = MAJOR, diagonal: float = DIAGONAL) -> SizeJudge:
    return SizeJudge(x, y, major, diagonal)


def touch(judged: SizeJudge, contact: int, *majors: int, palm: bool = False) -> list[float | None]:
    sizes = [judged.size_mm(contact, major, palm=palm) for major in majors]
    judged.ended(contact)
    return sizes


def test_with_a_right_unit_and_fingers_sizes_count_and_a_palm_is_counted_once() -> None:
    judged = judge()
    for contact in range(ENOUGH):
        assert touch(judged, contact, 80) == [None]  # nothing counts before some fingers were seen
    assert judged.sizes is Sizes.USED
    assert touch(judged, 50, 90, 300, 400) == [9.0, 30.0, 40.0]
    assert judged.palms == 1


@pytest.mark.parametrize(
    ("x", "y", "major", "units"),
    [
        (Axis(0, 1920, 4), Axis(0, 1080, 4), Axis(0, 255, 1), 44),  # by its own account 550 mm, at a table of 1,090
        (Axis(0, 32767, 0), Axis(0, 32767, 1), Axis(0, 32767, 1), 1092),  # one axis has a unit, and a wrong one
        (Axis(0, 32767, 1), Axis(0, 32767, 1), Axis(0, 255, 1), 20),  # 46 m
        (Axis(0, 950, 10), Axis(0, 535, 10), Axis(0, 255, 1), 20),  # a tenth of the table
    ],
)
def test_a_unit_that_does_not_agree_with_the_table_is_not_believed(x: Axis, y: Axis, major: Axis, units: int) -> None:
    judged = judge(x, y, major)
    sizes = [size for contact in range(2 * LATELY) for size in touch(judged, contact, units)]
    assert set(sizes) == {None}
    assert judged.sizes is Sizes.WRONG_UNIT
    assert judged.palms == 0


def test_while_the_table_is_unknown_nothing_counts() -> None:
    assert judge(diagonal=0.0).sizes is Sizes.WRONG_UNIT


@pytest.mark.parametrize("major", [None, MAJOR._replace(resolution=0)])
def test_without_a_size_or_a_unit_there_is_none(major: Axis | None) -> None:
    judged = judge(X._replace(resolution=0), major=major)
    assert touch(judged, 1, 80) == [None]
    assert judged.sizes is Sizes.NONE


def test_a_unit_of_the_points_is_that_of_sizes_without_their_own() -> None:
    assert judge(major=Axis(0, 255, 0)).claimed_mm(80) == 8.0


@pytest.mark.parametrize("units", [440, 770, 10920, 5])
def test_where_most_contacts_would_be_no_fingers_sizes_are_not_believed(units: int) -> None:
    judged = judge()
    sizes = [size for contact in range(LATELY) for size in touch(judged, contact, units)]
    assert set(sizes) == {None}
    assert judged.sizes is Sizes.UNLIKELY


def test_a_panel_whose_unit_was_right_by_chance_is_found_out_later() -> None:
    judged = judge()
    for contact in range(ENOUGH):
        touch(judged, contact, 80)
    sizes = [size for contact in range(100, 100 + LATELY) for size in touch(judged, contact, 500)]
    assert sizes[0] == 50.0
    assert sizes[-1] is None


def test_a_size_of_nothing_is_no_size() -> None:
    judged = judge()
    for contact in range(LATELY):
        assert touch(judged, contact, 0, -5) == [None, None]
    assert judged.sizes is Sizes.UNTESTED


def test_what_the_panel_calls_a_palm_is_one_unless_it_calls_most_so() -> None:
    judged = judge(major=None)
    assert touch(judged, 0, 0, palm=True) == [None]
    for contact in range(1, ENOUGH):
        touch(judged, contact, 0)
    assert touch(judged, 50, 0, palm=True) == [math.inf]
    for contact in range(100, 100 + LATELY):
        touch(judged, contact, 0, palm=True)
    assert touch(judged, 999, 0, palm=True) == [None]


@given(
    majors=st.lists(st.integers(-(2**31), 2**31 - 1), max_size=60),
    resolution=st.integers(-(2**31), 2**31 - 1),
    diagonal=st.floats(0, 3000),
)
def test_whatever_a_panel_claims_few_contacts_are_palms(majors: list[int], resolution: int, diagonal: float) -> None:
    judged = judge(X._replace(resolution=resolution), Y._replace(resolution=resolution), MAJOR, diagonal)
    palms = 0
    for contact, major in enumerate(majors):
        palms += any(size is not None and size > FINGER_MM[1] for size in touch(judged, contact, major))
    assert palms == judged.palms
    assert 2 * palms <= len(majors)


def test_the_latest_claim_of_a_contact_is_told_believed_or_not() -> None:
    judged = judge()
    assert judged.claimed_of(1) is None
    for major in (10, 20):
        judged.size_mm(1, major, palm=False)
    assert judged.claimed_of(1) == judged.claimed_mm(20) != judged.claimed_mm(10)
