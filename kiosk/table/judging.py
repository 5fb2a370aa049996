"""Judging in a running round: a command goes to the core, its events to displays, journal and seats. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hardware.api import Duration, Instant
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.game import events as ev
from kiosk.game.commands import Command, Leave, SeatCommand, Vote
from kiosk.game.course import false_stop
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import TurnedAway
from kiosk.table.arbiter import Ordered
from kiosk.table.dealt_round import DealtRound
from kiosk.table.deeds import RoundDeeds
from kiosk.table.inputs import RoundInput
from kiosk.table.journal_feed import JournalFeed, judged
from kiosk.table.move_feed import MoveFeed, PileOwners, Streaks
from kiosk.table.story import Laid, laid_by
from kiosk.table.verdicts import Cause, Verdicts


class Judging:
    """The judge of a round's commands.

    ``log``: the journal's feed; a new one keeps nothing. ``owners``: who laid which card of the centre's piles;
    ``streaks``: who brings piece after piece there; ``laid``: everything that has reached it;
    ``deeds``: what each seat has done.
    ``rolled_on_screen``: seats that have rolled there.
    ``version`` grows with every visible change. ``uncertainty``: how close two sources' stamps may be and still be a
    dead heat (``Arbiter.uncertainty``).
    """

    def __init__(
        self, dealt: DealtRound, dealer: Dealer, record: MoveFeed, uncertainty: Callable[[str, str], Duration]
    ) -> None:
        self.log = JournalFeed()
        self.verdicts = Verdicts(record, dealt, uncertainty)
        self.owners = PileOwners()
        self.streaks = Streaks()
        self.laid: list[Laid] = []
        self.deeds = RoundDeeds()
        self.rolled_on_screen: set[SeatNumber] = set()
        self.false_stops: Counter[SeatNumber] = Counter()
        self.version = 0
        self._dealt = dealt
        self._dealer = dealer
        self._record = record

    def apply(self, command: Command, entry: Ordered[RoundInput] | None = None) -> bool:
        """Let the core judge a command and record it in the journal; return False if it was refused.

        ``entry``: the input that it comes from; None if it comes from none.
        """
        cause = None if entry is None else _cause(entry)
        events = self.judge(command, cause)
        if self.log.on:
            self.log.add(judged(self.log.codec, command, events, cause, self._dealt.roster, self._dealt.start))
        return not any(isinstance(event, ev.Rejected) for event in events)

    def judge(self, command: Command, cause: Cause | None) -> list[ev.Event]:
        """Let the core judge, and note the outcome. ``cause``: None for a deadline or a command of the table's own."""
        self.version += 1
        moves, roster = self._dealt.moves, self._dealt.roster
        seat = command.seat if isinstance(command, SeatCommand) else None
        if cause is not None and seat is not None and moves.competes(command):
            # Noted before the verdict: it is compared with the stamps of those who lose to this piece.
            self.verdicts.committed(seat, command.at, cause)
        events = self._dealer.judge(moves.round, command)
        for event in events:
            shown = tuple(moves.moves_of(event, roster))
            self._record.moved(shown)
            self.owners.take(shown)
            self.streaks.take(shown, command.at)
            self.laid += laid_by(shown, event.at)
            self.deeds.take(shown, command.at)
        rejections = [event for event in events if isinstance(event, ev.Rejected)]
        for rejected in rejections:
            self.verdicts.tell(rejected, events, cause, command)
            self.deeds.refused(roster.number(rejected.seat))
            self.false_stops[roster.number(rejected.seat)] += false_stop(rejected)
        if not rejections and seat is not None:
            self._succeeded(roster.number(seat), command)
        return events

    def _succeeded(self, seat: SeatNumber, command: Command) -> None:
        """Note that the seat did what it wanted to: what it was told about an earlier move is over."""
        real_dice = self._dealt.moves.real_dice
        if real_dice is not None and real_dice.on_screen(command):
            self.rolled_on_screen.add(seat)
        if not isinstance(command, Vote | Leave):  # neither is a move
            self._record.drop_verdicts(seat)

    def turn_away(
        self,
        seat: SeatNumber,
        what: RoundInput,
        reason: str,
        at: Instant,
        source: str,
        stands: Instant | None,
        **details: Any,
    ) -> None:
        """Tell the seat that an input was refused before it reached the core; a piece that it lets go returns.

        ``source``: the device or display that it came from; ``stands``: the start of the pause, if the round is paused:
        its time has not gone on up to ``at``; ``details``: further fields of ``protocol.Verdict``.
        """
        self.version += 1
        place = self._dealt.moves.source(what)
        if place is not None:
            self._record.back(seat, place, None)
        if isinstance(what, msg.Hold | msg.Drop):
            return
        self._record.verdict(seat, reason, at, **details)
        if self.log.on:
            since_go = (at if stands is None else stands) - self._dealt.start
            self.log.add(TurnedAway(since_go, seat, type(what).__name__, str(reason), source))

    def warn(self, seat: SeatNumber, reason: str, at: Instant) -> None:
        """Warn the seat about a move that was allowed, but should not have been made."""
        self._record.verdict(seat, reason, at, allowed=True)


def _cause(entry: Ordered[RoundInput]) -> Cause:
    input_ = entry.input
    return Cause(entry.at, input_.at, input_.source, type(input_.what).__name__, entry.lot)
