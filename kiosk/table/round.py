"""One running round at the table: stamped input in, verdicts out.

It joins the arbiter, the core and the buttons. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.api import Button, ButtonEdge, Duration, Instant, TrayReading, milliseconds
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.game import commands as cmd
from kiosk.game import events as ev
from kiosk.game.course import FALSE_STOPS
from kiosk.game.refusals import Reason
from kiosk.game.seats import Roster, SeatNumber
from kiosk.journal.records import TurnedAway
from kiosk.table.arbiter import HOLD_BACK, Arbiter, Ordered, SourceClass, Stamped
from kiosk.table.dice_rolls import Throws, on_screen
from kiosk.table.games.game import AnyCommand, AnyRound, Moves
from kiosk.table.inputs import TO_CENTER, RoundInput, is_press
from kiosk.table.journal_feed import Log, judged
from kiosk.table.move_feed import Record
from kiosk.table.presses import Meaning, Presses
from kiosk.table.settings import BUTTONS
from kiosk.table.verdicts import Cause, Race, Refusals, cause_of, source_of

MS: Final = 1_000_000

FALSE_START: Final = milliseconds(500)
"""Who touches before GO is locked for this long after it (RULES.md 7)."""

THROW_DICE: Final = "throw_dice"
"""Verdict for who taps for a roll where real dice are thrown (``messages.Verdict.reason``)."""


@dataclass(frozen=True, slots=True)
class Held:
    """A piece (a card, a die) under a finger: where it was taken, and when the touch began (corrected)."""

    source: str
    begun: Instant


class RoundPlay:
    """A round between GO and its end.

    ``start`` is GO; the core's time is milliseconds since then. ``ranks``: the round's lot (lowest wins a dead heat).
    ``opened``: the latest GO (after a pause there is another one). ``blocked``: seats that touched before it, each with
    the instant up to which they are locked. ``throws``: the real dice of the match.
    """

    def __init__(
        self,
        moves: Moves,
        dealer: Dealer,
        roster: Roster,
        record: Record,
        ranks: Mapping[SeatNumber, int],
        sources: Mapping[str, SourceClass],
        start: Instant,
        throws: Throws | None = None,
    ) -> None:
        self.moves = moves
        self.roster = roster
        self.start = start
        self.opened = start
        self.log = Log()
        """What is judged is told there."""
        self.held: dict[SeatNumber, Held] = {}
        self.blocked: dict[SeatNumber, Instant] = {}
        self.turned: set[SeatNumber] = set()
        """Seats that have flipped, or rolled on the screen."""
        self.false_stops: Counter[SeatNumber] = Counter()
        self.version = 0
        """Grows with everything that can be seen."""
        self._gone: set[str] = set()
        self._spent: set[SeatNumber] = set()  # the Play button has played what their finger still carries
        self._pauses: list[SeatNumber] = []
        self.arbiter: Arbiter[RoundInput] = Arbiter(ranks, self._contest)
        for name, kind in sources.items():
            self.arbiter.add_source(name, kind)
        self._throws = throws or Throws()
        self._dealer = dealer
        self._record = record
        self._presses = {number: Presses() for number in roster.numbers}
        self._refusals = Refusals(record, roster, self.arbiter, self.instant)

    @property
    def round(self) -> AnyRound:
        """The round of the core."""
        return self.moves.round

    @property
    def races(self) -> list[Race]:
        """The races that were lost so far."""
        return self._refusals.races

    def closest_races(self, most: int) -> tuple[msg.RaceView, ...]:
        """Those of them that were closest, and of which it is known how close."""
        return self._refusals.closest(most)

    # ------------------------------------------------------------ time

    def instant(self, at_ms: int) -> Instant:
        """The instant of a time of the core."""
        return Instant(self.start + at_ms * MS)

    def time(self, at: Instant) -> int:
        """The core's time of an instant, never before what it has judged."""
        return max(self.round.at, (at - self.start) // MS)

    def next_deadline(self, now: Instant) -> Instant | None:
        """When ``advance`` is to be called even if nothing comes in."""
        due = self.round.next_deadline()
        dues = [press.next_deadline() for press in self._presses.values()]
        dues.append(self.instant(due) if due is not None else None)
        # What is due waits as long as an input stamped before it may still be on its way.
        deadlines = [Instant(due + HOLD_BACK) for due in dues if due is not None]
        line = self.arbiter.next_deadline(now)
        return min([*deadlines, line] if line is not None else deadlines, default=None)

    def advance(self, now: Instant) -> None:
        """Judge everything whose place in the order is certain by ``now``."""
        while self.round.ended is None and (entry := self.arbiter.release(now)) is not None:
            self._expire(entry.at)
            if self.round.ended is None:
                self._judge(entry)
        if self.round.ended is None:
            self._expire(Instant(now - HOLD_BACK))
        due = self.round.next_deadline()
        if self.round.ended is None and due is not None and now >= self.instant(due) + HOLD_BACK:
            self._apply(cmd.Tick(due))
        if self.round.ended is not None:
            self._bounce(self.arbiter.flush(), Reason.ROUND_OVER)

    def freeze(self) -> None:
        """A pause begins: what is on its way comes back, nothing is held."""
        self._bounce(self.arbiter.flush(), Reason.LOCKED)
        self._presses = {number: Presses() for number in self._presses}
        self._spent.clear()

    def shift(self, by: Duration, opened: Instant) -> None:
        """The round stood still for ``by`` (a pause) up to a new GO: the core's time goes on where it stopped."""
        self.start, self.opened = Instant(self.start + by), opened
        self._refusals.shift(by)

    # ------------------------------------------------------------ seats

    def locked_until(self, number: SeatNumber) -> Instant | None:
        """Up to when the seat is locked or was last locked; None if it does not play."""
        index = self.roster.index(number)
        if index is None or index >= len(self.round.seats):
            return None
        return max(self.instant(self.round.seats[index].locked_until), self.blocked.get(number, Instant(0)))

    def display_gone(self, display: str) -> None:
        """A display is not waited for any more, and what its fingers carried is let go."""
        self.arbiter.remove_source(display)
        self._gone.add(display)
        self.held.clear()

    def button_up(self, number: SeatNumber, edge: ButtonEdge) -> None:
        """A button was let go. Nothing is raced by a release, and its stamp is old: it passes by the line."""
        if number in self._presses:
            at = self.arbiter.corrected(BUTTONS, edge.at)
            self._mean(self._presses[number].release(edge.button, at), number, at)

    def take_pauses(self) -> list[SeatNumber]:
        """The seats that have asked for a pause since the last call."""
        seats, self._pauses = self._pauses, []
        return seats

    def take(self, source: str, seat: SeatNumber, what: RoundInput) -> None:
        """An input takes its place in the line.

        A Hold tells of a touch that began earlier, a reading of what lies in a tray: they race nobody.
        """
        races = not isinstance(what, msg.Hold | TrayReading)
        self.arbiter.offer(source, seat, Instant(what.at), what, races=races)

    def leave(self, seat: SeatNumber, now: Instant) -> None:
        """The seat is out of the round."""
        index = self.roster.index(seat)
        if index is not None and self.round.ended is None:
            self.held.pop(seat, None)
            self._apply(cmd.Leave(self.time(now), index))

    def carried(self) -> frozenset[str]:
        """The pieces under people's fingers, as messages write them (``r4``) and everybody at the table sees them."""
        indices = ((self.roster.index(number), held.source) for number, held in self.held.items())
        pieces = (self.moves.piece(index, source) for index, source in indices if index is not None)
        return frozenset(piece for piece in pieces if piece is not None)

    # ------------------------------------------------------------ judging

    def _contest(self, entry: Stamped[RoundInput]) -> frozenset[Hashable]:
        """All that an input competes for: what its piece fits, the win, or the call."""
        index = self.roster.index(entry.seat)
        if index is None or self.round.ended is not None:
            return frozenset()
        if is_press(entry.what, Button.STOP):
            return frozenset({"stop"} if self.round.may_stop(index) else ())
        source = self._played(entry)
        if source is None:
            return frozenset()
        wanted = (self.moves.contested(index, source), "win" if self.moves.wins(index, source) else None)
        return frozenset(thing for thing in wanted if thing is not None)

    def _played(self, entry: Stamped[RoundInput]) -> str | None:
        """The source of the piece that an input brings to the centre, if it brings one."""
        if isinstance(entry.what, TO_CENTER):
            return self.moves.source(entry.what)
        if is_press(entry.what, Button.PLAY) and entry.seat in self.held:
            return self.held[entry.seat].source
        return None

    def _judge(self, entry: Ordered[RoundInput]) -> None:
        self.version += 1
        seat, what = entry.input.seat, entry.input.what
        index = self.roster.index(seat)
        if index is None:
            return
        if isinstance(what, TrayReading):
            self._read(entry, index, what)
        elif isinstance(what, msg.Hold | msg.Drop):
            self._carry(entry.input, what)
        elif self.moves.source(what) is not None and seat in self._spent:
            self._spent.remove(seat)
        elif self._is_blocked(entry):
            self.refuse(seat, what, Reason.LOCKED, entry.at)
        elif isinstance(what, ButtonEdge | msg.PressButton):
            self._press(entry, index, what)
        else:
            self._move(entry, index, what)

    def _carry(self, input_: Stamped[RoundInput], what: msg.Hold | msg.Drop) -> None:
        self._spent.discard(input_.seat)
        if isinstance(what, msg.Drop):
            self.held.pop(input_.seat, None)
        elif input_.source not in self._gone and self.moves.carries(what.source):
            begun = self.arbiter.corrected(input_.source, Instant(what.at))
            self.held[input_.seat] = Held(what.source, begun)

    def _move(self, entry: Ordered[RoundInput], index: int, what: RoundInput) -> None:
        at, presses = self.time(entry.at), self._presses[entry.input.seat]
        held = self.held.get(entry.input.seat) if self.moves.source(what) is not None else None
        begun = held.begun if held is not None else entry.input.at
        if self.moves.last_piece(index):  # this touch may bring it: what was called before it began is false
            self._mean(presses.begun(begun), entry.input.seat, entry.at)
        if isinstance(what, msg.CastVote):
            self._apply(cmd.Vote(at, index), entry)
        elif isinstance(what, msg.FlipHand | msg.RollDice):
            self._turn(entry, index)
        elif (command := self.moves.let_go(at, index, what)) is not None:
            self._let_go(entry, command)
        if self.round.ended is None:
            meaning = presses.committed(may_stop=self.round.may_stop(index))
            self._mean(meaning, entry.input.seat, entry.at)

    def false_start(self, seat: SeatNumber, go: Instant) -> None:
        """The seat touched before ``go`` and is locked for a moment from then on (RULES.md 7)."""
        self.blocked[seat] = Instant(go + FALSE_START)

    def _is_blocked(self, entry: Ordered[RoundInput]) -> bool:
        if entry.input.at < self.opened:  # it was on its way when GO came
            self.false_start(entry.input.seat, self.opened)
        return entry.at < self.blocked.get(entry.input.seat, 0)

    def refuse(
        self, seat: SeatNumber, what: RoundInput, reason: Reason, at: Instant, stands: Instant | None = None
    ) -> None:
        """Refuse a move before GO (RULES.md 7) or after the round's end (E11). The piece returns.

        ``stands``: since when the round stands still, if it does: its time has not gone on up to ``at``.
        """
        source = self.moves.source(what)
        if source is not None:
            self.held.pop(seat, None)
            self._record.back(seat, source, None)
        if not isinstance(what, msg.Hold | msg.Drop):
            self._record.verdict(seat, reason, at)
            self._turned_away(seat, what, reason, at if stands is None else stands)
        self.version += 1

    def _turned_away(self, seat: SeatNumber, what: RoundInput, reason: str, at: Instant) -> None:
        if self.log.on:
            self.log.add(TurnedAway(at - self.start, seat, type(what).__name__, str(reason)))

    def _turn(self, entry: Ordered[RoundInput], index: int) -> None:
        """New pieces: a flip, a roll."""
        held = self.held.get(entry.input.seat)
        if held is not None and self.moves.bars_turn(held.source):
            self.refuse(entry.input.seat, entry.input.what, Reason.LOCKED, entry.at)
            return
        if self._throws.awaited(entry.input.seat):
            self._record.verdict(entry.input.seat, THROW_DICE, entry.at)
            self._turned_away(entry.input.seat, entry.input.what, THROW_DICE, entry.at)
            return
        warns = self.moves.warns_of_turn(index)
        if not self._apply(self.moves.turn(self.time(entry.at), index), entry):
            return
        self._throws.counted(entry.input.seat)
        if warns:
            self._record.verdict(entry.input.seat, Reason.TABLE_CARD_FIRST, entry.at, allowed=True)

    def _read(self, entry: Ordered[RoundInput], index: int, reading: TrayReading) -> None:
        """A tray shows something else: a roll, if it counts (hardware/dice/PROTOCOL.md, "When a reading counts")."""
        seat, locked_until = entry.input.seat, self.locked_until(entry.input.seat) or 0
        self._throws.take(seat, reading, early=entry.input.at < self.opened)
        waits = seat not in self.held and entry.at >= locked_until
        faces = self._throws.roll(seat, self.moves.to_throw(index), waits=waits)
        if faces is not None:
            self._apply(cmd.Roll(self.time(entry.at), index, faces, lasts=0), entry)
            self._throws.counted(seat)

    def _let_go(self, entry: Ordered[RoundInput], command: AnyCommand) -> None:
        """A piece goes to the centre or onto the own row, or an empty slot is filled."""
        if not isinstance(entry.input.what, msg.RefillSlot):
            self.held.pop(entry.input.seat, None)
        self._apply(command, entry)

    def _press(self, entry: Ordered[RoundInput], index: int, what: ButtonEdge | msg.PressButton) -> None:
        seat, presses = entry.input.seat, self._presses[entry.input.seat]
        button = Button(what.button)
        may_stop = self.round.may_stop(index)
        meaning = presses.press(button, entry.input.at, may_stop=may_stop, holdable=isinstance(what, ButtonEdge))
        self._mean(meaning, seat, entry.at, entry)

    def _mean(self, meaning: Meaning, seat: SeatNumber, at: Instant, entry: Ordered[RoundInput] | None = None) -> None:
        index = self.roster.index(seat)
        if index is None or meaning is Meaning.WAIT:
            return
        if meaning is Meaning.PAUSE:
            self._pauses.append(seat)
        elif meaning is Meaning.PLAY and entry is not None:
            if seat in self.held:
                self._spent.add(seat)
                self._let_go(entry, self.moves.play(self.time(at), index, self.held[seat].source))
            else:
                self._turn(entry, index)
        else:
            self._apply(cmd.Stop(self.time(at), index), entry)

    def _expire(self, until: Instant) -> None:
        """Everything stamped before ``until`` has been judged: Stops that waited for it are false."""
        for seat, presses in self._presses.items():
            due = presses.next_deadline()
            if due is not None and self.round.ended is None:
                self._mean(presses.passed(until), seat, due)

    def _apply(self, command: AnyCommand, entry: Ordered[RoundInput] | None = None) -> bool:
        """Let the core judge; False if it has refused."""
        cause = None if entry is None else cause_of(entry)
        events = self.judge(command, cause)
        if self.log.on:
            self.log.add(judged(command, events, cause, self.roster, self.start))
        return not any(isinstance(event, ev.Rejected) for event in events)

    def judge(self, command: AnyCommand, cause: Cause | None) -> list[ev.Event]:
        """Let the core judge, and note what came of it. ``cause``: None for what falls due or is the table's own."""
        self.version += 1
        if cause is not None and isinstance(command, cmd.Play | cmd.PlaceDie):
            # Known before the verdict: whoever loses to this piece is told by its stamp.
            self._refusals.committed(command.seat, command.at, cause)
        events = self._dealer.judge(self.round, command)
        for event in events:
            self._record.event(event, self.roster)
        rejections = [event for event in events if isinstance(event, ev.Rejected)]
        source = source_of(command)
        for rejected in rejections:
            card = self.moves.shown(source, rejected.card)
            self._refusals.tell(rejected, events, cause, source, card)
            self.false_stops[self.roster.number(rejected.seat)] += rejected.reason in FALSE_STOPS
        if not rejections and on_screen(command):
            self.turned.add(self.roster.number(command.seat))
        return events

    def _bounce(self, rest: Sequence[Stamped[RoundInput]], reason: Reason) -> None:
        """Every card that was still on its way returns (RULES.md E11)."""
        for entry in rest:
            if isinstance(entry.what, TrayReading):
                self._throws.take(entry.seat, entry.what, early=True)
            else:
                self.refuse(entry.seat, entry.what, reason, entry.at)
        self.held.clear()
