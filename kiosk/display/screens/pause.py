"""A panel while the table is paused."""

from __future__ import annotations

from kiosk.display.layout import Place
from kiosk.display.screens.context import PanelContext
from kiosk.display.screens.play import draw_play
from kiosk.display.screens.result import draw_go_on
from kiosk.display.sketch import Sketch
from kiosk.display.theme import INK, INK_SOFT, TABLE_DEEP
from kiosk.display.widgets.frame import draw_corner
from kiosk.display.widgets.progress import watches


def draw_paused(sketch: Sketch, context: PanelContext) -> None:
    """The cards stay where they are, under a veil; every seat says that it is ready to go on."""
    say, unit = context.say, context.unit
    draw_play(sketch, context)
    sketch.items.clear()
    body = context.panel.places["body"]
    sketch.fill(body.inset(4), 0.14 * unit, TABLE_DEEP.fade(0.88))
    draw_corner(sketch, context)
    width = 0.58 * body.w
    side = 1 if context.view.mirrored else -1
    room = Place(side * (body.w - width) / 2 * 0.86, body.y, width, body.h)
    sketch.text(say("Pause"), room._replace(y=room.y + 0.3 * unit, h=0.7 * unit), 0.56 * unit, INK, bold=True)
    by = context.table.pause_by
    text = (
        say("Go on when all are ready")
        if by is None
        else say("Seat {seat} asked for it. Go on when all are ready", seat=by)
    )
    asked = Place(room.x, room.y - 0.4 * unit, 0.84 * room.w, 0.8 * unit)
    sketch.paragraph(text, asked, 0.3 * unit, INK_SOFT)
    if context.view.state == "playing" and not watches(context):
        draw_go_on(sketch, context, "go_on", say("GO ON"))
