"""The crown changes heads: once all places of a round are told, it flies to whoever leads the match now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.display.games.times import CROWNS_S, CountTimes
from kiosk.display.motion.effects import Effect, Fly, MomentContext
from kiosk.display.paint.crown_art import CrownLook
from kiosk.display.paint.motions import Pose, short_way
from kiosk.display.widgets.crown import crown_place
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Panel
from kiosk.protocol import RoundResult

_RESTS: Final = 0.12
"""Seconds for which it lies there in flight, until the tray below shows it."""
_LIFTED: Final = 2.2
"""Its size in the middle of its way."""
_FROM: Final = 3.0
"""Its size in the middle of the table, from where it comes if nobody wore it."""


def crowning(context: MomentContext, result: RoundResult, times: CountTimes) -> Iterator[Effect]:
    """Yield the crowns on their way; those who go on wearing one keep it."""
    before, panels = context.snapshot.leaders, context.layout.panels
    givers = [seat for seat in before if seat not in result.leaders and seat in panels]
    for number, seat in enumerate(seat for seat in result.leaders if seat not in before and seat in panels):
        giver = givers[number % len(givers)] if givers else None
        yield _flight(context, panels[seat], giver, times.over)


def _flight(context: MomentContext, panel: Panel, giver: SeatNumber | None, start: float) -> Effect:
    """Return a crown on its way from somebody's head to another one's; from nobody's it comes from the middle."""
    size, ends = _worn(panel)
    if giver is None:
        leaves = ends._replace(x=context.layout.centre.x, y=context.layout.centre.y, scale=_FROM, alpha=0.0)
    else:
        other, worn = _worn(context.layout.panels[giver])
        leaves = worn._replace(scale=other / size)
    leaves = leaves._replace(turn=short_way(ends.turn, leaves.turn))
    half = Pose(CROWNS_S / 2, (leaves.x + ends.x) / 2, (leaves.y + ends.y) / 2, (leaves.turn + ends.turn) / 2, _LIFTED)
    lies = ends._replace(at=CROWNS_S)
    return Fly((CrownLook(size),), (leaves, half._replace(ease=1.0), lies, lies._replace(at=CROWNS_S + _RESTS)), start)


def _worn(panel: Panel) -> tuple[int, Pose]:
    """Return the size of a crown at a seat, and how it is worn."""
    size, place = crown_place(panel)
    return size, Pose(0.0, *panel.frame.to_window(place.x, place.y), panel.frame.rotation + place.rotation)
