"""One running round at the table: stamped input in, verdicts out.

It joins the arbiter, the core and the buttons. Pure.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.api import Button, ButtonEdge, Duration, Instant, milliseconds
from kiosk import messages as msg
from kiosk.dealer import Dealer
from kiosk.game import commands as cmd
from kiosk.game import events as ev
from kiosk.game.card_round import CardRound
from kiosk.game.cards import Card
from kiosk.game.checks import table_card_fits
from kiosk.game.reasons import Reason
from kiosk.game.rules import Enforcement, HandUse, StackFace
from kiosk.seats import Roster, SeatNumber
from kiosk.table.arbiter import HOLD_BACK, Arbiter, Ordered, SourceClass, Stamped
from kiosk.table.inputs import RoundInput, is_press
from kiosk.table.presses import Meaning, Presses
from kiosk.table.record import Race, Record
from kiosk.table.settings import BUTTONS

MS: Final = 1_000_000

FALSE_START: Final = milliseconds(500)
"""Who touches before GO is locked for this long after it (RULES.md 7)."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card under a finger: where it was taken, and when the touch began (corrected)."""

    source: cmd.Source
    begun: Instant


@dataclass(frozen=True, slots=True)
class _Commit:
    """A card that reached the centre: who, when by its source, and from which source."""

    at: Instant
    source: str


class RoundPlay:
    """A round between GO and its end.

    ``start`` is GO; the core's time is milliseconds since then. ``ranks``: the round's lot (lowest wins a dead heat).
    ``opened``: the latest GO (after a pause there is another one). ``blocked``: seats that touched before it, each with
    the instant up to which they are locked.
    """

    def __init__(
        self,
        round_: CardRound,
        dealer: Dealer,
        roster: Roster,
        record: Record,
        ranks: Mapping[SeatNumber, int],
        sources: Mapping[str, SourceClass],
        start: Instant,
    ) -> None:
        self.round = round_
        self.roster = roster
        self.start = start
        self.opened = start
        self.held: dict[SeatNumber, Held] = {}
        self.blocked: dict[SeatNumber, Instant] = {}
        self.races: list[Race] = []
        self.version = 0
        """Grows with everything that can be seen."""
        self._gone: set[str] = set()
        self._silent: set[str] = set()
        self._spent: set[SeatNumber] = set()  # the Play button has played what their finger still carries
        self._pause_wishes: list[SeatNumber] = []
        self.arbiter: Arbiter[RoundInput] = Arbiter(ranks, self._contest)
        for name, kind in sources.items():
            self.arbiter.add_source(name, kind)
        self._dealer = dealer
        self._record = record
        self._presses = {number: Presses() for number in roster.numbers}
        self._commits: dict[tuple[int, int], _Commit] = {}

    # ------------------------------------------------------------ time

    def instant(self, at_ms: int) -> Instant:
        """The instant of a time of the core."""
        return Instant(self.start + at_ms * MS)

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
        self._commits = {key: _Commit(Instant(commit.at + by), commit.source) for key, commit in self._commits.items()}

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

    def take_pause_wishes(self) -> list[SeatNumber]:
        """The seats that have asked for a pause since the last call."""
        wishes, self._pause_wishes = self._pause_wishes, []
        return wishes

    def take_reports(self) -> list[str]:
        """What the operator should know since the last call. A silent source is told once a round: logs are read."""
        silent = set(self.arbiter.silent) - self._silent
        self._silent |= silent
        self.arbiter.silent.clear()
        late, self.arbiter.late = self.arbiter.late, 0
        reports = [
            f"{source} said nothing for {HOLD_BACK // MS} ms: not waited for until it speaks again"
            for source in sorted(silent)
        ]
        return [*reports, f"{late} inputs came after a later one's verdict was out"] if late else reports

    def take(self, source: str, seat: SeatNumber, what: RoundInput) -> None:
        """An input takes its place in the line. A Hold tells of a touch that began earlier, and races nobody."""
        self.arbiter.offer(source, seat, Instant(what.at), what, races=not isinstance(what, msg.Hold))

    def leave(self, seat: SeatNumber, now: Instant) -> None:
        """The seat is out of the round."""
        index = self.roster.index(seat)
        if index is not None and self.round.ended is None:
            self.held.pop(seat, None)
            self._apply(cmd.Leave(self._ms(now), index))

    # ------------------------------------------------------------ judging

    def _ms(self, at: Instant) -> int:
        return max(self.round.at, (at - self.start) // MS)

    def _contest(self, entry: Stamped[RoundInput]) -> Hashable | None:
        """What an input competes for: the pile that its card fits, or the call."""
        index = self.roster.index(entry.seat)
        if index is None or self.round.ended is not None:
            return None
        if is_press(entry.what, Button.STOP):
            return "stop" if self.round.may_stop(index) else None
        card = self._card(index, self._played(entry))
        return None if card is None or card.number == 1 else card

    def _played(self, entry: Stamped[RoundInput]) -> cmd.Source | None:
        """The source of the card that an input plays, if it plays one."""
        if isinstance(entry.what, msg.PlayCard):
            return cmd.parse_source(entry.what.source)
        if is_press(entry.what, Button.PLAY) and entry.seat in self.held:
            return self.held[entry.seat].source
        return None

    def _card(self, index: int, source: cmd.Source | None) -> Card | None:
        if source is None:
            return None
        seat = self.round.seats[index]
        if source.place is cmd.Place.ROW:
            pile = seat.row[source.slot] if source.slot < len(seat.row) else []
        else:
            pile = seat.stack if source.place is cmd.Place.STACK else seat.discard
        return pile[-1] if pile else None

    def _judge(self, entry: Ordered[RoundInput]) -> None:
        self.version += 1
        seat, what = entry.input.seat, entry.input.what
        index = self.roster.index(seat)
        if index is None:
            return
        if isinstance(what, msg.Hold | msg.Drop):
            self._carry(entry.input, what)
        elif isinstance(what, msg.PlayCard | msg.TuckCard) and seat in self._spent:
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
        elif input_.source not in self._gone:
            begun = self.arbiter.corrected(input_.source, Instant(what.at))
            self.held[input_.seat] = Held(cmd.parse_source(what.source), begun)

    def _move(self, entry: Ordered[RoundInput], index: int, what: RoundInput) -> None:
        at, presses = self._ms(entry.at), self._presses[entry.input.seat]
        held = self.held.get(entry.input.seat) if isinstance(what, msg.PlayCard | msg.TuckCard) else None
        begun = held.begun if held is not None else entry.input.at
        if len(self.round.seats[index].stack) == 1:  # this touch may empty it: what was called before it began is false
            self._mean(presses.begun(begun), entry.input.seat, entry.at)
        match what:
            case msg.PlayCard(source=source, near=near):
                self._play(entry, cmd.Play(at, index, cmd.parse_source(source), near))
            case msg.FlipHand():
                self._flip(entry, index)
            case msg.RefillSlot(slot=slot):
                self._apply(cmd.Refill(at, index, slot), entry)
            case msg.TuckCard(source=source, slot=slot):
                self.held.pop(entry.input.seat, None)
                self._apply(self._onto_row(at, index, cmd.parse_source(source), slot), entry)
            case msg.CastVote():
                self._apply(cmd.Vote(at, index), entry)
        if self.round.ended is None:
            meaning = presses.committed(may_stop=self.round.may_stop(index))
            self._mean(meaning, entry.input.seat, entry.at)

    def _onto_row(self, at: int, index: int, source: cmd.Source, slot: int) -> cmd.Command:
        """A card let go on the own row: the stack's fills an empty slot, any other is tucked."""
        row = self.round.seats[index].row
        if source == cmd.STACK and slot < len(row) and not row[slot]:
            return cmd.Refill(at, index, slot)
        return cmd.Tuck(at, index, source, slot)

    def false_start(self, seat: SeatNumber, go: Instant) -> None:
        """The seat touched before ``go`` and is locked for a moment from then on (RULES.md 7)."""
        self.blocked[seat] = Instant(go + FALSE_START)

    def _is_blocked(self, entry: Ordered[RoundInput]) -> bool:
        if entry.input.at < self.opened:  # it was on its way when GO came
            self.false_start(entry.input.seat, self.opened)
        return entry.at < self.blocked.get(entry.input.seat, 0)

    def refuse(self, seat: SeatNumber, what: RoundInput, reason: Reason, at: Instant) -> None:
        """Refuse a move that the round does not take: before GO (RULES.md 7), after its end (E11). The card returns."""
        if isinstance(what, msg.PlayCard | msg.TuckCard):
            self.held.pop(seat, None)
            self._record.back(seat, cmd.parse_source(what.source), None)
        if not isinstance(what, msg.Hold | msg.Drop):
            self._record.verdict(seat, reason, at)
        self.version += 1

    def _flip(self, entry: Ordered[RoundInput], index: int) -> None:
        held = self.held.get(entry.input.seat)
        if held is not None and held.source == cmd.DISCARD:
            # The carried card is still the discard's top: a flip would bury it (RULES.md E14).
            self.refuse(entry.input.seat, entry.input.what, Reason.LOCKED, entry.at)
            return
        warns = self._warns_of_flip(index)
        if self._apply(cmd.Flip(self._ms(entry.at), index), entry) and warns:
            self._record.verdict(entry.input.seat, Reason.TABLE_CARD_FIRST, entry.at, allowed=True)

    def _warns_of_flip(self, index: int) -> bool:
        """Whether a flip is only warned of: it is to wait while a card of row or stack fits (C9)."""
        rules = self.round.rules
        warns = rules.hand_use is HandUse.TABLE_FIRST and rules.hand_use_enforcement is Enforcement.WARN
        return warns and table_card_fits(rules, self.round.seats[index], self.round.center)

    def _play(self, entry: Ordered[RoundInput], play: cmd.Play) -> None:
        self.held.pop(entry.input.seat, None)
        # Known before the verdict: whoever loses to this card is told by its stamp.
        self._commits[play.seat, play.at] = _Commit(entry.input.at, entry.input.source)
        self._apply(play, entry)

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
            self._pause_wishes.append(seat)
        elif meaning is Meaning.PLAY and entry is not None:
            if seat in self.held:
                self._spent.add(seat)
                self._play(entry, cmd.Play(self._ms(at), index, self.held[seat].source))
            else:
                self._flip(entry, index)
        else:
            self._apply(cmd.Stop(self._ms(at), index), entry)

    def _expire(self, until: Instant) -> None:
        """Everything stamped before ``until`` has been judged: Stops that waited for it are false."""
        for seat, presses in self._presses.items():
            due = presses.next_deadline()
            if due is not None and self.round.ended is None:
                self._mean(presses.passed(until), seat, due)

    def _apply(self, command: cmd.Command, entry: Ordered[RoundInput] | None = None) -> bool:
        """Let the core judge; False if it has refused."""
        self.version += 1
        events = self._dealer.judge(self.round, command)
        for event in events:
            self._record.event(event, self.roster)
        refusals = [event for event in events if isinstance(event, ev.Rejected)]
        for refusal in refusals:
            self._rejected(refusal, command, entry, self._cost(refusal, events))
        return not refusals

    def _cost(self, refusal: ev.Rejected, events: Sequence[ev.Event]) -> dict[str, int]:
        """What the refused move has cost, as ``messages.Verdict`` tells it."""
        cost: dict[str, int] = {}
        for event in events:
            match event:
                case ev.Penalized(seat=refusal.seat, points=points):
                    cost["points"] = points
                case ev.SeatLocked(seat=refusal.seat, until=until, flips_only=False):
                    cost["locked_until"] = self.instant(until)
                case _:
                    pass
        return cost

    def _rejected(
        self, event: ev.Rejected, command: cmd.Command, entry: Ordered[RoundInput] | None, cost: dict[str, int]
    ) -> None:
        seat = self.roster.number(event.seat)
        source = _source(command)
        face_down = source == cmd.STACK and self.round.rules.stack_face is StackFace.DOWN
        card = None if event.card is None or face_down else str(event.card)
        race = self._race(event, entry)
        at = self.instant(event.at)
        if race is None:
            self._record.verdict(seat, event.reason, at, card=card, **cost)
        else:
            self.races.append(race)
            margin = race.gap // MS if race.told else None
            self._record.verdict(seat, event.reason, at, card=card, by=race.by, margin_ms=margin, lot=race.lot)
        if source is not None:
            self._record.back(seat, source, card)

    def _race(self, event: ev.Rejected, entry: Ordered[RoundInput] | None) -> Race | None:
        """By how much a race was lost: told only above the uncertainty of both sources."""
        if event.by is None or event.since is None or entry is None:
            return None
        loser, by = self.roster.number(event.seat), self.roster.number(event.by)
        winner = self._commits.get((event.by, event.since))
        if winner is None:
            return Race(loser, by, Duration(0), told=False, lot=False)
        gap = Duration(abs(entry.input.at - winner.at))
        told = gap > self.arbiter.uncertainty(winner.source, entry.input.source)
        return Race(loser, by, gap, told, lot=entry.lot and not told)

    def _bounce(self, rest: Sequence[Stamped[RoundInput]], reason: Reason) -> None:
        """Every card that was still on its way returns (RULES.md E11)."""
        for entry in rest:
            self.refuse(entry.seat, entry.what, reason, entry.at)
        self.held.clear()


def _source(command: cmd.Command) -> cmd.Source | None:
    """Whence a command takes a card."""
    if isinstance(command, cmd.Refill):
        return cmd.STACK
    return command.source if isinstance(command, cmd.Play | cmd.Tuck) else None
