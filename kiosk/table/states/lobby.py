"""``ready``: people sit down, practise, choose, and report ready (kiosk/display/README.md). Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from hardware.api import Button, DeviceFault, Duration, Fault, Instant, LampState, milliseconds
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.journal.names import name_key
from kiosk.protocol.state import SeatState, State
from kiosk.table.games.game import Game
from kiosk.table.inputs import RoundInput
from kiosk.table.lesson import Lesson, new_lesson
from kiosk.table.people import Seat
from kiosk.table.proposals import Proposals
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table

if TYPE_CHECKING:
    from kiosk.table.settings import Patience, Times


class StartTime:
    """The start of the next match, counted from the first one who is ready.

    With everybody ready it comes soon; whoever sits down adds some time, up to a limit.
    """

    def __init__(self, times: Times) -> None:
        self._times = times
        self._since: Instant | None = None
        self._added = Duration(0)

    def reset(self) -> None:
        """Forget the first one who was ready: too few are left."""
        self._since, self._added = None, Duration(0)

    def sat_down(self) -> None:
        """Note that somebody has sat down."""
        if self._since is not None:
            self._added = Duration(min(self._added + self._times.newcomer, self._times.newcomers))

    def at(self, now: Instant, soon: Duration | None) -> Instant:
        """Return when the match starts; ``soon``: how long after now if everybody here is ready, otherwise None."""
        if self._since is None:
            self._since = now
        start = Instant(self._since + self._times.ready + self._added)
        return start if soon is None else min(start, Instant(now + soon))


OBJECT: Final = "object"
"""The key of an objection to what is proposed."""

_RELEASE: Final = milliseconds(500)
"""How often it is looked whether a button that is still down has been released, before a start."""
_OWN: Final = frozenset({"handicap", "cooldown"})
"""The keys of the handicaps, which each seat chooses for itself."""


class Lobby(TableState):
    """The lobby, until enough people are ready or all have left.

    ``lessons``: of those who have just sat down; ``proposals``: what somebody wants to be played.
    Whoever was ready from its beginning has asked for another match, whichever it is.
    """

    name = State.LOBBY

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self.lessons: dict[SeatNumber, Lesson] = {}
        self.proposals = Proposals(table.settings.times)
        self._start = StartTime(table.settings.times)
        self._asked_again: set[SeatNumber] = set()

    def enter(self) -> None:
        """Begin; somebody has sat down already. House rules were for one match, unless the staff keep them."""
        self.table.begin_state(None)
        self.table.keep_in_mind()
        if not self.table.choices.name:
            self.table.choices.drop_house_rules()
        self.proposals = Proposals(self.table.settings.times)
        self.table.record.clear()
        self.lessons.clear()
        self._start = StartTime(self.table.settings.times)
        self._asked_again = {seat.number for seat in self.table.people.ready()}
        self._rethink_start()

    @property
    def _settled(self) -> bool:
        """True once somebody is ready for what is chosen: then nothing changes any more."""
        return any(seat.number not in self._asked_again for seat in self.table.people.ready())

    def press(self, seat: Seat) -> None:
        """Handle a press. First: take the seat. Second: ready. Third: not ready yet; a double tap is only a second."""
        table = self.table
        match seat.state:
            case SeatState.TAKEN:
                table.people.seat(seat, SeatState.READY, table.now)
                self._asked_again.discard(seat.number)
                seat.taught = True
            case SeatState.READY:
                if table.now - seat.since < table.settings.times.settle:
                    return
                table.people.seat(seat, SeatState.TAKEN, table.now)
            case _:
                table.people.seat(seat, SeatState.TAKEN, table.now)
                self._start.sat_down()
        self._rethink_start()

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """Set the seat's handicap, object to a proposal, or propose a choice for the match to everybody."""
        if not seat.human:
            return
        if key in _OWN:
            self._handicap(seat, key, value)
            self._rethink_start()
        elif key == OBJECT:
            self._follow_proposal()
            self.proposals.object(seat.number, self.table.now)
            self._rethink_start()
        else:
            self.propose(seat.number, key, value)

    def propose(self, seat: SeatNumber | None, key: str, value: str) -> None:
        """Propose a choice for the match; None: by a disc in the middle. Nothing changes once it is settled."""
        table, before = self.table, self.table.choices.game()
        self._follow_proposal()
        if seat is None:
            table.people.somebody_alive(table.now)
        if not self._settled and (seat is not None or table.now - table.entered >= table.settings.times.unfelt):
            alone = len(table.people.here()) == 1
            self.proposals.propose(table.choices, seat, key, value, table.now, alone=alone)
        self._follow_rules(before)
        self._rethink_start()

    def _follow_rules(self, before: Game[Any]) -> None:
        """Begin the lessons again if the rules have changed; in another game handicaps have another meaning."""
        game = self.table.choices.game()
        if game != before:
            self.lessons.clear()
        if game.name != before.name:
            for other in self.table.people:
                other.handicap, other.cooldown = None, 0

    def _follow_proposal(self) -> None:
        """Make the change that is proposed, if its time is over."""
        before = self.table.choices.game()
        if self.proposals.advance(self.table.choices, self.table.now):
            self.table.changed = True
            self._follow_rules(before)

    def _handicap(self, seat: Seat, key: str, value: str) -> None:
        """Set the seat's own stack size (E22), extra dice (N15) or cooldown (E25, Q16), until it leaves.

        The edition's value resets it.
        """
        game = self.table.choices.game()
        if key == "cooldown" and value in map(str, game.cooldowns):
            seat.cooldown = int(value)
        elif key == "handicap" and value in map(str, game.handicaps):
            seat.handicap = None if int(value) == game.usual_handicap else int(value)

    # ------------------------------------------------------------ lessons

    def claims(self, seat: Seat, button: Button) -> bool:
        """Return whether this button belongs to the seat's lesson now."""
        lesson = self.lessons.get(seat.number)
        return lesson is not None and lesson.wants(button)

    def practise(self, seat: Seat, what: RoundInput) -> None:
        """Pass a touch or a press to the seat's lesson."""
        lesson = self.lessons.get(seat.number)
        if lesson is not None:
            lesson.take(what, self.table.now)

    def _teach(self) -> None:
        """Begin a lesson for everybody who needs one, and end those of the others."""
        table = self.table
        learners = {seat.number for seat in table.people.here() if not seat.taught and seat not in table.throwers()}
        for number in self.lessons.keys() - learners:
            del self.lessons[number]
        for number in learners - self.lessons.keys():
            game, players = table.choices.game(), len(table.people.seats)
            lesson = new_lesson(game, players, number, table.now, table.record)
            if lesson is not None:
                self.lessons[number] = lesson

    # ------------------------------------------------------------ the start

    def _dealt_in(self) -> list[Seat]:
        """Return the seats that play if the match begins now: those that are ready, and those touched lately."""
        return [seat for seat in self.table.people.here() if seat.state is SeatState.READY or self._is_touched(seat)]

    def _is_touched(self, seat: Seat) -> bool:
        return self.table.now - seat.active_at < self.table.settings.times.touched

    def _enough(self) -> bool:
        playing = self._dealt_in()
        return bool(self.table.people.ready()) and len(playing) + len(self.table.bots_beside(playing)) >= 2

    def _rethink_start(self) -> None:
        """Start at once if every possible seat is ready, otherwise when it is time (``StartTime``)."""
        table, people = self.table, self.table.people
        self._teach()
        if not people.here():
            self.session.end_match()
        elif not self._enough():
            table.deadline = None
            self._start.reset()
        elif all(seat.state is SeatState.READY or not table.may_sit(seat) for seat in people) and not self._is_asked():
            self._start_match()
        else:
            times = table.settings.times
            soon = times.all_ready if self._settled else times.another
            table.deadline = self._start.at(table.now, soon if people.all_ready() else None)

    def _is_asked(self) -> bool:
        """Return whether everybody is being asked about a proposal."""
        return self.proposals.runs_until is not None

    def _start_match(self) -> None:
        """Start the match; bots take the other seats, if chosen."""
        table = self.table
        playing = self._dealt_in()
        beside = table.bots_beside(playing)
        for seat in table.people:
            if seat not in playing:
                table.people.free(seat)
                seat.bot = seat.number in beside
            if seat in playing or seat.bot:
                seat.state = SeatState.PLAYING
                seat.taught = not seat.bot
        numbers = [seat.number for seat in table.people if seat.state is SeatState.PLAYING]
        bots = [seat.number for seat in table.people if seat.bot]
        newcomers = all(seat.new for seat in playing)
        game, real_dice = table.choices.game(), table.real_dice
        table.match = table.new_match(game, numbers, bots, real_dice=real_dice, newcomers=newcomers)
        table.match.log = table.log
        table.match.identity = next(table.ids, "")
        self.session.go(State.COUNTDOWN)

    def due(self) -> None:
        """Start, unless something is proposed, somebody in a lesson is busy with it, or too few are left."""
        now = self.table.now
        self._follow_proposal()
        proposed = self.proposals.runs_until
        waits = [*self._learners_done(), *([] if proposed is None else [proposed])]
        until = max(waits, default=now)
        if any(seat.down - seat.faulty_buttons for seat in self.table.people.ready()):
            until = max(until, Instant(now + _RELEASE))  # a button held down now may be stuck, and its seat empty
        if until > now:
            self.table.deadline, self.table.changed = until, True
        elif self._enough():
            self._start_match()
        else:
            self._rethink_start()

    def _learners_done(self) -> Iterator[Instant]:
        """Yield until when each seat in its lesson holds the start, which may be over."""
        times = self.table.settings.times
        for seat in self.table.people.here():
            if seat.number in self.lessons and seat.state is SeatState.TAKEN:
                yield min(Instant(seat.since + times.lesson), Instant(seat.active_at + times.touched))

    def _wait_for_learners(self) -> None:
        """Put the start off while somebody is busy with a lesson, so that the seconds that are told are true."""
        table = self.table
        until = max(self._learners_done(), default=table.now)
        if table.deadline is not None and until > table.deadline:
            table.deadline, table.changed = until, True

    def seat_left(self) -> None:
        """Check the start again: the others may have waited for this seat."""
        proposal = self.proposals.proposal
        if proposal is not None and proposal.seat is not None and not self.table.people.seats[proposal.seat].human:
            self.proposals.seat_left(proposal.seat)
        self._rethink_start()

    def advance(self) -> None:
        """Make the change that is proposed, if its time is over; then nothing holds up the start."""
        if self.proposals.due is not None and self.table.now >= self.proposals.due:
            self._follow_proposal()
            self._rethink_start()

    def next_deadline(self) -> Instant | None:
        """Return when a proposal holds, or is no longer told."""
        return self.proposals.due

    def button_failed(self, seat: Seat) -> None:
        """Take back "ready" from whoever is ready by a button that is stuck."""
        if seat.state is SeatState.READY and seat.down & seat.faulty_buttons:
            self.table.people.seat(seat, SeatState.TAKEN, self.table.now)
            self._rethink_start()

    def back(self) -> None:
        """Come back from the staff's menu, during which nobody could touch anything."""
        table = self.table
        table.changed = True
        for seat in table.people.here():
            table.people.alive(seat, table.now)
        self._rethink_start()

    def resized(self) -> None:
        """Check the start again: there may be more or fewer free seats to wait for."""
        self._rethink_start()

    def patience(self) -> Patience:
        """Return the patience with silent people who have sat down."""
        return self.table.settings.times.lobby

    def attend(self) -> None:
        """Ask the silent people, free the seats of those who do not answer, end the lesson of whoever is known."""
        table = self.table
        for seat in self.ask_silent(self.patience()):
            if seat.untouched and table.people.felt_taps.in_vain(table.now):
                table.device(DeviceFault("felt", Fault("touch.felt"), table.now))
            self.session.leave(seat)
        if self.table.state is State.LOBBY:
            self._teach()
            self._wait_for_learners()

    # ------------------------------------------------------------ what is shown

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """Return the taken seats, and the free ones that fit beside them."""
        table = self.table
        return table.seating.filled(table.company(), table.choices.kind, len(table.people.seats), but=barred)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the choices and the lessons."""
        table = self.table
        lobby = table.choices.view(table.players(), len(table.people.here()), len(table.throwers()))
        takes_names = table.settings.takes_names
        names = table.names if takes_names else ()
        if unwanted := table.settings.unwanted:
            names = tuple(name for name in names if name_key(name) not in unwanted)
        told = {"proposal": self.proposals.proposal, "settled": self._settled}
        lobby = structs.replace(lobby, takes_names=takes_names, names=names, **told)
        seats = tuple(
            structs.replace(view, **self.lessons[view.seat].view(table.now)) if view.seat in self.lessons else view
            for view in drawn.seats
        )
        return structs.replace(drawn, lobby=lobby, seats=seats, moves=tuple(table.record.moves))

    def lamp(self, seat: Seat) -> LampState:
        """Return whether the seat is ready or invited, or its lesson asks for Stop."""
        if not self.table.may_sit(seat):
            return LampState.OFF
        if self.claims(seat, Button.STOP):
            return LampState.MAY_STOP
        return LampState.READY if seat.state is SeatState.READY else LampState.INVITED
