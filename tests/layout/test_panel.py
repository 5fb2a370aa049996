"""What a panel says about itself: its controls, its name line, and the button in the rim."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.table_layout import MIN_HIT_PX, Layout, Panel, Wishes, arrange
from kiosk.protocol import SeatPlan

ONE = SeatNumber(1)
Plans = Callable[[int], tuple[SeatPlan, ...]]


def panel_of(laid: Callable[..., Layout], plans: Plans, **wishes: bool) -> Panel:
    """Return the panel of seat 1 of four, with these wishes."""
    layout, wanted = laid(4), Wishes(**{wish: [ONE] for wish in wishes})
    return arrange(layout.area, plans(4), list(layout.panels), 1092.0, CardParts.of((), 4), wishes=wanted).panels[ONE]


@pytest.mark.parametrize("wish", ["mirrored", "rtl"])
def test_controls_lie_side_by_side_from_the_end_of_the_name_line(
    laid: Callable[..., Layout], plans: Plans, wish: str
) -> None:
    for panel in (panel_of(laid, plans), panel_of(laid, plans, **{wish: True})):
        first, *others = panel.controls(3)
        assert first == panel.places["leave"]
        assert len(others) == 2
        for one, other in pairwise((first, *others)):
            assert (other.y, other.w, other.h) == (first.y, first.w, first.h)
            assert (one.x - other.x) * panel.runs == pytest.approx(first.w + 0.12 * panel.card), "towards the name"


@pytest.mark.parametrize("wish", ["mirrored", "rtl"])
def test_the_name_line_is_what_controls_leave_of_the_tray(laid: Callable[..., Layout], plans: Plans, wish: str) -> None:
    for panel in (panel_of(laid, plans), panel_of(laid, plans, **{wish: True})):
        whole, beside = panel.line(0), panel.line(2)
        assert (whole.x, whole.w) == (0, pytest.approx(panel.size[0] - 2 * 0.16 * panel.card))
        last = panel.controls(2)[1]
        begin, end = (beside.left, beside.right) if panel.runs > 0 else (-beside.right, -beside.left)
        assert begin == pytest.approx(whole.left)
        assert last.x * panel.runs - last.w / 2 - end == pytest.approx(0.12 * panel.card)
        assert (beside.bottom, beside.top) == (panel.places["head"].bottom, panel.places["head"].top)


def test_within_reach_controls_lie_beside_the_pieces_and_the_line_is_all_of_the_rest(
    laid: Callable[..., Layout], plans: Plans
) -> None:
    panel = panel_of(laid, plans, near=True)
    assert panel.controls(4) == tuple(panel.places[f"control {index}"] for index in range(4))
    head, ticker = panel.places["head"], panel.places["ticker"]
    assert panel.line(0) == panel.line(3)
    assert (panel.line(3).left, panel.line(3).right) == (head.left, pytest.approx(ticker.right))


def test_the_button_in_the_rim_is_pointed_at_below_the_stop_sign(laid: Callable[..., Layout], plans: Plans) -> None:
    panel = panel_of(laid, plans)
    x, y = panel.button_in_rim
    assert x == panel.places["stop"].x
    assert -panel.size[1] / 2 - panel.card / 2 < y < -panel.size[1] / 2


def test_keys_are_as_large_as_fingers_need_on_every_screen(laid: Callable[..., Layout], plans: Plans) -> None:
    panel = panel_of(laid, plans)
    assert replace(panel, least=MIN_HIT_PX + 20).finger == MIN_HIT_PX + 20
    assert replace(panel, least=1).finger == MIN_HIT_PX
