"""The lesson of the dice game: what it asks for, and the spaces on which it is played."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.dice.board import space_light
from kiosk.display.games.dice.board_art import DYES, LIGHTS, SpaceLook
from kiosk.display.paint.marks import Light, Sketch
from kiosk.game.dice.dice import SPACES, Die, parse_die
from kiosk.layout.table_layout import Place

_SPACES: Final = ("r1", "y1")
"""The spaces that are played on."""
_SIDE: Final = 0.43
"""The size of a space, in heights of the place."""


def lesson_text(context: PanelContext) -> str:
    """Return what the lesson asks for now, and why; in a small panel the rule alone: the hand shows the move."""
    lesson, say, brief = context.view.lesson, context.say, "rules" not in context.panel.places
    if lesson is None:
        return ""
    match lesson.act:
        case "roll":
            return say("Tap Roll: all your dice")
        case "place" if brief:
            return say("In each colour: 1, 2, 3 ... up to 6")
        case "place" if context.table.touch_mode == "tap":
            return say("Tap the 1, it goes on its space. In each colour: first 1, then 2 ... up to 6")
        case "place":
            return say("Drag the 1 onto its space. In each colour: first 1, then 2 ... up to 6")
        case "stop" if context.view.screen_stop:
            return say("No dice left? Hit STOP!")
        case "stop" if brief:
            return say("No dice left? Button at the edge!")
        case "stop":
            return say("No dice left? Press the big button at the table's edge!")
        case _:
            return say("Well done! Press READY")


def draw_practice_spaces(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the spaces of both dice, one above the other, each with its die once that is placed."""
    lesson = context.view.lesson
    if lesson is None or not lesson.board:
        return
    side = _SIDE * place.h
    for number, name in enumerate(_SPACES):
        space = parse_die(name)
        lies = Place(place.x, place.y + (0.5 - number) * 1.18 * side, side, side)
        _draw_space(sketch, space, lies, taken=bool(lesson.board[SPACES.index(space)]), lit=lesson.act == "place")


def _draw_space(sketch: Sketch, space: Die, place: Place, *, taken: bool, lit: bool) -> None:
    sketch.fill(place.inset(-0.07 * place.w), 0.24 * place.w, DYES[space.color])
    slot, name = SPACES.index(space), str(space)
    if taken:
        sketch.die(name, place)
        sketch.item("space", place, slot=slot, card=name)
        return
    sketch.item("space", place, slot=slot, text=name)
    if lit:
        light = space_light(place)
        sketch.marks.append(Light(light, place.x, place.y, *light.extent, LIGHTS[space.color], 1 / 1.2, least=0.45))
    sketch.picture(SpaceLook(str(space), round(place.w)), place.x, place.y)
