"""The editions of the card game as data: which rules they have, where these are from, and what their source states."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from kiosk.game.cards.rules import (
    CardRules,
    DeadByOrder,
    DeadDetection,
    DealOrder,
    DetectionKind,
    DiscardChain,
    HandUse,
    OneFromStack,
    Pro,
    Recycle,
    RefillActuation,
    Refilling,
    Score,
    StackFace,
    StackToCenter,
)
from kiosk.game.options import FalseStop, FalseStopKind, MatchEnd, MatchEndKind, Misplay, MisplayKind, StopMode
from kiosk.game.preset import ForWhom, Preset

_BASE: Final = frozenset(
    {
        *("row_size", "stack_size", "deal_order", "stack_face", "hand_use", "refill"),
        *("score.center", "score.stack", "stop_mode", "match_end.kind"),
    }
)
"""The rules that every source of the whole game states; the names: ``Preset.said``."""
_HAND: Final = frozenset({"discard_chain", "recycle"})
_PRO: Final = frozenset({"pro.sources", "pro.step", "pro.colours"})
_TABLE: Final = CardRules()
_SCHMIDT_BOX: Final = replace(
    _TABLE,
    refill=Refilling.OPTIONAL,
    refill_actuation=RefillActuation.MANUAL,
    stop_mode=StopMode.PRESS,
    dead_by_order=DeadByOrder.END_ROUND,
)
_SCHMIDT_2017: Final = replace(
    _TABLE,
    hand_use=HandUse.TABLE_FIRST,
    stop_mode=StopMode.PRESS,
    dead_by_order=DeadByOrder.END_ROUND,
    match_end=MatchEnd(MatchEndKind.SINGLE_ROUND),
)
_SCHMIDT_2017_RU: Final = replace(_SCHMIDT_2017, stack_to_center=StackToCenter.VIA_ROW)
_TARGET_99: Final = replace(
    _TABLE,
    deal_order=DealOrder.STACK_FIRST,
    hand_use=HandUse.TABLE_FIRST,
    recycle=Recycle.TURN_OVER,
    stop_mode=StopMode.PRESS,
    match_end=MatchEnd(MatchEndKind.TARGET, points=99),
)

_BOXES: Final = ForWhom(2, 12, box=4, age=8)

_EDITIONS: Final = (
    Preset("table_default", "Our own table's rules", None, _TABLE, common=True, for_whom=ForWhom(2, 12)),
    Preset(
        "schmidt_de_fr_it",
        "Schmidt Spiele's leaflet in German, French and Italian",
        _BASE | _HAND | _PRO | {"one_from_stack", "dead_by_order", "dead_by_cards", "match_tie"},
        _SCHMIDT_BOX,
        common=True,
        for_whom=_BOXES,
    ),
    Preset(
        "schmidt_2017_en",
        "Schmidt Spiele's folding leaflet of 2017, English",
        _BASE | _HAND | _PRO | {"one_from_stack"},
        _SCHMIDT_2017,
        common=True,
        for_whom=_BOXES,
    ),
    Preset(
        "schmidt_2017_fr",
        "Schmidt Spiele's folding leaflet of 2017, French",
        _BASE | _HAND | {"one_from_stack", "dead_by_order", "dead_by_cards"},
        replace(
            _SCHMIDT_2017,
            discard_chain=DiscardChain.THIRD_ONLY,
            recycle=Recycle.TURN_OVER,
            match_end=MatchEnd(MatchEndKind.FIXED_ROUNDS),
        ),
        for_whom=_BOXES._replace(age=6),
    ),
    Preset(
        "schmidt_2017_ru",
        "Schmidt Spiele's folding leaflet of 2017, Russian",
        *(_BASE | _HAND | _PRO, _SCHMIDT_2017_RU),
        for_whom=_BOXES,
    ),
    Preset(
        "schmidt_2017_ru_footnote",
        "Schmidt Spiele's folding leaflet of 2017, Russian, with the hidden stack that its footnote allows",
        _BASE | _HAND | _PRO,
        replace(_SCHMIDT_2017_RU, stack_face=StackFace.DOWN),
        for_whom=_BOXES,
    ),
    Preset(
        "schmidt_2017_he",
        "Schmidt Spiele's folding leaflet of 2017, Hebrew",
        frozenset({"stack_face", "discard_chain", "refill", "dead_by_order"}),
        replace(_SCHMIDT_2017, discard_chain=DiscardChain.THIRD_ONLY, dead_by_order=DeadByOrder.RESHUFFLE),
        legible=False,
    ),
    Preset(
        "nordic_is",
        "Nordic Games' summary sheet, Icelandic",
        _BASE | _PRO | {"one_hand", "recycle", "one_from_stack", "dead_by_order", "dead_by_cards"},
        _TARGET_99,
    ),
    Preset(
        "wikipedia",
        "The article on Ligretto in the English Wikipedia",
        _BASE | {"one_from_stack", "discard_chain", "dead_by_order"},
        replace(_TARGET_99, one_from_stack=OneFromStack.FORBID, discard_chain=DiscardChain.THIRD_ONLY),
        for_whom=ForWhom(2, 12, age=8, minutes=30, round_minutes=(5, 10)),
    ),
    Preset(
        "brettspielwelt",
        "BrettspielWelt's online game, otherwise our own table's rules",
        None,
        replace(
            _TABLE,
            match_end=MatchEnd(MatchEndKind.TARGET, points=100),
            misplay=Misplay(MisplayKind.PENALTY, points=1),
            dead_detection=DeadDetection(DetectionKind.VOTE),
        ),
        common=True,
        for_whom=ForWhom(2, 12),
    ),
    Preset(
        "junior",
        "Our own, for children, otherwise our own table's rules",
        None,
        replace(_TABLE, stack_size=6, score=Score(stack=0), false_stop=FalseStop(FalseStopKind.IGNORE)),
        for_beginners=True,
        common=True,
        for_whom=ForWhom(2, 12),
    ),
)

_ADVANCED: Final = MappingProxyType({"pro": Pro(enabled=True)})
PRESETS: Final[Mapping[str, Preset[CardRules]]] = MappingProxyType(
    {one.name: replace(one, advanced=_ADVANCED) for one in _EDITIONS}
)
"""The editions of RULES.md 3.2 and kiosk/referee/README.md ("Fine print"), by name."""


def rules_of(preset: str, **overrides: Any) -> CardRules:
    """Return a preset's rules with ``overrides``; ``ValueError``, listing the presets, for an unknown one."""
    if preset not in PRESETS:
        raise ValueError(f"{preset!r} is not a preset ({', '.join(PRESETS)})")
    return replace(PRESETS[preset].rules, **overrides)
