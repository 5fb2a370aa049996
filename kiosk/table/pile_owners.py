"""Who laid which card of the piles in the centre. Pure.

The core keeps only what decides moves, the top cards; this is kept from the moves that the displays are told. A game
whose pieces do not form piles makes no such moves, and has no owners.
"""

from __future__ import annotations

from collections.abc import Iterable

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber


class PileOwners:
    """The seats that laid each card of a round's piles, bottom to top."""

    def __init__(self) -> None:
        self._piles: dict[int, list[SeatNumber]] = {}
        self._finished: list[tuple[str, tuple[SeatNumber, ...]]] = []

    def take(self, moves: Iterable[msg.Move]) -> None:
        """Take the moves of an event: a card that reaches a pile, a finished pile that is taken away."""
        for move in moves:
            if move.cell is None:
                continue
            if move.kind == "play" and move.seat is not None:
                self._piles.setdefault(move.cell, []).append(move.seat)
            elif move.kind == "collect" and move.card is not None:
                self._finished.append((move.card[:1], tuple(self._piles.pop(move.cell, ()))))

    @property
    def piles(self) -> tuple[tuple[int, tuple[SeatNumber, ...]], ...]:
        """The open piles (``protocol.Snapshot.owners``)."""
        return tuple((cell, tuple(seats)) for cell, seats in self._piles.items())

    @property
    def finished(self) -> tuple[tuple[str, tuple[SeatNumber, ...]], ...]:
        """The finished piles (``protocol.Snapshot.finished``)."""
        return tuple(self._finished)
