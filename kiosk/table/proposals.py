"""Proposals: what somebody in the lobby wants to be played, asked of everybody who is seated. Pure.

Game, edition, length, bots and single options of the edition ("house rules") alike: a change holds unless somebody
objects in time. One change is proposed at a time.
"""

from __future__ import annotations

from msgspec import structs

from hardware.api import Instant
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Proposal
from kiosk.table.choices import Choices
from kiosk.table.settings import Times


class Proposals:
    """The proposals of a lobby; ``proposal``: the one that runs, or that was decided just now."""

    def __init__(self, times: Times) -> None:
        self._times = times
        self.proposal: Proposal | None = None

    @property
    def runs_until(self) -> Instant | None:
        """The instant at which the running proposal holds; None: none runs."""
        proposal = self.proposal
        return Instant(proposal.until) if proposal is not None and not proposal.outcome else None

    @property
    def due(self) -> Instant | None:
        """The instant at which the running proposal holds, or a decided one is no longer told."""
        return None if self.proposal is None else Instant(self.proposal.until)

    def propose(
        self, choices: Choices, seat: SeatNumber | None, key: str, value: str, now: Instant, *, alone: bool
    ) -> None:
        """Propose a change; where one person is ``alone`` at the table it is made at once.

        ``seat``: None: a disc in the middle was touched, and nobody knows by whom. While a proposal runs nothing else
        is proposed; but one of a disc goes on to another value when the disc is touched again, with its full time, and
        ends when it comes around to what holds already.
        """
        running = self.proposal if self.runs_until is not None else None
        if running is not None and not (seat is None and _goes_on(running, key, value)):
            return
        may = choices.may_change(key, value)
        if may is False:
            self.proposal = None if running is not None else self.proposal
        elif may is None:
            self._decide(Proposal(seat, key, value, 0), "refused", now)
        elif alone:
            choices.choose(key, value)
            self.proposal = None
        else:
            self.proposal = Proposal(seat, key, value, now + self._times.proposal)

    def object(self, seat: SeatNumber, now: Instant) -> None:
        """Drop the running proposal: this seat objects; the proposer takes it back."""
        if self.proposal is not None and self.runs_until is not None:
            self._decide(structs.replace(self.proposal, by=seat), "dropped", now)

    def advance(self, choices: Choices, now: Instant) -> bool:
        """Decide the running proposal if its time is over, or stop telling a decided one; return whether it did.

        A game of another package may have failed since it was made: then it may not be changed that way any more.
        """
        proposal = self.proposal
        if proposal is None or now < proposal.until:
            return False
        may = False if proposal.outcome else choices.may_change(proposal.key, proposal.value)
        if may is False:
            self.proposal = None
        elif may:
            choices.choose(proposal.key, proposal.value)
            self._decide(proposal, "holds", now)
        else:
            self._decide(proposal, "refused", now)
        return True

    def seat_left(self, seat: SeatNumber) -> None:
        """Forget the running proposal of somebody who has left."""
        if self.proposal is not None and self.proposal.seat == seat and self.runs_until is not None:
            self.proposal = None

    def _decide(self, proposal: Proposal, outcome: str, now: Instant) -> None:
        self.proposal = structs.replace(proposal, outcome=outcome, until=now + self._times.proposal_told)


def _goes_on(running: Proposal, key: str, value: str) -> bool:
    """Return whether a disc's proposal may become this one: it is of the same disc, and another value."""
    return (running.seat, running.key) == (None, key) and running.value != value
