"""A panel in the lobby: the seat's own settings, the game in three pictures, and READY."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.brass_art import GO_LACQUER, RoundLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import one_size, wrap
from kiosk.display.paint.theme import ACCENT, BLACK, BRASS, DARK_INK, INK, IVORY, seat_color
from kiosk.display.screens.drawers import draw_drawer
from kiosk.display.screens.invitation import draw_free
from kiosk.display.texts.choices import warning_text
from kiosk.display.texts.i18n import own_name
from kiosk.display.widgets.brass import WORD, Knob, draw_knob
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.frame import draw_ground, headline_place
from kiosk.display.widgets.nameplate import draw_name
from kiosk.display.widgets.progress import start_note
from kiosk.layout.table_layout import Place, box

_READY: Final = 1.90
"""The width of the column with READY, in card widths."""
_PITCH: Final = 1.32
"""The distance of lines, in sizes of their letters: capitals with accents need more than the usual one."""
STARTS_S: Final = 15
"""The seconds that the whole arc around READY stands for."""


def draw_ready(sketch: Sketch, context: PanelContext) -> None:
    """Draw a seat in the lobby: free, taken or ready."""
    if context.view.state == "free":
        draw_free(sketch, context)
    elif context.open_drawer is not None and context.table.lobby is not None:
        draw_drawer(sketch, context, context.open_drawer, context.table.lobby)
    else:
        _draw_taken(sketch, context)


def _draw_taken(sketch: Sketch, context: PanelContext) -> None:
    draw_ground(sketch, context)
    draw_name(sketch, context, start_note(context))
    leave = context.panel.places["leave"]
    knob = Knob("leave", "door", context.say("Leave"))
    wide = leave.w + 0.2 * context.unit
    draw_knob(sketch, context, knob, leave._replace(w=wide, h=context.panel.places["head"].h))
    _draw_settings(sketch, context)
    unit = context.unit
    body = context.panel.places["body"].inset(0.1 * unit)
    flip = -1 if context.view.mirrored else 1
    _draw_button(sketch, context, body.x + flip * (body.w - _READY * unit) / 2, body.y + 0.04 * unit)
    steps = Place(body.x - flip * (_READY - 0.14) * unit / 2, body.y, body.w - (_READY + 0.24) * unit, body.h)
    _draw_steps(sketch, context, _above_warning(sketch, context, steps))


def _draw_settings(sketch: Sketch, context: PanelContext) -> None:
    """Draw, between name and corner, the seat's own settings, then the way to the choices for everybody."""
    room, runs, knobs = headline_place(context.panel), context.panel.runs, _settings(context)
    width = room.w / len(knobs)
    wide = 0.96 * width
    size = one_size((knob.text for knob in knobs), WORD * context.unit * context.panel.type_scale, (wide, room.h))
    for number, knob in enumerate(knobs):
        x = room.x - runs * (room.w - width) / 2 + runs * width * number
        place = Place(x, room.y, wide, room.h)
        draw_knob(sketch, context, knob, place, size)


def _settings(context: PanelContext) -> list[Knob]:
    """Return the seat's own settings, and the way to the choices for everybody."""
    view, say, lobby, handicap = context.view, context.say, context.table.lobby, context.table.texts.handicap
    hand = say("Left hand") if view.mirrored else say("Right hand")
    knobs = [
        Knob("language", "globe", own_name(view.language)),
        Knob("view", "swap", hand),
    ]
    if handicap is not None and lobby is not None and lobby.handicaps:
        knobs.append(Knob("handicap", handicap.icon, handicap.shown(view.handicap, say)))
    return [*knobs, Knob("more", "more", say("For all"))]


def _draw_button(sketch: Sketch, context: PanelContext, x: float, y: float) -> None:
    """Draw READY; pressed it is sunk, in the seat's colour, and lights around it show the time left."""
    view, unit, say = context.view, context.unit, context.say
    ready = view.state == "ready"
    side = 1.62 * unit
    color = seat_color(view.seat)
    tint, beat = (color, 0.0) if ready else (ACCENT, 0.5)
    sketch.light(GLOW, x, y, 2 * side, 2 * side, tint.fade(0.9), beat=beat)
    sketch.picture(RoundLook(round(side), color if ready else GO_LACQUER, sunk=ready), x, y)
    ink = DARK_INK.mix(BLACK, 0.6) if ready else IVORY
    sketch.sign("icon check", x, y + 0.20 * side, 0.30 * side, ink)
    word = say("Ready!") if ready else say("READY")
    sketch.text(word, Place(x, y - 0.13 * side, 0.64 * side, 0.30 * side), 0.24 * side, ink, bold=True)
    sketch.item("ready", Place(x, y, side, side), text=word)
    if ready and context.table.deadline:
        _draw_time_around(sketch, context, x, y, 0.56 * side)


def _draw_time_around(sketch: Sketch, context: PanelContext, x: float, y: float, radius: float) -> None:
    """Draw an arc that shows the time left."""
    share = min(1.0, context.left(context.table.deadline) / STARTS_S)
    width = max(3.0, 0.09 * context.unit)
    sketch.ring(x, y, radius, width, 1.0, BLACK.mix(BRASS, 0.12))
    if share:
        sketch.ring(x, y, radius, width, share, seat_color(context.view.seat).mix(IVORY, 0.45))


def _above_warning(sketch: Sketch, context: PanelContext, room: Place) -> Place:
    """Draw the warning of the chosen game below the steps, if it has one, and return the room above it."""
    lobby = context.table.lobby
    warnings = [choice.warning for choice in lobby.choices if choice.key == "game"] if lobby is not None else []
    if not warnings or warnings[0] is None:
        return room
    line = Place(room.x, room.bottom + 0.18 * context.unit, room.w, 0.36 * context.unit)
    sketch.text(warning_text(warnings[0], context.table.game, context.say), line, 0.28 * context.unit, WARNING)
    return box(room.left, line.top, room.right, room.top)


def _draw_steps(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw three steps, each a picture and a line; a child can read the pictures."""
    steps = picture_of_game(context.table.game).steps(context)
    unit, gap = context.unit, 0.30 * context.unit
    width, way = (place.w - gap * (len(steps) - 1)) / len(steps), -1 if context.panel.rtl else 1
    text_w, text_h = width + 0.3 * gap, 0.46 * place.h
    size = one_size((text for _, text in steps), 0.34 * unit * context.panel.type_scale, (text_w, text_h))
    for number, (picture, text) in enumerate(steps):
        x = place.x + way * (number - (len(steps) - 1) / 2) * (width + gap)
        picture(sketch, context, Place(x, place.top - 0.27 * place.h, width, 0.50 * place.h))
        lines = wrap(text, size, (text_w, text_h))
        for row, look in enumerate(lines):
            middle = place.bottom + 0.02 * unit + text_h / 2
            sketch.picture(look, x, middle + _PITCH * look.size * ((len(lines) - 1) / 2 - row), INK)
        if number:
            sketch.sign("icon open", x - way * (width + gap) / 2, place.top - 0.27 * place.h, 0.34 * unit, BRASS)
