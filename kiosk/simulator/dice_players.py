"""The simulator's simple bots for dice: their choice of a move."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from kiosk.game.dice.round import DiceRound

ChooseDie: TypeAlias = Callable[[DiceRound, int, int, random.Random], int]
"""A function that returns the next move (``dice_moves``) at that time of a seat that has dice and may act."""


def greedy_with_dice(round_: DiceRound, seat: int, at: int, _chance: random.Random) -> int:
    """Return the placing of a die that fits, red ones first, otherwise a roll."""
    return round_.legal_moves(seat, at)[0]  # in that order


def at_random_with_dice(round_: DiceRound, seat: int, at: int, chance: random.Random) -> int:
    """Return any legal move, all equally likely: it often rolls although a die fits."""
    return chance.choice(round_.legal_moves(seat, at))


DICE_BOTS: Final[Mapping[str, ChooseDie]] = {"greedy": greedy_with_dice, "random": at_random_with_dice}
"""The kinds of bots that play dice, by name."""
