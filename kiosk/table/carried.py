"""The pieces under people's fingers in a running round. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.api import Instant
from kiosk.game.seats import SeatNumber
from kiosk.table.dealt_round import DealtRound


@dataclass(frozen=True, slots=True)
class Held:
    """A piece (a card, a die) under a finger: where it was taken, and when the touch began (corrected)."""

    source: str
    begun: Instant


@dataclass(slots=True)
class Carried:
    """The pieces that are carried, from a Hold to a Drop or to the input that lets them go.

    ``held``: by seat.
    """

    dealt: DealtRound
    held: dict[SeatNumber, Held] = field(default_factory=dict)
    _gone: set[str] = field(default_factory=set)
    _spent: set[SeatNumber] = field(default_factory=set)

    def hold(self, seat: SeatNumber, source: str, display: str, begun: Instant) -> None:
        """A finger on this display takes a piece."""
        self._spent.discard(seat)
        if display not in self._gone and self.dealt.moves.carries(source):
            self.held[seat] = Held(source, begun)

    def drop(self, seat: SeatNumber) -> None:
        """The piece goes back to where it was taken."""
        self._spent.discard(seat)
        self.held.pop(seat, None)

    def let_go(self, seat: SeatNumber) -> Held | None:
        """Take the piece out of the seat's hand; None if it carries none."""
        return self.held.pop(seat, None)

    def spend(self, seat: SeatNumber) -> Held | None:
        """Like ``let_go``, by the Play button: the finger does not know yet that it carries nothing any more."""
        if seat in self.held:
            self._spent.add(seat)
        return self.let_go(seat)

    def was_spent(self, seat: SeatNumber) -> bool:
        """Return whether the finger lets go what the Play button has played; asked once."""
        spent = seat in self._spent
        self._spent.discard(seat)
        return spent

    def display_gone(self, display: str) -> None:
        """Let go what is carried: a display is no longer there, and what it still says takes nothing."""
        self._gone.add(display)
        self.held.clear()

    def clear(self) -> None:
        """Let everything go: the round has ended, or stands still."""
        self.held.clear()
        self._spent.clear()

    def pieces(self) -> frozenset[str]:
        """The pieces as messages write them (``r4``) and everybody at the table sees them."""
        moves, roster = self.dealt.moves, self.dealt.roster
        indices = ((roster.index(number), held.source) for number, held in self.held.items())
        pieces = (moves.piece(index, source) for index, source in indices if index is not None)
        return frozenset(piece for piece in pieces if piece is not None)
