"""The card game's rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kiosk.game.card_commands import Place
from kiosk.game.card_rules import CardRules, RowSize
from kiosk.locale.speaker import Say, mark, mark_count
from kiosk.rulebook.game_rulebook import GameRulebook
from kiosk.rulebook.topic import Counted, Entry, Listing, Topic, always, every, in_words, one, seconds, seconds_of_seats

_ENFORCED: Final = ("off", "warn", "block")
_FACES: Final = ("up", "down")
_STOPS: Final = ("press", "press_with_timeout")
_ORDERS: Final = ("reshuffle", "end_round")


def _row(rules: CardRules, say: Say) -> list[str]:
    row = rules.row_size
    if row == RowSize():
        return [say("Your row has five cards if two of you play, four if three play, and three if more play.")]
    special = Counted(
        mark_count(
            "If {players} of you play, your row has {n} card.", "If {players} of you play, your row has {n} cards."
        ),
        "size",
    )
    usual = Counted(
        mark_count(
            "With any other number of players your row has {n} card.",
            "With any other number of players your row has {n} cards.",
        ),
        "size",
    )
    alone = Counted(mark_count("Your row has {n} card.", "Your row has {n} cards."), "size")
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


def _flip_cooldown(rules: CardRules, say: Say) -> list[str]:
    times = rules.flip_cooldown_ms
    if isinstance(times, tuple):
        own = seconds_of_seats(times, say)
        return [say("The next cards can be turned over after this many seconds, seat by seat: {times}.", times=own)]
    if not times:
        return [say("After turning over cards you can turn over the next ones at once.")]
    return [say("After turning over cards you can turn over the next ones {time} s later.", time=seconds(times, say))]


_BEGINNING: Final[tuple[Entry, ...]] = (
    always(mark("You all play at once, nobody waits for a turn. Empty your stack and play as many cards as you can.")),
    Listing(("row_size",), _row),
    Listing(("stack_size",), _stack),
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
    always(mark("All your other cards are your draw pile, face down. What you turn over goes onto your discard pile.")),
    always(mark("Play with one hand only. You can drag one card at a time; for the rest the table trusts you.")),
)

_PLAY: Final[tuple[Entry, ...]] = (
    always(mark("A 1 starts a new pile in the centre. Then comes the next number in the same colour, up to 10.")),
    always(mark("The piles in the centre belong to everybody: you may play onto any of them.")),
    always(mark("A pile that has reached 10 is finished and is taken away. Its cards still count.")),
    always(mark("You never have to play a card, not even a 1.")),
    Topic(
        ("via_row", "one_from_stack"),
        {
            (False, "allow"): mark("A 1 on top of your stack may start a pile, too."),
            (False, "forbid"): mark("A 1 can't go straight from your stack to the centre."),
            (True, "allow"): "",
            (True, "forbid"): "",
        },
    ),
    Topic(
        ("hand_use", "hand_use_enforcement"),
        {
            **every(["anytime"], _ENFORCED, text=mark("You may turn over cards of your draw pile at any time.")),
            ("table_first", "off"): mark(
                "Turn over cards only if nothing in your row or on your stack fits. The table trusts you to do so."
            ),
            ("table_first", "warn"): mark(
                "Turn over cards only if nothing in your row or on your stack fits. The table reminds you."
            ),
            ("table_first", "block"): mark(
                "You can turn over cards only if nothing in your row or on your stack fits. The table sees to it."
            ),
        },
    ),
    one(
        "short_flip",
        flip_rest=mark("You always turn over three cards together, or all that are left if there are fewer."),
    ),
    Listing(("flip_cooldown_ms",), _flip_cooldown),
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
        ("recycle", "shuffle_lock_ms"),
        {
            ("shuffle", 1): mark("Shuffling takes {shuffle_s} s."),
            ("shuffle", 0): mark("Shuffling takes no time."),
            **every(["turn_over"], [0, 1], text=""),
        },
    ),
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
    ),
    always(mark("The earlier card counts. At exactly the same moment, lots are drawn.")),
    always(
        mark(
            "If somebody is faster on a pile, your card goes to another that fits. If none does, it comes back to you."
        )
    ),
    Topic(
        ("late_ms",),
        {
            (0,): mark("A card that comes too late counts like one that fits nowhere."),
            (1,): mark("If somebody was faster by no more than {late_s} s, that never costs you anything."),
        },
    ),
    one(
        "misplay.kind",
        "misplay.ms",
        "misplay.points",
        **{"return": mark("A card that fits nowhere comes back to you.")},
        lockout=mark("A card that fits nowhere comes back to you, and you are locked for {misplay_s} s."),
        penalty=Counted(
            mark_count(
                "A card that fits nowhere comes back to you and costs you {n} point.",
                "A card that fits nowhere comes back to you and costs you {n} points.",
            ),
            "misplay_points",
        ),
    ),
)

_END: Final[tuple[Entry, ...]] = (
    one(
        "stop_mode",
        "stop_timeout_ms",
        press=mark("When your stack is empty, hit Stop: the round ends. Until you do, it goes on."),
        press_with_timeout=mark(
            "When your stack is empty, hit Stop: the round ends. Otherwise it ends by itself {stop_s} s later."
        ),
        auto=mark("As soon as a stack is empty, the round ends by itself."),
    ),
    always(mark("Your stack is empty when its last card has gone, no matter if to the centre or into your row.")),
    Topic(
        ("stop_mode", "play_after_empty"),
        {
            **every(["auto"], ["allow", "deny"], text=""),
            **every(_STOPS, ["allow"], text=mark("When your stack is empty, you may play on until the round ends.")),
            **every(
                _STOPS, ["deny"], text=mark("When your stack is empty, you can't play on: all you can do is hit Stop.")
            ),
        },
    ),
    one(
        "false_stop.kind",
        "false_stop.ms",
        "false_stop.points",
        ignore=mark("If you hit Stop while you still have stack cards, nothing happens."),
        lockout=mark("If you hit Stop while you still have stack cards, you are locked for {false_stop_s} s."),
        penalty=Counted(
            mark_count(
                "If you hit Stop while you still have stack cards, you lose {n} point.",
                "If you hit Stop while you still have stack cards, you lose {n} points.",
            ),
            "false_stop_points",
        ),
    ),
    always(mark("If all cards that could be played are buried in the stacks, the round ends and is scored.")),
    Topic(
        ("pro.enabled", "recycle", "dead_by_order"),
        {
            **every([True, False], ["shuffle"], _ORDERS, text=""),
            (False, "turn_over", "reshuffle"): mark(
                "If nobody can play because the right cards never come up, you each shuffle draw and discard pile."
            ),
            (False, "turn_over", "end_round"): mark(
                "If nobody can play because the right cards never come up, the round ends and is scored."
            ),
            (True, "turn_over", "reshuffle"): mark(
                "If you all vote that nobody can play, you each shuffle draw and discard pile."
            ),
            (True, "turn_over", "end_round"): mark(
                "If you all vote that nobody can play, the round ends and is scored."
            ),
        },
    ),
    one(
        "dead_detection.kind",
        "dead_detection.grace_ms",
        grace=mark(
            "When nobody can play, the table waits {grace_s} s, or until you all vote for it: hold your draw pile."
        ),
        vote=mark("When nobody can play, the table waits until you all vote for it: hold your draw pile."),
    ),
    Topic(
        ("unanimous_abort",),
        {
            (True,): mark(
                "If you all vote for it, the round ends even though somebody could still play. It is scored."
            ),
            (False,): mark("As long as somebody can play, no vote ends the round."),
        },
    ),
    always(mark("If you leave during a round, your cards in the centre and in your stack still count.")),
    Topic(
        ("score.center",),
        every(
            [-1, 0, 1],
            text=Counted(
                mark_count(
                    "Each of your cards in the centre is worth {n} point, whatever its number.",
                    "Each of your cards in the centre is worth {n} points, whatever its number.",
                ),
                "center",
            ),
        ),
    ),
    Topic(
        ("score.stack",),
        {
            (-1,): Counted(
                mark_count(
                    "Each card left in your stack costs you {n} point.",
                    "Each card left in your stack costs you {n} points.",
                ),
                "stack",
            ),
            (0,): mark("Cards left in your stack cost you nothing."),
            (1,): Counted(
                mark_count(
                    "Each card left in your stack is worth {n} point.",
                    "Each card left in your stack is worth {n} points.",
                ),
                "stack",
            ),
        },
    ),
    always(mark("Cards in your row, your draw pile and your discard pile don't count.")),
    always(mark("The most points win the round, no matter who hit Stop.")),
    one(
        "match_end.kind",
        "match_end.n",
        "match_end.points",
        "match_end.minutes",
        single_round=mark("A match is a single round."),
        fixed_rounds=Counted(
            mark_count(
                "A match has {n} round. The highest total wins.", "A match has {n} rounds. The highest total wins."
            ),
            "rounds",
        ),
        target=Counted(
            mark_count(
                "The match ends when somebody has {n} point after a round. The highest total wins.",
                "The match ends when somebody has {n} points after a round. The highest total wins.",
            ),
            "target",
        ),
        time=Counted(
            mark_count(
                "After {n} minute of play the match ends with the running round. The highest total wins.",
                "After {n} minutes of play the match ends with the running round. The highest total wins.",
            ),
            "minutes",
        ),
    ),
    one(
        "match_tie",
        shared=mark("If several have the highest total, they share the win."),
        extra_round=mark("If several have the highest total, they play one more round among themselves."),
    ),
)

_BOTH: Final = mark("Pro variant: the top card of your stack or your discard pile may go onto a card of your row.")

TOPICS: Final = (*_BEGINNING, *_PLAY, *_END)
"""Everything but the pro variant."""

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
"""The pro variant, told where it is on."""

SHORT: Final[Mapping[str, Topic]] = {
    "open": always(mark("Start a pile in the centre with a 1.")),
    "build": always(mark("Then add the next number in the same colour, up to 10.")),
    "flip": always(mark("Nothing fits? Turn over three cards and play the top one.")),
    "gap": Topic(
        ("via_row", "refill", "refill_actuation"),
        {
            (False, "mandatory", "auto"): mark("A gap in your row is filled from your stack."),
            (False, "mandatory", "manual"): mark("Fill every gap in your row from your stack."),
            **every([False], ["optional"], ["manual", "auto"], text=mark("Fill gaps in your row from your stack.")),
            (True, "mandatory", "auto"): mark("Gaps are filled from your stack. It has no other way to the centre."),
            (True, "mandatory", "manual"): mark("Fill every gap from your stack. It has no other way to the centre."),
            **every(
                [True],
                ["optional"],
                ["manual", "auto"],
                text=mark("Fill gaps from your stack. It has no other way to the centre."),
            ),
        },
    ),
    "stop": one(
        "stop_mode",
        press=mark("Stack empty? Hit Stop: the round ends."),
        press_with_timeout=mark("Stack empty? Hit Stop: the round ends."),
        auto=mark("Stack empty? The round ends by itself."),
    ),
    "score": Topic(
        ("score.stack",),
        {
            (-1,): Counted(
                mark_count(
                    "You get {n} point per card in the centre, minus {stack} per stack card.",
                    "You get {n} points per card in the centre, minus {stack} per stack card.",
                ),
                "center",
            ),
            (0,): Counted(
                mark_count(
                    "You get {n} point per card in the centre. Stack cards cost nothing.",
                    "You get {n} points per card in the centre. Stack cards cost nothing.",
                ),
                "center",
            ),
            (1,): Counted(
                mark_count("You get {n} point per card in the centre.", "You get {n} points per card in the centre."),
                "center",
            ),
        },
    ),
}
"""What somebody has to know who has never played, in this order."""


class CardRulebook:
    """The rule book of the card game (``kiosk.rulebook.game_rulebook.GameRulebook``)."""

    short: Mapping[str, Entry] = SHORT

    def entries(self, rules: CardRules) -> tuple[Entry, ...]:
        """Return what is to tell, in this order."""
        return (*TOPICS, *PRO) if rules.pro.enabled else TOPICS

    def numbers(self, rules: CardRules, say: Say) -> dict[str, Any]:
        """Return the values of the sentences' fields."""
        return {
            "shuffle_s": seconds(rules.shuffle_lock_ms, say),
            "stop_s": seconds(rules.stop_timeout_ms, say),
            "late_s": seconds(rules.late_ms, say),
            "grace_s": seconds(rules.dead_detection.grace_ms, say),
            "false_stop_s": seconds(rules.false_stop.ms, say),
            "false_stop_points": rules.false_stop.points,
            "misplay_s": seconds(rules.misplay.ms, say),
            "misplay_points": rules.misplay.points,
            "center": rules.score.center,
            "stack": abs(rules.score.stack),
            "rounds": rules.match_end.n,
            "target": rules.match_end.points,
            "minutes": rules.match_end.minutes,
        }


RULEBOOK: Final[GameRulebook] = CardRulebook()
