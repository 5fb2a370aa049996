"""The simulator's simple players of dice: how each chooses."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from kiosk.game.dice_commands import DiceCommand
from kiosk.game.dice_round import DiceRound

ChooseDie: TypeAlias = Callable[[DiceRound, int, random.Random], DiceCommand]
"""The next command of a seat that has dice; a roll without what it shows."""


def greedy_with_dice(round_: DiceRound, seat: int, _chance: random.Random) -> DiceCommand:
    """Place what fits, the reds first, else roll."""
    return round_.legal_commands(seat)[0]  # they come in that order


def at_random_with_dice(round_: DiceRound, seat: int, chance: random.Random) -> DiceCommand:
    """Any legal command, all equally likely: it often rolls dice that would have fitted."""
    return chance.choice(round_.legal_commands(seat))


DICE_BOTS: Final[Mapping[str, ChooseDie]] = {"greedy": greedy_with_dice, "random": at_random_with_dice}
"""The kinds of bots that play dice, by name."""
