"""The dice game explained in three steps, for the lobby."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.games.dice.reader_words import LOST
from kiosk.display.games.dice.rule_pictures import draw_place, draw_roll, draw_stop_sign
from kiosk.display.games.game import Step


def dice_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return roll or throw, place, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    push = say("Drag the 3 next to the 2")
    return (
        (draw_roll, _how_to_roll(context)),
        (draw_place, say("Tap the 3: it goes next to the 2") if tap else push),
        (draw_stop_sign, say("No dice left? Hit STOP!")),
    )


def _how_to_roll(context: PanelContext) -> str:
    """Return how to roll: with real dice or on the screen, and why."""
    view, say = context.view, context.say
    if view.real:
        return say("Throw all your dice into the tray")
    if view.tray == LOST:
        return say("Your dice reader does not answer: tap Roll")
    if context.on_screen:
        return say("No dice reader here: tap Roll. All will see it")
    return say("Tap Roll: all your dice")
