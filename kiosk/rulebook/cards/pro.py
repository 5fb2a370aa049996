"""The pro variant."""

from __future__ import annotations

from typing import Final

from kiosk.game.cards.commands import Place
from kiosk.locale.speaker import mark
from kiosk.rulebook.topic import Entry, Topic, always, one

_BOTH: Final = mark("Pro variant: the top card of your stack or your discard pile may go onto a card of your row.")

PRO: Final[tuple[Entry, ...]] = (
    Topic(
        ("pro.sources",),
        {
            ((),): mark("Pro variant, but nothing may go onto a card of your row."),
            ((Place.STACK,),): mark("Pro variant: the top card of your stack may go onto a card of your row."),
            ((Place.DISCARD,),): mark("Pro variant: the top card of your discard pile may go onto a card of your row."),
            ((Place.STACK, Place.DISCARD),): _BOTH,
            ((Place.DISCARD, Place.STACK),): _BOTH,
        },
    ),
    always(mark("In your row, a card goes only onto a card of another colour.")),
    one(
        "pro.step",
        exactly_one=mark("In your row, a card goes only onto the next higher number: an 8 onto a 9."),
        any_lower=mark("In your row, a card goes onto any higher number: an 8 onto a 9 or onto a 10."),
    ),
    one(
        "pro.empty_slot",
        stack_only=mark("An empty place in your row takes only a card of your stack."),
        stack_or_discard=mark("An empty place in your row takes a card of your stack or of your discard pile."),
    ),
    always(mark("The top card of each pile in your row may go to the centre, but not to another place in your row.")),
)
