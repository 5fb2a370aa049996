"""The lesson of the card game: what it asks for, and the pile on which it is played."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.pile_art import PlaceLook
from kiosk.display.paint.theme import ACCENT
from kiosk.layout.table_layout import Place


def lesson_text(context: PanelContext) -> str:
    """Return what the lesson asks for now, and why; in a small panel the rule alone: the hand shows the move."""
    lesson, say, brief = context.view.lesson, context.say, "rules" not in context.panel.places
    if lesson is None:
        return ""
    match lesson.act:
        case "play" if lesson.onto and lesson.source.startswith("row"):  # it leaves a gap in the row
            if brief:
                return say("The stack fills the gap: empty it!")
            return say("Your stack fills each gap. Once it is empty, you may call Stop!")
        case "play":
            return _play_text(context, lesson.piece[1:], lesson.onto[1:], brief=brief)
        case "flip":
            return say("Nothing fits? Tap your draw pile")
        case "fill":
            if brief:
                return say("Fill the gap from your stack")
            return say("Fill the gap from your stack. Once it is empty, you may call Stop!")
        case "stop" if context.view.screen_stop:
            return say("Stack empty? Hit Stop!")
        case "stop" if brief:
            return say("Stack empty? Button at the edge!")
        case "stop":
            return say("Stack empty? Press the big button at the table's edge!")
        case _:
            return say("Well done! Press READY")


def _play_text(context: PanelContext, card: str, pile: str, *, brief: bool) -> str:
    """Return which card begins a pile, or goes onto it; both are numbers, ``pile`` is empty where one begins."""
    say, tap = context.say, context.table.touch_mode == "tap"
    if not pile:
        return say("Tap the 1: it starts a pile") if tap else say("Drag the 1 out: it starts a pile")
    if brief:
        return say("Same colour, one higher")
    if tap:
        return say("Tap the {card}, it goes on the {pile}: same colour, one higher", card=card, pile=pile)
    return say("Drag the {card} onto the {pile}: same colour, one higher", card=card, pile=pile)


def draw_practice_pile(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the pile, or its place, lit while a card is to be played on it."""
    lesson = context.view.lesson
    if lesson is None:
        return
    if lesson.act == "play":
        sketch.light(GLOW, place.x, place.y, 2.2 * place.w, 2.0 * place.h, ACCENT)
        edge = 0.05 * place.w
        sketch.outline(place.inset(-edge), 0.14 * place.w, max(2, 0.04 * place.w), ACCENT)
    cell, card = lesson.piles[0] if lesson.piles else (0, None)
    if card is None:
        sketch.picture(PlaceLook(round(place.w), round(place.h)), place.x, place.y)
    else:
        sketch.face(card, place, ways=4)
    sketch.item("pile", place, slot=cell, card=card)
