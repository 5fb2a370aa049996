"""The crown of whoever leads the match, above the sign of the seat: what was last told of the scores decides."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext, TableContext, shown_s
from kiosk.display.games.times import count_times
from kiosk.display.paint.crown_art import HIGH, CrownLook
from kiosk.display.paint.marks import Sketch
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
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

    After a round it stays where it was until all places are told.
    """
    result = table.result
    if result is None:
        return seat in table.leaders
    if table.state == State.ROUND_RESULT and shown_s(table, now) < count_times(result).over:
        return seat in table.leaders
    return seat in result.leaders


def draw_crown(sketch: Sketch, context: PanelContext, medal: Place) -> None:
    """Draw the crown on the seat's medal, if it wears one."""
    table, seat = context.table, context.view.seat
    now = context.now if table.result is not None else 0  # else the part would depend on the clock
    if context.view.state != "playing" or not is_crowned(table, seat, now):
        return
    way, size = context.panel.runs, medal.w
    wide = (_WIDE if context.panel.roomy else _WIDE_IF_SMALL) * size
    place = medal.x - way * _ASIDE * size, medal.y + _LOW * size + HIGH / 2 * wide
    sketch.picture(CrownLook(round(wide)), *place, turn=way * _TILT)
