"""The part of a round that all games share: time and end, locks and penalties, votes, the automatic Stop."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import StrEnum
from typing import Final, Protocol

from mypy_extensions import mypyc_attr

from kiosk.game.commands import Leave, SeatCommand, Stop, Vote
from kiosk.game.events import Event, Left, Penalized, Rejected, RoundEnded, SeatLocked, Voted, VotesVoid
from kiosk.game.options import FalseStop, FalseStopKind, Misplay, MisplayKind
from kiosk.game.refusals import Reason, RoundEnd

_BARRED: Final = (Reason.ROUND_OVER, Reason.NOT_SEATED, Reason.LOCKED)
"""Refusals of a seat that may not act at all (kiosk/referee/README.md, rows 1 to 3)."""


def false_stop(rejected: Rejected) -> bool:
    """Return whether it was a call by a seat that could act but had pieces left (rows 19 and 23 for our two games)."""
    return rejected.do == Stop.word and rejected.reason not in _BARRED


@mypyc_attr(allow_interpreted_subclasses=True)  # those of other games, whose code is not compiled
class RoundSeat:
    """The attributes that every seat of a round has; a game's own seats derive from it.

    ``active``: it plays. ``emptied_at``: the time from which it may call Stop, ms; None: it may not. ``locked_until``:
    the first millisecond at which it may act again.
    """

    __slots__ = ("active", "emptied_at", "locked_until", "voted")

    def __init__(self, *, active: bool = True, emptied_at: int | None = None) -> None:
        self.active: bool = active
        self.voted: bool = False
        self.emptied_at: int | None = emptied_at
        self.locked_until: int = 0


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


class Course:
    """The course of a round of any game, owned by the round.

    ``at``: the time up to which it has been judged, ms. ``ended``: the end of the round, None while it runs.
    ``penalties``: penalty points of each seat. ``auto_stop``: (time, seat) of the next automatic Stop. ``events``: the
    events since the latest answer; none are made unless somebody ``listens``. ``misplays``: the refusals to which
    ``RoundRules.misplay`` applies.
    """

    def __init__(
        self,
        rules: RoundRules,
        seats: Sequence[RoundSeat],
        *,
        misplays: tuple[StrEnum, ...] = (Reason.DOES_NOT_FIT,),
        at: int = 0,
        listens: bool = True,
    ) -> None:
        self.rules: RoundRules = rules
        self.seats: list[RoundSeat] = list(seats)
        self.misplays: tuple[StrEnum, ...] = misplays
        self.listens: bool = listens
        self.at: int = at
        self.ended: RoundEnded | None = None
        self.penalties: list[int] = [0] * len(seats)
        self.auto_stop: tuple[int, int] | None = None
        self.events: list[Event] = []
        self._any_voted: bool = any(seat.voted for seat in seats)

    def copy(self, seats: Sequence[RoundSeat]) -> Course:
        """Return an independent copy with these copies of the seats."""
        other = Course(self.rules, seats, misplays=self.misplays, listens=self.listens)
        other.at = self.at
        other.ended = self.ended
        other.penalties = list(self.penalties)
        other.auto_stop = self.auto_stop
        other.events = list(self.events)
        return other

    # ------------------------------------------------------------ seats

    def plays(self, number: int) -> bool:
        """Return whether there is a seat of that number and it plays."""
        return 0 <= number < len(self.seats) and self.seats[number].active

    def may_act(self, number: int, at: int) -> bool:
        """Return whether the seat of that number may act at that time."""
        if self.ended is not None or not 0 <= number < len(self.seats):
            return False
        seat = self.seats[number]
        return seat.active and at >= seat.locked_until

    # ------------------------------------------------------------ judging

    def admit(self, command: SeatCommand, due: int | None) -> Reason | None:
        """Advance to the time of a command; return why its seat may not act then (rows 1 to 3 of the order of checks).

        ``ValueError`` if an automatic event, at the time ``due``, comes before the command.
        """
        waits = not isinstance(command, Vote | Leave)  # either can make the votes unanimous
        return self.admit_seat(command.at, command.seat, due, waits=waits)

    def admit_seat(self, at: int, number: int, due: int | None, *, waits: bool = True) -> Reason | None:
        """Do the same for a seat and a time; ``waits``: a locked seat may not do this."""
        if due is not None and due <= at:
            raise ValueError(f"{at} ms comes after an event due at {due} ms: let time pass first")
        self.at = at
        if self.ended is not None:
            return Reason.ROUND_OVER
        if not 0 <= number < len(self.seats):
            return Reason.NOT_SEATED
        seat = self.seats[number]
        if not seat.active:
            return Reason.NOT_SEATED
        return Reason.LOCKED if waits and at < seat.locked_until else None

    def do(self, command: Stop | Vote | Leave) -> None:
        """Execute a command that every game has."""
        match command:
            case Stop(seat=seat):
                self.end(RoundEnd.STOP, seat)
            case Vote(at=at, seat=seat):
                self.seats[seat].voted = self._any_voted = True
                self.tell(Voted(at, seat))
            case Leave(seat=seat):
                self._leave(seat)

    def refuse(
        self, command: SeatCommand, reason: StrEnum, piece: Hashable | None, faster: tuple[int, int] | None
    ) -> None:
        """Record a refusal, and apply its cost. ``faster``: (time, seat) of the faster piece."""
        since, by = faster or (None, None)
        rejected = Rejected(command.at, command.seat, command.word, reason, piece, by, since)
        self.tell(rejected)
        if false_stop(rejected):
            self._punish(command.seat, self.rules.false_stop)
        elif reason in self.misplays:
            self._punish(command.seat, self.rules.misplay)

    def tell(self, event: Event) -> None:
        """Record an event, if somebody listens."""
        if self.listens:
            self.events.append(event)

    def take_events(self) -> list[Event]:
        """Return the events since the latest answer."""
        events, self.events = self.events, []
        return events

    def lock(self, number: int, duration: int) -> None:
        """Lock a seat for ``duration`` ms from now on."""
        if duration:
            until = self.seats[number].locked_until = self.at + duration
            if self.listens:
                self.events.append(SeatLocked(self.at, number, until, flips_only=False))

    def end(self, by: RoundEnd, seat: int | None = None) -> None:
        """End the round."""
        self.ended, self.auto_stop = RoundEnded(self.at, by, seat), None
        self.tell(self.ended)

    # ------------------------------------------------------------ the automatic Stop, votes

    def set_auto_stop(self) -> None:
        """Set the automatic Stop to the earliest one of any seat."""
        delay = self.rules.stop_delay_ms
        if delay is None:
            return
        self.auto_stop = None
        for number, seat in enumerate(self.seats):
            since = seat.emptied_at
            if seat.active and since is not None and (self.auto_stop is None or since + delay < self.auto_stop[0]):
                self.auto_stop = (since + delay, number)

    def unanimous(self) -> bool:
        """Return whether all active seats have voted, and if so, clear the votes (O26)."""
        for seat in self.seats:
            if seat.active and not seat.voted:
                return False
        self.void_votes()
        return True

    def void_votes(self) -> None:
        """Clear all votes."""
        if not self._any_voted:
            return
        self._any_voted, any_voted = False, False
        for seat in self.seats:
            if seat.voted:
                seat.voted, any_voted = False, True
        if any_voted:
            self.tell(VotesVoid(self.at))

    def _leave(self, number: int) -> None:
        """Remove the seat with its vote and its automatic Stop; end the round if at most one is left (E10)."""
        seat = self.seats[number]
        seat.active = seat.voted = False
        self.tell(Left(self.at, number))
        self.set_auto_stop()
        if sum([other.active for other in self.seats]) <= 1:
            self.end(RoundEnd.LEFT)

    def _punish(self, number: int, cost: FalseStop | Misplay) -> None:
        if cost.kind in (FalseStopKind.LOCKOUT, MisplayKind.LOCKOUT):
            self.lock(number, cost.ms)
        elif cost.kind in (FalseStopKind.PENALTY, MisplayKind.PENALTY):
            self.penalties[number] += cost.points
            self.tell(Penalized(self.at, number, cost.points))
