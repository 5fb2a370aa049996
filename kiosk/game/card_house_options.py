"""The options of the card game that people may change at the table (``kiosk.game.house_options``)."""

from __future__ import annotations

from typing import Final

from kiosk.game.card_commands import Place
from kiosk.game.card_options import (
    DeadByOrder,
    DeadDetection,
    DetectionKind,
    DiscardChain,
    Enforcement,
    HandUse,
    OneFromStack,
    PlayAfterEmpty,
    ProEmptySlot,
    Recycle,
    RefillActuation,
    Refilling,
    RowSize,
    StackFace,
    StackToCenter,
)
from kiosk.game.card_rules import CardRules
from kiosk.game.dead_state import order_matters
from kiosk.game.house_options import FALSE_STOP, MISPLAY, HouseOption, of_enum, of_values
from kiosk.game.options import MatchTie, StopMode


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
        both=(Place.STACK, Place.DISCARD),
        stack=(Place.STACK,),
        discard=(Place.DISCARD,),
    ),
    of_enum("pro.empty_slot", ProEmptySlot, _is_pro),
)
"""In the order in which the table shows them. The length of a match and the pro variant are choices of their own.

A row is never longer than the edition's: with many players the cards would become too small.
"""
