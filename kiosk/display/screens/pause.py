"""A panel while a round is halted: in a pause, and when the table is back after an interruption."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import ACCENT, GO, INK, IVORY
from kiosk.display.screens.result import draw_go_on
from kiosk.display.widgets.brass import draw_medal, draw_tick
from kiosk.display.widgets.frame import draw_corner, draw_fault, draw_ground, draw_head, headline_place
from kiosk.display.widgets.progress import watches
from kiosk.layout.counting import ScoreParts
from kiosk.layout.table_layout import Panel, Place
from kiosk.locale.marks import mark
from kiosk.protocol.state import State

_LEAST: Final = 0.6
"""The smallest room for the medal of a seat that is ready, in card widths."""
_SHOUT: Final = 0.9
_LINE: Final = 0.38
"""Height of the word that tells what is the matter, and of the lines below it, in card widths."""
_SHARES: Final = (0.46, 0.4, 0.34, 0.28)
"""Height of that word at most, as fractions of the room: the first that leaves legible lines."""
_TALL: Final = 0.75
"""The part of that height that letters of Arabic and Hebrew get, which reach higher: the door is above them."""
_APART: Final = 0.14
_WIDEST: Final = 3.6
"""Width of the plate of a fault at most, in units of its height."""


class _Fault(NamedTuple):
    """A fault of the table in the words of guests; the staff's menu has the details."""

    what: str
    fix: str
    works: str


_TOUCH: Final = _Fault(mark("Touch isn't working"), mark("Please tell the staff"), mark("The buttons still work"))
_UNSAVED: Final = _Fault(mark("Can't save the scores"), mark("Please tell the staff"), mark("Keep playing"))
_LOST: Final = _Fault(mark("The table couldn't save"), mark("Please tell the staff"), mark("Nothing is lost"))


def draw_paused(sketch: Sketch, context: PanelContext) -> None:
    """Draw the gathered pieces, why the round is halted, and a control with which the seat confirms to go on.

    In a small tray the pieces give way to a fault: what is told of it can be read there.
    """
    playing = context.view.state == "playing"
    draw_ground(sketch, context)
    draw_head(sketch, context)
    room = context.panel.places["body"]
    if playing:
        draw_corner(sketch, context)
        if not watches(context) and (context.panel.roomy or context.table.told is None):  # a small tray tells a fault
            left = picture_of_game(context.table.game).draw_gathered(sketch, context)
            room = Place(left.x, room.y, left.w, room.h)
    if playing:
        room = draw_continue(sketch, context, room)
        _draw_ready(sketch, context, room.x)
    room = Place(room.x, room.y + 0.04 * room.h, room.w - 2 * _APART * context.unit, 0.9 * room.h)
    if context.table.told is not None:
        fault = _fault(context)
        room = room._replace(y=room.y - 0.015 * room.h, w=min(room.w, _WIDEST * room.h), h=1.05 * room.h)
        draw_fault(sketch, context, room, *map(context.say, fault))
    else:
        _draw_words(sketch, context, room)


def draw_continue(sketch: Sketch, context: PanelContext, room: Place) -> Place:
    """Draw the control with which the seat confirms to go on, if it has to; return the room that is left beside it."""
    if context.view.state != "playing" or not _is_called(context) or context.view.bot:
        return room
    parts = _knob_parts(context.panel)
    _draw_go_on(sketch, context, parts)
    return _beside(context.panel, room, parts)


def _knob_parts(panel: Panel) -> ScoreParts:
    """Return the places of a large control at the end of the body, and of its word below it."""
    body, unit = panel.places["body"], panel.card
    slot = 1.75 * unit
    label = 0.36 * unit
    knob = min(1.5 * unit, body.h - label - 0.22 * unit)
    x = body.x + (-1 if panel.mirrored else 1) * (body.w - slot - 0.2 * unit) / 2
    none = Place(x, body.y, 0, 0)
    return ScoreParts(
        none,
        none,
        none,
        Place(x, body.top - knob / 2, knob, knob),
        Place(x, body.bottom + 0.16 * unit + label / 2, slot - 0.06 * unit, label),
    )


def _draw_go_on(sketch: Sketch, context: PanelContext, parts: ScoreParts) -> None:
    knob, pressed = parts.knob, context.view.confirmed
    sketch.light(GLOW, knob.x, knob.y, 2.1 * knob.w, 2.1 * knob.w, GO.fade(0.55 if pressed else 0.9))
    draw_go_on(sketch, context, "go_on", context.say("Continue"), parts)


def _beside(panel: Panel, room: Place, parts: ScoreParts) -> Place:
    """Return the part of the room that the control leaves."""
    slot = parts.label
    left, right = (slot.right, room.right) if panel.mirrored else (room.left, slot.left)
    return Place((left + right) / 2, room.y, right - left, room.h)


def _draw_words(sketch: Sketch, context: PanelContext, room: Place) -> None:
    """Draw why the round is halted, and what to do."""
    say, line = context.say, context.letters(_LINE, needed=False)
    title = say("Welcome back!") if context.table.state == State.RECOVERY else say("Pause")
    asks = _is_called(context) and not context.view.confirmed
    why = "" if asks and not context.panel.roomy else _why(context)  # in a small tray both would be too small to read
    text = "\n".join(filter(None, (why, _what_next(context))))
    for share in _SHARES:
        shout = min(_SHOUT * context.unit * context.panel.type_scale, share * room.h)
        upper = Place(room.x, room.top - 0.55 * shout, room.w, 1.1 * shout)
        lines = Place(room.x, (upper.bottom + room.bottom) / 2, room.w, upper.bottom - room.bottom)
        if wrap(text, line, (lines.w, lines.h), bold=True)[0].size >= context.letters(0, needed=False):
            break
    size = shout * (_TALL if context.panel.rtl else 1)
    sketch.text(title, upper, size, IVORY.mix(ACCENT, 0.45), heavy=True)
    sketch.paragraph(text, lines, line, INK, bold=True)


def _why(context: PanelContext) -> str:
    """Return why the round is halted."""
    table, say = context.table, context.say
    if table.state == State.RECOVERY:
        return say("Nothing is lost")
    if table.pause_by is None:
        return say("Continues when everyone is ready")
    if table.pause_by == context.view.seat:
        return say("You asked for a pause")
    return say("{who} paused", who=context.who(table.pause_by))


def _what_next(context: PanelContext) -> str:
    """Return until when this seat has to press, or, if it does not have to, how many are ready."""
    called = context.table.called
    if not _is_called(context) or context.view.confirmed:
        ready = sum(given for _, given in called)
        return context.say("Ready: {ready} of {all}", ready=ready, all=len(called)) if called else ""
    minutes, seconds = divmod(math.ceil(context.left(context.table.deadline)), 60)
    time = f"{minutes}:{seconds:02}"
    return context.say("Press Continue within {time}, or you're out", time=time) if minutes or seconds else ""


def _fault(context: PanelContext) -> _Fault:
    """Return what has happened, what to do, and what still works."""
    table = context.table
    if table.touch_fault:
        return _TOUCH
    return _UNSAVED if table.saving == "unsaved" else _LOST


def _is_called(context: PanelContext) -> bool:
    """Return whether this seat has to confirm; bots and spectators do not."""
    return context.view.seat in dict(context.table.called)


def _draw_ready(sketch: Sketch, context: PanelContext, middle: float) -> None:
    """Draw the ticked medals of the seats that are ready, around ``middle`` if they can, if there is room for all."""
    ready = [seat for seat, given in context.table.called if given]
    room = headline_place(context.panel)
    step = min(1.1 * context.unit, room.w / (len(ready) + 1))  # clear of the door beside it
    if step < _LEAST * context.unit:
        return
    side = min(0.8 * step, 0.92 * room.h)
    free = max(0.0, (room.w - step * (len(ready) + 1)) / 2)
    middle = min(room.x + free, max(room.x - free, middle))
    for index, seat in enumerate(ready):
        x, y = middle + context.panel.runs * step * (index - (len(ready) - 1) / 2), room.y
        sketch.light(GLOW, x, y, 1.7 * side, 1.7 * side, GO.fade(0.7))
        draw_medal(sketch, seat, x, y, side)
        draw_tick(sketch, x + 0.36 * side, y + 0.3 * side, 0.56 * side)
