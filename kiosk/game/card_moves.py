"""The moves of a seat in a round of cards as small numbers, for programs that play many rounds.

A number names a command apart from its time, its seat and what is drawn for it. ``CardRound.legal_moves`` lists those
of a seat, ``CardRound.make`` makes one: much faster than making a command for each legal move and reading its events.

| number | move |
|---|---|
| 0 to 4 | the top of that slot of the row to the centre |
| 5, 6 | the top of the stack, of the discard to the centre |
| 7 | a flip |
| 8 | the call of Stop |
| 9 to 13 | the top of the stack into that empty slot of the row |
| 14 to 18 | the top of the stack onto that slot of the row (a tuck) |
| 19 to 23 | the top of the discard onto that slot of the row |
"""

from __future__ import annotations

from typing import Final

from kiosk.game.card_commands import DISCARD, ROW, STACK, CardSeatCommand, Flip, Place, Play, Refill, Source, Tuck
from kiosk.game.commands import Stop

SLOTS: Final = 5
"""The slots of the longest row (RULES.md B2)."""
FROM_STACK: Final = 5
FROM_DISCARD: Final = 6
FLIP: Final = 7
CALL: Final = 8
REFILL: Final = 9
TUCK: Final = 14
TUCK_DISCARD: Final = 19
MOVES: Final = 24
"""The number of numbers."""

SOURCES: Final[tuple[Source, ...]] = (*ROW, STACK, DISCARD)
"""The sources by their numbers, which are also those of the moves that play their top card."""


def number_of_source(source: Source) -> int:
    """Return the number of a source; ``MOVES`` for a slot that no row has."""
    place, slot = source
    if place is Place.ROW:
        return slot if 0 <= slot < SLOTS else MOVES
    return FROM_STACK if place is Place.STACK else FROM_DISCARD


def command_of(move: int, at: int, seat: int) -> CardSeatCommand:
    """Return the command of a move at that time; ``ValueError`` for another number."""
    if 0 <= move < FLIP:
        return Play(at, seat, SOURCES[move])
    if move == FLIP:
        return Flip(at, seat)
    if move == CALL:
        return Stop(at, seat)
    if REFILL <= move < TUCK:
        return Refill(at, seat, move - REFILL)
    if TUCK <= move < TUCK_DISCARD:
        return Tuck(at, seat, STACK, move - TUCK)
    if TUCK_DISCARD <= move < MOVES:
        return Tuck(at, seat, DISCARD, move - TUCK_DISCARD)
    raise ValueError(f"{move} is not a move (0 to {MOVES - 1})")
