"""The part of a round that all games share: time and end, locks and penalties, votes, the automatic Stop."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Generic, Protocol, Self, TypeVar

from kiosk.game.commands import Leave, SeatCommand, Stop, Vote
from kiosk.game.events import Event, Left, Penalized, Rejected, RoundEnded, SeatLocked, Voted, VotesVoid
from kiosk.game.options import FalseStop, FalseStopKind, Misplay, MisplayKind
from kiosk.game.refusals import Reason, RoundEnd

_BARRED: Final = (Reason.ROUND_OVER, Reason.NOT_SEATED, Reason.LOCKED)
"""Refusals of a seat that may not act at all (kiosk/referee/README.md, rows 1 to 3)."""


def false_stop(rejected: Rejected) -> bool:
    """Return whether it was a call by a seat that could act but had pieces left (rows 19 and 23 for our two games)."""
    return rejected.do == Stop.word and rejected.reason not in _BARRED


class RoundSeat(Protocol):
    """The attributes that every seat of a round has.

    ``active``: it plays. ``emptied_at``: the time from which it may call Stop, ms; None: it may not. ``locked_until``:
    the first millisecond at which it may act again.
    """

    active: bool
    voted: bool
    emptied_at: int | None
    locked_until: int


class RoundRules(Protocol):
    """The options that every game has."""

    @property
    def stop_delay_ms(self) -> int | None:
        """The delay from ``emptied_at`` to the automatic Stop, ms; None: no automatic Stop."""

    @property
    def unanimous_abort(self) -> bool:
        """True if a unanimous vote aborts the round (O26)."""

    @property
    def false_stop(self) -> FalseStop:
        """The cost of a false Stop (O22)."""

    @property
    def misplay(self) -> Misplay:
        """The cost of a piece that fits nowhere (O23)."""


S = TypeVar("S", bound=RoundSeat)


@dataclass(slots=True)
class Course(Generic[S]):
    """The course of a round of any game, owned by the round.

    ``at``: the time up to which it has been judged, ms. ``ended``: the end of the round, None while it runs.
    ``penalties``: penalty points of each seat. ``auto_stop``: (time, seat) of the next automatic Stop. ``events``: the
    events since the latest answer. ``misplays``: the refusals to which ``RoundRules.misplay`` applies.
    """

    rules: RoundRules
    seats: list[S]
    at: int = 0
    ended: RoundEnded | None = None
    penalties: list[int] = field(default_factory=list)
    auto_stop: tuple[int, int] | None = None
    events: list[Event] = field(default_factory=list)
    misplays: tuple[StrEnum, ...] = (Reason.DOES_NOT_FIT,)

    def __post_init__(self) -> None:
        self.penalties = self.penalties or [0] * len(self.seats)

    def copy(self, seats: list[S]) -> Self:
        """Return an independent copy with these copies of the seats."""
        return replace(self, seats=seats, penalties=list(self.penalties), events=list(self.events))

    # ------------------------------------------------------------ seats

    def active_seat(self, number: int) -> S | None:
        """Return the seat of that number if there is one and it plays."""
        if 0 <= number < len(self.seats):
            seat = self.seats[number]
            return seat if seat.active else None
        return None

    def seat_able_to_act(self, number: int, at: int) -> S | None:
        """Return the seat of that number if it may act at that time."""
        if self.ended is not None or not 0 <= number < len(self.seats):
            return None
        seat = self.seats[number]
        return seat if seat.active and at >= seat.locked_until else None

    # ------------------------------------------------------------ judging

    def admit(self, command: SeatCommand, due: int | None) -> Reason | None:
        """Advance to the time of a command; return why its seat may not act then (rows 1 to 3 of the order of checks).

        ``ValueError`` if an automatic event, at the time ``due``, comes before the command.
        """
        at, number = command.at, command.seat
        if due is not None and due <= at:
            raise ValueError(f"{command} comes after an event due at {due} ms: let time pass first")
        self.at = at
        if self.ended is not None:
            return Reason.ROUND_OVER
        if not 0 <= number < len(self.seats) or not (seat := self.seats[number]).active:
            return Reason.NOT_SEATED
        if at < seat.locked_until and not isinstance(command, Vote | Leave):  # either can make the votes unanimous
            return Reason.LOCKED
        return None

    def do(self, command: Stop | Vote | Leave) -> None:
        """Execute a command that every game has."""
        match command:
            case Stop(seat=seat):
                self.end(RoundEnd.STOP, seat)
            case Vote(at=at, seat=seat):
                self.seats[seat].voted = True
                self.events.append(Voted(at, seat))
            case Leave(seat=seat):
                self._leave(seat)

    def refuse(
        self, command: SeatCommand, reason: StrEnum, piece: Hashable | None, faster: tuple[int, int] | None
    ) -> None:
        """Record a refusal, and apply its cost. ``faster``: (time, seat) of the faster piece."""
        since, by = faster or (None, None)
        rejected = Rejected(command.at, command.seat, command.word, reason, piece, by, since)
        self.events.append(rejected)
        if false_stop(rejected):
            self._punish(command.seat, self.rules.false_stop)
        elif reason in self.misplays:
            self._punish(command.seat, self.rules.misplay)

    def lock(self, number: int, duration: int) -> None:
        """Lock a seat for ``duration`` ms from now on."""
        if duration:
            until = self.seats[number].locked_until = self.at + duration
            self.events.append(SeatLocked(self.at, number, until, flips_only=False))

    def end(self, by: RoundEnd, seat: int | None = None) -> None:
        """End the round."""
        self.ended, self.auto_stop = RoundEnded(self.at, by, seat), None
        self.events.append(self.ended)

    # ------------------------------------------------------------ the automatic Stop, votes

    def set_auto_stop(self) -> None:
        """Set the automatic Stop to the earliest one of any seat."""
        delay = self.rules.stop_delay_ms
        if delay is not None:
            emptied = ((seat.emptied_at, number) for number, seat in enumerate(self.seats) if seat.active)
            dues = ((since + delay, number) for since, number in emptied if since is not None)
            self.auto_stop = min(dues, default=None)

    def unanimous(self) -> bool:
        """Return whether all active seats have voted, and if so, clear the votes (O26)."""
        if not all(seat.voted for seat in self.seats if seat.active):
            return False
        self.void_votes()
        return True

    def void_votes(self) -> None:
        """Clear all votes."""
        any_voted = False
        for seat in self.seats:
            if seat.voted:
                seat.voted, any_voted = False, True
        if any_voted:
            self.events.append(VotesVoid(self.at))

    def _leave(self, number: int) -> None:
        """Remove the seat with its vote and its automatic Stop; end the round if at most one is left (E10)."""
        seat = self.seats[number]
        seat.active = seat.voted = False
        self.events.append(Left(self.at, number))
        self.set_auto_stop()
        if sum(other.active for other in self.seats) <= 1:
            self.end(RoundEnd.LEFT)

    def _punish(self, number: int, cost: FalseStop | Misplay) -> None:
        if cost.kind in (FalseStopKind.LOCKOUT, MisplayKind.LOCKOUT):
            self.lock(number, cost.ms)
        elif cost.kind in (FalseStopKind.PENALTY, MisplayKind.PENALTY):
            self.penalties[number] += cost.points
            self.events.append(Penalized(self.at, number, cost.points))
