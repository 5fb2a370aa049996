"""A session alone in virtual time, with its people; time jumps to the next deadline, and an endless wait fails."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from hardware.api import Button, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.bots.cards import card_bot_view
from kiosk.game.cards.position import position_text
from kiosk.game.cards.round import CardRound
from kiosk.game.colors import Color
from kiosk.game.dice.round import DiceRound
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import AnyRecord
from kiosk.protocol.state import State
from kiosk.table.arbiter import SourceClass
from kiosk.table.inputs import FromDisplay, Input
from kiosk.table.lamps import ShownLamp, lamps
from kiosk.table.match import MatchPlay
from kiosk.table.people import Seat
from kiosk.table.round import RoundPlay
from kiosk.table.settings import TableSettings
from kiosk.testing.virtual.session import VirtualSession
from tests.rig.shown_rounds import rounds_kept

PACE_MS: Final = 450
"""The time between two moves of a person."""

SCENES: Final = {
    "cards": {
        "call": ("-", "row b9 b8 b7 b6 b5 hand g5", "row y9 y8 y7 y6 y5 stack y1 hand g5"),
        "quiet": ("-", "row b9 b8 b7 b6 b5 stack b4 hand g1", "row y9 y8 y7 y6 y5 stack y2 hand g5"),
        "race": ("r3", "row r4 b8 b7 b6 b5 stack b1 hand g5", "row r4 y8 y7 y6 y5 stack y1 hand g5"),
    },
    "dice": {
        "call": ("", "", "y6 y5"),
        "quiet": ("", "b4 b5", "y6 y5"),
        "race": ("r3", "r4 b6 b5", "r4 y6 y5"),
    },
}
"""The pieces in the centre, at the first seat and at every other one. ``call``: the first may call Stop;
``quiet``: nothing fits; ``race``: all have the same piece for the same place.
"""

PIECES: Final = {"cards": "row 0", "dice": "die r4"}
"""The source of the piece in a ``race``."""


class SessionTable(VirtualSession):
    """A session in virtual time, and what the people at its table do. Times are milliseconds.

    ``display``: it ``talks``; ``journal``: records are ``written``.
    """

    def __init__(
        self,
        seats: int = 4,
        *,
        seed: int = 1,
        display: bool = True,
        touch: SourceClass | None = None,
        journal: bool = False,
        **settings: Any,
    ) -> None:
        plans = tuple(msg.SeatPlan(SeatNumber(number), "south", number / 13) for number in range(1, seats + 1))
        if touch is not None:
            settings["display"] = touch
        names = (f"id {number}" for number in itertools.count()) if journal else None
        super().__init__(TableSettings(plans, **settings), itertools.count(seed * 1000), names, talks=display)
        self._dealt: tuple[object, list[int]] = (None, [])

    # ------------------------------------------------------------ what is seen

    @property
    def match(self) -> MatchPlay:
        assert self.session.table.match is not None
        return self.session.table.match

    @property
    def play_(self) -> RoundPlay:
        assert self.session.table.round is not None
        return self.session.table.round

    @property
    def round(self) -> CardRound | DiceRound:
        return self.play_.round

    @property
    def text(self) -> str:
        position = self.round.position()
        return position_text(position) if isinstance(self.round, CardRound) else repr(position)

    @property
    def game(self) -> str:
        return str(self.match.game.name)

    def brought(self, seat: int) -> int:
        """Return the number of a seat's pieces in the centre."""
        return int(self.match.game.pieces(self.play_.moves, self.play_.roster.index(SeatNumber(seat)))[0])

    def whole(self) -> bool:
        """Return whether every piece of the round exists exactly once; in the lobby there are none."""
        if self.session.table.round is None:
            return True
        seats = self.round.seats
        if isinstance(self.round, CardRound):
            held = [[*seat.stack, *seat.hand, *seat.discard, *itertools.chain(*seat.row)] for seat in seats]
            return all(
                len(cards) == len(set(cards)) and (not seat.active or len(cards) + seat.centered == 40)
                for cards, seat in zip(held, seats, strict=True)
            )
        board = Counter(die.color for die, _ in self.round.board.covers())
        lying = all(seat.rolled is None or sorted(die.color for die in seat.rolled) == seat.dice for seat in seats)
        shares = [len(seat.dice) + seat.placed for seat in seats]
        if self._dealt[0] is not self.play_.moves:
            self._dealt = (self.play_.moves, shares)
        colors = board + sum((Counter(seat.dice) for seat in seats), Counter())
        return (
            lying
            and max(colors.values()) <= 6
            and list(self.round.board.heights) == [board[color] for color in Color]
            and sum(seat.placed for seat in seats) == board.total()
            and shares == self._dealt[1]
        )

    def seat(self, number: int) -> Seat:
        return self.session.table.people.seats[SeatNumber(number)]

    def view(self, number: int) -> msg.SeatView:
        return next(view for view in self.snapshot().seats if view.seat == number)

    def verdicts(self, number: int) -> list[str]:
        return [verdict.reason for verdict in self.view(number).ticker for _ in range(verdict.times)]

    def lamp(self, number: int) -> str:
        return self.lit(number).state.value

    def lit(self, number: int) -> ShownLamp:
        return lamps(self.session.table, self.session.current)[SeatNumber(number)]

    # ------------------------------------------------------------ time

    def written_of(self, kind: type[AnyRecord]) -> list[Any]:
        return [record for record in self.written if isinstance(record, kind)]

    def mark(self) -> None:
        self.say(msg.Mark(self.now))

    def pass_time(self, ms: float) -> None:
        """Let time pass, stopping at every deadline."""
        self.pass_to(Instant(self.now + milliseconds(ms)))

    def wait_for(self, what: Callable[[], object], ms: float = 600_000) -> None:
        """Let time pass until ``what`` is true. Fails if it never is: no deadline, or not within ``ms``."""
        self.pass_until(Instant(self.now + milliseconds(ms)), what)
        assert what(), f"it did not come within {ms} ms: {self.state}, next deadline {self.session.next_deadline()}"

    # ------------------------------------------------------------ people. ``ago``: ms from the stamp to now

    @staticmethod
    def from_display(display: str, message: msg.ToTable) -> Input:
        return FromDisplay(display, message)

    def press(self, seat: int, button: Button = Button.STOP, ago: float = 0) -> None:
        """Press a button and, much later for the table, release it."""
        self.edge(seat, button, pressed=True, ago=ago)

    def release(self, seat: int, button: Button = Button.STOP, ago: float = 0) -> None:
        self.edge(seat, button, pressed=False, ago=ago)

    def hold(self, seat: int, source: str, ago: float = 0) -> None:
        self.say(msg.Hold(SeatNumber(seat), source, self.at(ago)))

    def play(self, seat: int, source: str, ago: float = 0, near: tuple[int, ...] = ()) -> None:
        self.say(msg.PlayCard(SeatNumber(seat), source, near, self.at(ago)))

    def flip(self, seat: int, ago: float = 0) -> None:
        self.say(msg.FlipHand(SeatNumber(seat), self.at(ago)))

    def turn(self, seat: int, ago: float = 0) -> None:
        """Tap on the hand or on the tray."""
        message = msg.RollDice if self.game == "dice" else msg.FlipHand
        self.say(message(SeatNumber(seat), self.at(ago)))

    def bring(self, seat: int, ago: float = 0, source: str | None = None) -> None:
        """Let a piece go beyond its own panel; by default that of a ``race``."""
        source = source or PIECES[self.game]
        if source.startswith(msg.DIE):
            self.say(msg.PlaceDie(SeatNumber(seat), source.removeprefix(msg.DIE), self.at(ago)))
        else:
            self.play(seat, source, ago)

    def leave(self, seat: int) -> None:
        self.say(msg.LeaveSeat(SeatNumber(seat), self.now))

    def vote(self, seat: int) -> None:
        self.say(msg.CastVote(SeatNumber(seat), self.now))

    def choose(self, seat: int, key: str, value: str) -> None:
        self.say(msg.ChooseOption(SeatNumber(seat), key, value, self.now))

    def agree(self, seat: int, key: str, value: str) -> None:
        """Let a seat propose a choice for the match, and nobody object."""
        self.choose(seat, key, value)
        self.pass_time(5_000)

    # ------------------------------------------------------------ the way through

    def sit_down(self, *seats: int) -> None:
        """Seat everybody, and make them ready."""
        for press in range(2):
            for seat in seats:
                if press == 0 or self.state is State.LOBBY:
                    self.tap_button(seat)

    def start(self, *people: int, bots: bool = False, **choices: str) -> None:
        """Start a match of these people, up to GO."""
        self.tap_button(people[0])
        self.choose(people[0], "bots", "steady" if bots else "off")
        for key, value in choices.items():
            self.choose(people[0], key, value)
        self.sit_down(*people[1:])
        self.tap_button(people[0])
        self.wait_for(lambda: self.state is State.COUNTDOWN, 16_000)
        self.wait_for(lambda: self.state is State.PLAY, 4_000)

    def lay(self, position: str) -> None:
        """Put this position on the table, as ``kiosk.game.cards.position`` writes it: a part a seat that plays."""
        centre, *seats = position.split("|")
        self.play_.dealt.moves = self.match.game.laid(centre, seats, self.play_.round.at)

    def lay_dice(self, board: str, *trays: str) -> None:
        """Put dice on the table: the highest ``board`` space of each colour, each seat's dice or ``left``."""
        self.play_.dealt.moves = self.match.game.laid(board, trays, self.play_.round.at)

    def scene(self, name: str) -> None:
        """Put one of the ``SCENES`` on the table, for all seats of the match."""
        centre, first, other = SCENES[self.game][name]
        parts = [first, *[other] * (len(self.play_.roster.numbers) - 1)]
        if self.game == "dice":
            self.lay_dice(centre, *parts)
        else:
            self.lay(" | ".join((centre, *parts)))

    def settle(self) -> None:
        """Let all pending input be judged."""
        self.pass_time(60)

    def play_on(self, *people: int, until: Callable[[], object], ms: float = 3_600_000) -> None:
        """Let these people play, each at its own pace, until something is true. Fails if it does not happen in time."""
        end = self.now + milliseconds(ms)
        robots = {seat: Person(self, seat) for seat in people}
        due = {seat: Instant(self.now + milliseconds(100 * seat)) for seat in people}
        while not until():
            assert self.now < end, f"it did not come within {ms} ms: {self.state}"
            seat = min(due, key=lambda one: due[one])
            if not self.pass_until(due[seat], until):
                self.jump(due[seat])
                robots[seat].act()
                due[seat] = Instant(self.now + milliseconds(PACE_MS + 37 * seat))


class Person:
    """A person who plays as well as the picture allows, one move per ``act``."""

    def __init__(self, table: SessionTable, seat: int) -> None:
        self.table = table
        self.seat = seat

    def act(self) -> None:
        table, seat = self.table, SeatNumber(self.seat)
        if table.state is not State.PLAY:
            if not table.seat(seat).confirmed:
                table.tap_button(seat)
            return
        index = table.play_.roster.index(seat)
        if isinstance(table.round, DiceRound):
            if index is not None and table.round.seated(index):
                self._act_with_dice(table.round, index)
            return
        view = card_bot_view(table.round, index) if index is not None else None
        if view is None or index is None:
            return
        if view.may_stop:
            table.tap_button(seat)
            return
        for source in table.round.legal_plays(index):
            table.hold(seat, str(source), ago=1)
            table.play(seat, str(source))
            return
        if view.stack_waits:
            table.say(msg.RefillSlot(seat, view.row.index(None), table.now))
        elif view.somebody_voted:
            table.vote(seat)
        else:
            table.flip(seat)

    def _act_with_dice(self, round_: DiceRound, index: int) -> None:
        table = self.table
        if round_.may_stop(index):
            table.tap_button(self.seat)
            return
        for die in round_.seats[index].rolled or ():
            if round_.board.fits(die):
                table.hold(self.seat, f"{msg.DIE}{die}", ago=1)
                table.bring(self.seat, source=f"{msg.DIE}{die}")
                return
        if any(seat.voted for seat in round_.seats):
            table.vote(self.seat)
        else:
            table.turn(self.seat)


@pytest.fixture(params=["cards", "dice"])
def game(request: pytest.FixtureRequest) -> str:
    """Parametrise a test with both games, for their common promises."""
    return str(request.param)


@pytest.fixture(scope="session", autouse=True)
def _shown_rounds() -> Iterator[None]:
    with rounds_kept():
        yield


@pytest.fixture(scope="session")
def session_table() -> type[SessionTable]:
    return SessionTable


@pytest.fixture(scope="session")
def person() -> type[Person]:
    return Person


@pytest.fixture
def table() -> SessionTable:
    """A table of four empty seats."""
    return SessionTable()
