"""What the hands of each seat do in a running round: the meaning of its two buttons, the pieces being dragged. Pure."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from msgspec import Struct, field

from hardware.api import Button, Instant, milliseconds
from kiosk.game.seats import SeatNumber
from kiosk.table.dealt_round import DealtRound

STOP_WAIT: Final = milliseconds(80)
"""The time that a Stop that would be false waits for its own seat's touch."""

CHORD: Final = milliseconds(1000)
"""The time that Play and Stop must be held together to ask for a pause."""


class Meaning(Enum):
    """The meaning of a press, a release or the passing of time."""

    STOP = auto()
    """A right Stop, judged now."""
    FALSE_STOP = auto()
    PLAY = auto()
    PAUSE = auto()
    WAIT = auto()
    """Nothing yet, or nothing at all."""


class Presses(Struct):
    """The buttons of one seat during a round."""

    waiting: Instant | None = None
    """The stamp of a Stop that would be false, while it waits."""
    _down: dict[Button, Instant] = field(default_factory=dict)
    _up: dict[Button, Instant] = field(default_factory=dict)
    """The time of each button's last release."""
    _chord: Instant | None = None

    def press(self, button: Button, at: Instant, *, may_stop: bool, holdable: bool = True) -> Meaning:
        """Take a press of a button, and return its meaning.

        ``holdable``: a real button, whose release is reported (an on-screen one is only tapped). A press waits in the
        line but its release does not, so the release of a short press may have been taken before.
        """
        if holdable and at > self._up.get(button, Instant(0)):
            self._down[button] = at
        if button is Button.STOP:
            if may_stop:
                return Meaning.STOP
            self.waiting = self.waiting or at  # pressing again does not postpone the verdict
            self._join(at)
            return Meaning.WAIT
        self._join(at)
        return Meaning.WAIT if self._chord is not None else Meaning.PLAY

    def release(self, button: Button, at: Instant) -> Meaning:
        """Take the release of a button, and return its meaning."""
        chord, self._chord = self._chord, None
        self._up[button] = at
        self._down.pop(button, None)
        return Meaning.PAUSE if chord is not None and at - chord >= CHORD else Meaning.WAIT

    def begun(self, at: Instant) -> Meaning:
        """Note that a touch of this seat that could make a Stop right began at ``at``: a Stop before that is false."""
        if self.waiting is not None and at > self.waiting:
            self.waiting = None
            return Meaning.FALSE_STOP
        return Meaning.WAIT

    def committed(self, *, may_stop: bool) -> Meaning:
        """Judge a waiting Stop again: a touch of this seat that began before it has moved a card."""
        if self.waiting is not None and may_stop:
            self.waiting = None
            return Meaning.STOP
        return Meaning.WAIT

    def passed(self, until: Instant) -> Meaning:
        """Note that all input stamped before ``until`` has been judged: a Stop that waited until then is false."""
        due = self.next_deadline()
        if due is not None and until >= due:
            self.waiting = None
            return Meaning.FALSE_STOP
        return Meaning.WAIT

    def next_deadline(self) -> Instant | None:
        """Return the end of a waiting Stop's wait; None if none waits."""
        return None if self.waiting is None else Instant(self.waiting + STOP_WAIT)

    def _join(self, at: Instant) -> None:
        # A button that has been down for longer is stuck or leant on, not pressed together with the other.
        if len(self._down) == len(Button) and max(self._down.values()) - min(self._down.values()) <= CHORD:
            self._chord = at
            self.waiting = None


class Held(Struct, frozen=True):
    """A piece (a card, a die) under a finger: the source it was taken from, and the corrected start of the touch."""

    source: str
    begun: Instant


class CarriedPieces(Struct):
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
