"""The trays of a result are sketched again only when they change."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.display.context import TENTH, PanelContext, TableContext
from kiosk.display.paint.marks import Curve
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.screens.result import tray_clock
from kiosk.layout.table_layout import Place
from kiosk.layout.table_shape import TableShape

LASTS_S = 8


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_clock_of_a_tray_leaves_out_no_change_of_its_count(canned: Any, seats: int) -> None:
    snapshot = canned.snapshot("round_result", seats)
    shape = TableShape.of(Place(960, 540, 1920, 1080), canned.welcome(seats), snapshot, snapshot.game)
    layout, table = shape.layout(canned.welcome(seats)), TableContext.of(snapshot)
    view = snapshot.seats[0]

    def marks(clock: int) -> list[Any]:
        sketch = sketch_panel(PanelContext(table, view, layout.panels[view.seat], clock))
        return [mark for mark in sketch.marks if not isinstance(mark, Curve)]  # the ring of the time left may jump

    first = -(-snapshot.since // TENTH) * TENTH
    steps = range(first + TENTH, first + LASTS_S * 10 * TENTH, TENTH)
    clocks = [tray_clock(table, view.seat, now) for now in steps]
    assert [marks(clock) for clock in clocks] == [marks(now) for now in steps]
    assert len({*clocks}) < 0.7 * len(clocks)
