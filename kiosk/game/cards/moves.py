"""The moves of a seat in a round of cards as small numbers: commands without time, seat and what is drawn for them.

The round judges these; a command of the table is turned into one first. ``CardRound.legal_moves`` lists those of a
seat, ``CardRound.make`` makes one: much faster than a command for each legal move and events for each that is made.

| number | move |
|---|---|
| 0 to 4 | the top of that slot of the row to the centre |
| 5, 6 | the top of the stack, of the discard to the centre |
| 8 | a flip |
| 9 | the call of Stop |
| 16 to 20 | the top of the stack into that empty slot of the row |
| 24 to 28 | the top of the stack onto that slot of the row (a tuck) |
| 32 to 36 | the top of the discard onto that slot of the row |

A slot that no row has counts as the last of the eight numbers of its kind; a card of the row can never be tucked (40).
"""

from __future__ import annotations

from typing import Final

from kiosk.game.cards.commands import DISCARD, ROW, STACK, CardPlace, Flip, Play, Refill, Source, Tuck
from kiosk.game.commands import Stop

SLOTS: Final = 5
"""The slots of the longest row (RULES.md B2)."""
NO_SLOT: Final = 7
FROM_STACK: Final = 5
FROM_DISCARD: Final = 6
FLIP: Final = 8
CALL: Final = 9
REFILL: Final = 16
TUCK: Final = 24
TUCK_DISCARD: Final = 32
TUCK_ROW: Final = 40

SOURCES: Final[tuple[Source, ...]] = (*ROW, STACK, DISCARD)
"""The sources by their numbers, which are also those of the moves that play their top card."""


def number_of_source(source: Source) -> int:
    """Return the number of a source; ``NO_SLOT`` for a slot that no row has."""
    place, slot = source
    if place is CardPlace.ROW:
        return _slot(slot)
    return FROM_STACK if place is CardPlace.STACK else FROM_DISCARD


def move_of(command: Play | Flip | Refill | Tuck | Stop) -> int:
    """Return the number of a command."""
    match command:
        case Play():
            return number_of_source(command.source)
        case Flip():
            return FLIP
        case Refill():
            return REFILL + _slot(command.slot)
        case Tuck():
            source = number_of_source(command.source)
            if source == FROM_STACK:
                return TUCK + _slot(command.slot)
            return TUCK_DISCARD + _slot(command.slot) if source == FROM_DISCARD else TUCK_ROW
        case Stop():
            return CALL


def command_of(move: int, at: int, seat: int) -> Play | Flip | Refill | Tuck | Stop:
    """Return the command of a move at that time; ``ValueError`` for a number that is none."""
    if 0 <= move <= FROM_DISCARD:
        return Play(at, seat, SOURCES[move])
    if move == FLIP:
        return Flip(at, seat)
    if move == CALL:
        return Stop(at, seat)
    kind, slot = move & ~NO_SLOT, move & NO_SLOT
    if slot < SLOTS:
        if kind == REFILL:
            return Refill(at, seat, slot)
        if kind == TUCK:
            return Tuck(at, seat, STACK, slot)
        if kind == TUCK_DISCARD:
            return Tuck(at, seat, DISCARD, slot)
    raise ValueError(f"{move} is not a move (kiosk.game.cards.moves lists them)")


def _slot(slot: int) -> int:
    return slot if 0 <= slot < SLOTS else NO_SLOT
