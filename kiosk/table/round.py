"""A running round at the table: stamped input in, verdicts out.

An input waits in line (``Arbiter``) until its place in the order is certain. Here it then picks up a piece
(``CarriedPieces``), becomes a command to the core (``Judging``), or does nothing yet: a Stop that would be false waits
for its own seat's touch (``Presses``). Pure.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

from hardware.api import Button, ButtonEdge, Duration, Instant, TrayReading, milliseconds
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.game import commands as cmd
from kiosk.game.deeds import Deeds
from kiosk.game.events import RoundEnded
from kiosk.game.game_round import GameRound
from kiosk.game.refusals import Reason, RoundEnd
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.arbiter import Arbiter, Ordered, SourceClass, Stamped
from kiosk.table.dealt_round import MS, DealtRound
from kiosk.table.games.game import Moves
from kiosk.table.inputs import RoundInput, is_press
from kiosk.table.judging import Judging
from kiosk.table.move_feed import MoveFeed
from kiosk.table.seat_input import CarriedPieces, Held, Meaning, Presses
from kiosk.table.settings import BUTTONS
from kiosk.table.tray import DiceRolls
from kiosk.table.verdicts import Race, margin_ms

FALSE_START: Final = milliseconds(500)
"""The length of the lock after GO for a touch before it (RULES.md 7)."""

THROW_DICE: Final = "throw_dice"
"""The verdict on a tap for a roll when real dice are thrown (``protocol.Verdict.reason``)."""


class RoundPlay:
    """A round between GO and its end.

    ``arbiter``: the line of its inputs. ``opened``: the latest GO (after a pause there is another one). ``blocked``:
    seats that touched before it, each with the end of its lock. ``throws``: the real dice of the match. ``ranks``: each
    seat's rank in dead heats, by lot.
    """

    def __init__(
        self,
        moves: Moves,
        dealer: Dealer,
        roster: Roster,
        record: MoveFeed,
        ranks: Mapping[SeatNumber, int],
        sources: Mapping[str, SourceClass],
        start: Instant,
        throws: DiceRolls | None = None,
    ) -> None:
        self.dealt = DealtRound(moves, roster, start)
        self.carried = CarriedPieces(self.dealt)
        self.arbiter: Arbiter[RoundInput] = Arbiter(ranks, self._contest)
        for name, kind in sources.items():
            self.arbiter.add_source(name, kind)
        self.judging = Judging(self.dealt, dealer, record, self.arbiter.uncertainty)
        self.roster = roster
        self.opened = start
        self.blocked: dict[SeatNumber, Instant] = {}
        self._presses = {number: Presses() for number in roster.numbers}
        self._pauses: list[SeatNumber] = []
        self._call: Ordered[RoundInput] | None = None  # the press that ended the round
        self._beaten: set[SeatNumber] = set()  # the seats whose call came after it
        self._throws = throws or DiceRolls()

    @property
    def moves(self) -> Moves:
        """The round on the table."""
        return self.dealt.moves

    @property
    def round(self) -> GameRound:
        """The round of the core."""
        return self.dealt.moves.round

    @property
    def start(self) -> Instant:
        """The instant of GO, shifted by the pauses since."""
        return self.dealt.start

    @property
    def caller(self) -> SeatNumber | None:
        """The seat that ended the round; None: it goes on, or nobody did."""
        ended = self.round.ended
        return None if ended is None or ended.seat is None else self.roster.number(ended.seat)

    @property
    def races(self) -> Sequence[Race]:
        """All lost races."""
        return self.judging.verdicts.races

    def deeds(self, index: int, ended: RoundEnded, points: int) -> Deeds:
        """Return what the core's seat ``index`` has done in the round, which has ``ended``; ``points``: its score."""
        seat = self.roster.number(index)
        return self.judging.deeds.of(
            *(seat, ended.at, points),
            races=sum(race.by == seat for race in self.races),
            stops=int(ended.by is RoundEnd.STOP and ended.seat == index),
            false_stops=self.judging.false_stops[seat],
        )

    # ------------------------------------------------------------ input and time

    def take(self, source: str, seat: SeatNumber, what: RoundInput) -> None:
        """Queue an input.

        A Hold reports a touch that began earlier, a reading the dice in a tray: neither competes with others.
        """
        races = not isinstance(what, msg.Hold | TrayReading)
        self.arbiter.offer(source, seat, Instant(what.at), what, races=races)

    def next_deadline(self, now: Instant) -> Instant | None:
        """Return the instant at which ``advance`` must be called even without input."""
        due = self.round.next_deadline()
        dues = [None if due is None else self.dealt.instant(due)]
        dues += [presses.next_deadline() for presses in self._presses.values()]
        # A deadline waits for the hold-back: an input stamped before it may still be on its way.
        deadlines = [Instant(due + self.arbiter.hold_back) for due in dues if due is not None]
        line = self.arbiter.next_deadline(now)
        return min([*deadlines, line] if line is not None else deadlines, default=None)

    def advance(self, now: Instant) -> None:
        """Judge everything whose place in the order is certain by ``now``."""
        while self.round.ended is None and (entry := self.arbiter.release(now)) is not None:
            self._expire(entry.at)
            if self.round.ended is None:
                self._judge(entry)
        if self.round.ended is None:
            self._expire(Instant(now - self.arbiter.hold_back))
        due = self.round.next_deadline()
        if due is not None and now >= self.dealt.instant(due) + self.arbiter.hold_back:
            self.judging.apply(cmd.Tick(due))
        if self.round.ended is not None:
            self._bounce(self.arbiter.flush(), Reason.ROUND_OVER)

    def freeze(self) -> None:
        """Begin a pause: all queued moves are refused, and carried pieces return."""
        self._presses = {number: Presses() for number in self._presses}
        self._bounce(self.arbiter.flush(), Reason.LOCKED)

    def shift(self, by: Duration, opened: Instant) -> None:
        """Shift the round's times by the length ``by`` of a pause that ended with a new GO (``opened``)."""
        self.dealt.start, self.opened = Instant(self.start + by), opened
        self.judging.verdicts.shift(by)

    def _expire(self, until: Instant) -> None:
        """Judge as false every Stop whose wait ends by ``until``: all input before that has been judged."""
        for seat, presses in self._presses.items():
            due, index = presses.next_deadline(), self.roster.index(seat)
            if due is None or presses.passed(until) is not Meaning.FALSE_STOP:
                continue
            if index is not None and self.round.ended is None:
                self.judging.apply(cmd.Stop(self.dealt.time(due), index))

    def _bounce(self, rest: Sequence[Stamped[RoundInput]], reason: Reason) -> None:
        """Refuse all remaining moves: their pieces return (RULES.md E11)."""
        for entry in rest:
            if isinstance(entry.what, TrayReading):
                self._throws.take(entry.seat, entry.what, early=True)
            else:
                self.refuse(entry.seat, entry.what, reason, entry.at, entry.source)
        self.carried.clear()

    # ------------------------------------------------------------ seats

    def locked_until(self, number: SeatNumber) -> Instant | None:
        """Return the end of the seat's current or last lock; None if it does not play."""
        index = self.roster.index(number)
        if index is None or index >= len(self.round.seats):
            return None
        return max(self.dealt.instant(self.round.seats[index].locked_until), self.blocked.get(number, Instant(0)))

    def may_stop_from(self, number: SeatNumber) -> Instant | None:
        """Return the instant from which the seat may call Stop; None: it may not."""
        index = self.roster.index(number)
        if index is None or not self.round.may_stop(index):
            return None
        since = self.round.seats[index].emptied_at
        return None if since is None else self.dealt.instant(since)

    def hot_until(self, number: SeatNumber) -> Instant | None:
        """Return the end of the seat's last streak; None: it has had none."""
        until = self.judging.streaks.until(number)
        return None if until is None else self.dealt.instant(until)

    def locks(self) -> list[Instant]:
        """Return the ends of the seats' current or last locks, in no order."""
        return [*(self.dealt.instant(seat.locked_until) for seat in self.round.seats), *self.blocked.values()]

    def display_gone(self, display: str) -> None:
        """Stop waiting for a display, and let go of the pieces that its fingers carry."""
        self.arbiter.remove_source(display)
        self.carried.display_gone(display)

    def button_up(self, number: SeatNumber, edge: ButtonEdge) -> None:
        """Take the release of a button. It competes with nothing and its stamp is old, so it bypasses the line."""
        at = self.arbiter.corrected(BUTTONS, edge.at)
        if number in self._presses and self._presses[number].release(edge.button, at) is Meaning.PAUSE:
            self._pauses.append(number)

    def take_pauses(self) -> list[SeatNumber]:
        """Return the seats that have asked for a pause since the last call."""
        seats, self._pauses = self._pauses, []
        return seats

    def leave(self, seat: SeatNumber, now: Instant) -> None:
        """Remove the seat from the round."""
        index = self.roster.index(seat)
        if index is not None and self.round.ended is None:
            self.carried.let_go(seat)
            self.judging.apply(cmd.Leave(self.dealt.time(now), index))

    def false_start(self, seat: SeatNumber, go: Instant) -> None:
        """Lock the seat for a moment after ``go``, because it touched before (RULES.md 7)."""
        self.blocked[seat] = Instant(go + FALSE_START)

    def refuse(
        self, seat: SeatNumber, what: RoundInput, reason: str, at: Instant, source: str, stands: Instant | None = None
    ) -> None:
        """Refuse a move before GO (RULES.md 7) or after the round's end (E11). The piece returns.

        ``source``: the device or display; ``stands``: the start of the pause, if the round is paused
        (``Judging.turn_away``).
        """
        if self.moves.source(what) is not None:
            self.carried.let_go(seat)
        faster: dict[str, Any] = {}
        if isinstance(what, ButtonEdge | msg.PressButton) and what.button == Button.STOP and self.may_be_beaten(seat):
            self._beaten.add(seat)
            faster = self._faster_call(at, source)
        self.judging.turn_away(seat, what, reason, at, source, stands, **faster)

    def may_be_beaten(self, seat: SeatNumber) -> bool:
        """Return whether another seat's call has ended the round while this one could have called, and has not yet."""
        index, ended = self.roster.index(seat), self.round.ended
        if index is None or ended is None or ended.by is not RoundEnd.STOP or ended.seat == index:
            return False
        return self.round.seats[index].emptied_at is not None and seat not in self._beaten

    def refuse_call(self, seat: SeatNumber, press: ButtonEdge | msg.PressButton, source: str) -> None:
        """Refuse a call that comes when the round is over, with its own time."""
        at = self.arbiter.corrected(source, Instant(press.at))
        self.refuse(seat, press, Reason.ROUND_OVER, at, source)

    def _faster_call(self, at: Instant, source: str) -> dict[str, Any]:
        """Return who called before this moment, and by how much: fields of ``protocol.Verdict``."""
        call = self._call
        if call is None:  # the Stop that ended the round had waited for its seat's last piece
            return {"by": self.caller}
        gap = at - call.input.at
        measured = gap > self.arbiter.uncertainty(call.input.source, source)
        return {
            "by": self.caller,
            "margin_ms": margin_ms(Duration(gap)) if measured else None,
            "lot": call.lot and not measured,
        }

    def _contest(self, entry: Stamped[RoundInput]) -> frozenset[Hashable]:
        """Return everything that an input competes for: the target of its piece, the win, or the call."""
        index = self.roster.index(entry.seat)
        if index is None or self.round.ended is not None:
            return frozenset()
        if is_press(entry.what, Button.STOP):
            return frozenset({"stop"} if self.round.may_stop(index) else ())
        source = self._played(entry)
        return frozenset() if source is None else self.moves.contested(index, source, entry.what)

    def _played(self, entry: Stamped[RoundInput]) -> str | None:
        """Return the source of the piece that an input brings to the centre; None if it brings none."""
        if is_press(entry.what, Button.PLAY):
            held = self.carried.held.get(entry.seat)
            return None if held is None else held.source
        return self.moves.to_center(entry.what)

    # ------------------------------------------------------------ inputs at their place in the order

    def _judge(self, entry: Ordered[RoundInput]) -> None:
        self.judging.version += 1
        seat, what, display = entry.input.seat, entry.input.what, entry.input.source
        index = self.roster.index(seat)
        if index is None:
            return
        match what:
            case TrayReading():
                self._read(entry, index, what)
            case msg.Hold():
                begun = self.arbiter.corrected(display, Instant(what.at))
                self.carried.hold(seat, what.source, display, begun)
            case msg.Drop():
                self.carried.drop(seat)
            case _:
                self._act(entry, index, what)

    def _act(self, entry: Ordered[RoundInput], index: int, what: RoundInput) -> None:
        """Judge a press or a move by touch."""
        seat, at = entry.input.seat, self.dealt.time(entry.at)
        source = self.dealt.moves.source(what)
        if source is not None and self.carried.was_spent(seat):
            return
        if entry.input.at < self.opened:  # the touch was under way at GO
            self.false_start(seat, self.opened)
        if entry.at < self.blocked.get(seat, 0):
            self.refuse(seat, what, Reason.LOCKED, entry.at, entry.input.source)
        elif isinstance(what, ButtonEdge | msg.PressButton):
            self._press(entry, index, at, what)
        else:
            self._move(entry, index, at, self.carried.let_go(seat) if source is not None else None)

    def _move(self, entry: Ordered[RoundInput], index: int, at: int, held: Held | None) -> None:
        """Judge a move by a touch, which may have ``held`` a piece, and the seat's Stop that may wait for it."""
        moves, presses, what = self.dealt.moves, self._presses[entry.input.seat], entry.input.what
        begun = entry.input.at if held is None else held.begun
        if presses.waiting is not None and moves.last_piece(index) and presses.begun(begun) is Meaning.FALSE_STOP:
            self.judging.apply(cmd.Stop(at, index))  # false even if this touch, which began later, empties the seat
        if moves.is_turn(what):
            self._turn(entry, index, at)
        else:
            command = cmd.Vote(at, index) if isinstance(what, msg.CastVote) else moves.command(at, index, what)
            if command is not None:
                self.judging.apply(self._on_its_way(command, held), entry)
        stop_waits = presses.waiting is not None and moves.round.ended is None
        if stop_waits and presses.committed(may_stop=moves.round.may_stop(index)) is Meaning.STOP:
            self.judging.apply(cmd.Stop(at, index))

    def _press(self, entry: Ordered[RoundInput], index: int, at: int, what: ButtonEdge | msg.PressButton) -> None:
        seat, moves = entry.input.seat, self.dealt.moves
        meaning = self._presses[seat].press(
            Button(what.button),
            entry.input.at,
            may_stop=moves.round.may_stop(index),
            holdable=isinstance(what, ButtonEdge),
        )
        if meaning is Meaning.STOP:
            if self.judging.apply(cmd.Stop(at, index), entry):
                self._call = entry
        elif meaning is Meaning.PLAY:
            held = self.carried.spend(seat)
            if held is None:
                self._turn(entry, index, at)
            else:
                self.judging.apply(self._on_its_way(moves.play(at, index, held.source), held), entry)

    def _on_its_way(self, command: cmd.SeatCommand, held: Held | None) -> cmd.SeatCommand:
        """Return the command with the time at which its piece was picked up: a race lost since then is told as one."""
        return command if held is None else cmd.picked_up_at(command, (held.begun - self.dealt.start) // MS)

    def _turn(self, entry: Ordered[RoundInput], index: int, at: int) -> None:
        """Ask the core for new pieces: a flip, a roll."""
        seat, moves = entry.input.seat, self.dealt.moves
        held = self.carried.held.get(seat)
        if held is not None and moves.bars_turn(held.source):
            self.refuse(seat, entry.input.what, Reason.LOCKED, entry.at, entry.input.source)
        elif self._throws.awaited(seat):
            self.refuse(seat, entry.input.what, THROW_DICE, entry.at, entry.input.source)
        else:
            warning = moves.warning_of_turn(index)
            if self.judging.apply(moves.turn(at, index), entry):
                self._throws.counted(seat)
                if warning is not None:
                    self.judging.warn(seat, warning, entry.at)

    def _read(self, entry: Ordered[RoundInput], index: int, reading: TrayReading) -> None:
        """Take a reading of a tray. It may be a roll (hardware/dice/PROTOCOL.md, "When a reading counts")."""
        seat, locked_until = entry.input.seat, self.locked_until(entry.input.seat) or 0
        self._throws.take(seat, reading, early=entry.input.at < self.opened)
        waits, dice = seat not in self.carried.held and entry.at >= locked_until, self.moves.real_dice
        lying = None if dice is None else self._throws.roll(seat, dice.to_throw(index), waits=waits)
        if dice is not None and lying is not None:
            self.judging.apply(dice.thrown(self.dealt.time(entry.at), index, lying), entry)
            self._throws.counted(seat)
