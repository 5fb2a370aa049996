"""Which seats may be taken: no more than leave cards large enough to be read and hit. Pure.

How large: kiosk/display/README.md, "Seats and legibility".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain, zip_longest
from typing import Final, TypeAlias

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber

Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

Legible: TypeAlias = Callable[[frozenset[SeatNumber], int, str, Size], bool]
"""Whether the pieces can be read: seats with panels, how many of them play, the name of the game, the window.

It must be quick for a question that it knows: it is asked for every snapshot.
"""

MARK: Final = "mark"
NO_ROOM: Final = "none"
"""``messages.SeatView.room``."""


class Seating:
    """The room at a table with these seats. ``windows``: the size of each display's, so far as it was told."""

    def __init__(self, plans: Sequence[msg.SeatPlan], legible: Legible | None) -> None:
        self.windows: dict[str, Size] = {}
        self._legible = legible
        self._order = _spread(plans)

    def fits(self, seats: Collection[SeatNumber], game: str, players: int | None = None) -> bool:
        """Whether so many panels leave enough for each; ``players`` (by default all) have pieces in theirs."""
        if self._legible is None:
            return True
        shown, dealt = frozenset(seats), len(seats) if players is None else players
        return all(self._legible(shown, dealt, game, window) for window in self.windows.values())

    def may_join(self, seat: SeatNumber, seats: Collection[SeatNumber], game: str) -> bool:
        """Whether ``seat`` may sit down beside ``seats``; where it has its panel already, it may stay."""
        return seat in seats or self.fits({*seats, seat}, game)

    def filled(
        self,
        seats: Collection[SeatNumber],
        game: str,
        up_to: int,
        *,
        players: int | None = None,
        but: Collection[SeatNumber] = (),
    ) -> set[SeatNumber]:
        """``seats`` and, ``up_to`` so many in all, others that fit beside them, edge by edge in turn; not ``but``."""
        filled = set(seats)
        for seat in self._order:
            if len(filled) < up_to and seat not in {*filled, *but} and self.fits({*filled, seat}, game, players):
                filled.add(seat)
        return filled


def _spread(plans: Sequence[msg.SeatPlan]) -> list[SeatNumber]:
    """The seats in such an order that the first few are not all at one edge."""
    edges: dict[str, list[SeatNumber]] = {}
    for plan in plans:
        edges.setdefault(plan.edge, []).append(plan.seat)
    return [seat for seat in chain(*zip_longest(*edges.values())) if seat is not None]
