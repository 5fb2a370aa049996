"""The pieces being dragged in a running round. Pure."""

from __future__ import annotations

from msgspec import Struct, field

from hardware.api import Instant
from kiosk.game.seats import SeatNumber
from kiosk.table.dealt_round import DealtRound


class Held(Struct, frozen=True):
    """A piece (a card, a die) under a finger: the source it was taken from, and the corrected start of the touch."""

    source: str
    begun: Instant


class Carried(Struct):
    """The pieces being dragged, from a Hold to a Drop or to the input that lets them go.

    ``held``: the piece of each seat that drags one.
    """

    dealt: DealtRound
    held: dict[SeatNumber, Held] = field(default_factory=dict)
    _gone: set[str] = field(default_factory=set)
    _spent: set[SeatNumber] = field(default_factory=set)

    def hold(self, seat: SeatNumber, source: str, display: str, begun: Instant) -> None:
        """Pick up a piece with a finger on this display."""
        self._spent.discard(seat)
        if display not in self._gone and self.dealt.moves.carries(source):
            self.held[seat] = Held(source, begun)

    def drop(self, seat: SeatNumber) -> None:
        """Return the piece to its source."""
        self._spent.discard(seat)
        self.held.pop(seat, None)

    def let_go(self, seat: SeatNumber) -> Held | None:
        """Remove and return the seat's carried piece; None if it carries none."""
        return self.held.pop(seat, None)

    def spend(self, seat: SeatNumber) -> Held | None:
        """Like ``let_go``, by the Play button: the display does not know yet that the finger carries nothing."""
        if seat in self.held:
            self._spent.add(seat)
        return self.let_go(seat)

    def was_spent(self, seat: SeatNumber) -> bool:
        """Return whether the Play button has already played the piece of which the finger lets go now.

        It is true only once, so that the seat's next piece is not affected.
        """
        spent = seat in self._spent
        self._spent.discard(seat)
        return spent

    def display_gone(self, display: str) -> None:
        """Let go of all pieces: a display has disconnected. Its messages that are still in line pick nothing up."""
        self._gone.add(display)
        self.held.clear()

    def clear(self) -> None:
        """Let go of all pieces: the round has ended, or is paused."""
        self.held.clear()
        self._spent.clear()

    def pieces(self) -> frozenset[str]:
        """Return the pieces as messages write them (``r4``), as far as everybody at the table sees them."""
        moves, roster = self.dealt.moves, self.dealt.roster
        indices = ((roster.index(number), held.source) for number, held in self.held.items())
        pieces = (moves.piece(index, source) for index, source in indices if index is not None)
        return frozenset(piece for piece in pieces if piece is not None)
