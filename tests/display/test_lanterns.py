"""Lanterns of a pause stand on free felt."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from kiosk.display.screens.centre import lantern_places
from kiosk.layout.card_layout import CardParts
from kiosk.layout.table_layout import Place, arrange


@pytest.mark.parametrize("taken", [0, 4, 8])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_four_lanterns_stand_on_the_felt_and_cover_nothing(canned: Any, seats: int, taken: int) -> None:
    plans = canned.welcome(seats).seats
    area = Place(960, 540, 1920, 1080)
    layout = arrange(area, plans, [plan.seat for plan in plans], 1092.0, CardParts.of((), seats))
    places = lantern_places(layout, range(taken))
    covered = [*layout.cells[:taken], *(panel.bounds for panel in layout.panels.values())]
    assert len({place.w for place in places}) == 1
    assert len(places) == 4
    assert all(other.distance(one.x, one.y) >= 0.655 * one.w + 16 for one in places for other in covered)
    assert not any(one.overlaps(other) for one, other in itertools.combinations(places, 2))
