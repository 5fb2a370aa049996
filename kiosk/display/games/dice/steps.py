"""The dice game explained in three pictures, for the lobby; a child can read the pictures."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.games.dice.board_art import SpaceLook
from kiosk.display.games.dice.reader_words import LOST
from kiosk.display.games.game import Step
from kiosk.display.games.steps import draw_stop
from kiosk.display.paint.dice_art import RollLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import TABLE_DEEP, WHITE
from kiosk.layout.table_layout import Place


def dice_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return roll or throw, place, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    push = say("Push dice out: 1, 2, 3 ... in one colour")
    return (
        (_draw_throw if context.view.real else _draw_roll, _how_to_roll(context)),
        (_draw_board, say("Tap a die that fits: 1, 2, 3 ... in one colour") if tap else push),
        (draw_stop, say("No dice left? Hit STOP!")),
    )


def _how_to_roll(context: PanelContext) -> str:
    """Return how to roll: with real dice or on the screen, and why."""
    view, say = context.view, context.say
    if view.real:
        return say("Throw all your dice into the tray")
    if view.tray == LOST:
        return say("Your dice reader does not answer: tap Roll")
    if context.on_screen:
        return say("No dice reader here: tap Roll. All are told")
    return say("Tap Roll: all your dice")


def _draw_roll(sketch: Sketch, context: PanelContext, place: Place) -> None:
    side = _draw_throw(sketch, context, place)
    sketch.sign("icon hand", place.x + 0.2 * side, place.y - 0.14 * place.h, place.h * 0.6, TABLE_DEEP.fade(0.8))
    sketch.sign("icon hand", place.x + 0.2 * side, place.y - 0.14 * place.h, place.h * 0.5, WHITE)


def _draw_throw(sketch: Sketch, _: PanelContext, place: Place) -> float:
    """Draw tumbling dice and return their size."""
    side = min(0.62 * place.h, 0.27 * place.w)
    for index, die in enumerate(("r", "g", "b")):
        shift = (index - 1) * 1.12 * side
        sketch.picture(RollLook(die, round(side), 4 * index), place.x + shift, place.y + 0.1 * place.h)
    return side


def _draw_board(sketch: Sketch, _: PanelContext, place: Place) -> None:
    side = min(0.7 * place.h, 0.28 * place.w)
    for index, die in enumerate(("g1", "g2")):
        sketch.die(die, Place(place.x + (index - 1) * 1.1 * side, place.y, side, side))
    sketch.picture(SpaceLook("g3", round(0.9 * side)), place.x + 1.15 * side, place.y)
