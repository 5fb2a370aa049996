"""The way through: attract, ready, a match of rounds, and back to attract. Pure.

What a press means in each state, who sits where, and what is chosen (TABLE_UX.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hardware.api import DeviceFault, DeviceHealthy, Instant
from kiosk.game.seats import SeatNumber
from kiosk.table.choices import Choices
from kiosk.table.people import Seat, SeatState, tidy_name
from kiosk.table.rounds import Rounds
from kiosk.table.seating import MARK, NO_ROOM, Size
from kiosk.table.settings import TableSettings
from kiosk.table.state import State

_CONFIRMED: Final = frozenset({State.ROUND_RESULT, State.PAUSED, State.RECOVERY})
"""Its players press to go on."""

_BETWEEN_MATCHES: Final = frozenset({State.ATTRACT, State.READY, State.MATCH_RESULT})


class Way(Rounds):
    """Where the table is on the way, with whom. ``seeds`` and ``ids`` as for ``Rounds``."""

    def __init__(
        self, settings: TableSettings, seeds: Iterator[int], now: Instant, ids: Iterator[str] | None = None
    ) -> None:
        super().__init__(settings, seeds, now, ids)
        self._on_press |= {
            State.ATTRACT: self._open_lobby,
            State.READY: self._take_or_ready,
            State.MATCH_RESULT: self._again,
        }
        self._on_deadline |= {
            State.READY: self._start_match,
            State.PAUSED: lambda: self._go_on_without("pause"),
            State.RECOVERY: lambda: self._go_on_without("nobody_came"),
        }
        self._faults: dict[str, str] = {}
        self.told(settings.told)

    @property
    def notice(self) -> str | None:
        """What is wrong with the journal or with a device of the whole table, in words."""
        return self.journal_fault or next(iter(self._faults.values()), None)

    @property
    def faults(self) -> tuple[str, ...]:
        """Everything that is wrong, what concerns the whole table first: with what, and what, in words."""
        journal = {} if self.journal_fault is None else {"journal": self.journal_fault}
        of_seats = {fault.device: fault.message for seat in self.people for fault in seat.faults.values()}
        return tuple(f"{device}: {message}" for device, message in (journal | self._faults | of_seats).items())

    @property
    def real_dice(self) -> bool:
        """Whether the match is one of real dice; in the lobby, whether it would be."""
        if self.match is not None:
            return self.match.real_dice
        return self.choices.real_dice(len(self.people.here()), len(self.throwers()))

    def throwers(self) -> list[Seat]:
        """Seats with a person and a dice-reader board that works."""
        return [seat for seat in self.people.here() if seat.number in self.trays and self.trays[seat.number].works]

    # ------------------------------------------------------------ what comes from outside

    def press(self, seat: Seat) -> None:
        """A press at a seat that it has no move in a round for: sit down, be ready, go on, again.

        At a seat for which there is no room it does nothing.
        """
        if self.may_sit(seat):
            self._on_press[self.state](seat)

    def device(self, report: DeviceFault | DeviceHealthy) -> None:
        """What a device says of itself."""
        self.changed = True
        self.reports.append(f"{report.device}: {report.message if isinstance(report, DeviceFault) else 'works again'}")
        if report.seat is not None:
            self.people.device(report)
        elif isinstance(report, DeviceFault):
            self._faults[report.device] = report.message
        else:
            self._faults.pop(report.device, None)

    def told(self, of_configuration: str) -> None:
        """What is wrong with the configuration itself; empty: nothing."""
        self._faults.pop("configuration", None)
        if of_configuration:
            self._faults["configuration"] = of_configuration

    def doors(self, *, are_open: bool) -> None:
        """The opening hours begin or end. Who plays is left in peace; where nobody does, the bots begin or end too."""
        self.closed = not are_open
        if self.state is (State.ATTRACT if self.closed else State.CLOSED):
            self._attract()

    # ------------------------------------------------------------ room

    def may_sit(self, seat: Seat) -> bool:
        """Whether somebody sits here, or there is room for somebody beside the others."""
        return self.seating.may_join(seat.number, self._company(), self.choices.kind)

    def rooms(self) -> dict[SeatNumber, str]:
        """``messages.SeatView.room`` of each seat."""
        company, game, everybody = self._company(), self.choices.kind, len(self.people.seats)
        barred = {number for number in self.people.seats if not self.seating.may_join(number, company, game)}
        shown = set(self.people.seats)
        if self.state is State.ATTRACT and self.match is not None:
            playing = self.match.roster.numbers
            shown = self.seating.filled(playing, self.match.game.name, everybody, players=len(playing))
        elif self.state is State.READY:
            shown = self.seating.filled(company, game, everybody, but=barred)
        return {
            number: NO_ROOM if number in barred else "" if number in shown else MARK for number in self.people.seats
        }

    def resize(self, display: str, window: Size) -> None:
        """A display has told how large its window is. Whoever sits stays; where nobody sits there may be less room."""
        self.changed = True
        self.seating.windows[display] = window
        if self.state is State.ATTRACT and self.match is not None:
            if self._shows.players(self.match.game) != list(self.match.roster.numbers):
                self._show(self.match.game)
        elif self.state is State.READY:
            self._rethink_start()

    def _company(self) -> set[SeatNumber]:
        """The seats beside which a newcomer would sit."""
        return self.people.company(in_match=self.state not in _BETWEEN_MATCHES)

    # ------------------------------------------------------------ lobby

    def _open_lobby(self, seat: Seat) -> None:
        """The first touch: somebody sits down."""
        self.match = None
        self.choices = Choices(self.settings)
        self._enter(State.READY, None)
        self._take_or_ready(seat)

    def _take_or_ready(self, seat: Seat) -> None:
        """First press: take the seat. Second: ready. Third: start now, if everybody is ready."""
        self.people.alive(seat, self.now)
        if seat.state is SeatState.READY:
            if self.people.all_ready() and self._enough():
                self._start_match()
            return
        seat.state = SeatState.READY if seat.state is SeatState.TAKEN else SeatState.TAKEN
        self._rethink_start()

    def _enough(self) -> bool:
        ready = self.people.ready()
        return bool(ready) and len(ready) + len(self._bots_beside(ready)) >= 2

    def _rethink_start(self) -> None:
        """Start at once when every seat is ready that can be; give the others some time when enough are."""
        if not self.people.here():
            self._attract()
        elif not self._enough():
            self.deadline = None
        elif all(seat.state is SeatState.READY or not self.may_sit(seat) for seat in self.people):
            self._start_match()
        elif self.deadline is None:
            self.deadline = Instant(self.now + self.settings.times.ready)

    def _start_match(self) -> None:
        """Those who are ready play; bots take the other seats, if they may."""
        ready = self.people.ready()
        beside = self._bots_beside(ready)
        for seat in self.people:
            if seat not in ready:
                self.people.free(seat)
                seat.bot = seat.number in beside
            if seat in ready or seat.bot:
                seat.state = SeatState.PLAYING
        numbers = [seat.number for seat in self.people if seat.state is SeatState.PLAYING]
        bots = [seat.number for seat in self.people if seat.bot]
        self._begin_match(self._new_match(self.choices.game(), numbers, bots, real_dice=self.real_dice))

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """A choice in a panel: the seat's own at any time, the match's and a handicap in the lobby.

        What is no choice changes nothing.
        """
        if key == "language":
            self.read_in(seat, value)
        elif key == "mirrored" and value in {"true", "false"}:
            seat.mirrored = value == "true"
            self._note(seat, "panel")
        elif key == "name":
            self._name(seat, value)
        elif key == "pause" and self.state is State.PLAY:
            self.ask_pause(seat)
        elif self.state is State.READY and seat.human and key == "handicap":
            self._handicap(seat, value)
        elif self.state is State.READY and seat.human:
            before = self.choices.game().name
            self.choices.choose(key, value)
            if self.choices.game().name != before:
                for other in self.people:
                    other.handicap = None  # it meant something else
            self._rethink_start()

    def read_in(self, seat: Seat, language: str | None) -> None:
        """The seat's panel reads in this language from now on, if the table has it."""
        if language in self.settings.languages and language != seat.language:
            seat.language = language
            self._note(seat, "panel")

    def _name(self, seat: Seat, value: str) -> None:
        """The name under which this person plays, until they leave; none: a guest.

        Chosen before the deal, and by one person at a time: a name sits once.
        """
        name = tidy_name(value)
        chooses = seat.joining or (self.state is State.READY and seat.human)
        taken = {other.name.casefold() for other in self.people if other is not seat}
        if self.settings.takes_names and chooses and name is not None and (not name or name.casefold() not in taken):
            seat.name = name
            if seat.joining:
                self._note(seat, "joining")

    def _handicap(self, seat: Seat, value: str) -> None:
        """The seat's own stack size (E22) or extra dice (N15), until it leaves; the edition's own is none."""
        game = self.choices.game()
        if value in map(str, game.handicaps):
            seat.handicap = None if int(value) == game.usual_handicap else int(value)

    def players(self) -> int:
        """How many would play if the match began now, bots included."""
        here = self.people.here()
        return len(here) + len(self._bots_beside(here))

    def _bots_beside(self, people: Iterable[Seat]) -> set[SeatNumber]:
        """The seats that bots would take: up to as many players as the game is made for, so far as there is room.

        More people than that may play all the same (Q15).
        """
        taken = {seat.number for seat in people}
        if not self.choices.bots:
            return set()
        return self.seating.filled(taken, self.choices.kind, self.choices.game().most_seats) - taken

    def leave(self, seat: Seat, *, to_bot: bool = False) -> None:
        """Somebody gets up, or has gone; ``to_bot``: a bot plays on in that place."""
        self.changed = True
        was_playing = seat.plays and self.match is not None
        if was_playing and self.match is not None and to_bot:
            self._note(seat, "to_bot")
            seat.bot, seat.asked, seat.handicap, seat.name = True, False, None, ""
            self.match.names.pop(seat.number, None)
            self.match.seat_bot(seat.number, self.now)
        else:
            if was_playing or seat.joining:
                self._note(seat, "left" if was_playing else "not_joining")
            if was_playing and self.match is not None:
                self.match.leave(seat.number, self._paused_at or self.now)
            keeps_bot = seat.bot
            gone = was_playing or (self.match is not None and seat.number in self.match.gone)
            self.people.free(seat)
            seat.state = SeatState.LEFT if gone else SeatState.PLAYING if keeps_bot else SeatState.FREE
            seat.bot = keeps_bot
        if self.state is State.READY:
            self._rethink_start()
        elif not self.people.here() and self.state is not State.ATTRACT:
            waiting = [other for other in self.people if other.joining]
            self._attract()
            for other in waiting:  # the table is theirs now
                self.press(other)
        elif self.state in _CONFIRMED and self._all_confirmed():
            self._go_on()

    def _go_on_without(self, why: str) -> None:
        """Time is over where a round stands: who has pressed plays on, who has not is gone.

        If nobody has, the match is broken off. ``why``: ``journal.records.BrokenOff``.
        """
        called = self.called()
        missing = [seat for seat in called if not seat.confirmed]
        if len(missing) == len(called):
            self._attract(why)
            return
        for seat in missing:
            self.leave(seat)

    def _again(self, seat: Seat) -> None:
        """One press after the match: this seat is ready for another, the others are asked, latecomers among them."""
        if not self._settled():
            return
        if self.closed:
            self._attract()
            return
        here = [other for other in self.people if other.human or other.joining]
        self.match = None
        self._enter(State.READY, None)
        for other in self.people:
            if other not in here:
                self.people.free(other)
            else:
                other.state = SeatState.TAKEN
                other.bot = other.joining = False
                self.people.alive(other, self.now)
        seat.state = SeatState.READY
        self.people.alive(seat, self.now)
        self._rethink_start()
