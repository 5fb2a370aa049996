"""A seat that practises in the lobby: its pieces as in play, what to do next, and the centre on which it plays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.light_art import GLOW, RING
from kiosk.display.paint.marks import Light, Sketch
from kiosk.display.paint.text import fit, wrap
from kiosk.display.paint.theme import ACCENT, ALARM, IVORY, WHITE, Rgba
from kiosk.display.passing_time import newest_verdict
from kiosk.display.screens.play import draw_stop
from kiosk.display.texts.refusals import verdict_text
from kiosk.display.widgets.frame import answer_words
from kiosk.layout.table_layout import MIN_HIT_PX, Panel, Place, box

_ABOVE: Final = 0.2
_BRIEFLY_ABOVE: Final = 0.12
"""What is left free below the words, and below an answer, as a fraction of their line: pieces reach up to it."""

_BELOW_SEAM: Final = 0.012
"""The same above them in a small tray, whose seam is near."""

_IN_ONE: Final = 0.97
"""Words stand in one line if they are so large there, compared with two lines."""
_WORDS: Final = 0.42
"""The size of the words, in card widths."""
_HIGHER: Final = (0.08, 0.05)
"""By how much two lines reach out of the name line, below and above, in its heights."""

_BUTTON_LIGHT: Final = 2.6
"""The size of the light around the button at the table's edge, in card widths."""
_PIECE: Final = 0.13
_DISC: Final = 0.5
"""The radius of the corners of a piece and of a disc, as parts of their widths."""


def ready_place(panel: Panel) -> Place:
    """Return the place of READY, where the number of placed pieces stands in play, unless that is out of reach."""
    end = panel.places["control 0" if panel.near and not panel.roomy else "end"]
    side = min(end.w, end.h)
    side = max(min(side, MIN_HIT_PX), 0.97 * side)  # clear of letters in the name line that reach down
    return Place(end.x, end.y, side, side)


def draw_lesson(sketch: Sketch, context: PanelContext, words: Place | None) -> None:
    """Draw the lesson; ``words``: the room for what it asks for, beside the name; None: nothing is said."""
    panel, game = context.panel, picture_of_game(context.table.game)
    draw_stop(sketch, context)
    _draw_button_light(sketch, context)
    for place, bent in _asked(context):
        sketch.glow(place, bent * place.w, 0.16 * context.unit, ACCENT)
        sketch.fill(place.inset(-0.05 * context.unit), bent * (place.w + 0.1 * context.unit), ACCENT)
    game.draw_seat(sketch, context, usable=True)
    if context.practised is not None:
        game.draw_practised(sketch, context, context.practised)
    if words is None:
        return
    tight = not panel.roomy
    above = _BRIEFLY_ABOVE if context.answer else _ABOVE
    below = _BELOW_SEAM if tight else 0.0
    words = box(words.left, words.bottom + above * words.h, words.right, words.top - below * words.h)
    text, ink = _words(context, brief=tight)
    if tight or context.answer:
        sketch.paragraph(text, words, context.letters(0.36), ink, bold=True)
    else:
        draw_words(sketch, context, text, words, ink)


def _draw_button_light(sketch: Sketch, context: PanelContext) -> None:
    """Draw light that runs out from the button at the table's edge, while the lesson asks to press it."""
    lesson = context.view.lesson
    if lesson is None or lesson.act != "stop" or context.view.screen_stop:
        return
    x, y = context.panel.button_in_rim
    beat, size = 0.0 if context.view.calm else 1.0, _BUTTON_LIGHT * context.unit
    sketch.light(GLOW, x, y, size, size, ALARM.mix(WHITE, 0.2), beat=beat)
    if beat:
        sketch.marks.append(Light(RING, x, y, size, size, ACCENT, beat, grows=True))


def draw_words(sketch: Sketch, context: PanelContext, text: str, room: Place, ink: Rgba) -> None:
    """Draw what is to be done in the name line: in two lines, if the letters of one would be smaller."""
    align, size = "left" if context.panel.runs > 0 else "right", context.letters(_WORDS, needed=False)
    head = context.panel.places["head"]
    whole = box(room.left, head.bottom - _HIGHER[0] * head.h, room.right, head.top + _HIGHER[1] * head.h)
    in_one, in_two = fit(text, size, room.w, bold=True), wrap(text, size, (whole.w, whole.h), bold=True)[0]
    if in_one.size >= _IN_ONE * in_two.size and in_one.size >= context.letters(0, needed=False):
        sketch.text(text, room, size, ink, bold=True, align=align)
    else:
        sketch.paragraph(text, whole, size, ink, bold=True, align=align)


def _asked(context: PanelContext) -> Iterator[tuple[Place, float]]:
    """Yield what the next move of the lesson touches in the tray: a piece and its place, or what is tapped.

    With each the radius of its corners as a part of its width: a control as wide as it is high is a disc.
    """
    lesson, panel = context.view.lesson, context.panel
    if lesson is None or context.carried is not None:
        return
    motion = picture_of_game(context.table.game).motion
    if lesson.source:
        yield motion.home(panel, lesson.source, context.kept), _PIECE
    names = [motion.tapped.get(lesson.act, ""), "" if lesson.slot is None else f"row {lesson.slot}"]
    for place in (panel.places[name] for name in names if name in panel.places):
        yield place, _DISC if math.isclose(place.w, place.h, abs_tol=1.0) else _PIECE


def _words(context: PanelContext, *, brief: bool) -> tuple[str, Rgba]:
    """Return the answer to a tap, or why a move was refused, while that stands, otherwise what to do; and the ink."""
    if answer := answer_words(context):
        return answer, ACCENT
    table, verdict = context.table, newest_verdict(context.view)
    if verdict is not None and context.told:
        why = verdict_text(verdict, table.game, context.say, table.pro, table.names, brief=brief)
        return why, IVORY.mix(ACCENT, 0.35).fade(context.told)
    return picture_of_game(table.game).lesson(context), WHITE
