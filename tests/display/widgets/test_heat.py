"""The bar of light of a seat on a streak: hot while it lasts, steady, cooling at its end; nobody else's changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Light
from kiosk.display.passing_time import goes_on, heat
from kiosk.display.screens.chooser import sketch_panel
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView
from tests.display.panels import ShownPanels, layout_of_all

ONE = SeatNumber(1)
_S = 1_000_000_000
_NOW = 100 * _S


@pytest.mark.parametrize(
    ("left_s", "hot", "if_calm"),
    [(4.0, 1.0, 1.0), (0.7, 1.0, 1.0), (0.39, 2 / 3, 1.0), (0.1, 1 / 3, 1.0), (0.0, 0.0, 0.0), (-9.0, 0.0, 0.0)],
)
def test_it_cools_at_the_end_and_for_the_calm_it_goes_out_at_once(left_s: float, hot: float, if_calm: float) -> None:
    view = SeatView(ONE, "playing", hot_until=_NOW + round(left_s * _S))
    assert heat(view, _NOW) == pytest.approx(hot)
    assert heat(replace(view, calm=True), _NOW) == if_calm
    assert goes_on(view, _NOW) is (left_s >= 0), "it is looked at again until it is seen that it is cold"


def _lights(canned: Any, seats: int, state: str = "play", hot: float = 1.0) -> list[Light]:
    shown = canned.snapshot(state, seats)
    context: PanelContext = ShownPanels(shown, layout_of_all(canned.welcome(seats), (1920, 1080))).context(ONE)
    return [mark for mark in sketch_panel(context._replace(heat=hot)).marks if isinstance(mark, Light)]


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_a_hot_bar_is_steady_light_at_the_players_edge(canned: Any, seats: int) -> None:
    panel = layout_of_all(canned.welcome(seats), (1920, 1080)).panels[ONE]
    cold = _lights(canned, seats, hot=0.0)
    more = [light for light in _lights(canned, seats) if light not in cold]
    assert more
    assert all((light.y, light.beat, light.grows) == (-panel.size[1] / 2, 0.0, False) for light in more)
    assert {light.tint.a for light in _lights(canned, seats, hot=0.5) if light not in cold} == {0.5}
