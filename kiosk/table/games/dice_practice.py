"""The lesson of the dice game: roll, place the dice, Stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hardware.api import Button
from kiosk.game.colors import Color
from kiosk.game.dice.dice import DicePosition, DiceSeatPosition
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DiceRules
from kiosk.game.options import Misplay
from kiosk.protocol import DIE
from kiosk.table.games.practice import Hint, PracticeStep, by_press

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
