"""Changes of single options of the edition ("house rules"), proposed in the lobby to everybody who is seated. Pure.

A change holds for the next match unless somebody objects in time. One change is proposed at a time.
"""

from __future__ import annotations

from msgspec import structs

from hardware.api import Instant
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Proposal
from kiosk.table.choices import Choices
from kiosk.table.settings import Times


class HouseRules:
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

    def propose(self, choices: Choices, seat: SeatNumber, key: str, value: str, now: Instant, *, alone: bool) -> None:
        """Propose a change; who is ``alone`` at the table makes it at once. While another one runs nothing happens."""
        may = choices.may_change(key, value)
        if may is False or self.runs_until is not None:
            return
        if may is None:
            self._decide(Proposal(seat, key, value, 0), "refused", now)
        elif alone:
            choices.choose(key, value)
            self.proposal = None
        else:
            self.proposal = Proposal(seat, key, value, now + self._times.proposal)

    def review(self, choices: Choices) -> None:
        """Forget the running proposal if it would change nothing any more: its option holds, or has no effect now."""
        running = self.proposal if self.runs_until is not None else None
        if running is not None and choices.may_change(running.key, running.value) is False:
            self.proposal = None

    def object(self, seat: SeatNumber, now: Instant) -> None:
        """Drop the running proposal: this seat objects; the proposer takes it back."""
        if self.proposal is not None and self.runs_until is not None:
            self._decide(structs.replace(self.proposal, by=seat), "dropped", now)

    def advance(self, choices: Choices, now: Instant) -> bool:
        """Decide the running proposal if its time is over, or stop telling a decided one; return whether it did.

        The other rules may have changed since it was made: then it may not go with them any more.
        """
        proposal = self.proposal
        if proposal is None or now < proposal.until:
            return False
        self.review(choices)
        if self.proposal is None or proposal.outcome:
            self.proposal = None
        elif choices.may_change(proposal.key, proposal.value):
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
