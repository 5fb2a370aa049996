"""The panels of a countdown are sketched again only when they change."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.passing_time import SECOND, TENTH
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.screens.play import dealing_step
from kiosk.layout.table_layout import Place
from kiosk.layout.table_shape import TableShape

COUNTDOWN_S = 3


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_clock_of_a_panel_leaves_out_no_change_of_its_deal(canned: Any, seats: int) -> None:
    began = 1000 * SECOND
    go = began + COUNTDOWN_S * SECOND
    snapshot = replace(canned.snapshot("countdown", seats), since=began, deadline=go)
    shape = TableShape.of(Place(960, 540, 1920, 1080), canned.welcome(seats), snapshot, snapshot.game)
    layout, table = shape.layout(canned.welcome(seats)), TableContext.of(snapshot)
    view = replace(snapshot.seats[0], locked_until=go)
    steps = range(began + TENTH, go + TENTH, TENTH)

    def marks(clock: int) -> list[Any]:
        return list(sketch_panel(PanelContext(table, view, layout.panels[view.seat], clock)).marks)

    clocks = [dealing_step(table, view, now) for now in steps]
    assert [marks(clock) for clock in clocks] == [marks(now) for now in steps]
    assert len({*clocks}) < 0.9 * len(clocks)
