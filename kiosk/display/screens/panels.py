"""Which screen stands in a panel and in the middle, by the state of the table and of the seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from kiosk.display.layout import Frame, Layout
from kiosk.display.screens.centre import draw_piles
from kiosk.display.screens.context import CentreContext, PanelContext
from kiosk.display.screens.play import draw_play
from kiosk.display.sketch import Sketch

PanelScreen: TypeAlias = Callable[[Sketch, PanelContext], None]

_SCREENS: Final[dict[str, PanelScreen]] = {
    "attract": draw_play,
    "ready": draw_play,
    "countdown": draw_play,
    "play": draw_play,
    "stopped": draw_play,
    "round_result": draw_play,
    "match_result": draw_play,
    "paused": draw_play,
}


def sketch_panel(context: PanelContext) -> Sketch:
    """The panel's picture and items."""
    sketch = Sketch(context.panel.frame, context.view.seat)
    _SCREENS[context.table.state](sketch, context)
    return sketch


def sketch_centre(context: CentreContext) -> Sketch:
    """The picture and items of the middle."""
    sketch = Sketch(Frame())
    draw_piles(sketch, context)
    return sketch


def sketch_tab(context: PanelContext) -> Sketch:
    """The small mark of a seat that plays no part now."""
    return Sketch(context.panel.frame, context.view.seat)


def sketch_overlay(context: CentreContext | None, layout: Layout, table_gone: bool) -> Sketch:
    """What lies above all panels."""
    return Sketch(Frame())
