"""What a round is, whatever is played in it: its time and end, locks and fines, votes, leaving, the Stop by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, Protocol, TypeVar

from kiosk.game.cards import Card
from kiosk.game.commands import WORDS, OfSeat
from kiosk.game.dice import Die
from kiosk.game.events import Event, Left, Penalized, Rejected, RoundEnded, SeatLocked, Voted, VotesVoid
from kiosk.game.options import FalseStop, FalseStopKind, Misplay, MisplayKind
from kiosk.game.refusals import Reason, RoundEnd

FALSE_STOPS: Final = (Reason.STACK_NOT_EMPTY, Reason.DICE_LEFT)
"""Refusals of a call that was not true (kiosk/referee/README.md, rows 19 and 23)."""


class RoundSeat(Protocol):
    """What every seat of a round has.

    ``active``: it plays. ``emptied_at``: since when it may call Stop, ms, else None. ``locked_until``: the first
    millisecond at which it may act again.
    """

    active: bool
    voted: bool
    emptied_at: int | None
    locked_until: int


class RoundRules(Protocol):
    """The options that every game has."""

    @property
    def stop_delay_ms(self) -> int | None:
        """How long after a seat is done its Stop comes by itself; None: never."""

    @property
    def unanimous_abort(self) -> bool:
        """Whether a vote of all breaks the round off (O26)."""

    @property
    def false_stop(self) -> FalseStop:
        """What a false Stop costs (O22)."""

    @property
    def misplay(self) -> Misplay:
        """What a piece that fits nowhere costs (O23)."""


S = TypeVar("S", bound=RoundSeat)
R = TypeVar("R", bound=RoundRules)


class RoundBase(Generic[R, S]):
    """A round of any game.

    ``at``: the time up to which it has been judged, ms. ``ended``: how it ended, None while it runs. ``penalties``:
    points of each seat that its score loses.
    """

    def __init__(self, rules: R, seats: Sequence[S]) -> None:
        self.rules: R = rules
        self.seats: list[S] = list(seats)
        self.at: int = 0
        self.ended: RoundEnded | None = None
        self.penalties: list[int] = [0] * len(self.seats)
        self._auto_stop: tuple[int, int] | None = None  # (due, seat)

    def seated(self, seat: int) -> bool:
        """Whether there is such a seat and it plays."""
        return self._active_seat(seat) is not None

    @property
    def decided(self) -> bool:
        """Whether points tell who has won the round, and not merely that it was broken off."""
        return True

    def next_deadline(self) -> int | None:
        """The time at which something happens by itself; None if nothing will."""
        return None if self.ended is not None or self._auto_stop is None else self._auto_stop[0]

    def _active_seat(self, number: int) -> S | None:
        """The seat of that number if there is one and it plays."""
        if 0 <= number < len(self.seats):
            seat = self.seats[number]
            return seat if seat.active else None
        return None

    def _free_seat(self, number: int, at: int) -> S | None:
        """The seat of that number if at that time it may do something at all."""
        if self.ended is not None or not 0 <= number < len(self.seats):
            return None
        seat = self.seats[number]
        return seat if seat.active and at >= seat.locked_until else None

    def _set_auto_stop(self) -> None:
        delay = self.rules.stop_delay_ms
        if delay is not None:
            emptied = ((seat.emptied_at, number) for number, seat in enumerate(self.seats) if seat.active)
            dues = ((since + delay, number) for since, number in emptied if since is not None)
            self._auto_stop = min(dues, default=None)

    def _vote(self, number: int, events: list[Event]) -> None:
        self.seats[number].voted = True
        events.append(Voted(self.at, number))

    def _unanimous(self, events: list[Event]) -> bool:
        """Whether all who play have voted; that uses the votes up (O26)."""
        if not all(seat.voted for seat in self.seats if seat.active):
            return False
        self._void_votes(events)
        return True

    def _void_votes(self, events: list[Event]) -> None:
        voters = [seat for seat in self.seats if seat.voted]
        if voters:
            for seat in voters:
                seat.voted = False
            events.append(VotesVoid(self.at))

    def _leave(self, number: int, events: list[Event]) -> None:
        """The seat is out, its votes and its Stop with it; the last one left has nobody to play with (E10)."""
        seat = self.seats[number]
        seat.active = seat.voted = False
        events.append(Left(self.at, number))
        self._set_auto_stop()
        if sum(other.active for other in self.seats) <= 1:
            self._end(RoundEnd.LEFT, None, events)

    def _refuse(
        self,
        command: OfSeat,
        reason: Reason,
        piece: Card | Die | None,
        faster: tuple[int, int] | None,
        events: list[Event],
    ) -> None:
        """Tell a refusal, and what it costs. ``faster``: (time, seat) of the one that was beaten to."""
        since, by = faster or (None, None)
        events.append(Rejected(command.at, command.seat, WORDS[type(command)], reason, piece, by, since))
        if reason in FALSE_STOPS:
            self._punish(command.seat, self.rules.false_stop, events)
        elif reason is Reason.DOES_NOT_FIT:
            self._punish(command.seat, self.rules.misplay, events)

    def _punish(self, number: int, cost: FalseStop | Misplay, events: list[Event]) -> None:
        if cost.kind in (FalseStopKind.LOCKOUT, MisplayKind.LOCKOUT):
            self._lock(number, cost.ms, events)
        elif cost.kind in (FalseStopKind.PENALTY, MisplayKind.PENALTY):
            self.penalties[number] += cost.points
            events.append(Penalized(self.at, number, cost.points))

    def _lock(self, number: int, duration: int, events: list[Event]) -> None:
        if duration:
            until = self.seats[number].locked_until = self.at + duration
            events.append(SeatLocked(self.at, number, until, flips_only=False))

    def _end(self, by: RoundEnd, seat: int | None, events: list[Event]) -> None:
        self.ended = RoundEnded(self.at, by, seat)
        events.append(self.ended)
