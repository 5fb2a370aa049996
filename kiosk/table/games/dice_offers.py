"""The lobby's offers for the dice game alone: the length of a match, the handicap mode, real dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kiosk.game.dice_rules import DICE_PRESETS, DiceRules, HandicapMode
from kiosk.table.games.offers import AS_IT_IS, DICE_SOURCE, REAL, VIRTUAL, Offer

ROUNDS_EACH: Final = (1, 2, 3)
"""The numbers of rounds per player that the lobby offers (N13: three; many find that too long)."""

_EACH: Final = "rounds_each"


def _own_rounds(preset: str) -> str:
    return f"{_EACH} {DICE_PRESETS[preset].rules.rounds_per_player}"


def _with_rounds_each(rules: DiceRules, value: str) -> DiceRules:
    return replace(rules, rounds_per_player=int(value.removeprefix(_EACH)))


def _with_handicap_mode(rules: DiceRules, value: str) -> DiceRules:
    return replace(rules, handicap_mode=HandicapMode(value))


def offers(*, real: bool) -> tuple[Offer, ...]:
    """Return all offers. ``real``: there are readers of real dice."""
    return (
        Offer(
            "length",
            tuple(f"{_EACH} {rounds}" for rounds in ROUNDS_EACH),
            _own_rounds,
            _with_rounds_each,
            follows=True,
        ),
        Offer(
            "handicap_mode",
            tuple(mode.value for mode in HandicapMode),
            lambda preset: DICE_PRESETS[preset].rules.handicap_mode.value,
            _with_handicap_mode,
            follows=True,
        ),
        Offer(DICE_SOURCE, (REAL, VIRTUAL) if real else (), lambda _: AS_IT_IS),
    )
