"""The lesson of the card game: what it asks for, and the pile on which it is played."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.pile_art import PlaceLook
from kiosk.display.paint.theme import ACCENT
from kiosk.layout.table_layout import Place


def lesson_text(context: PanelContext) -> str:
    """Return what the lesson asks for now."""
    lesson, say = context.view.lesson, context.say
    if lesson is None:
        return ""
    tap = context.table.touch_mode == "tap"
    match lesson.act:
        case "play":
            card, pile = lesson.piece[1:], lesson.onto[1:]
            if not pile:
                return say("Tap the 1: it starts a pile") if tap else say("Drag the 1 out: it starts a pile")
            if tap:
                return say("Tap the {card}: it goes on the {pile}", card=card, pile=pile)
            return say("Drag the {card} onto the {pile}", card=card, pile=pile)
        case "flip":
            return say("Nothing fits? Tap your draw pile")
        case "fill":
            return say("Fill the gap from your stack")
        case "stop":
            return say("Stack empty? Hit Stop!")
        case _:
            return say("Well done! Press READY")


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
