"""An edition's rules in plain words, made from its options: one table of sentences for every value that they may have.

The words cannot differ from the engine, because nothing but the options says which of them are printed. Options that
only mean something together share a sentence, and one that means nothing in an edition is not spoken of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import Final

from kiosk.game.commands import Place
from kiosk.game.rules import OPTIONS, PRESETS, CardRules, Preset

Values = tuple[object, ...]


@dataclass(frozen=True)
class Topic:
    """Options (by their paths, ``pro.step``) and the sentence for each of their values, in the options' order.

    A sentence's ``{numbers}`` are those of ``_numbers``. An empty sentence: nothing is said.
    """

    options: tuple[str, ...]
    sentences: Mapping[Values, str]

    def sentence(self, rules: CardRules) -> str:
        """The sentence for these rules; ``KeyError`` if a value has none."""
        values = tuple(attrgetter(option)(rules) for option in self.options)
        return self.sentences[values].format_map(_numbers(rules))


def _one(option: str, **sentences: str) -> Topic:
    """A topic of one option, whose values are words."""
    return Topic((option,), {(value,): text for value, text in sentences.items()})


def _every(*values: Iterable[object], text: str) -> dict[Values, str]:
    """One sentence for every combination of values."""
    return dict.fromkeys(product(*values), text)


_ENFORCED: Final = ("off", "warn", "block")
_TABLE_FIRST: Final = "First use the row and the stack; flip the hand only when neither of them has a card that fits"
_DEAD_ORDER: Final = "If nobody can play because of the order of the hands,"
_GAPS_BY_HAND: Final = "An empty place of the row may be filled with the top of the own stack, by hand, now or later."

TOPICS: Final[tuple[Topic, ...]] = (
    _one(
        "deal_order",
        row_first="Everybody deals the row first, then the stack.",
        stack_first="Everybody deals the stack first, then the row.",
    ),
    Topic(
        ("stack_face", "stack_to_center"),
        {
            ("up", "direct"): "The stack lies face up; its top card may go straight to the centre.",
            ("up", "via_row"): "The stack lies face up; its cards reach the centre only through the row.",
            **_every(
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
            **_every(["anytime"], _ENFORCED, text="The hand may be flipped at any time."),
            ("table_first", "off"): f"{_TABLE_FIRST}. That is left to the players.",
            ("table_first", "warn"): f"{_TABLE_FIRST}. Who does otherwise is not stopped.",
            ("table_first", "block"): f"{_TABLE_FIRST}. Else the flip is refused.",
        },
    ),
    _one(
        "short_flip",
        flip_rest="A flip takes three cards, or the rest if fewer are left; at least {flip_s} lie between flips.",
    ),
    _one(
        "discard_chain",
        chain="The top of the own discard may be played, and then each card that this uncovers.",
        third_only="Of a flip only the last card may be played, not those that lie under it.",
    ),
    _one(
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
            **_every(["optional"], ["manual", "auto"], text=_GAPS_BY_HAND),
        },
    ),
    _one(
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
            **_every(
                ["press", "press_with_timeout"],
                ["allow"],
                text="Until the round ends a seat without a stack may still play.",
            ),
            **_every(
                ["press", "press_with_timeout"],
                ["deny"],
                text="A seat without a stack may not play any more, only call Stop.",
            ),
        },
    ),
    _one(
        "false_stop.kind",
        ignore="A Stop while the own stack still has cards counts for nothing.",
        lockout="A Stop while the own stack still has cards locks the seat for {false_stop_s}.",
        penalty="A Stop while the own stack still has cards costs {false_stop_points}.",
    ),
    _one(
        "misplay.kind",
        **{"return": "A card that fits nowhere goes back."},
        lockout="A card that fits nowhere goes back and locks the seat for {misplay_s}.",
        penalty="A card that fits nowhere goes back and costs {misplay_points}.",
    ),
    Topic((), {(): "A card whose pile somebody covered at most {late_s} before was beaten to it, and costs nothing."}),
    Topic((), {(): "If every card that could be played is hidden in the stacks the round ends and is scored."}),
    Topic(
        ("pro.enabled", "recycle", "dead_by_order"),
        {
            **_every([True, False], ["shuffle"], ["reshuffle", "end_round"], text=""),
            **_every([True], ["turn_over"], ["reshuffle", "end_round"], text=""),
            (False, "turn_over", "reshuffle"): f"{_DEAD_ORDER} everybody shuffles hand and discard and goes on.",
            (False, "turn_over", "end_round"): f"{_DEAD_ORDER} the round ends and is scored.",
        },
    ),
    _one(
        "dead_detection.kind",
        grace="That happens after {grace_s} without a change, or at once when everybody votes for it.",
        vote="That happens only when everybody votes for it.",
    ),
    Topic(
        ("pro.enabled", "recycle", "dead_by_order"),
        {
            **_every([True, False], ["shuffle"], ["reshuffle", "end_round"], text=""),
            **_every([False], ["turn_over"], ["reshuffle", "end_round"], text=""),
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
    Topic((), {(): "Each own card in the centre scores {center}, each card left in the own stack {stack}."}),
    _one(
        "match_end.kind",
        single_round="A match is a single round.",
        fixed_rounds="A match has {rounds}; the highest total wins.",
        target="A match ends when a total reaches {target} points; the highest total wins. It may never come to that.",
        time="A match ends with the round in which {minutes} of play are reached; the highest total wins.",
    ),
    _one(
        "match_tie",
        shared="Equal highest totals share the win.",
        extra_round="Those with equal highest totals play one more round among themselves.",
    ),
)
"""Everything but the lay-out and the pro variant, in the order in which it is told."""

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
    _one(
        "pro.step",
        exactly_one="It must be exactly one lower than the card below.",
        any_lower="It must be lower than the card below, by any step.",
    ),
    _one(
        "pro.empty_slot",
        stack_only="An empty place of the row takes a card of the stack only.",
        stack_or_discard="An empty place of the row takes a card of the stack or of the discard.",
    ),
)
"""The pro variant, where it is played."""


def sentences(rules: CardRules) -> list[str]:
    """These rules, a sentence or two an entry."""
    topics = (*TOPICS, *PRO) if rules.pro.enabled else TOPICS
    told = (topic.sentence(rules) for topic in topics)
    return [_row(rules), _stack(rules), *(text for text in told if text)]


def edition(preset: Preset) -> str:
    """An edition in plain words: its name, its source, its rules, and what is our own filling."""
    silent = ", ".join(option for option in OPTIONS if option in preset.filled)
    lines = [f"{preset.name}: {preset.source}", "", *(f"- {text}" for text in sentences(preset.rules)), ""]
    return "\n".join([*lines, f"Its source says nothing of these options, which are our own filling: {silent}."])


def editions() -> str:
    """The editions with their sources, one a line."""
    width = max(map(len, PRESETS))
    return "\n".join(f"{preset.name:{width}}  {preset.source}" for preset in PRESETS.values())


def _row(rules: CardRules) -> str:
    special = [f"{size} with {players} players" for players, size in rules.row_size.by_players]
    return f"Cards in each row: {', '.join([*special, f'{rules.row_size.default} with any other number'])}."


def _stack(rules: CardRules) -> str:
    if isinstance(rules.stack_size, int):
        return f"Each Ligretto stack has {_count(rules.stack_size, 'card')}."
    return f"The Ligretto stacks have {', '.join(map(str, rules.stack_size))} cards, seat by seat."


def _numbers(rules: CardRules) -> dict[str, str]:
    return {
        "flip_s": _seconds(rules.flip_cooldown_ms),
        "shuffle_s": _seconds(rules.shuffle_lock_ms),
        "stop_s": _seconds(rules.stop_timeout_ms),
        "late_s": _seconds(rules.late_ms),
        "grace_s": _seconds(rules.dead_detection.grace_ms),
        "false_stop_s": _seconds(rules.false_stop.ms),
        "false_stop_points": _count(rules.false_stop.points, "point"),
        "misplay_s": _seconds(rules.misplay.ms),
        "misplay_points": _count(rules.misplay.points, "point"),
        "center": f"{rules.score.center:+d}",
        "stack": f"{rules.score.stack:+d}",
        "rounds": _count(rules.match_end.n, "round"),
        "target": str(rules.match_end.points),
        "minutes": _count(rules.match_end.minutes, "minute"),
    }


def _seconds(milliseconds: int) -> str:
    return _count(milliseconds / 1000, "second")


def _count(number: float, what: str) -> str:
    return f"{number:g} {what}{'' if number == 1 else 's'}"
