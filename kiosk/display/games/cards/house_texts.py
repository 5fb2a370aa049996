"""The card game's texts of house rules (``kiosk.display.texts.choices``)."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.choices import COSTS, EXTRA_ROUND, SHARED_WIN
from kiosk.display.texts.games import ChoiceText
from kiosk.locale.speaker import mark

HOUSE_TEXTS: Final[dict[str, ChoiceText]] = {
    "house misplay": ChoiceText(mark("A wrong card"), {"return": mark("Comes back"), **COSTS}),
    "house play_after_empty": ChoiceText(
        mark("With an empty stack"), {"allow": mark("You may play on"), "deny": mark("Only Stop is left")}
    ),
    "house refill": ChoiceText(
        mark("Gaps in the row"),
        {
            "auto": mark("Fill by themselves"),
            "manual": mark("You must fill them"),
            "optional": mark("You may fill them"),
        },
    ),
    "house stack": ChoiceText(
        mark("Your stack"),
        {
            "direct": mark("Open, to the centre"),
            "via_row": mark("Open, into the row"),
            "hidden": mark("Hidden, into the row"),
        },
    ),
    "house one_from_stack": ChoiceText(
        mark("A 1 from the stack"), {"allow": mark("May start a pile"), "forbid": mark("Starts no pile")}
    ),
    "house discard_chain": ChoiceText(
        mark("Three turned over"),
        {"chain": mark("Each is playable"), "third_only": mark("Only the top one")},
    ),
    "house hand_use": ChoiceText(
        mark("Draw pile"),
        {
            "anytime": mark("At any time"),
            "table_first": mark("Last, on trust"),
            "warn": mark("Last, with reminder"),
            "block": mark("Last, strictly"),
        },
    ),
    "house recycle": ChoiceText(
        mark("Used-up draw pile"), {"shuffle": mark("Is shuffled"), "turn_over": mark("Is turned over")}
    ),
    "house dead_by_order": ChoiceText(
        mark("Only shuffling helps"), {"reshuffle": mark("All shuffle"), "end_round": mark("The round is over")}
    ),
    "house dead_detection": ChoiceText(
        mark("Nobody can play"), {"grace": mark("Noticed after 12 s"), "vote": mark("Only by vote")}
    ),
    "house stack_size": ChoiceText(mark("Stack"), {"cards": mark("{n} cards")}),
    "house row_size": ChoiceText(mark("Row"), {"players": mark("3 to 5 cards"), "cards": mark("Always {n} cards")}),
    "house match_tie": ChoiceText(mark("Draw at the end"), {"shared": SHARED_WIN, "extra_round": EXTRA_ROUND}),
    "house pro.sources": ChoiceText(
        mark("Pro: onto your row"),
        {
            "both": mark("Stack and discard"),
            "stack": mark("Stack cards only"),
            "discard": mark("Discard cards only"),
        },
    ),
    "house pro.empty_slot": ChoiceText(
        mark("Pro: into gaps"),
        {"stack_only": mark("Stack cards only"), "stack_or_discard": mark("Stack and discard")},
    ),
}
