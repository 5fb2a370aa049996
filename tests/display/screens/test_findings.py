"""The pages of the doctor's findings: as many on each page as fit."""

from __future__ import annotations

import pytest

from kiosk.display.screens.findings import pages_of


@pytest.mark.parametrize(
    ("heights", "pages"),
    [
        ([], [0]),
        ([30, 30, 30], [0]),
        ([30, 30, 31], [0, 2]),
        ([100, 10, 100, 100], [0, 1, 2, 3]),
        ([10, 90, 10, 80, 10], [0, 1, 2, 4]),
    ],
)
def test_a_page_begins_where_the_next_finding_has_no_room_and_none_is_left_out(
    heights: list[int], pages: list[int]
) -> None:
    assert pages_of(heights, 90) == pages
