"""The card game's part ``rules`` of the registry (``kiosk.game.game_rules.GameRules``), with what people choose."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any, Final

from kiosk.game.cards.cards import Card, parse_card
from kiosk.game.cards.commands import (
    CardPlace,
    DeadArmed,
    DeadDisarmed,
    Flip,
    Flipped,
    Play,
    Played,
    Refill,
    Refilled,
    Reshuffled,
    Source,
    StackEmptied,
    Tuck,
    Tucked,
    parse_source,
)
from kiosk.game.cards.dead_state import order_matters
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.position import Position, position_text
from kiosk.game.cards.rules import (
    CardRules,
    DeadByOrder,
    DeadDetection,
    DetectionKind,
    DiscardChain,
    Enforcement,
    HandUse,
    OneFromStack,
    PlayAfterEmpty,
    ProEmptySlot,
    ProStep,
    Recycle,
    RefillActuation,
    Refilling,
    RowSize,
    StackFace,
    StackToCenter,
)
from kiosk.game.commands import COMMANDS, Command
from kiosk.game.events import EVENTS, Event
from kiosk.game.game_rules import NUMBER, Form, GameRules, MatchChoices, number_in
from kiosk.game.house_options import FALSE_STOP, MISPLAY, HouseOption, of_enum, of_values
from kiosk.game.options import MatchEnd, MatchEndKind, MatchTie, StopMode

_NUMBERED: Final = {
    MatchEndKind.FIXED_ROUNDS: ("rounds", "n"),
    MatchEndKind.TARGET: ("points", "points"),
    MatchEndKind.TIME: ("minutes", "minutes"),
}
"""The ends of a match that have a number: the word in a choice, and the field of ``MatchEnd``."""

LENGTHS: Final = (MatchEndKind.SINGLE_ROUND.value, *(f"{word} {NUMBER}" for word, _ in _NUMBERED.values()))
"""The forms of all lengths."""


def length_text(end: MatchEnd) -> str:
    """Return a match's end as a choice."""
    if end.kind not in _NUMBERED or (end.kind is MatchEndKind.FIXED_ROUNDS and end.n == 1):
        return MatchEndKind.SINGLE_ROUND.value
    word, part = _NUMBERED[end.kind]
    return f"{word} {getattr(end, part)}"


def length_of(text: str) -> MatchEnd | None:
    """Return the end of a match of this length; None: it is no length."""
    if text == MatchEndKind.SINGLE_ROUND.value:
        return MatchEnd(MatchEndKind.SINGLE_ROUND)
    for kind, (word, part) in _NUMBERED.items():
        number = number_in(text, f"{word} {NUMBER}")
        if number is not None:
            return MatchEnd(kind, **{part: number})
    return None


def _is_pro(rules: CardRules) -> bool:
    return rules.pro.enabled


HOUSE_OPTIONS: Final[tuple[HouseOption, ...]] = (
    FALSE_STOP,
    MISPLAY,
    of_enum("stop_mode", (StopMode.PRESS, StopMode.PRESS_WITH_TIMEOUT, StopMode.AUTO)),
    of_enum("play_after_empty", PlayAfterEmpty, lambda rules: rules.stop_mode is not StopMode.AUTO),
    HouseOption(
        "refill",
        {
            "auto": {"refill": Refilling.MANDATORY, "refill_actuation": RefillActuation.AUTO},
            "manual": {"refill": Refilling.MANDATORY, "refill_actuation": RefillActuation.MANUAL},
            "optional": {"refill": Refilling.OPTIONAL, "refill_actuation": RefillActuation.MANUAL},
        },
    ),
    HouseOption(
        "stack",
        {
            "direct": {"stack_face": StackFace.UP, "stack_to_center": StackToCenter.DIRECT},
            "via_row": {"stack_face": StackFace.UP, "stack_to_center": StackToCenter.VIA_ROW},
            "hidden": {"stack_face": StackFace.DOWN, "stack_to_center": StackToCenter.VIA_ROW},
        },
    ),
    of_enum("one_from_stack", OneFromStack, lambda rules: not rules.via_row),
    of_enum("discard_chain", DiscardChain),
    HouseOption(
        "hand_use",
        {
            "anytime": {"hand_use": HandUse.ANYTIME, "hand_use_enforcement": Enforcement.OFF},
            "table_first": {"hand_use": HandUse.TABLE_FIRST, "hand_use_enforcement": Enforcement.OFF},
            "warn": {"hand_use": HandUse.TABLE_FIRST, "hand_use_enforcement": Enforcement.WARN},
            "block": {"hand_use": HandUse.TABLE_FIRST, "hand_use_enforcement": Enforcement.BLOCK},
        },
    ),
    of_enum("recycle", Recycle),
    of_enum("dead_by_order", DeadByOrder, order_matters),
    of_values("dead_detection", grace=DeadDetection(), vote=DeadDetection(DetectionKind.VOTE)),
    of_values("stack_size", cards_6=6, cards_8=8, cards_10=10, cards_12=12),
    of_values("row_size", players=RowSize(), cards_3=RowSize(by_players=())),
    of_enum("match_tie", MatchTie),
    of_values(
        "pro.sources",
        _is_pro,
        both=(CardPlace.STACK, CardPlace.DISCARD),
        stack=(CardPlace.STACK,),
        discard=(CardPlace.DISCARD,),
    ),
    of_enum("pro.empty_slot", ProEmptySlot, _is_pro),
)
"""In the order in which the table shows them. The length of a match and the pro variant are choices of their own.

A row is never longer than the edition's: with many players the cards would become too small.
"""


MATCH_CHOICES: Final[MatchChoices] = MappingProxyType(
    {"length": LENGTHS, "pro": ("off", *(step.value for step in ProStep))}
)


class CardGameRules:
    """The card game's editions, commands and events."""

    rules_type = CardRules
    presets = PRESETS
    house_options = HOUSE_OPTIONS
    match_choices = MATCH_CHOICES
    most_seats = 12
    commands: tuple[type[Command], ...] = (Play, Flip, Refill, Tuck, *COMMANDS)
    events: tuple[type[Event], ...] = (
        Played,
        Flipped,
        Refilled,
        Tucked,
        StackEmptied,
        DeadArmed,
        DeadDisarmed,
        Reshuffled,
        *EVENTS,
    )

    @property
    def forms(self) -> Mapping[Any, Form]:
        """Cards and sources in the referee's notation."""
        return {Card: (str, parse_card), Hashable: (str, parse_card), Source: (str, parse_source)}

    def position_text(self, position: Position) -> str:
        """Return the position as ``kiosk.game.cards.position`` writes it."""
        return position_text(position)


RULES: Final[GameRules] = CardGameRules()
