"""Verdicts on refused moves: the cost of each, and the margin of a lost race. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from hardware.api import Duration, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.game import events as ev
from kiosk.game.commands import Command, Stop
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.table.dealt_round import DealtRound
from kiosk.table.move_feed import MoveFeed

NEAR_TIE: Final = milliseconds(30)
"""The margin below which a race for a pile or space is mentioned in the result."""

FINE: Final = milliseconds(10)
"""The margin below which tenths of a millisecond are told."""

STOP_BARRED: Final = "stop_barred"
"""The verdict on a Stop with pieces left that is refused because of a lock without a reason of its own, as by a roll
(``protocol.Verdict.reason``): unlike a touch then, it is explained.
"""


class Cause(Struct, frozen=True):
    """The input that a command comes from: its place in the order, its own stamp, its source and its message's name.

    ``lot``: a dead heat decided its place.
    """

    at: Instant
    stamp: Instant
    source: str
    input: str
    lot: bool = False


class Race(Struct, frozen=True):
    """A lost race for a pile: its margin, if the sources can tell it, otherwise whether it was decided by lot.

    ``at_ms``: the time of the decision, ms of the round; ``piece``: the piece that came too late.
    """

    loser: SeatNumber
    by: SeatNumber
    gap: Duration
    measured: bool
    lot: bool
    at_ms: int
    piece: str

    @property
    def near_tie(self) -> bool:
        """True if it was decided by lot, or closer than ``NEAR_TIE``."""
        return self.lot or (self.measured and self.gap < NEAR_TIE)

    @property
    def margin_ms(self) -> float | None:
        """The gap as it is told, if the sources can tell it."""
        return margin_ms(self.gap) if self.measured else None


def margin_ms(gap: Duration) -> float:
    """Return a margin in ms: of 10 ms and more whole ones, of less with a tenth, so that close races are told apart."""
    if gap >= FINE:
        return gap // milliseconds(1)
    return max(1, gap // milliseconds(0.1)) / 10


class _Commit(Struct, frozen=True):
    """A piece that reached the centre: its stamp and its source of input."""

    at: Instant
    source: str


class Verdicts:
    """The refusals of a round. ``uncertainty``: ``Arbiter.uncertainty``."""

    def __init__(self, record: MoveFeed, dealt: DealtRound, uncertainty: Callable[[str, str], Duration]) -> None:
        self.races: list[Race] = []
        """All lost races."""
        self._record = record
        self._dealt = dealt
        self._uncertainty = uncertainty
        self._commits: dict[tuple[int, int], _Commit] = {}

    def committed(self, index: int, at_ms: int, cause: Cause) -> None:
        """Note that a seat (index and time of the core) brings a piece to the centre, for those who lose to it."""
        self._commits[index, at_ms] = _Commit(cause.stamp, cause.source)

    def closest(self, most: int) -> tuple[msg.RaceView, ...]:
        """Return the closest races as the result shows them, those decided by lot first."""
        known = [(number, race) for number, race in enumerate(self.races) if race.measured or race.lot]
        known.sort(key=lambda entry: entry[1].gap if entry[1].measured else 0)
        return tuple(
            msg.RaceView(number, race.at_ms, race.piece, race.by, race.loser, race.margin_ms, race.lot)
            for number, race in known[:most]
        )

    def shift(self, by: Duration) -> None:
        """Shift the stamps by the length of a pause."""
        self._commits = {key: _Commit(Instant(commit.at + by), commit.source) for key, commit in self._commits.items()}

    def tell(self, rejected: ev.Rejected, events: Sequence[ev.Event], cause: Cause | None, command: Command) -> None:
        """Report a refusal to the seat; the piece returns to its source. ``events``: the outcome of ``command``."""
        seat, at = self._dealt.roster.number(rejected.seat), self._dealt.instant(rejected.at)
        source = self._dealt.moves.source_of(command)
        piece = self._dealt.moves.shown(source, rejected.card)
        race = self._race(rejected, cause)
        if race is None:
            reason = STOP_BARRED if self._bars_stop(rejected, seat, at) else rejected.reason
            self._record.verdict(seat, reason, at, card=piece, **self._cost(rejected, events))
        else:
            self.races.append(race)
            details = {"by": race.by, "margin_ms": race.margin_ms, "lot": race.lot}
            self._record.verdict(seat, rejected.reason, at, card=piece, **details)
        if source is not None:
            self._record.back(seat, source, piece)

    def _bars_stop(self, rejected: ev.Rejected, seat: SeatNumber, at: Instant) -> bool:
        """Return whether this is a Stop with pieces left, during a lock that no verdict has explained."""
        if (rejected.do, rejected.reason) != (Stop.word, Reason.LOCKED):
            return False
        explained = any(verdict.locked_until > at for verdict in self._record.tickers[seat])
        return not explained and not self._dealt.moves.round.may_stop(rejected.seat)

    def _cost(self, rejected: ev.Rejected, events: Sequence[ev.Event]) -> dict[str, int]:
        """Return the cost of the refused move as fields of ``protocol.Verdict``."""
        cost: dict[str, int] = {}
        for event in events:
            match event:
                case ev.Penalized(seat=rejected.seat, points=points):
                    cost["points"] = points
                case ev.SeatLocked(seat=rejected.seat, until=until, flips_only=False):
                    cost["locked_until"] = self._dealt.instant(until)
                case _:
                    pass
        return cost

    def _race(self, rejected: ev.Rejected, cause: Cause | None) -> Race | None:
        """Return the lost race; its margin counts only above the uncertainty of both sources."""
        if rejected.by is None or rejected.since is None or cause is None:
            return None
        loser, by = self._dealt.roster.number(rejected.seat), self._dealt.roster.number(rejected.by)
        piece = "" if rejected.card is None else str(rejected.card)
        winner = self._commits.get((rejected.by, rejected.since))
        if winner is None:
            return Race(loser, by, Duration(0), measured=False, lot=False, at_ms=rejected.at, piece=piece)
        gap = Duration(abs(cause.stamp - winner.at))
        measured = gap > self._uncertainty(winner.source, cause.source)
        return Race(loser, by, gap, measured, lot=cause.lot and not measured, at_ms=rejected.at, piece=piece)
