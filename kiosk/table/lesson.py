"""A lesson in the lobby: one seat practises the game with pieces of its own (kiosk/display/README.md, "The lesson").

The core judges it like any round; nothing of it is recorded, and no other seat is concerned. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from hardware.api import Button, ButtonEdge, Duration, Instant
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import SeatCommand, Stop
from kiosk.game.events import Rejected
from kiosk.game.game_round import GameRound
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.game import Game
from kiosk.table.games.practice import Hint, Practice
from kiosk.table.inputs import RoundInput
from kiosk.table.move_feed import MoveFeed
from kiosk.table.round import RoundPlay
from kiosk.table.settings import seconds

_SEAT: Final = 0
"""The core's number of the only seat."""
_MS: Final = 1_000_000


class _FixedDealer(Dealer):
    """A dealer without chance: shuffles change nothing, and every die shows its lowest number."""

    def __init__(self) -> None:
        super().__init__(0)

    def order(self, size: int) -> tuple[int, ...]:
        """Return the order as it is."""
        return tuple(range(size))

    def number(self, low: int, high: int) -> int:
        """Return the lowest number."""
        return low


class Lesson:
    """A seat's practice of ``game``, from ``start`` on. ``step``: the number of steps done.

    ``record``: the table's, for the moves that displays animate and the reasons of refusals.
    """

    def __init__(self, game: Game[Any], practice: Practice, seat: SeatNumber, start: Instant, record: MoveFeed) -> None:
        self.step = 0
        self._game = game
        self._practice = practice
        self._roster = Roster([seat])
        self._start = start
        self._dealer = _FixedDealer()
        self._held: str | None = None
        self._record = record
        self._take_steps()

    @property
    def done(self) -> bool:
        """True once every step is done."""
        return self.step == len(self._practice.steps)

    @property
    def may_stop(self) -> bool:
        """True while the lesson asks for Stop."""
        return self.wants(Button.STOP)

    def wants(self, button: Button) -> bool:
        """Return whether this button belongs to the lesson now."""
        return not self.done and self._practice.steps[self.step].button is button

    # ------------------------------------------------------------ input

    def take(self, what: RoundInput, now: Instant) -> None:
        """Take a touch of the seat's pieces, or a press of a button that belongs to the lesson (``wants``)."""
        moves, at = self._practice.moves, self._time(now)
        match what:
            case msg.Hold(source=source):
                self._held = source if moves.carries(source) else None
            case msg.Drop():
                self._held = None
            case ButtonEdge(button=button) | msg.PressButton(button=button):
                self._judge(Stop(at, _SEAT) if button == Button.STOP else moves.turn(at, _SEAT), now)
            case msg.CastVote():
                pass
            case _:
                self._held = None
                self._judge(moves.turn(at, _SEAT) if moves.is_turn(what) else moves.command(at, _SEAT, what), now)

    def _time(self, now: Instant) -> int:
        round_: GameRound = self._practice.moves.round
        return max(round_.at, (now - self._start) // _MS)

    def _judge(self, command: SeatCommand | None, now: Instant) -> None:
        moves = self._practice.moves
        if command is None or moves.round.ended is not None:
            return
        events = self._dealer.judge(moves.round, command)
        if not any(isinstance(event, Rejected) for event in events):
            self._record.drop_verdicts(self._roster.numbers[_SEAT])
        for event in events:
            # The centre of a lesson is not the table's: its cells are nowhere else.
            self._record.moved(structs.replace(move, cell=None) for move in moves.moves_of(event, self._roster))
            if isinstance(event, Rejected):
                self._refuse(event, moves.source_of(command), now)
        self._take_steps()

    def _refuse(self, rejected: Rejected, source: str | None, now: Instant) -> None:
        """Tell the seat why its move was refused; the piece returns."""
        seat, piece = self._roster.numbers[_SEAT], self._practice.moves.shown(source, rejected.card)
        self._record.verdict(seat, rejected.reason, now, card=piece)
        if source is not None:
            self._record.back(seat, source, piece)

    def _take_steps(self) -> None:
        steps = self._practice.steps
        while not self.done and steps[self.step].is_done(self._practice.moves.round):
            self.step += 1

    # ------------------------------------------------------------ what is shown

    def view(self, now: Instant) -> dict[str, Any]:
        """Return the fields of ``protocol.SeatView`` that the lesson fills."""
        moves, game = self._practice.moves, self._game
        table = game.table_view(moves, self._start, self._roster)
        hint = self._hint()
        lesson = msg.LessonView(
            step=self.step,
            steps=len(self._practice.steps),
            act=hint.act,
            source=hint.source,
            piece=hint.piece,
            onto=hint.onto,
            slot=hint.slot,
            piles=table.get("piles", ()),
            board=table.get("board", ()),
        )
        return {
            **game.seat_view(moves, _SEAT, self._start, self._time(now)),
            "held": self._held,
            "may_stop": self.may_stop,
            "lesson": lesson,
        }

    def _hint(self) -> Hint:
        """Return the move that is shown; an empty one once the lesson is over, or while no move is possible."""
        hint = None if self.done else self._practice.steps[self.step].hint(self._practice.moves.round)
        return hint or Hint("")


def new_lesson(game: Game[Any], players: int, seat: SeatNumber, start: Instant, record: MoveFeed) -> Lesson | None:
    """Return a new lesson of a game at a table for so many players; None if the game has none."""
    practice = game.practice(players)
    return None if practice is None else Lesson(game, practice, seat, start, record)


PATIENCE: Final = seconds(8)
"""The time for which a piece has to fit before it glows."""


class Fitting(Struct, frozen=True):
    """A face-up piece of a seat that fits the centre."""

    seat: SeatNumber
    source: str
    piece: str


class FirstRoundHints:
    """The fitting pieces of the seats in their first round, and since when each of them has fitted."""

    def __init__(self, patience: Duration = PATIENCE) -> None:
        self._patience = patience
        self._since: dict[Fitting, Instant] = {}
        self._shown: set[Fitting] = set()
        self._seen: tuple[int, Sequence[SeatNumber]] | None = None
        """The state of the round and the seats at which pieces were last looked for."""

    def restart(self) -> None:
        """Count anew, after a pause; a piece that has glowed does not glow again."""
        self._since.clear()
        self._seen = None

    def take(self, play: RoundPlay, seats: Sequence[SeatNumber], now: Instant) -> list[Fitting]:
        """Note the pieces of these seats that fit in this round; return those that glow now."""
        seen = play.judging.version, seats
        if seen != self._seen:
            self._seen = seen
            fitting = {found: self._since.get(found, now) for found in _fitting(play, seats)}
            self._since = {found: since for found, since in fitting.items() if found not in self._shown}
        due = [found for found, since in self._since.items() if now - since >= self._patience]
        for found in due:
            del self._since[found]
        self._shown.update(due)
        return due

    def next_deadline(self) -> Instant | None:
        """Return when the next piece glows; None if none fits."""
        since = min(self._since.values(), default=None)
        return None if since is None else Instant(since + self._patience)


def _fitting(play: RoundPlay, seats: Iterable[SeatNumber]) -> Iterator[Fitting]:
    for seat in seats:
        index = play.roster.index(seat)
        if index is not None and play.round.seated(index):
            for source in play.moves.fitting(index):
                yield Fitting(seat, source, play.moves.piece(index, source) or "")
