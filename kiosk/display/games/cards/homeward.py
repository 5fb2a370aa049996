"""The cards in the centre after a round, on their way home to their owners. Pure.

The cards of the finished piles, which were taken away when they were finished, lie on free cells again.
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from kiosk.display.games.count_times import start_of
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place

Owners: TypeAlias = tuple[tuple[int, tuple[SeatNumber, ...]], ...]
Finished: TypeAlias = tuple[tuple[str, tuple[SeatNumber, ...]], ...]


class CountedPile(NamedTuple):
    """A pile on a cell while it is counted.

    ``owners``, ``starts``: of its cards, bottom to top: who laid each, and when it leaves, in seconds.
    """

    cell: int
    color: str
    owners: tuple[SeatNumber, ...]
    starts: tuple[float, ...]

    def card(self, index: int) -> str:
        """Return the card of this number, the lowest being 0."""
        return f"{self.color}{index + 1}"


@lru_cache(maxsize=4)
def counted_piles(
    cells: tuple[Place, ...], owners: Owners, tops: tuple[tuple[int, str], ...], finished: Finished
) -> tuple[CountedPile, ...]:
    """Return the piles of a round: the open ones where they lie, the finished ones on the free cells nearest to these.

    Of each seat's cards the upper ones leave first.
    """
    colors = {cell: top[:1] for cell, top in tops}
    known = [(cell, colors[cell], seats) for cell, seats in owners if cell in colors and cell < len(cells)]
    taken = {cell for cell, _ in tops}
    free = sorted((cell for cell in range(len(cells)) if cell not in taken), key=lambda cell: _distance(cells, cell))
    known += [(cell, color, seats) for cell, (color, seats) in zip(free, finished, strict=False)]
    own: defaultdict[SeatNumber, list[tuple[int, int]]] = defaultdict(list)
    for number, (_, _, seats) in enumerate(known):
        for index, seat in enumerate(seats):
            own[seat].append((number, index))
    starts = [[0.0] * len(seats) for _, _, seats in known]
    for cards in own.values():
        cards.sort(key=lambda card: (len(starts[card[0]]) - card[1], card[0]))
        for order, (number, index) in enumerate(cards):
            starts[number][index] = start_of(order, len(cards))
    return tuple(CountedPile(*pile, tuple(when)) for pile, when in zip(known, starts, strict=True))


def at_home(pile: Place) -> Place:
    """Return the place of a card in the well of its owner's pile."""
    return pile.inset(0.05 * pile.w)


def _distance(cells: tuple[Place, ...], cell: int) -> float:
    """Return how far a cell is from the middle of all cells."""
    x, y = (sum(place[axis] for place in cells) / len(cells) for axis in (0, 1))
    return math.hypot(cells[cell].x - x, cells[cell].y - y)
