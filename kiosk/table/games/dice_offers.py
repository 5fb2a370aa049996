"""The lobby's offers for the dice game alone: the length of a match, the handicap mode, real dice."""

from __future__ import annotations

from dataclasses import replace

from kiosk.game.dice.game import MATCH_CHOICES, ROUNDS_EACH
from kiosk.game.dice.rules import DICE_PRESETS, DiceRules, HandicapMode
from kiosk.table.games.offers import AS_IT_IS, DICE_SOURCE, REAL, VIRTUAL, Offer


def _own_rounds(preset: str) -> str:
    return f"{ROUNDS_EACH} {DICE_PRESETS[preset].rules.rounds_per_player}"


def _with_rounds_each(rules: DiceRules, value: str) -> DiceRules:
    return replace(rules, rounds_per_player=int(value.removeprefix(ROUNDS_EACH)))


def _with_handicap_mode(rules: DiceRules, value: str) -> DiceRules:
    return replace(rules, handicap_mode=HandicapMode(value))


def offers(*, real: bool) -> tuple[Offer, ...]:
    """Return all offers. ``real``: there are readers of real dice."""
    return (
        Offer(
            "length",
            MATCH_CHOICES["length"],
            _own_rounds,
            _with_rounds_each,
            follows=True,
        ),
        Offer(
            "handicap_mode",
            MATCH_CHOICES["handicap_mode"],
            lambda preset: DICE_PRESETS[preset].rules.handicap_mode.value,
            _with_handicap_mode,
            follows=True,
        ),
        Offer(DICE_SOURCE, (REAL, VIRTUAL) if real else (), lambda _: AS_IT_IS),
    )
