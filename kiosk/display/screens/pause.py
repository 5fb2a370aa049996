"""A panel while a round is halted: in a pause, and when the table is back after an interruption."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, CELL, DARK_INK, GO, INK, INK_FAINT, INK_SOFT, IVORY, PANEL, seat_color
from kiosk.display.screens.result import draw_go_on
from kiosk.display.texts.i18n import mark
from kiosk.display.widgets.frame import draw_corner, draw_fault, draw_ground, draw_head, headline_place
from kiosk.display.widgets.progress import note_text, watches
from kiosk.layout.score_parts import score_parts
from kiosk.layout.table_layout import Place

_LEAST: Final = 0.5
"""The smallest room for a seat's symbol, in card widths."""
_UNTIL: Final = {"paused": mark("else you leave in {seconds} s"), "recovery": mark("else you leave in {seconds} s")}
"""What happens if this seat does not press, by the table's state."""
_UNTIL_OTHERS: Final = mark("goes on in {seconds} s")
"""The same, for a seat that has pressed."""


def draw_paused(sketch: Sketch, context: PanelContext) -> None:
    """Draw the gathered pieces, why the round is halted, and a control with which the seat confirms to go on."""
    playing = context.view.state == "playing"
    draw_ground(sketch, context)
    draw_head(sketch, context, note_text(context, on_screen=context.on_screen))
    room = context.panel.places["body"]
    room = Place(room.x, room.y, room.w - 0.5 * context.unit, room.h - 0.3 * context.unit)
    if playing:
        draw_corner(sketch, context)
        _draw_called(sketch, context)
        if not watches(context):
            room = picture_of_game(context.table.game).draw_gathered(sketch, context)
    if playing and _is_called(context):
        draw_go_on(sketch, context, "go_on", context.say("Continue"))
        room = _beside_knob(context, room)
    if context.table.told is not None:
        draw_fault(sketch, context, room, *_fault_words(context))
    else:
        _draw_words(sketch, context, room)


def _beside_knob(context: PanelContext, room: Place) -> Place:
    """Return the part of the room that the control leaves."""
    label = score_parts(context.panel).label
    left, right = (label.right, room.right) if context.view.mirrored else (room.left, label.left)
    return Place((left + right) / 2, room.y, right - left, room.h)


def _draw_words(sketch: Sketch, context: PanelContext, room: Place) -> None:
    """Draw why the round is halted, what to do, and what happens otherwise."""
    title, text = _words(context)
    room = room._replace(y=room.y + 0.05 * room.h, h=0.9 * room.h)
    high = 0.35 * room.h
    upper = Place(room.x, room.top - high / 2, room.w, high)
    sketch.text(title, upper, min(0.95 * high, context.letters(0.7)), IVORY.mix(ACCENT, 0.35), bold=True)
    until = _until(context)
    line = context.letters(0.24, needed=False)
    last = 1.3 * line if until else 0.0
    middle = Place(room.x, (upper.bottom + room.bottom + last) / 2, room.w, upper.bottom - room.bottom - last)
    sketch.paragraph(text, middle, line, INK)
    sketch.text(until, Place(room.x, room.bottom + last / 2, room.w, 1.2 * line), line, INK_SOFT)


def _until(context: PanelContext) -> str:
    """Return what happens without this seat's press, and when."""
    seconds = context.left(context.table.deadline)
    if not seconds or not _is_called(context):
        return ""
    words = _UNTIL_OTHERS if context.view.confirmed else _UNTIL[context.table.state]
    return context.say(words, seconds=round(seconds + 0.49))


def _words(context: PanelContext) -> tuple[str, str]:
    """Return why the round is halted, and what to do."""
    table, say = context.table, context.say
    if table.state == "recovery":
        return say("Welcome back!"), say("The table has restarted. Nothing is lost")
    if table.pause_by is not None:
        who = context.who(table.pause_by)
        return say("Pause"), say("{who} asked for it", who=who)
    return say("Pause"), say("Go on when all are ready")


def _fault_words(context: PanelContext) -> tuple[str, str]:
    """Return what has happened and what to do, for guests; the staff's menu has the details."""
    table, say = context.table, context.say
    if table.touch_fault:
        return say("The screen feels no touch"), say("Use the buttons, and tell the staff")
    if table.saving == "unsaved":
        return say("The scores cannot be saved now"), say("Go on all the same, and tell the staff")
    return say("The table could not save"), say("Nothing is lost. Go on, and tell the staff")


def _is_called(context: PanelContext) -> bool:
    """Return whether this seat has to confirm; bots and spectators do not."""
    return context.view.seat in dict(context.table.called)


def _draw_called(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seats that have to confirm, as symbols beside the seat's name: lit and ticked once they have.

    Many of them are counted in words.
    """
    called, room = context.table.called, headline_place(context.panel)
    step = min(0.74 * context.unit, room.w / max(1, len(called)))
    if step < _LEAST * context.unit:
        ready = sum(given for _, given in called)
        text = context.say("Ready: {ready} of {all}", ready=ready, all=len(called))
        sketch.text(text, room, context.letters(0.24, needed=False), INK_SOFT)
        return
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
