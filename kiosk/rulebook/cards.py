"""The card game's options in plain words."""

from __future__ import annotations

from typing import Final

from kiosk.game.card_commands import Place
from kiosk.game.card_rules import CardRules
from kiosk.rulebook.game_rulebook import GameRulebook
from kiosk.rulebook.topic import Topic, always, count, every, one, seat_by_seat, seconds, seconds_of_seats, told

_ENFORCED: Final = ("off", "warn", "block")
_TABLE_FIRST: Final = "First use the row and the stack; flip the hand only when neither of them has a card that fits"
_DEAD_ORDER: Final = "If nobody can play because of the order of the hands,"
_GAPS_BY_HAND: Final = "An empty place of the row may be filled with the top of the own stack, by hand, now or later."

TOPICS: Final[tuple[Topic, ...]] = (
    one(
        "deal_order",
        row_first="Everybody deals the row first, then the stack.",
        stack_first="Everybody deals the stack first, then the row.",
    ),
    Topic(
        ("stack_face", "stack_to_center"),
        {
            ("up", "direct"): "The stack lies face up; its top card may go straight to the centre.",
            ("up", "via_row"): "The stack lies face up; its cards reach the centre only through the row.",
            **every(
                ["down"],
                ["direct", "via_row"],
                text="The stack lies face down; its cards reach the centre through the row.",
            ),
        },
    ),
    Topic(
        ("via_row", "one_from_stack"),
        {
            (False, "allow"): "A 1 on top of the stack may open a pile.",
            (False, "forbid"): "A 1 may not go to the centre from the stack, only from the row or the hand.",
            (True, "allow"): "",
            (True, "forbid"): "",
        },
    ),
    Topic(
        ("hand_use", "hand_use_enforcement"),
        {
            **every(["anytime"], _ENFORCED, text="The hand may be flipped at any time."),
            ("table_first", "off"): f"{_TABLE_FIRST}. That is left to the players.",
            ("table_first", "warn"): f"{_TABLE_FIRST}. Who does otherwise is not stopped.",
            ("table_first", "block"): f"{_TABLE_FIRST}. Else the flip is refused.",
        },
    ),
    one(
        "short_flip",
        flip_rest="A flip takes three cards, or the rest if fewer are left; at least {flip_s} lie between flips.",
    ),
    one(
        "discard_chain",
        chain="The top of the own discard may be played, and then each card that this uncovers.",
        third_only="Of a flip only the last card may be played, not those that lie under it.",
    ),
    one(
        "recycle",
        shuffle="When the hand is used up the discard is shuffled and becomes the hand, which takes {shuffle_s}.",
        turn_over="When the hand is used up the discard is turned over and becomes the hand, in the same order.",
    ),
    Topic(
        ("refill", "refill_actuation"),
        {
            ("mandatory", "auto"): "An empty place of the row is filled from the own stack at once, by itself.",
            ("mandatory", "manual"): "An empty place of the row must be filled from the own stack, by hand, before "
            "the stack's next card may go to the centre.",
            **every(["optional"], ["manual", "auto"], text=_GAPS_BY_HAND),
        },
    ),
    one(
        "stop_mode",
        press="Whose stack is empty calls Stop, which ends the round; without a call it goes on.",
        press_with_timeout="Whose stack is empty calls Stop, which ends the round; it ends by itself {stop_s} later.",
        auto="The round ends by itself as soon as a stack is empty.",
    ),
    Topic(
        ("stop_mode", "play_after_empty"),
        {
            ("auto", "allow"): "",
            ("auto", "deny"): "",
            **every(
                ["press", "press_with_timeout"],
                ["allow"],
                text="Until the round ends a seat without a stack may still play.",
            ),
            **every(
                ["press", "press_with_timeout"],
                ["deny"],
                text="A seat without a stack may not play any more, only call Stop.",
            ),
        },
    ),
    one(
        "false_stop.kind",
        ignore="A Stop while the own stack still has cards counts for nothing.",
        lockout="A Stop while the own stack still has cards locks the seat for {false_stop_s}.",
        penalty="A Stop while the own stack still has cards costs {false_stop_points}.",
    ),
    one(
        "misplay.kind",
        **{"return": "A card that fits nowhere goes back."},
        lockout="A card that fits nowhere goes back and locks the seat for {misplay_s}.",
        penalty="A card that fits nowhere goes back and costs {misplay_points}.",
    ),
    always("A card whose pile somebody covered at most {late_s} before was beaten to it, and costs nothing."),
    always("If every card that could be played is hidden in the stacks the round ends and is scored."),
    Topic(
        ("pro.enabled", "recycle", "dead_by_order"),
        {
            **every([True, False], ["shuffle"], ["reshuffle", "end_round"], text=""),
            **every([True], ["turn_over"], ["reshuffle", "end_round"], text=""),
            (False, "turn_over", "reshuffle"): f"{_DEAD_ORDER} everybody shuffles hand and discard and goes on.",
            (False, "turn_over", "end_round"): f"{_DEAD_ORDER} the round ends and is scored.",
        },
    ),
    one(
        "dead_detection.kind",
        grace="That happens after {grace_s} without a change, or at once when everybody votes for it.",
        vote="That happens only when everybody votes for it.",
    ),
    Topic(
        ("pro.enabled", "recycle", "dead_by_order"),
        {
            **every([True, False], ["shuffle"], ["reshuffle", "end_round"], text=""),
            **every([False], ["turn_over"], ["reshuffle", "end_round"], text=""),
            (True, "turn_over", "reshuffle"): f"{_DEAD_ORDER} everybody's vote lets all shuffle hand and discard.",
            (True, "turn_over", "end_round"): f"{_DEAD_ORDER} everybody's vote ends the round; it is scored.",
        },
    ),
    Topic(
        ("unanimous_abort",),
        {
            (True,): "While there still is a card to play, everybody's vote ends the round; it is scored.",
            (False,): "While there still is a card to play, votes change nothing.",
        },
    ),
    always("Each own card in the centre scores {center}, each card left in the own stack {stack}."),
    one(
        "match_end.kind",
        single_round="A match is a single round.",
        fixed_rounds="A match has {rounds}; the highest total wins.",
        target="A match ends when a total reaches {target} points; the highest total wins. It may never come to that.",
        time="A match ends with the round in which {minutes} of play are reached; the highest total wins.",
    ),
    one(
        "match_tie",
        shared="Equal highest totals share the win.",
        extra_round="Those with equal highest totals play one more round among themselves.",
    ),
)
"""Everything but the layout and the pro variant, in the order in which it is printed."""

PRO: Final[tuple[Topic, ...]] = (
    Topic(
        ("pro.sources",),
        {
            (sources,): f"Pro variant: the top of {named} may be laid on the own row, on a card of another colour."
            for sources, named in (
                ((), "nothing"),
                ((Place.STACK,), "the stack"),
                ((Place.DISCARD,), "the discard"),
                ((Place.STACK, Place.DISCARD), "the stack or the discard"),
                ((Place.DISCARD, Place.STACK), "the stack or the discard"),
            )
        },
    ),
    one(
        "pro.step",
        exactly_one="It must be exactly one lower than the card below.",
        any_lower="It must be lower than the card below, by any step.",
    ),
    one(
        "pro.empty_slot",
        stack_only="An empty place of the row takes a card of the stack only.",
        stack_or_discard="An empty place of the row takes a card of the stack or of the discard.",
    ),
)
"""The sentences of the pro variant, printed if it is on."""


class CardRulebook:
    """The rule book of the card game (``kiosk.rulebook.game_rulebook.GameRulebook``)."""

    def sentences(self, rules: CardRules) -> list[str]:
        """Return these rules, one or two sentences per entry."""
        topics = (*TOPICS, *PRO) if rules.pro.enabled else TOPICS
        cooldowns = seat_by_seat("Time between flips", rules.flip_cooldown_ms)
        return [_row(rules), _stack(rules), *told(topics, rules, _numbers(rules)), *cooldowns]


RULEBOOK: Final[GameRulebook] = CardRulebook()


def _row(rules: CardRules) -> str:
    special = [f"{size} with {players} players" for players, size in rules.row_size.by_players]
    return f"Cards in each row: {', '.join([*special, f'{rules.row_size.default} with any other number'])}."


def _stack(rules: CardRules) -> str:
    if isinstance(rules.stack_size, int):
        return f"Each Ligretto stack has {count(rules.stack_size, 'card')}."
    return f"The Ligretto stacks have {', '.join(map(str, rules.stack_size))} cards, seat by seat."


def _numbers(rules: CardRules) -> dict[str, str]:
    return {
        "flip_s": seconds_of_seats(rules.flip_cooldown_ms),
        "shuffle_s": seconds(rules.shuffle_lock_ms),
        "stop_s": seconds(rules.stop_timeout_ms),
        "late_s": seconds(rules.late_ms),
        "grace_s": seconds(rules.dead_detection.grace_ms),
        "false_stop_s": seconds(rules.false_stop.ms),
        "false_stop_points": count(rules.false_stop.points, "point"),
        "misplay_s": seconds(rules.misplay.ms),
        "misplay_points": count(rules.misplay.points, "point"),
        "center": f"{rules.score.center:+d}",
        "stack": f"{rules.score.stack:+d}",
        "rounds": count(rules.match_end.n, "round"),
        "target": str(rules.match_end.points),
        "minutes": count(rules.match_end.minutes, "minute"),
    }
