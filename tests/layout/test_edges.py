"""How wide a panel may be between the rim and its neighbours."""

from __future__ import annotations

import pytest

from kiosk.layout.edges import Ground, room
from kiosk.layout.place import Place

GROUND = Ground(Place(500, 300, 1000, 600), rim=10)
COVER = Place(500, 60, 100, 100)
APART = (20, 6)
"""The least distance to the rim, and to others."""


@pytest.mark.parametrize(
    ("beside", "half"),
    [
        ([], 500 - 10 - 20),
        ([("south", Place(200, 60, 100, 100))], (500 - 200) / 2 - 6),
        ([("south", Place(740, 60, 100, 100))], (740 - 500) / 2 - 6),
        ([("south", Place(200, 60, 100, 100)), ("south", Place(740, 60, 100, 100))], (740 - 500) / 2 - 6),
        ([("west", Place(60, 60, 100, 100))], 500 - 110 - 6),
        ([("east", Place(900, 60, 100, 100))], 850 - 500 - 6),
        ([("west", Place(60, 300, 100, 100))], 500 - 10 - 20),
    ],
    ids=["alone", "left", "right", "both", "corner left", "corner right", "beyond its depth"],
)
def test_a_panel_is_as_wide_as_its_nearest_neighbour_allows(beside: list[tuple[str, Place]], half: float) -> None:
    assert room(GROUND, "south", COVER, beside, APART) == 2 * half
