"""A panel while a round is halted: in a pause, and when the table is back after an interruption."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import CELL, DARK_INK, GO, INK, INK_FAINT, IVORY, PANEL, seat_color
from kiosk.display.screens.result import draw_go_on
from kiosk.display.widgets.frame import draw_corner, draw_ground, draw_head
from kiosk.display.widgets.progress import note_text
from kiosk.display.widgets.score_tray import label_px
from kiosk.layout.place import Place
from kiosk.layout.score_parts import score_parts


def draw_paused(sketch: Sketch, context: PanelContext) -> None:
    """Draw why the round is halted, and a control with which the seat confirms to go on; the cards are put away."""
    draw_ground(sketch, context)
    draw_head(sketch, context, note_text(context, on_screen=context.on_screen))
    draw_corner(sketch, context)
    _draw_words(sketch, context)
    if context.view.state == "playing":
        _draw_called(sketch, context)
        if _is_called(context):
            draw_go_on(sketch, context, "go_on", context.say("Continue"))


def _draw_words(sketch: Sketch, context: PanelContext) -> None:
    """Draw the words beside the control and above the time that is left."""
    parts, body, unit = score_parts(context.panel), context.panel.places["body"], context.unit
    left, right = parts.coin.left, parts.columns.right
    if context.panel.mirrored:
        left, right = parts.columns.left, parts.coin.right
    bottom, top = parts.label.top, body.top - 0.06 * unit
    title, text = _words(context)
    high = 0.44 * (top - bottom)
    room = Place((left + right) / 2, (top + bottom) / 2, right - left, top - bottom)
    sketch.text(title, room._replace(y=top - high / 2, h=high), 0.56 * unit, INK, bold=True)
    below = room._replace(y=(bottom + top - high) / 2, h=room.h - high)
    sketch.paragraph(text, below, label_px(context.panel), IVORY)


def _words(context: PanelContext) -> tuple[str, str]:
    """Return why the round is halted, and what to do."""
    table, say = context.table, context.say
    if table.state == "recovery":
        if context.view.confirmed or not _is_called(context):
            return say("Welcome back!"), say("The table was cut off or restarted. Nothing is lost")
        return say("Welcome back!"), say("The table was cut off or restarted. Nothing is lost: touch Continue")
    if table.pause_by is not None:
        who = context.who(table.pause_by)
        return say("Pause"), say("{who} asked for it. Go on when all are ready", who=who)
    if table.saving == "unsaved":
        return say("Pause"), say("The table cannot save the scores now. You may go on all the same")
    if table.notice:
        return say("Pause"), say("The table could not save. Nothing is lost; go on when all are ready")
    return say("Pause"), say("Go on when all are ready")


def _is_called(context: PanelContext) -> bool:
    """Return whether this seat has to confirm; bots and spectators do not."""
    return context.view.seat in dict(context.table.called)


def _draw_called(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seats that have to confirm, as symbols beside the seat's name: lit and ticked once they have."""
    called, room = context.table.called, context.panel.places["ticker"]
    step = min(0.74 * context.unit, room.w / max(1, len(called)))
    side = 0.86 * step
    away = -context.panel.runs
    first = room.x - away * (room.w - step) / 2
    for index, (seat, given) in enumerate(called):
        x, y, color = first + away * step * index, room.y, seat_color(seat)
        sketch.sign("disc", x, y, side, color if given else CELL.fade(1.6))
        sketch.sign(f"seat {seat}", x, y, 0.62 * side, DARK_INK if given else INK_FAINT)
        if given:
            badge_x, badge_y = x + 0.3 * side, y - 0.3 * side
            sketch.sign("disc", badge_x, badge_y, 0.56 * side, PANEL)
            sketch.sign("disc", badge_x, badge_y, 0.48 * side, GO)
            sketch.sign("icon check", badge_x, badge_y, 0.36 * side, DARK_INK)
