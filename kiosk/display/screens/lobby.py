"""A panel in the lobby: name and settings of the seat, the game in three steps, one after the other, and READY."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.brass_art import GO_LACQUER, RoundLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit
from kiosk.display.paint.theme import BLACK, BRASS, DARK_INK, GO, IVORY, WHITE, seat_color
from kiosk.display.screens.drawers import draw_drawer
from kiosk.display.screens.invitation import draw_free
from kiosk.display.texts.choices import warning_text
from kiosk.display.texts.i18n import own_name
from kiosk.display.widgets.brass import WORD_LINE, Knob, draw_dots, draw_knob
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.frame import draw_ground
from kiosk.display.widgets.nameplate import draw_name
from kiosk.display.widgets.progress import start_note
from kiosk.layout.table_layout import CARD_ASPECT, PAD, Panel, Place, box

_LINE: Final = 1.02
"""Height of the line with the name and the controls, in card widths."""
_NAME: Final = 0.36
"""The part of that line that the name takes."""
_WORD: Final = 0.24
"""Size of the words below the controls, in card widths."""
_ARC: Final = 1.14
"""The diameter of the arc around READY, in diameters of READY."""
_TALL: Final = 0.68
"""The diameter of that arc, in depths of the panel, where READY stands beside name, controls and lesson."""
_KNOBS: Final = 4.8
"""The least width of all controls beside it, in heights of their line; else it stands below them."""
_RIM: Final = 0.12
"""The distance of that arc to the edges, in card widths."""
_PICTURE: Final = 2.55
"""The width of a step's picture, in card widths."""
_PILE: Final = 40
"""The number of pieces in the pile beside it while a seat waits."""
STARTS_S: Final = 15
"""The seconds that the whole arc around READY stands for."""


class _Parts(NamedTuple):
    """The parts of a taken seat: above, name and controls; below them, the lesson and READY."""

    name: Place
    controls: Place
    lesson: Place
    ready: Place


def draw_ready(sketch: Sketch, context: PanelContext) -> None:
    """Draw a seat in the lobby: free, taken or ready."""
    if context.view.state == "free":
        draw_free(sketch, context)
    elif context.open_drawer is not None and context.table.lobby is not None:
        draw_drawer(sketch, context, context.open_drawer, context.table.lobby)
    else:
        _draw_taken(sketch, context)


def _parts(panel: Panel) -> _Parts:
    """Return the parts of a panel."""
    unit, (width, depth), runs = panel.card, panel.size, panel.runs
    room = box(-width / 2 + PAD * unit, -depth / 2 + 0.14 * unit, width / 2 - PAD * unit, depth / 2 - 0.10 * unit)
    line = max(panel.places["head"].h, min(_LINE * unit, 0.40 * room.h))
    flip = -1 if panel.mirrored else 1
    below = box(room.left, room.bottom, room.right, room.top - line - 0.08 * unit)
    upper, tall = Place(room.x, room.top - line / 2, room.w, line), Place(room.x, room.y, _TALL * room.h, room.h)
    beside = (1 - _NAME) * (room.w - tall.w) >= _KNOBS * line
    rim = _RIM * unit if beside else 0.0
    around = (tall.w if beside else below.h) - 2 * rim
    aside = rim + around / 2
    ready = Place(room.x + flip * (room.w / 2 - aside), (room if beside else below).y, around / _ARC, around / _ARC)
    rest = room.w - 2 * aside - 0.2 * unit
    lesson = Place(room.x - flip * (room.w - rest) / 2, below.y, rest, below.h)
    if beside:
        upper = upper._replace(x=lesson.x, w=lesson.w)
    split = _NAME * upper.w
    name = Place(upper.x - runs * (upper.w - split) / 2, upper.y, split, line)
    taken = split + 0.1 * unit
    controls = Place(upper.x + runs * taken / 2, upper.y, upper.w - taken, line)
    return _Parts(name, controls, lesson, ready)


def _draw_taken(sketch: Sketch, context: PanelContext) -> None:
    draw_ground(sketch, context)
    parts = _parts(context.panel)
    draw_name(sketch, context, start_note(context), parts.name)
    _draw_controls(sketch, context, parts.controls)
    _draw_button(sketch, context, parts.ready)
    lesson = _above_warning(sketch, context, parts.lesson)
    (_draw_waiting if context.view.state == "ready" else _draw_step)(sketch, context, lesson)


def _draw_controls(sketch: Sketch, context: PanelContext, room: Place) -> None:
    """Draw the seat's own settings, the way to the choices for everybody, and the door; in words too if they fit."""
    runs, knobs = context.panel.runs, [*_settings(context), Knob("leave", "door", context.say("Leave"))]
    width, least = room.w / len(knobs), context.letters(0.2, needed=False)
    words = [fit(knob.text, _WORD * context.unit * context.panel.type_scale, 0.94 * width, bold=True) for knob in knobs]
    size = min(word.size for word in words)
    told = size >= least and room.h - WORD_LINE * size >= 0.52 * context.unit
    for number, knob in enumerate(knobs):
        x = room.x - runs * (room.w - width) / 2 + runs * width * number
        draw_knob(sketch, context, knob, Place(x, room.y, 0.98 * width, room.h), size if told else 0)


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


def _draw_button(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw READY; pressed it is sunk, in the seat's colour, and lights around it show the time left."""
    view, say = context.view, context.say
    ready, (x, y, side, _) = view.state == "ready", place
    color = seat_color(view.seat)
    tint, beat = (color, 0.0) if ready else (GO, 0.5)
    sketch.light(GLOW, x, y, 1.9 * side, 1.9 * side, tint, beat=beat)
    sketch.picture(RoundLook(round(side), color.mix(WHITE, 0.42) if ready else GO_LACQUER, sunk=ready), x, y)
    ink = DARK_INK.mix(BLACK, 0.6) if ready else IVORY
    sketch.sign("icon check", x, y + 0.20 * side, 0.33 * side, ink)
    word = say("Ready!") if ready else say("READY")
    sketch.text(word, Place(x, y - 0.15 * side, 0.67 * side, 0.30 * side), 0.25 * side, ink, bold=True)
    sketch.item("ready", place, text=word)
    if ready and context.table.deadline:
        _draw_time_around(sketch, context, x, y, 0.54 * side)


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


def _draw_waiting(sketch: Sketch, context: PanelContext, room: Place) -> None:
    """Draw that the seat is ready, beside its pieces, and how it takes that back."""
    say, unit, way = context.say, context.unit, context.panel.runs
    high = min(1.5 * unit, 0.94 * room.h)
    pieces = Place(room.x - way * (room.w / 2 - 0.45 * high), room.y, high / CARD_ASPECT, high)
    picture_of_game(context.table.game).draw_home(sketch, pieces, context.view.seat, _PILE)
    rest = room.w - 0.95 * high
    room = Place(room.x + way * (room.w - rest) / 2, room.y, rest, room.h)
    align = "right" if way < 0 else "left"
    upper = box(room.left, room.y - 0.10 * room.h, room.right, room.top)
    color = seat_color(context.view.seat).mix(WHITE, 0.45)
    sketch.paragraph(say("Ready!"), upper, 0.84 * unit, color, bold=True, align=align)
    lower = box(room.left, room.bottom, room.right, upper.bottom)
    size = context.letters(0.34, needed=False)
    sketch.paragraph(say("Not yet? Tap once more"), lower, size, IVORY, bold=True, align=align)


def _draw_step(sketch: Sketch, context: PanelContext, room: Place) -> None:
    """Draw one of the steps of the game, large: a picture and what to do; a child can read the pictures."""
    steps = picture_of_game(context.table.game).steps(context)
    chosen, unit, way = context.lesson % len(steps), context.unit, -1 if context.panel.runs < 0 else 1
    picture, text = steps[chosen]
    wide = min(_PICTURE * unit, 0.46 * room.w)
    picture(sketch, context, Place(room.x - way * (room.w - wide) / 2, room.y, wide, room.h))
    rest = room.w - wide - 0.2 * unit
    words = Place(room.x + way * (room.w - rest) / 2, room.y + 0.10 * room.h, rest, 0.78 * room.h)
    align = "left" if way > 0 else "right"
    size = 0.54 * unit * context.panel.type_scale
    sketch.paragraph(text, words, size, IVORY, bold=True, align=align)
    dots = Place(words.x - way * (rest / 2 - 0.5 * unit), room.bottom + 0.10 * room.h, unit, 0.13 * room.h)
    draw_dots(sketch, dots, len(steps), chosen)
