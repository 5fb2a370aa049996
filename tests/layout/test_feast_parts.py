"""Where fireworks stand: on the felt, most of them on the winner's half, and none at the names."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from kiosk.layout.counting import CORE, feast_parts, laurel_size
from kiosk.layout.table_layout import TURN, Layout


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1080), (1080, 1920)], ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_fireworks_stand_on_free_felt_most_of_them_before_the_winner(
    laid: Callable[..., Layout], seats: int, size: tuple[int, int]
) -> None:
    layout = laid(seats, size)
    centre = layout.centre
    assert laurel_size(layout) == round(2 * CORE * min(centre.w, centre.h))
    for panel in layout.panels.values():
        parts = feast_parts(layout, panel)
        assert parts.frame == (centre.x, centre.y, TURN[panel.edge])
        assert len(parts.spots) == 3
        for spot in parts.spots:
            x, y = parts.at(spot.along, spot.away)
            assert layout.area.inset(0.3 * spot.reach).holds(x, y)
            assert not any(other.bounds.holds(x, y) for other in layout.panels.values())
            assert math.dist((x, y), centre[:2]) > 0.33 * min(centre.w, centre.h)
            assert min(abs(spot.along), abs(spot.away)) > 0.2 * min(centre.w, centre.h), "beside the axes"
            assert 0.4 <= spot.reach / max(one.reach for one in parts.spots) <= 1
        (along, away) = (parts.spots[0].along, parts.spots[0].away)
        assert parts.spots[0].reach == max(one.reach for one in parts.spots)
        ahead = [parts.frame.to_window(spot.along, -spot.away) for spot in parts.spots if spot.away > 0]
        assert len(ahead) == 2
        assert along > 0 < away
        x, y = parts.frame.to_window(0, -away)
        before = [(x - centre.x) * (panel.frame.x - centre.x), (y - centre.y) * (panel.frame.y - centre.y)]
        assert max(before) > 0, "the largest stands on the winner's half"
