"""The moves of a seat in a round of dice as small numbers, for programs that play many rounds.

A number names a command apart from its time, its seat and the faces of its roll. ``DiceRound.legal_moves`` lists those
of a seat, ``DiceRound.make`` makes one.

| number | move |
|---|---|
| 0 to 23 | that die (``Die``) onto its space |
| 24 | a roll |
| 25 | the call of Stop |
"""

from __future__ import annotations

from typing import Final

from kiosk.game.commands import Stop
from kiosk.game.dice.commands import DiceSeatCommand, PlaceDie, Roll
from kiosk.game.dice.dice import SPACES

ROLL: Final = 24
CALL: Final = 25
MOVES: Final = 26
"""The number of numbers."""


def command_of(move: int, at: int, seat: int) -> DiceSeatCommand:
    """Return the command of a move at that time; ``ValueError`` for another number."""
    if 0 <= move < ROLL:
        return PlaceDie(at, seat, SPACES[move])
    if move == ROLL:
        return Roll(at, seat)
    if move == CALL:
        return Stop(at, seat)
    raise ValueError(f"{move} is not a move (0 to {MOVES - 1})")
