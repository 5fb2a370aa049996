"""The seats that may be taken: only as many as leave cards large enough to be read and hit. Pure.

The minimum size: kiosk/display/README.md, "Seats and legibility".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain, zip_longest
from typing import Final, TypeAlias

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber

Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

Legible: TypeAlias = Callable[[frozenset[SeatNumber], int, str, Size, frozenset[str]], bool]
"""A test of whether everything can be read: seats with panels, number of them that play, game, window, and what people
want that takes up room (``people.ROOMY``).

It must answer a repeated question quickly: it is called for every snapshot.
"""

MARK: Final = "mark"
NO_ROOM: Final = "none"
"""The values of ``protocol.SeatView.room``."""


class Seating:
    """The room at a table with these seats. ``windows``: the size of each display's window, as far as reported.

    ``wanted``: returns what people want that takes up room.
    """

    def __init__(
        self, plans: Sequence[msg.SeatPlan], legible: Legible | None, wanted: Callable[[], frozenset[str]] = frozenset
    ) -> None:
        self.windows: dict[str, Size] = {}
        self._legible = legible
        self._wanted = wanted
        self._order = _spread(plans)

    def fits(
        self, seats: Collection[SeatNumber], game: str, players: int | None = None, *, also: Collection[str] = ()
    ) -> bool:
        """Return whether panels for ``seats`` fit; ``players`` (by default all) of them have pieces.

        ``also``: with these wishes, even if nobody has them yet.
        """
        if self._legible is None or not self.windows:
            return True
        shown, dealt = frozenset(seats), len(seats) if players is None else players
        wanted = self._wanted().union(also)
        return all(self._legible(shown, dealt, game, window, wanted) for window in self.windows.values())

    def may_join(self, seat: SeatNumber, seats: Collection[SeatNumber], game: str) -> bool:
        """Return whether ``seat`` may sit down beside ``seats``; a seat that has its panel already may stay."""
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
        """Return ``seats`` filled with others that fit beside them, edge by edge in turn, to ``up_to``; not ``but``."""
        filled = set(seats)
        for seat in self._order:
            if len(filled) < up_to and seat not in {*filled, *but} and self.fits({*filled, seat}, game, players):
                filled.add(seat)
        return filled


def _spread(plans: Sequence[msg.SeatPlan]) -> list[SeatNumber]:
    """Return the seats in an order in which the first few are not all at one edge."""
    edges: dict[str, list[SeatNumber]] = {}
    for plan in plans:
        edges.setdefault(plan.edge, []).append(plan.seat)
    return [seat for seat in chain(*zip_longest(*edges.values())) if seat is not None]
