"""A round in words: what lies before you, and the moves.

Where cards may go, turning over, gaps of the row, what happens to a card that is late or wrong; and the pro variant.
"""

from __future__ import annotations

from typing import Final

from kiosk.game.cards.commands import CardPlace
from kiosk.game.cards.rules import CardRules, RowSize
from kiosk.locale.marks import mark, mark_count
from kiosk.locale.speaker import Say
from kiosk.rulebook.topic import (
    CountedSentence,
    Entry,
    Heading,
    ListedOptions,
    Topic,
    always,
    every,
    in_words,
    one,
    seconds,
    seconds_of_seats,
)


def _row(rules: CardRules, say: Say) -> list[str]:
    row = rules.row_size
    if row == RowSize():
        return [say("Your row has five cards if two of you play, four if three play, and three if more play.")]
    special = CountedSentence(
        mark_count(
            "If {players} of you play, your row has {n} card.", "If {players} of you play, your row has {n} cards."
        ),
        "size",
    )
    usual = CountedSentence(
        mark_count(
            "With any other number of players your row has {n} card.",
            "With any other number of players your row has {n} cards.",
        ),
        "size",
    )
    alone = CountedSentence(mark_count("Your row has {n} card.", "Your row has {n} cards."), "size")
    return [
        *(in_words(special, {"players": players, "size": size}, say) for players, size in row.by_players),
        in_words(usual if row.by_players else alone, {"size": row.default}, say),
    ]


def _stack(rules: CardRules, say: Say) -> list[str]:
    size = rules.stack_size
    if isinstance(size, int):
        return [say.count("Your stack has {n} card.", "Your stack has {n} cards.", size)]
    sizes = ", ".join(map(str, size))
    return [say("The stacks are not of the same size. Seat by seat they have this many cards: {sizes}.", sizes=sizes)]


DEAL: Final[tuple[Entry, ...]] = (
    Heading(mark("Aim of the game")),
    always(mark("You all play at once: nobody waits for a turn. Empty your stack and play as many cards as you can.")),
    always(mark("Each of you has a pack of 40 cards: 1 to 10 in four colours. Their backs show your sign.")),
    Heading(mark("Before a round")),
    ListedOptions(("row_size",), _row),
    always(mark("The cards of your row lie face up, side by side.")),
    ListedOptions(("stack_size",), _stack),
    one(
        "deal_order",
        row_first=mark("Your row is dealt first, then your stack."),
        stack_first=mark("Your stack is dealt first, then your row."),
    ),
    Topic(
        ("stack_face", "stack_to_center"),
        {
            ("up", "direct"): mark("Your stack lies face up. Its top card may go straight to the centre."),
            ("up", "via_row"): mark("Your stack lies face up. Its cards reach the centre only through your row."),
            **every(
                ["down"],
                ["direct", "via_row"],
                text=mark("Your stack lies face down. Its cards reach the centre only through your row."),
            ),
        },
    ),
    always(mark("All your other cards are your draw pile, face down.")),
    always(mark("You all press “READY”. The table counts down, and at “Ligretto!” you begin."), "start"),
    always(
        mark("Play with one hand only. You can drag one card at a time; for the rest the table trusts you."), "one_hand"
    ),
)


_ENFORCED: Final = ("off", "warn", "block")


def _flip_cooldown(rules: CardRules, say: Say) -> list[str]:
    times = rules.flip_cooldown_ms
    if isinstance(times, tuple):
        own = seconds_of_seats(times, say)
        return [say("The next cards can be turned over after this many seconds, seat by seat: {times}.", times=own)]
    if not times:
        return [say("After turning over cards you can turn over the next ones at once.")]
    return [say("After turning over cards you wait {time} s before the next ones.", time=seconds(times, say))]


PLAY: Final[tuple[Entry, ...]] = (
    Heading(mark("Into the centre")),
    always(mark("A 1 starts a new pile in the centre. Then comes the next number in the same colour, up to 10.")),
    always(mark("The piles in the centre belong to everybody: you may play onto any of them.")),
    always(mark("A pile that has reached 10 is finished and is taken away. Its cards still count.")),
    always(mark("You never have to play a card, not even a 1."), "no_duty"),
    Topic(
        ("one_from_stack", "via_row"),
        {
            ("allow", False): mark("A 1 on top of your stack may start a pile, too."),
            ("forbid", False): mark("A 1 can't go straight from your stack to the centre."),
            ("allow", True): "",
            ("forbid", True): "",
        },
    ),
    Heading(mark("Turning over cards")),
    Topic(
        ("hand_use", "hand_use_enforcement", "via_row"),
        {
            **every(
                ["anytime"],
                _ENFORCED,
                [False, True],
                text=mark("You may turn over cards of your draw pile at any time."),
            ),
            ("table_first", "off", False): mark(
                "Turn over cards only if nothing in your row or on your stack fits. The table trusts you to do so."
            ),
            ("table_first", "warn", False): mark(
                "Turn over cards only if nothing in your row or on your stack fits. The table reminds you."
            ),
            ("table_first", "block", False): mark(
                "You can turn over cards only if nothing in your row or on your stack fits. The table sees to it."
            ),
            ("table_first", "off", True): mark(
                "Turn over cards only if nothing in your row fits. The table trusts you to do so."
            ),
            ("table_first", "warn", True): mark(
                "Turn over cards only if nothing in your row fits. The table reminds you."
            ),
            ("table_first", "block", True): mark(
                "You can turn over cards only if nothing in your row fits. The table sees to it."
            ),
        },
    ),
    always(mark("You always turn over three cards together. They lie face up on your discard pile.")),
    one("short_flip", flip_rest=mark("If fewer than three are left, you turn over those.")),
    ListedOptions(("flip_cooldown_ms",), _flip_cooldown),
    one(
        "discard_chain",
        chain=mark("You may play the top card of your discard pile, then the one that was under it, and so on."),
        third_only=mark("Of the cards you have just turned over you may play only the top one, not those under it."),
    ),
    one(
        "recycle",
        shuffle=mark("When your draw pile is used up, your discard pile is shuffled and becomes your draw pile."),
        turn_over=mark(
            "When your draw pile is used up, your discard pile is turned over without shuffling and becomes your "
            "draw pile."
        ),
    ),
    Topic(
        ("shuffle_lock_ms", "recycle"),
        {
            (1, "shuffle"): mark("Shuffling takes {shuffle_s} s."),
            (0, "shuffle"): mark("Shuffling takes no time."),
            **every([0, 1], ["turn_over"], text=""),
        },
    ),
    Heading(mark("Your row")),
    Topic(
        ("refill", "refill_actuation"),
        {
            ("mandatory", "auto"): mark("A gap in your row is filled from your stack at once, by itself."),
            ("mandatory", "manual"): mark(
                "You fill a gap in your row from your stack yourself. Until you do, no stack card can go to the centre."
            ),
            **every(
                ["optional"],
                ["manual", "auto"],
                text=mark("You may fill a gap in your row from your stack yourself, at once or later."),
            ),
        },
    ),
    Topic(
        ("pro.enabled",),
        {
            (False,): mark(
                "You can't lay cards onto your own row. Only its gaps are filled, and only from your stack."
            ),
            (True,): "",
        },
        rule="",
    ),
    Heading(mark("Too late, or wrong")),
    always(mark("The earlier card counts. If two come at exactly the same moment, lots are drawn."), "lots"),
    always(
        mark(
            "If somebody is faster on a pile, your card goes to another that fits. If none does, it comes back to you."
        )
    ),
    one(
        "misplay.kind",
        "misplay.ms",
        "misplay.points",
        **{"return": mark("A card that fits nowhere comes back to you.")},
        lockout=mark("A card that fits nowhere comes back to you, and you are locked for {misplay_s} s."),
        penalty=CountedSentence(
            mark_count(
                "A card that fits nowhere comes back to you and costs you {n} point.",
                "A card that fits nowhere comes back to you and costs you {n} points.",
            ),
            "misplay_points",
        ),
    ),
    Topic(
        ("misplay.kind",),
        {
            ("return",): "",
            **every(
                ["lockout", "penalty"],
                text=mark(
                    "If somebody was faster while your card was on its way, or by up to {late_s} s, "
                    "it costs you nothing."
                ),
            ),
        },
        numbers=("late_ms",),
    ),
)


_BOTH: Final = mark("Pro variant: the top card of your stack or your discard pile may go onto a card of your row.")

PRO: Final[tuple[Entry, ...]] = (
    Heading(mark("Pro variant")),
    Topic(
        ("pro.sources",),
        {
            ((),): mark("Pro variant, but nothing may go onto a card of your row."),
            ((CardPlace.STACK,),): mark("Pro variant: the top card of your stack may go onto a card of your row."),
            ((CardPlace.DISCARD,),): mark(
                "Pro variant: the top card of your discard pile may go onto a card of your row."
            ),
            ((CardPlace.STACK, CardPlace.DISCARD),): _BOTH,
            ((CardPlace.DISCARD, CardPlace.STACK),): _BOTH,
        },
    ),
    always(mark("In your row, a card goes only onto a card of another colour."), "pro.colours"),
    one(
        "pro.step",
        exactly_one=mark("In your row, a card goes only onto the next higher number: an 8 onto a 9."),
        any_lower=mark("In your row, a card goes onto any higher number: an 8 onto a 9 or onto a 10."),
    ),
    always(mark("The leaflets can be read in two ways: you choose “One lower” or “Any lower”."), "pro.choice"),
    one(
        "pro.empty_slot",
        stack_only=mark("An empty place in your row takes only a card of your stack."),
        stack_or_discard=mark("An empty place in your row takes a card of your stack or of your discard pile."),
    ),
    always(
        mark("The top card of each pile in your row may go to the centre, but not to another place in your row."),
        "pro.top",
    ),
)
