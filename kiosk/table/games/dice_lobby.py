"""The dice game in the lobby: what it alone offers (length, handicap, real dice); its lesson: roll, place, Stop."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hardware.api import Button
from kiosk.game.colors import Color
from kiosk.game.dice.dice import DicePosition, DiceSeatPosition
from kiosk.game.dice.game import MATCH_CHOICES, ROUNDS_EACH
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DICE_PRESETS, DiceRules, HandicapMode
from kiosk.game.options import Misplay
from kiosk.protocol import DIE
from kiosk.table.games.offers import AS_IT_IS, DICE_SOURCE, REAL, VIRTUAL, Offer
from kiosk.table.games.practice import Hint, PracticeStep, by_press


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


_DICE: Final = (Color.RED, Color.YELLOW)


def dice_practice(rules: DiceRules) -> DiceRound:
    """Return the round of the lesson, with the rules of an edition: two dice, each a 1 once rolled.

    Nothing is punished, and nothing ends by itself.
    """
    lenient = replace(rules, misplay=Misplay(), stop_mode=by_press(rules.stop_mode))
    return DiceRound(lenient, DicePosition((DiceSeatPosition(_DICE),)))


def _place(round_: DiceRound) -> Hint | None:
    fitting = next((die for die in round_.seats[0].rolled or () if round_.board.fits(die)), None)
    return None if fitting is None else Hint("place", f"{DIE}{fitting}", str(fitting))


STEPS: Final[tuple[PracticeStep[DiceRound], ...]] = (
    PracticeStep(lambda round_: round_.seats[0].rolled is not None, lambda _: Hint("roll"), Button.PLAY),
    PracticeStep(lambda round_: not round_.seats[0].dice, _place),
    PracticeStep(lambda round_: round_.ended is not None, lambda _: Hint("stop"), Button.STOP),
)
