"""The crown of whoever leads the match, above the sign of the seat: what was last told of the scores decides."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext, TableContext, shown_s
from kiosk.display.games.times import CROWNS_S, count_times
from kiosk.display.paint.crown_art import HIGH, CrownLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.parts import part
from kiosk.display.widgets.brass import name_medal
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame
from kiosk.layout.table_layout import Panel
from kiosk.protocol.state import State

_WIDE: Final = 0.72
_WIDE_IF_SMALL: Final = 0.84
"""Its width in diameters of the medal, and the same in a small tray."""
_ASIDE: Final = 0.16
_LOW: Final = 0.36
"""Its middle beside that of the medal, and its lower edge above it, in the same: clear of the seat's shape."""
_TILT: Final = 16.0
"""Degrees by which it sits askew, away from the name."""


def is_crowned(table: TableContext, seat: SeatNumber, now: int) -> bool:
    """Return whether a seat wears the crown; ``now``: the clock, in a result.

    After a round it stays where it was until all places are told; then it flies to who leads now, if that is another.
    """
    result = table.result
    if result is None:
        return seat in table.leaders
    if table.state != State.ROUND_RESULT:
        return seat in result.leaders
    since = shown_s(table, now) - count_times(result).over
    if seat in table.leaders:
        return since < 0 or seat in result.leaders
    return seat in result.leaders and since >= (0.0 if table.calm else CROWNS_S)


def crown_place(panel: Panel) -> tuple[int, Frame]:
    """Return the size of the crown and how it sits on the medal of a seat's name, in the panel's coordinates."""
    sign, medal, way = panel.places["sign"], name_medal(panel), panel.runs
    wide = (_WIDE if panel.roomy else _WIDE_IF_SMALL) * medal
    return round(wide), Frame(sign.x - way * _ASIDE * medal, sign.y + _LOW * medal + HIGH / 2 * wide, way * _TILT)


def draw_crown(sketch: Sketch, context: PanelContext) -> None:
    """Draw the crown on the seat's medal, if it wears one."""
    table, seat = context.table, context.view.seat
    now = context.now if table.result is not None else 0  # else what it is drawn in would depend on the clock
    if context.view.state == "playing" and is_crowned(table, seat, now):
        _draw(sketch, context)


@part
def _draw(sketch: Sketch, context: PanelContext) -> None:
    size, place = crown_place(context.panel)
    sketch.picture(CrownLook(size), place.x, place.y, turn=place.rotation)
