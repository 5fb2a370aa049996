"""The texts of the card game, and of its house rules."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.choices import COSTS, EXTRA_ROUND, SHARED_WIN
from kiosk.display.texts.games import ChoiceText, CooldownText, GameTexts, HandicapText, Words, piece_text
from kiosk.game.cards.rules import ProStep
from kiosk.game.refusals import Reason
from kiosk.locale.marks import mark, mark_count
from kiosk.protocol import StoryKind
from kiosk.rulebook.cards.book import EDITIONS

HOUSE_TEXTS: Final[dict[str, ChoiceText]] = {
    "house misplay": ChoiceText(mark("A wrong card"), {"return": mark("Comes back"), **COSTS}),
    "house play_after_empty": ChoiceText(
        mark("With an empty stack"), {"allow": mark("You may play on"), "deny": mark("You may only hit Stop")}
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
            "direct": mark("Face up, straight to the centre"),
            "via_row": mark("Face up, only into the row"),
            "hidden": mark("Face down, only into the row"),
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
            "table_first": mark("Only when stuck: on trust"),
            "warn": mark("Only when stuck: with a reminder"),
            "block": mark("Only when stuck: enforced"),
        },
    ),
    "house recycle": ChoiceText(
        mark("Used-up draw pile"), {"shuffle": mark("Is shuffled"), "turn_over": mark("Is turned over")}
    ),
    "house dead_by_order": ChoiceText(
        mark("If only shuffling would help"),
        {"reshuffle": mark("Everybody shuffles"), "end_round": mark("The round is over")},
    ),
    "house dead_detection": ChoiceText(
        mark("Nobody can play"), {"grace": mark("After 12 s"), "vote": mark("Only by vote")}
    ),
    "house stack_size": ChoiceText(mark("Stack"), {"cards": mark("{n} cards")}),
    "house row_size": ChoiceText(mark("Row"), {"players": mark("3 to 5 cards"), "cards": mark("Always {n} cards")}),
    "house match_tie": ChoiceText(mark("Tie at the end"), {"shared": SHARED_WIN, "extra_round": EXTRA_ROUND}),
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


_WORDS: Final = Words(
    start=mark("Ligretto!"),
    stop=mark("Ligretto Stop!"),
    you_stopped=mark("You called Ligretto Stop!"),
    may_stop=mark("Stack empty: hit Stop!"),
    still_there=mark("Still there? Tap a card"),
    vote_too=mark("{who} votes: nobody can play. You too? Hold your draw pile"),
    nobody_can_play=mark("Nobody can play. Hold your draw pile to vote"),
    free_seat=mark("This seat is free; its cards in the centre still count"),
    no_room=mark("No more seats: cards would be too small"),
    placed=mark("in the centre"),
    one_left=mark("1 card left in the stack!"),
    cries={"shuffle": mark("Ligretto! Shuffle!")},
    answers={
        "stop": (mark("You may stop once your stack is empty"),),
        "row": (mark("No stack card left for it"),),
        "discard": (mark("Tap your draw pile"),),
        "count": mark_count("{n} card in your stack", "{n} cards in your stack"),
        "end": mark_count("{n} of your cards is in the centre", "{n} of your cards are in the centre"),
        "sign": (mark("Your sign: on all your cards"),),
    },
    stories={
        StoryKind.IN_A_ROW: mark_count("{who} played {n} card in a row", "{who} played {n} cards in a row"),
        StoryKind.FAST_HANDS: mark_count(
            "{who} played {n} card in {of} seconds", "{who} played {n} cards in {of} seconds"
        ),
        StoryKind.OWN_PILE: (mark("{who} played {n} of {of} cards on one pile"),),
        StoryKind.STARTS: mark_count("{who} started {n} pile", "{who} started {n} piles"),
        StoryKind.MOST_PIECES: (mark("{who} played the most cards: {n}"),),
        StoryKind.LAST: (mark("{who} played one more card {seconds} s before the end"),),
    },
)

_REASONS: Final = {
    Reason.PRO_VARIANT_OFF: mark("You can't play cards onto your own row"),
    Reason.STOP_FIRST: mark("Stack empty: hit Stop!"),
    Reason.SLOT_OCCUPIED: mark("There is already a card there"),
    Reason.SLOT_NEEDS_STACK_CARD: mark("Only a stack card can go there"),
    Reason.VIA_ROW_ONLY: mark("Stack cards go into your row first"),
    Reason.ONE_NOT_FROM_STACK: mark("No 1s straight from the stack"),
    Reason.REFILL_FIRST: mark("Fill your row first"),
    Reason.THIRD_CARD_ONLY: mark("Only the top card of three may be played"),
    Reason.NOT_DESCENDING: mark("Must be lower than the card there"),
    f"{Reason.NOT_DESCENDING} {ProStep.EXACTLY_ONE}": mark("Must be one lower than the card there"),
    Reason.SAME_COLOUR: mark("Must be a different colour"),
    Reason.NOTHING_TO_FLIP: mark("No cards left to turn over"),
    Reason.TABLE_CARD_FIRST: mark("Play a card that fits first"),
    f"{Reason.TABLE_CARD_FIRST} allowed": mark("It is better to play a card that fits first"),
    "stop_barred": mark("You may stop once your stack is empty"),  # during a lock
    Reason.STACK_NOT_EMPTY: mark("False Stop: your stack isn't empty"),
}

_CHOICES: Final = {
    **HOUSE_TEXTS,
    "preset": ChoiceText(
        mark("Edition"),
        EDITIONS,
        {
            "table_default": mark(
                "Best for a first game: the row fills itself; 5 s after a stack is empty the round ends"
            ),
            "schmidt_de_fr_it": mark("Schmidt, German, French, Italian: you fill your row yourself, if you like"),
            "schmidt_2017_en": mark("Schmidt 2017, English: one round; turn over cards only if nothing else fits"),
            "schmidt_2017_fr": mark("Schmidt 2017, French: of three cards turned over only the top one may be played"),
            "schmidt_2017_ru": mark("Schmidt 2017, Russian: one round; stack cards go through the row"),
            "schmidt_2017_ru_footnote": mark("Schmidt 2017, Russian: with the stack face down, as its footnote allows"),
            "schmidt_2017_he": mark(
                "Schmidt 2017, Hebrew, as far as legible: of three cards only the top one may be played"
            ),
            "nordic_is": mark("Iceland: to 99 points; the used-up draw pile is turned over, not shuffled"),
            "wikipedia": mark("To 99 points; no 1 straight from the stack; of three cards only the top one"),
            "brettspielwelt": mark("To 100 points; a card that doesn't fit costs a point"),
            "junior": mark("Our own, for children: a stack of 6, no minus points, a false Stop is free"),
        },
        {"table_default": mark("Rules")},
    ),
    "pro": ChoiceText(
        mark("Pro variant"),
        {"off": mark("Off"), "exactly_one": mark("One lower"), "any_lower": mark("Any lower")},
        {
            "off": mark("You can't play cards onto your own row"),
            "exactly_one": mark("Stack and discard cards may also go onto your row: other colour, one lower"),
            "any_lower": mark("Stack and discard cards may also go onto your row: other colour, any lower"),
        },
    ),
    "touch_mode": ChoiceText(
        mark("Touch"),
        {"drag": mark("Drag cards"), "tap": mark("Tap cards")},
        {
            "drag": mark("Drag or flick cards towards the centre"),
            "tap": mark("Tap a card to play it; a wrong one locks you for a moment"),
        },
    ),
}

TEXTS: Final = GameTexts(
    name=mark("Cards"),
    usual_edition=mark("Usual edition: cards"),
    words=_WORDS,
    piece=piece_text,
    reasons=_REASONS,
    choices=_CHOICES,
    handicap=HandicapText(
        icon="cards",
        title=mark("My handicap: cards in my stack"),
        note=mark("Fewer cards: easier. More: harder. The results show it"),
        label=mark("Stack {size}"),
        value="{size}",
        told=mark("Handicap: stack of {size}"),
        name=mark("Cards in my stack"),
    ),
    cooldown=CooldownText(
        name=mark("Wait after turning over"),
        title=mark("My handicap: wait after turning over"),
        note=mark("Longer: harder. The results show it"),
        told=mark("Handicap: wait {wait}"),
    ),
)
