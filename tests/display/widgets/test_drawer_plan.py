"""How values lie in a drawer: names of several lines on purpose keep them, legible, or take more pages."""

from __future__ import annotations

from kiosk.display.widgets.drawer_plan import Measures, ValuePlan, plan_of, suits
from kiosk.layout.place import Place

MEASURES = Measures(Place(0, 0, 600, 260), Place(0, 150, 600, 40), 100.0, 44.0, 24, 24, 40.0, high=2)
LONG = "A gap\nFilled from the stack, by hand"


def test_a_line_that_would_be_broken_or_smaller_does_not_suit_though_there_is_height_for_another() -> None:
    assert suits(MEASURES, ValuePlan(1, 2), ("A gap\nFilled by hand",), ())
    assert not suits(MEASURES, ValuePlan(1, 2), (LONG,), ())
    assert suits(MEASURES, ValuePlan(1, 1), (LONG,), ())


def test_in_a_narrow_drawer_plates_lie_one_below_another() -> None:
    _, plan = plan_of(MEASURES, (LONG,) * 6, ())
    assert plan.columns == 1
    assert plan.rows * plan.pages >= 6
