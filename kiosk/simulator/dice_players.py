"""The simulator's simple bots for dice: their choice of a command."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from kiosk.game.dice_commands import DiceCommand
from kiosk.game.dice_round import DiceRound

ChooseDie: TypeAlias = Callable[[DiceRound, int, random.Random], DiceCommand]
"""A function that returns the next command of a seat that has dice; a roll without ``faces``."""


def greedy_with_dice(round_: DiceRound, seat: int, _chance: random.Random) -> DiceCommand:
    """Return the placing of a die that fits, red ones first, otherwise a roll."""
    return round_.legal_commands(seat)[0]  # in that order


def at_random_with_dice(round_: DiceRound, seat: int, chance: random.Random) -> DiceCommand:
    """Return any legal command, all equally likely: it often rolls although a die fits."""
    return chance.choice(round_.legal_commands(seat))


DICE_BOTS: Final[Mapping[str, ChooseDie]] = {"greedy": greedy_with_dice, "random": at_random_with_dice}
"""The kinds of bots that play dice, by name."""
