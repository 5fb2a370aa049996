"""A closed table tells guests when it opens, and staff who have closed it how to open it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.protocol import House
from tests.display.table import Table

WAY = "Staff: hold a corner to open"


@pytest.mark.ui
@pytest.mark.parametrize("opens", ["", "10:00"])
@pytest.mark.parametrize("by_staff", [False, True])
def test_a_table_that_the_staff_have_closed_tells_the_way_to_their_menu(
    table: Table, canned: Any, opens: str, by_staff: bool
) -> None:
    house = House(opens=opens, closed_by_staff=by_staff)
    table.show(replace(canned.snapshot("closed", 4), house=house, languages=("en",)))
    words = table.words(1)
    assert "Closed now" in words
    assert any("10:00" in word for word in words) is bool(opens)
    assert (WAY in words) is by_staff
