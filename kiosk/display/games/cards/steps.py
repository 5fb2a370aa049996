"""The card game explained in three pictures, for the lobby; a child can read the pictures."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.games.game import Step
from kiosk.display.games.steps import draw_stop
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import TABLE_DEEP, WHITE
from kiosk.layout.table_layout import Place


def card_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return push, flip, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    push = say("Push cards out: 1, 2, 3 ... in one colour")
    return (
        (_draw_piles, say("Tap a card that fits: 1, 2, 3 ... in one colour") if tap else push),
        (_draw_hand, say("Nothing fits? Tap your hand")),
        (draw_stop, say("Stack empty? Hit Stop!")),
    )


def _small_card(place: Place, x: float, height: float) -> Place:
    return Place(place.x + x, place.y, round(height / 1.5), round(height))


def _draw_piles(sketch: Sketch, _: PanelContext, place: Place) -> None:
    height = place.h * 0.86
    for index, card in enumerate(("g1", "g2", "g3")):
        sketch.face(card, _small_card(place, (index - 1) * height * 0.52, height))


def _draw_hand(sketch: Sketch, context: PanelContext, place: Place) -> None:
    height = place.h * 0.86
    sketch.face("b4", _small_card(place, -height * 0.42, height))
    hand = _small_card(place, height * 0.42, height)
    sketch.back(context.view.seat, hand)
    sketch.sign("icon hand", hand.x + 0.1 * height, hand.y - 0.22 * height, height * 0.62, TABLE_DEEP.fade(0.8))
    sketch.sign("icon hand", hand.x + 0.1 * height, hand.y - 0.22 * height, height * 0.52, WHITE)
