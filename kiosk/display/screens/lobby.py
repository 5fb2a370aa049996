"""A panel in the lobby: name and settings of the seat, the game in three steps, one after the other, and READY."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.controls import GUEST, NAME
from kiosk.display.input.drawer import RULES
from kiosk.display.paint.brass_art import GO_LACQUER, IDLE_LACQUER, RoundLook
from kiosk.display.paint.light_art import GLOW, HALO, WHEEL_LIGHT
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit, wrap
from kiosk.display.paint.theme import ACCENT, BLACK, BRASS, DARK_INK, GO, INK_SOFT, IVORY, LEATHER, WHITE, seat_color
from kiosk.display.parts import part
from kiosk.display.screens.drawers import draw_drawer
from kiosk.display.screens.invitation import draw_free
from kiosk.display.screens.lesson import draw_lesson, draw_words, ready_place
from kiosk.display.screens.names import draw_badge, draw_small
from kiosk.display.screens.proposal import draw_proposal
from kiosk.display.screens.rules import score_text
from kiosk.display.texts.choices import warning_text
from kiosk.display.widgets.brass import Knob, draw_knob, draw_medal
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.frame import BRIGHT, draw_corner, draw_ground, draw_head, draw_own_name
from kiosk.display.widgets.progress import refused_name, start_note
from kiosk.display.widgets.tally import draw_tally, tally_at_name, tally_width
from kiosk.layout.place import Place, box
from kiosk.layout.table_layout import Panel
from kiosk.locale.speaker import own_name
from kiosk.protocol import LessonView, Proposal

_NEXT_LACQUER: Final = GO_LACQUER.mix(GO, 0.22)
_LATER_LACQUER: Final = GO_LACQUER.mix(IDLE_LACQUER, 0.35)
"""READY when it is what comes next; and while a lesson has other steps first: it may be pressed, but does not call."""
_ROUND_S: Final = 4.0
"""Seconds in which glints run once around READY when it calls."""
_LOW: Final = 0.08
"""The room below the lesson, in card widths."""
_EDGE: Final = 0.38
"""The room at both sides of the lesson and READY, in card widths."""
_LARGEST: Final = 1.66
"""The diameter of the arc around READY at most, in card widths."""
_AROUND: Final = 0.92
"""The same as a fraction of the height below the name line."""
_ARC: Final = 1.14
"""The diameter of the arc around READY, in diameters of READY."""
_IN_RING: Final = 0.92
"""The size of READY in a lesson, which leaves room for the ring of its steps, as a part of its place."""
_APART: Final = 0.12
"""The room between controls, in card widths."""
_NAME: Final = 0.48
_NAME_READY: Final = 0.72
_NAME_PRACTISING: Final = 0.36
"""The part of the name line that medal and name take at most beside a sentence, beside the shorter note of a ready
seat, and beside the words of a lesson, which matter more.
"""
_STEPS: Final = (0.42, 0.60)
"""The diameter of the disc of a step, and the distance of two, in card widths."""
_WON: Final = 0.8
"""The size of the matches won, in sizes of the name."""
_RAISED: Final = 0.16
"""What words leave free below them, in heights of the name line: pieces reach up to it."""
_STEP_GAP: Final = 0.03
"""The gap between two steps of a lesson in the ring around READY, as a part of the ring."""
_PICTURE: Final = 2.9
"""The width of a step's picture beside its words, in card widths."""
_FAN: Final = 2.7
"""The width of the seat's own pieces beside "Ready!", in heights of a card."""
_SCORE: Final = 0.40
"""The height of the sentence about scoring below "Ready!", as a share of the room."""
STARTS_S: Final = 15
"""The seconds that the whole arc around READY stands for."""
_STILL_THERE: Final = 0.62
"""The size of the question whether somebody is still there, in card widths."""
_BELOW_WORDS: Final = 0.04
"""The room above the picture of a step, in card widths: the words in the name line reach into it."""


class _Parts(NamedTuple):
    """The parts of a taken seat: above, the name line and the controls at its end; below, the lesson and READY.

    ``wide``: the name line has room for the words of the lesson.
    """

    line: Place
    controls: tuple[Place, ...]
    lesson: Place
    ready: Place
    wide: bool


def draw_ready(sketch: Sketch, context: PanelContext) -> None:
    """Draw a seat in the lobby: free, taken or ready."""
    if context.view.state == "free":
        draw_free(sketch, context)
    elif context.view.asked:
        _draw_silent(sketch, context)
    elif (proposal := _proposal(context)) is not None:
        _draw_asked(sketch, context, proposal)
    elif context.open_drawer is not None and context.table.lobby is not None:
        draw_drawer(sketch, context, context.open_drawer, context.table.lobby)
    else:
        _draw_taken(sketch, context)


def _parts(panel: Panel, controls: int) -> _Parts:
    """Return the parts of a panel with so many controls in its name line."""
    unit, body = panel.card, panel.places["body"]
    edge = _EDGE * unit
    room = box(body.left + edge, body.bottom + _LOW * unit, body.right - edge, body.top - 0.02 * unit)
    flip = -1 if panel.mirrored else 1
    around = min(_AROUND * room.h, _LARGEST * unit)
    ready = Place(room.x + flip * (room.w - around) / 2, room.y, around / _ARC, around / _ARC)
    taken = around + 3 * _APART * unit
    lesson = Place(room.x - flip * taken / 2, room.y, room.w - taken, room.h)
    return _Parts(_line(panel, controls), panel.controls(controls), lesson, ready, panel.roomy)


def _line(panel: Panel, controls: int) -> Place:
    """Return the name line between the door, if it has the corner, and the controls."""
    line, door = panel.line(controls), panel.places["door"]
    if not _has_corner(panel):
        return line
    left, right = (door.right, line.right) if panel.runs > 0 else (line.left, door.left)
    return box(left, line.bottom, right, line.top)


def _draw_taken(sketch: Sketch, context: PanelContext) -> None:
    draw_ground(sketch, context)
    knobs = _knobs(context)
    if _has_corner(context.panel):
        knobs.remove(_door(context))
        draw_knob(sketch, context, _door(context), context.panel.places["door"], 0)
    parts = _parts(context.panel, len(knobs))
    if context.view.lesson is not None:
        _draw_practising(sketch, context, context.view.lesson, knobs, parts)
        return
    ready = context.view.state == "ready"
    beside = _NAME_READY if ready else _NAME
    rest = draw_name(sketch, context, parts.line, (beside if parts.wide else 1.0) * parts.line.w)
    for knob, place in zip(knobs, parts.controls, strict=True):
        draw_knob(sketch, context, knob, place, 0)
    _draw_button(sketch, context, parts.ready)
    lesson = _above_warning(sketch, context, parts.lesson)
    if ready:
        _draw_waiting(sketch, context, lesson)
        _draw_note(sketch, context, rest)
    else:
        _draw_step(sketch, context, lesson, rest if parts.wide else None)


def _proposal(context: PanelContext) -> Proposal | None:
    """Return the house rule that everybody is asked about, or what has become of it."""
    return context.table.lobby.proposal if context.table.lobby is not None else None


def _draw_asked(sketch: Sketch, context: PanelContext, proposal: Proposal) -> None:
    """Draw a house rule that somebody proposes in place of the lesson or of a drawer, for a few seconds."""
    draw_ground(sketch, context)
    draw_proposal(sketch, context, proposal, _draw_around(sketch, context))


def _draw_silent(sketch: Sketch, context: PanelContext) -> None:
    """Draw, before the seat is freed, the question whether somebody is still there, in place of everything else."""
    draw_ground(sketch, context, lit=True)
    room, size = _draw_around(sketch, context), _STILL_THERE * context.unit * context.panel.type_scale
    sketch.paragraph(context.say("Still there? Touch here"), room, size, BRIGHT, bold=True)


def _draw_around(sketch: Sketch, context: PanelContext) -> Place:
    """Draw name, door and READY around what takes the place of the lesson or of a drawer; return its room."""
    panel = context.panel
    corner = _has_corner(panel)
    parts = _parts(panel, 0 if corner else 1)
    draw_name(sketch, context, parts.line, parts.line.w)
    place = panel.places["door"] if corner or panel.near else parts.controls[0]
    draw_knob(sketch, context, _door(context), place, 0)
    _draw_button(sketch, context, parts.ready)
    return parts.lesson


def _draw_practising(
    sketch: Sketch, context: PanelContext, lesson: LessonView, knobs: Sequence[Knob], parts: _Parts
) -> None:
    """Draw a seat in its lesson: its pieces lie as in play, and READY beside them skips the rest."""
    panel, line = context.panel, parts.line
    ready = ready_place(panel)
    if parts.wide:
        ready = ready._replace(w=_IN_RING * ready.w, h=_IN_RING * ready.h)
        line = draw_name(sketch, context, line, _NAME_PRACTISING * line.w)
        _draw_progress(sketch, context, ready, lesson)
    elif panel.near:  # the same without room for "?": READY has its place
        draw_head(sketch, context, named=False)
        knobs, line = knobs[1:], _beside_medal(panel, line.right if panel.runs > 0 else line.left)
        parts = parts._replace(controls=parts.controls[1:])
    else:  # the name line is short: READY is in it, and the medal stands for the name and is the door, as in play
        draw_head(sketch, context, named=False)
        draw_corner(sketch, context)
        knobs = [knob for knob in knobs if knob.what not in (RULES, "leave")]
        parts = parts._replace(controls=parts.controls[1 : 1 + len(knobs)])
        ready = ready._replace(x=parts.controls[-1].x - panel.runs * (ready.w + _APART * context.unit))
        line = _beside_medal(panel, ready.x - panel.runs * 0.6 * ready.w)
    for knob, place in zip(knobs, parts.controls, strict=True):
        draw_knob(sketch, context, knob, place, 0)
    if lesson.act or parts.wide or panel.near:
        draw_lesson(sketch, context, line)
        _draw_button(sketch, context, ready)
        return
    draw_lesson(sketch, context, None)
    whole = box(min(line.left, ready.left), ready.bottom, max(line.right, ready.right), ready.top)
    sketch.button("ready", whole, context.say("READY"), context.letters(0.5), fill=GO, lit=True, icon="check")


def _beside_medal(panel: Panel, end: float) -> Place:
    """Return the name line from the medal to this point."""
    sign, head = panel.places["sign"], panel.places["head"]
    start = sign.x + panel.runs * 0.6 * sign.w
    return box(min(start, end), head.bottom, max(start, end), head.top)


def _has_corner(panel: Panel) -> bool:
    """Return whether the door has the corner at the beginning of the name line, as it has in play."""
    return panel.roomy and not panel.near


def _door(context: PanelContext) -> Knob:
    return Knob("leave", "door", context.say("Leave"))


def _knobs(context: PanelContext) -> list[Knob]:
    """Return "?", the language, the door, and until the seat is ready the way to all options, from the end on."""
    say = context.say
    knobs = [
        Knob(RULES, "question", say("Rules")),
        Knob("language", "globe", own_name(context.view.language)),
        _door(context),
    ]
    return knobs if context.view.state == "ready" else [*knobs, Knob("more", "more", say("Options"))]


@part
def _draw_note(sketch: Sketch, context: PanelContext, room: Place) -> None:
    """Draw when the match begins, at the end of the name line, where it can be read."""
    size, note = context.letters(0.30, needed=False), start_note(context)
    if fit(note, size, room.w, bold=True).size >= 0.9 * size:
        align = "right" if context.panel.runs > 0 else "left"
        sketch.text(note, room, size, ACCENT.mix(IVORY, 0.5), bold=True, align=align)


@part
def _draw_button(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw READY; pressed it is sunk, in the seat's colour, and lights around it show the time left."""
    view, say = context.view, context.say
    ready, (x, y, side, _) = view.state == "ready", place
    color = seat_color(view.seat)
    learns = view.lesson is not None and bool(view.lesson.act)
    tint, beat = (color, 0.0) if ready else (GO, 0.5)
    if not learns:  # in a lesson only its next move is lit
        sketch.light(GLOW, x, y, 1.9 * side, 1.9 * side, tint, beat=beat)
    if not learns and not ready:
        wide, turn = 0.985 * side / HALO, 0.0 if view.calm else 360 / _ROUND_S
        sketch.light(WHEEL_LIGHT, x, y, wide, wide, ACCENT, spin=-turn)
    lacquer = color.mix(WHITE, 0.32) if ready else _LATER_LACQUER if learns else _NEXT_LACQUER
    sketch.picture(RoundLook(round(side), lacquer, sunk=ready), x, y)
    ink = DARK_INK.mix(BLACK, 0.6) if ready else IVORY
    word = say("Ready!") if ready else say("READY")
    look = fit(word, 0.25 * side, 0.70 * side, bold=True)
    worded = look.size >= context.letters(0, needed=False)
    sketch.sign("icon check", x, y + (0.20 * side if worded else 0), (0.33 if worded else 0.56) * side, ink)
    if worded:
        sketch.picture(look, x, y - 0.12 * side, ink)
    sketch.item("ready", place, text=word)
    if ready and context.table.deadline:
        _draw_time_around(sketch, context, x, y, side)


@part
def _draw_time_around(sketch: Sketch, context: PanelContext, x: float, y: float, side: float) -> None:
    """Draw an arc that shows the time left, outside the brass of READY."""
    share = min(1.0, context.left(context.table.deadline) / STARTS_S)
    radius, width = _ring_around(side)
    sketch.ring(x, y, radius, width, 1.0, BLACK.mix(BRASS, 0.12))
    if share:
        sketch.ring(x, y, radius, width, share, seat_color(context.view.seat).mix(IVORY, 0.45))


def _ring_around(side: float) -> tuple[float, float]:
    """Return the radius and the width of a ring around READY."""
    return (1 + _ARC) / 4 * side, max(1.5, (_ARC - 1) / 5 * side)


@part
def _draw_progress(sketch: Sketch, context: PanelContext, place: Place, lesson: LessonView) -> None:
    """Draw the steps of the lesson as a ring around READY that fills; no numbers: cards have numbers."""
    radius, width = _ring_around(place.w)
    for number in range(lesson.steps):
        ink = ACCENT if number < lesson.step else IVORY if number == lesson.step else BLACK.mix(BRASS, 0.4)
        share, begins = 1 / lesson.steps - _STEP_GAP, (number + _STEP_GAP / 2) / lesson.steps
        sketch.ring(place.x, place.y, radius, width, share, ink, begins=begins)


def _above_warning(sketch: Sketch, context: PanelContext, room: Place) -> Place:
    """Draw the warning of the chosen game below the steps, if it has one, and return the room above it."""
    lobby = context.table.lobby
    warnings = [choice.warning for choice in lobby.choices if choice.key == "game"] if lobby is not None else []
    if not warnings or warnings[0] is None:
        return room
    line = Place(room.x, room.bottom + 0.18 * context.unit, room.w, 0.36 * context.unit)
    sketch.text(warning_text(warnings[0], context.table.game, context.say), line, 0.28 * context.unit, WARNING)
    return box(room.left, line.top, room.right, room.top)


@part
def _draw_waiting(sketch: Sketch, context: PanelContext, room: Place) -> None:
    """Draw that the seat is ready, beside a few of its pieces, and how it takes that back."""
    say, unit = context.say, context.unit
    flip, way = -1 if context.panel.mirrored else 1, context.panel.runs
    wide = min(_FAN * min(unit, room.h / 1.6), 0.46 * room.w)
    pieces = Place(room.x - flip * (room.w - wide) / 2, room.y, wide, room.h)
    picture_of_game(context.table.game).draw_own(sketch, pieces, context.view.seat)
    rest = room.w - wide - 0.3 * unit
    room = Place(room.x + flip * (room.w - rest) / 2, room.y, rest, room.h)
    align = "right" if way < 0 else "left"
    score, size = score_text(context.table.game, context.table.rules, say), context.letters(0.25, needed=False)
    middle = Place(room.x, room.bottom + 0.39 * room.h, room.w, _SCORE * room.h)
    legible = context.letters(0, needed=False)
    fits = bool(score) and wrap(score, size, (middle.w, middle.h), bold=True)[0].size >= legible
    upper = box(room.left, room.y - (-0.12 if fits else 0.14) * room.h, room.right, room.top)
    color = seat_color(context.view.seat).mix(WHITE, 0.6)
    sketch.text(say("Ready!"), upper, (0.74 if fits else 0.98) * unit, color, heavy=True, align=align)
    lower = box(room.left, room.bottom, room.right, middle.bottom if fits else upper.bottom)
    if fits:
        sketch.paragraph(score, middle, size, IVORY, bold=True, align=align)
    undo, least = say("Not ready yet? Tap again"), context.letters(0.21, needed=False)
    in_line = fit(undo, context.letters(0.22 if fits else 0.36, needed=False), lower.w, bold=True).size
    ink = INK_SOFT if fits else IVORY
    sketch.paragraph(undo, lower, max(in_line, least), ink, bold=True, align=align)


@part
def _draw_step(sketch: Sketch, context: PanelContext, room: Place, line: Place | None) -> None:
    """Draw one of the steps of the game, large: a picture and what to do; a child can read the pictures.

    ``line``: the room for the words; None: they stand beside the picture.
    """
    steps = picture_of_game(context.table.game).steps(context)
    chosen, unit, runs = context.lesson % len(steps), context.unit, context.panel.runs
    picture, text = steps[chosen]
    if line is not None:
        long = _draw_numbers(sketch, context, line, len(steps), chosen)
        raised = _RAISED * line.h
        words = Place(line.x - runs * long / 2, line.y + raised / 2, line.w - long, line.h - raised)
        draw_words(sketch, context, text, words, WHITE)
        picture(sketch, context, room._replace(y=room.y - _BELOW_WORDS / 2 * unit, h=room.h - _BELOW_WORDS * unit))
        return
    align = "left" if runs > 0 else "right"
    flip = -1 if context.panel.mirrored else 1
    wide = min(_PICTURE * unit, 0.5 * room.w)
    picture(sketch, context, Place(room.x - flip * (room.w - wide) / 2, room.y, wide, room.h))
    rest = room.w - wide - 0.2 * unit
    words = Place(room.x + flip * (room.w - rest) / 2, room.y, rest, 0.94 * room.h)
    sketch.paragraph(text, words, 0.50 * unit * context.panel.type_scale, WHITE, bold=True, align=align)


def _draw_numbers(sketch: Sketch, context: PanelContext, line: Place, count: int, chosen: int) -> float:
    """Draw the numbers of the steps at the end of the line, the chosen one lit; return the width that they take."""
    unit, runs = context.unit, context.panel.runs
    side, step = (max(part * unit, context.letters(part * 0.75, needed=False)) for part in _STEPS)
    first = line.x + runs * (line.w / 2 - side / 2 - (count - 1) * step)
    for number in range(count):
        x = first + runs * number * step
        if number:
            sketch.fill(Place(x - runs * step / 2, line.y, step - side, max(2, 0.03 * unit)), 1, BRASS.fade(0.8))
        lit = number == chosen
        sketch.sign("disc", x, line.y, side, ACCENT if lit else BRASS)
        sketch.sign("disc", x, line.y, 0.86 * side, IVORY if lit else LEATHER.mix(BLACK, 0.6))
        ink = DARK_INK if lit else IVORY
        sketch.text(str(number + 1), Place(x, line.y, side, side), 0.66 * side, ink, heavy=True)
    return (count - 1) * step + side + 0.3 * unit


@part
def draw_name(sketch: Sketch, context: PanelContext, line: Place, most: float) -> Place:
    """Draw the seat's medal and name, which are controls (``_draw_naming``); return the rest of the line.

    ``most``: the width of medal and name at most. Where the name line is out of reach, names are chosen in the drawer
    "My seat".
    """
    panel, unit = context.panel, context.unit
    runs, sign = panel.runs, panel.places["sign"]
    side, gap = 1.08 * sign.w, 0.14 * unit
    draw_medal(sketch, context.view.seat, sign.x, sign.y, side)
    start = sign.x + runs * (side / 2 + gap)
    size = min(context.letters(0.40), 0.80 * line.h)
    won = tally_width(tally_at_name(context), _WON * size)
    name = _from(start, runs, line, most - sign.w - gap - won)
    if context.view.name_refused:
        align = "left" if runs > 0 else "right"
        wide = sketch.text(refused_name(context), name, 0.8 * size, WARNING, bold=True, align=align)
    else:
        wide = draw_own_name(sketch, context, name, size)
    draw_tally(sketch, context, start + runs * wide, line.y, _WON * size)
    end = start + runs * (wide + won)
    if context.open_drawer is None and not panel.near:
        end = _draw_naming(sketch, context, line, end)
    return _from(end + 2 * runs * gap, runs, line, line.w)


def _draw_naming(sketch: Sketch, context: PanelContext, line: Place, end: float) -> float:
    """Draw how to choose a name, and to get another one as a guest; return where medal and name end.

    A guest's medal rolls another name, and a pen beside the name opens the names, if the house takes them. Medal and
    name of somebody who has chosen one are that pen. ``end``: of the name.
    """
    unit, runs, sign = context.unit, context.panel.runs, context.panel.places["sign"]
    named, takes = bool(context.view.name), context.table.lobby is not None and context.table.lobby.takes_names
    start, side, text = line.x - runs * line.w / 2, 1.08 * sign.w, context.who(context.view.seat)
    small = max(0.42 * side, 0.2 * unit)
    parts = end
    if not named and takes:
        parts = sign.x + runs * 0.56 * side
        if context.view.lesson is None:  # its words need the room
            end += runs * (0.1 * unit + small)
            draw_small(sketch, "pen", end - runs * small / 2, line.y, small)
        sketch.item(NAME, _from(parts, runs, line, abs(end - parts)), text=text)
    if not named or takes:
        sketch.item(NAME if named else GUEST, _from(start, runs, line, abs(parts - start)), text=text)
        draw_badge(sketch, "pen" if named else "die", sign, runs)
    return end


def _from(start: float, runs: int, line: Place, most: float) -> Place:
    """Return the part of a line from a point on, with at most this width."""
    end = min(line.right, start + most) if runs > 0 else max(line.left, start - most)
    return box(min(start, end), line.bottom, max(start, end), line.top)
