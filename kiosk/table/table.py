"""The data shared by all states of the table: its seats and people, the match, the journal's feed. Pure.

A state (``table.states``) decides what a press does and when the state ends; the session (``table.session``) takes the
input and changes from state to state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import starmap
from typing import Any, Final

from msgspec.structs import replace

from hardware.api import DeviceFault, DeviceHealthy, Duration, Instant
from kiosk import protocol as msg
from kiosk.game.seats import Roster, SeatNumber
from kiosk.journal.names import name_key
from kiosk.journal.records import BrokenOff
from kiosk.protocol import english
from kiosk.protocol.state import SeatState, State
from kiosk.table.best_scores import BestScores
from kiosk.table.choices import Choices
from kiosk.table.games.game import Game
from kiosk.table.inputs import Doors, HallBest, KnownNames, NewDay
from kiosk.table.journal_feed import JournalBarrier, JournalFeed
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.people import ROOMY, SWITCHES, GroupTally, People, Seat, newest_first, tidy_name
from kiosk.table.round import RoundPlay
from kiosk.table.round_records import round_ended, seat_changed
from kiosk.table.seating import Seating
from kiosk.table.service_requests import Job
from kiosk.table.settings import TableSettings
from kiosk.table.tray import SeatTray

_STANDS: Final = frozenset({State.PAUSED, State.RECOVERY})
"""The states in which the round is paused until its players press."""

_KEEPS_PAUSE: Final = _STANDS | {State.COUNTDOWN}

_BETWEEN_MATCHES: Final = frozenset({State.ATTRACT, State.LOBBY, State.MATCH_RESULT})

_UNNOTICED: Final = frozenset({"states.unlisted", "touch.felt", "feed.fails"})
"""Faults that the staff are told and guests are not: the table serves them as well as before."""


class Table:
    """A table at the time ``now``. ``seeds`` yields a new seed at every ``next``.

    ``ids`` yields unique names for rounds and matches; without them nothing goes to a journal, and nothing waits for
    one.
    """

    def __init__(
        self, settings: TableSettings, seeds: Iterator[int], now: Instant, ids: Iterator[str] | None = None
    ) -> None:
        self.settings = settings
        self.state = State.ATTRACT
        self.deadline: Instant | None = None
        """The end of this state; None: it waits for people, or for the cards."""
        self.people = People(settings)
        self.seating = Seating(settings.seats, settings.legible, self.people.wanted)
        self.choices = Choices(settings)
        self.house_rules: Mapping[str, str] = {}
        """The choices of the latest match or lobby with house rules: the staff may keep them under a name."""
        self.trays = {plan.seat: SeatTray() for plan in settings.seats if plan.seat in settings.boards}
        """The trays of the seats with a dice-reader board."""
        self.record = MoveFeed()
        self.log = JournalFeed(on=ids is not None)
        """The feed to the journal."""
        self.reports: list[str] = []
        """Lines for the operator: the caller logs and clears them."""
        self.barrier = JournalBarrier(self.log, self.reports)
        self.jobs: list[Job] = []
        """Requests of the service menu: the caller executes and clears them, and reports to the session."""
        self.match: MatchPlay | None = None
        self.quiet = False
        """True at night: sounds are not louder than the night's."""
        self.doors = Doors(open=True)
        """The opening hours as reported last; outside of them a match goes on, but none begins."""
        self.changed = True
        """True if something visible may have changed; the caller that shows it resets it."""
        self.now = now
        """The time of the last input."""
        self.entered = now
        """The time at which this state began; in ``attract``, its scene."""
        self.shown_since = now
        """The time at which this state began, or came back from under another one."""
        self.names = newest_first(settings.names)
        """Names that were chosen recently, newest first."""
        self.best = BestScores(settings.best)
        self.tally = GroupTally()
        self.displays: set[str] = set()
        """Connected displays with touch input."""
        self.seeds = seeds
        self.ids = ids if ids is not None else iter(())
        self.paused_at: Instant | None = None
        """The start of the pause; None: the round is not paused."""
        self.pause_by: SeatNumber | None = None
        """The seat that asked for the pause."""
        self.stood_since = now
        """The time at which the round was last in play."""
        self.counted = 0
        """The number of the record of the round's end in the journal's feed."""
        self._faults: dict[str, msg.Fault] = {}
        self.configuration_fault(settings.fault)

    @property
    def closed(self) -> bool:
        """True outside the opening hours."""
        return not self.doors.open

    @property
    def house(self) -> msg.House:
        """The current settings of picture and sound."""
        doors = self.doors
        house = replace(self.settings.house, opens=doors.opens, opens_on=doors.day, closed_by_staff=doors.by_staff)
        return replace(house, volume=min(house.volume, self.settings.night_volume)) if self.quiet else house

    def new_choices(self) -> None:
        """Choose what is usual, for new guests."""
        self.keep_in_mind()
        self.choices = Choices(self.settings)

    def keep_in_mind(self) -> None:
        """Note house rules that people have chosen, before they are dropped."""
        if self.choices.house_rules and not self.choices.name:
            self.house_rules = self.choices.edition_choices

    # ------------------------------------------------------------ states

    def begin_state(self, lasts: Duration | None) -> None:
        """Begin a state that ends by itself after ``lasts`` (None: never), and reset what belonged to the last one."""
        self.changed = True
        self.entered = self.shown_since = self.now
        self.barrier.drop()
        if self.state not in _KEEPS_PAUSE:
            self.pause_by = self.paused_at = None
        self.deadline = None if lasts is None else Instant(self.now + lasts)
        for seat in self.people:
            seat.confirmed = False

    # ------------------------------------------------------------ match and round

    @property
    def round(self) -> RoundPlay | None:
        """The round on the table, running or just ended."""
        return self.match.round if self.match is not None else None

    @property
    def real_dice(self) -> bool:
        """True if the match is played with real dice; in the lobby, if it would be."""
        if self.match is not None:
            return self.match.real_dice
        return self.choices.real_dice(len(self.people.here()), len(self.throwers()))

    def throwers(self) -> list[Seat]:
        """Return the seats with a person and a working dice-reader board."""
        return [seat for seat in self.people.here() if seat.number in self.trays and self.trays[seat.number].works]

    def in_round(self) -> list[Seat]:
        """Return the seats with a person who plays in the round on the table, without those watching an extra round."""
        watching = self.match.watching if self.match is not None else frozenset()
        return [seat for seat in self.people.players() if seat.number not in watching]

    def watchers(self) -> list[Seat]:
        """Return the seats with a person who watches an extra round."""
        watching = self.match.watching if self.match is not None else frozenset()
        return [seat for seat in self.people.players() if seat.number in watching] if watching else []

    def round_time(self) -> int:
        """Return how far the round on the table has come, ns from its GO without its pauses."""
        if self.round is None:
            return 0
        return max(0, (self.now if self.paused_at is None else self.paused_at) - self.round.start)

    def new_match(
        self,
        game: Game[Any],
        numbers: list[SeatNumber],
        bots: list[SeatNumber],
        *,
        real_dice: bool = False,
        newcomers: bool = False,
    ) -> MatchPlay:
        """Return a match of these seats, some of them bots'; nothing is dealt yet (``Choices.strength_for``)."""
        sources, strength = self.settings.sources(), self.choices.strength_for(newcomers=newcomers)
        seed = self.seeds.__next__
        match = MatchPlay(game, Roster(numbers), self.record, sources, seed, strength, self.trays, real_dice)
        match.cast = self.people.cast()
        for number in bots:
            match.seat_bot(number, self.now)
        return match

    def listen(self, play: RoundPlay) -> None:
        """Add the connected displays to the sources of the round's input."""
        for display in self.displays:
            play.arbiter.add_source(display, self.settings.display)

    def play_on(self) -> list[Seat]:
        """Let the round do what is due, bots included; return the seats that asked for a pause with their buttons."""
        match, play = self.match, self.round
        if match is None or play is None:
            return []
        before = play.judging.version
        match.advance(self.now)
        self.changed = self.changed or play.judging.version != before
        self.reports += play.arbiter.take_reports()
        return [self.people.seats[number] for number in play.take_pauses()]

    def has_ended(self) -> bool:
        """Return whether the round on the table has ended, by a call or because a seat left, and is not counted yet."""
        match, play = self.match, self.round
        return match is not None and match.result is None and play is not None and play.round.ended is not None

    def count_round(self) -> None:
        """Count the round. Its scores are final now, and shown once the journal has them."""
        match, play = self.match, self.round
        if match is None or play is None:
            return
        result = match.finish_round()
        if match.log.on:
            self.counted = match.log.add(round_ended(match, play, result))

    def end_first_rounds(self) -> None:
        """Note that nobody who played the round on the table, which has been counted, is new any more."""
        for seat in self.in_round():
            seat.new = False

    # ------------------------------------------------------------ the journal

    def when_kept(self, number: int, then: Callable[[], None]) -> None:
        """Call ``then`` once the journal has the record of this number, or after a timeout."""
        self.changed = True
        self.barrier.when_kept(number, then, Instant(self.now + self.settings.times.disk))

    def games(self) -> set[str]:
        """Return the names of the games that are on the table: the match's, and the chosen one."""
        return {self.choices.kind} | ({self.match.kind} if self.match is not None else set())

    def break_off(self, why: str) -> None:
        """Record the end of the match that is being kept, if there is one. ``why``: ``journal.records.BrokenOff``."""
        if self.match is not None and self.match.log.has(self.match.identity):
            self.match.log.add(BrokenOff(self.round_time(), why))

    def note(self, seat: Seat, change: str) -> None:
        """Record a change at a seat in the journal. ``change``: ``journal.records.SeatChanged``."""
        if self.match is not None:
            self.match.log.add(seat_changed(seat, change, self.round_time()))

    # ------------------------------------------------------------ going on together

    def called(self) -> list[Seat]:
        """Return the seats whose press is waited for: after a round everybody's, in a pause those that play the round.

        If only bots play an extra round, it is everybody who watches.
        """
        stands = self.state in _STANDS and self.match is not None and self.match.result is None
        return (self.in_round() if stands else []) or self.people.players()

    def all_confirmed(self) -> bool:
        """Return whether everybody whose press is waited for has pressed."""
        called = self.called()
        return bool(called) and all(seat.confirmed for seat in called)

    def is_settled(self) -> bool:
        """Return whether a result has been shown long enough that a press is not a Stop that came too late."""
        return self.now - self.shown_since >= self.settings.times.settle

    def confirm(self, seat: Seat) -> bool:
        """Take a press to go on; return whether it was the last one that was waited for."""
        if not seat.plays:
            self.join_late(seat)
        elif self.is_settled():
            seat.confirmed = True
            return self.all_confirmed()
        return False

    # ------------------------------------------------------------ people

    def join_late(self, seat: Seat) -> None:
        """Let somebody sit down in the middle of a match: they play from the next round on."""
        if not seat.plays:
            if not seat.joining:
                self.note(seat, "joining")
            seat.joining = True
            self.people.alive(seat, self.now)

    def get_up(self, seat: Seat, *, to_bot: bool = False) -> None:
        """Free the seat of somebody who gets up, or has gone; ``to_bot``: a bot takes over."""
        self.changed = True
        match, keeps_bot = self.match, seat.bot
        gone = match is not None and (seat.plays or seat.number in match.gone)
        if match is not None and seat.plays:
            if to_bot:
                self._hand_to_bot(seat, match)
                return
            self.note(seat, "left")
            match.leave(seat.number, self.paused_at or self.now)
        elif seat.joining:
            self.note(seat, "not_joining")
        self.people.free(seat)
        seat.state = SeatState.LEFT if gone else SeatState.PLAYING if keeps_bot else SeatState.FREE
        seat.bot = keeps_bot

    def _hand_to_bot(self, seat: Seat, match: MatchPlay) -> None:
        self.note(seat, "to_bot")
        seat.give_to_bot()
        match.names.pop(seat.number, None)
        match.seat_bot(seat.number, self.now)

    def choose_own(self, seat: Seat, key: str, value: str) -> bool:
        """Apply a choice that a seat may make for itself at any time; return False if it is no such choice."""
        seat.name_refused = False
        if key == "language":
            self.read_in(seat, value)
        elif key in SWITCHES and value in {"true", "false"}:
            if value == "true" and not self.has_room_for(seat, key):
                return True
            setattr(seat, key, value == "true")
            self.note(seat, "panel")
        elif key == "name":
            self._name(seat, value)
        elif key == "guest":
            self._rename(seat)
        else:
            return False
        return True

    def read_in(self, seat: Seat, language: str | None) -> None:
        """Switch the seat's panel to this language, if the table has it."""
        if language in self.settings.languages and language != seat.language:
            seat.language = language
            self.note(seat, "panel")

    def _name(self, seat: Seat, value: str) -> None:
        """Set the name of the seat's person, until they leave; empty: a guest.

        A name is chosen before the deal, and used by one person at a time. An unwanted or hidden one is refused.
        """
        name = tidy_name(value) if self.settings.takes_names and self._chooses(seat) else None
        if name is None or (name and self.people.others_have(name, seat)):
            return
        if name_key(name) in self.settings.unwanted or self.people.hidden.has(name):
            seat.name_refused = True
            return
        seat.name = name
        if name_key(name) in map(name_key, self.names):
            seat.taught, seat.new = True, False
        if seat.joining:
            self.note(seat, "joining")

    def _rename(self, seat: Seat) -> None:
        """Give a guest another name, before the deal."""
        if self._chooses(seat) and not seat.name:
            seat.rename()

    def _chooses(self, seat: Seat) -> bool:
        """Return whether somebody sits here who has not been dealt in yet."""
        return seat.joining or (self.state is State.LOBBY and seat.human)

    # ------------------------------------------------------------ room

    def may_sit(self, seat: Seat) -> bool:
        """Return whether somebody sits here, or there is room for somebody."""
        return self.seating.may_join(seat.number, self.company(), self.choices.kind)

    def has_room_for(self, seat: Seat, switch: str) -> bool:
        """Return whether this seat may switch that on beside everybody who is here (``people.ROOMY``)."""
        return switch not in ROOMY or self.seating.fits(
            {*self.company(), seat.number}, self.choices.kind, also={switch}
        )

    def barred(self) -> set[SeatNumber]:
        """Return the seats without room for a newcomer."""
        company, game = self.company(), self.choices.kind
        return {number for number in self.people.seats if not self.seating.may_join(number, company, game)}

    def company(self) -> set[SeatNumber]:
        """Return the seats beside which a newcomer would sit."""
        return self.people.company(in_match=self.state not in _BETWEEN_MATCHES)

    def players(self) -> int:
        """Return the number of players if the match began now, bots included."""
        return len(here := self.people.here()) + len(self.bots_beside(here))

    def bots_beside(self, people: Iterable[Seat]) -> set[SeatNumber]:
        """Return the seats that bots would take: up to the number of players the game is made for, if there is room.

        More people than that may still play (Q15).
        """
        taken = {seat.number for seat in people}
        if not self.choices.bots:
            return set()
        return self.seating.filled(taken, self.choices.kind, self.choices.game().most_seats) - taken

    # ------------------------------------------------------------ faults

    @property
    def notice(self) -> msg.Fault | None:
        """The fault that everybody is told: of the journal or of a device of the whole table."""
        return self.barrier.fault or next((told for told in self._faults.values() if told.code not in _UNNOTICED), None)

    @property
    def faults(self) -> tuple[msg.NamedFault, ...]:
        """All faults, those of the whole table first."""
        journal = {} if self.barrier.fault is None else {"journal": self.barrier.fault}
        of_seats = (
            msg.NamedFault(report.device, msg.Fault.of(report.fault), seat.number)
            for seat in self.people
            for report in seat.faults.values()
        )
        return (*starmap(msg.NamedFault, (journal | self._faults).items()), *of_seats)

    def device(self, report: DeviceFault | DeviceHealthy) -> None:
        """Take a device's report."""
        self.changed = True
        words = english(report.fault) if isinstance(report, DeviceFault) else "works again"
        self.reports.append(f"{report.device}: {words}")
        if report.seat is not None:
            self.people.device(report)
        elif isinstance(report, DeviceFault):
            self._faults[report.device] = msg.Fault.of(report.fault)
        else:
            self._faults.pop(report.device, None)

    def know(self, news: NewDay | KnownNames | HallBest) -> None:
        """Take best results, and the names that are left after some have gone."""
        self.changed = True
        self.best.know(news)
        if isinstance(news, KnownNames):
            self.names, self.people.hidden = newest_first(news.names), news.hidden
            self.make_guests(lambda name: news.hidden.has(name) or news.gone.has(name))

    def make_guests(self, drops: Callable[[str], bool]) -> None:
        """Make guests of the people whose name is not to be shown any more (``drops``); the match goes on."""
        for seat in self.people.drop_names(drops):
            seat.name_refused = self._chooses(seat)
            if seat.joining:
                self.note(seat, "joining")
        if self.match is not None:
            self.match.drop_names(drops)

    def configuration_fault(self, fault: msg.Fault | None) -> None:
        """Set the fault of the configuration itself; None: there is none."""
        self._faults.pop("configuration", None)
        if fault is not None:
            self._faults["configuration"] = fault
