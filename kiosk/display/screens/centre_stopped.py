"""The middle of the table after the end of a round: the medal of who ended it, and its call."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.paint.brass_art import PrizeLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.theme import BLACK, WHITE, seat_color
from kiosk.display.screens.centre_result import Lines, call_depth, call_sizes, draw_call
from kiosk.display.widgets.progress import end_text
from kiosk.game.refusals import RoundEnd
from kiosk.layout.call_room import MEDAL, call_room
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import sides
from kiosk.locale.speaker import speaker

_GOES: Final = 300_000_000
"""Nanoseconds in which the call fades once the count has begun."""


def draw_stopped(sketch: Sketch, context: CentreContext) -> None:
    """Draw the medal of the seat that ended the round, and its call at every edge, if it called.

    Why a round ended without a call is told in the trays.
    """
    table, layout = context.table, context.layout
    if table.caller is None:
        return
    here = sides(layout, context.languages)
    calls = [(side, Lines.of(end_text(table, speaker(side.language)).upper())) for side in here]
    room = call_room(layout, [cell for cell, _ in context.piles])
    sizes = [min(size, int(room.size)) for size in call_sizes(calls, MEDAL)]
    core = MEDAL * max(sizes)
    tint, (x, y) = seat_color(table.caller), layout.centre[:2]
    for share, ink in ((7.0, tint.vivid), (3.4, tint.vivid.mix(WHITE, 0.5))):
        sketch.light(GLOW, x, y, share * core, share * core, ink)
    for (side, call), most in zip(calls, sizes, strict=True) if table.ended_by == RoundEnd.STOP else ():
        size = min(most, int(2 * room.wide / call.width)) if side.long else most
        depth = call_depth(side, call, size, core / size)
        turned = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
        ground = Place(0, 0, 0.92 * call.width * size, 0.9 * call.height * size)
        shade = tint.vivid.mix(BLACK, 0.8).fade(0.65)
        turned.glow(ground, 0.3 * size, 0.2 * size, shade)  # cards move aside, wells do not
        draw_call(turned, call, size, tint.mix(tint.vivid, 0.5))
        sketch.add_turned(turned)
    sketch.picture(PrizeLook("gold", table.caller, round(2 * core)), x, y)


def draw_going(sketch: Sketch, context: CentreContext) -> None:
    """Draw the medal and the call as they fade, without the light behind them: much else is drawn meanwhile."""
    left = 1e9 * context.left(context.table.since + _GOES) / _GOES
    if not left:
        return
    faded = Sketch(Frame())
    draw_stopped(faded, context)
    sketch.marks += [mark._replace(tint=mark.tint.fade(left)) for mark in faded.marks if isinstance(mark, Picture)]
