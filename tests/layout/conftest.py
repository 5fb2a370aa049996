"""Layouts of tables, as the display makes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kiosk.layout.table_layout import Layout, Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import PROTOCOL, SeatPlan, Welcome
from tests.rig.evening import EDGES

Laid = Callable[..., Layout]
"""``(seats, size, game="cards")`` -> the layout before the first snapshot: every seat has a panel."""


def plans_of(seats: int) -> tuple[SeatPlan, ...]:
    """Return the plans of a table with so many seats (of 2, 4 and 12)."""
    return tuple(SeatPlan(number, *place) for number, place in enumerate(EDGES[seats], 1))


@pytest.fixture(scope="session")
def plans() -> Callable[[int], tuple[SeatPlan, ...]]:
    return plans_of


@pytest.fixture(scope="session")
def laid() -> Laid:
    def lay(seats: int, size: tuple[int, int] = (1920, 1080), game: str = "cards") -> Layout:
        welcome = Welcome(PROTOCOL, plans_of(seats), 1092.0, simulated=True)
        return TableShape.of(Place(size[0] / 2, size[1] / 2, *size), welcome, None, game).layout(welcome)

    return lay
