"""The places of dice in a well: spread over it, larger when they are few, never beside it or on one another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from kiosk.display.games.dice.wells import well_places
from kiosk.layout.table_layout import Panel, Place

WELL = Place(40.0, -30.0, 700.0, 160.0)
LONG = {f"die {slot}": Place(40.0 + (slot - 2.5) * 112, -30.0, 106.0, 106.0) for slot in range(6)}
DEEP = {f"die {slot}": Place(40.0 + (slot % 8 - 3.5) * 86, 5.0 - 70 * (slot // 8), 66.0, 66.0) for slot in range(16)}


def _panel(dice: dict[str, Place], *, mirrored: bool = False) -> Panel:
    side = -1 if mirrored else 1
    places: dict[str, Any] = {name: place._replace(x=side * place.x) for name, place in {"well": WELL, **dice}.items()}
    return Panel(1, "bottom", None, 100.0, (900.0, 300.0), places, mirrored=mirrored)  # type: ignore[arg-type]


@pytest.mark.parametrize("dice", [LONG, DEEP], ids=["a row", "two rows"])
@pytest.mark.parametrize("mirrored", [False, True])
def test_dice_lie_in_their_well_beside_each_other(dice: dict[str, Place], mirrored: bool) -> None:
    panel = _panel(dice, mirrored=mirrored)
    well = panel.places["well"]
    for thrown in range(1, len(dice) + 1):
        lie = well_places(panel, thrown)
        assert len(lie) == thrown
        for place in lie:
            assert well.left <= place.left < place.right <= well.right
            assert well.bottom <= place.bottom < place.top <= well.top
        assert not any(one.overlaps(other) for one, other in combinations(lie, 2))


def test_few_dice_are_larger_and_lie_over_the_whole_well() -> None:
    panel = _panel(LONG)
    all_lie, few = well_places(panel, 6), well_places(panel, 3)
    assert all_lie == tuple(LONG.values())
    assert few[0].w > 1.15 * all_lie[0].w
    assert few[1].x == WELL.x
    assert few[2].x - few[0].x > 0.6 * WELL.w


def test_dice_of_a_left_hand_lie_from_right_to_left() -> None:
    lie = well_places(_panel(LONG, mirrored=True), 4)
    assert [place.x for place in lie] == sorted((place.x for place in lie), reverse=True)
