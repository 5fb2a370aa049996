"""The card game explained in three steps, for the lobby."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.games.cards.rule_pictures import draw_build, draw_empty_stack, draw_flip
from kiosk.display.games.game import Step


def card_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return push, flip, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    return (
        (draw_build, say("Tap the 4: it goes on the 3") if tap else say("Drag the 4 onto the 3")),
        (draw_flip, say("Nothing fits? Tap your draw pile")),
        (draw_empty_stack, say("Stack empty? Hit Stop!")),
    )
