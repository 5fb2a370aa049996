"""Re-execution of a round of the journal: it is dealt again, decided again record by record, and compared.

Pure. Used to take up a match where it was cut, and for replays.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.bots.strength import STEADY, STRENGTHS
from kiosk.game import events as ev
from kiosk.game.game_round import GameRound
from kiosk.game.game_rules import rules_of
from kiosk.game.match import Match
from kiosk.game.seats import Roster, SeatNumber
from kiosk.journal.codec import codec_of
from kiosk.journal.records import AnyRecord, Judged, RoundEnded, RoundStarted, SeatChanged, Sitting
from kiosk.table.games.game import Game, Moves, table_game
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.round import RoundPlay
from kiosk.table.settings import TableSettings
from kiosk.table.tray import SeatTray
from kiosk.table.verdicts import Cause

_COUNTED: Final = ("seat", "points", "total", "centered", "left_over", "penalty", "won")
"""The fields of a line that must be equal when a round is counted again."""


class Different(ValueError):  # noqa: N818  it is what was found, not a failure of ours
    """A record that does not come out as it was recorded, with a text for people.

    ``number``: the record's number in its round, from 0; the records after it cannot be judged.
    """

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"record {number}: {what}")
        self.number: int = number


class Rerun:
    """The match and round that ``started`` begins, as far as records have been taken.

    ``go``: the instant at which the round begins now. ``record``: receives moves and verdicts. ``seed``: returns the
    bots' seeds. Raises ``Different`` if the round cannot be dealt.
    """

    def __init__(
        self,
        started: RoundStarted,
        settings: TableSettings,
        go: Instant = Instant(0),
        *,
        record: MoveFeed | None = None,
        seed: Callable[[], int] | None = None,
        trays: Mapping[SeatNumber, SeatTray] | None = None,
    ) -> None:
        self.started: RoundStarted = started
        self.at: int = 0
        """The latest time of a record, ns from GO: how far the round has come."""
        self._settings = settings
        try:
            self.match: MatchPlay = _match(started, settings, record or MoveFeed(), seed, trays or {}, go)
            self.play: RoundPlay = self.match.deal(go, started.seed, started.lot)
        except Exception as error:
            raise Different(0, f"the round cannot be dealt again: {_why(error)}") from error

    @property
    def game(self) -> Game[Any]:
        """The game with the rules of the match."""
        return self.match.game

    @property
    def moves(self) -> Moves:
        """The round on the table."""
        return self.play.moves

    @property
    def round(self) -> GameRound:
        """The round of the core."""
        return self.play.round

    @property
    def roster(self) -> Roster:
        """The table's seats in the order of the core's indices."""
        return self.match.roster

    def take_all(self, entries: Iterable[tuple[int, AnyRecord]]) -> None:
        """Take records with their numbers."""
        for number, record in entries:
            self.take(number, record)

    def take(self, number: int, record: AnyRecord) -> list[ev.Event]:
        """Take the next record; return the core's events, if it is a command.

        Raises ``Different`` if it comes out otherwise. Any other error is converted to ``Different`` too: another
        version of the program may have written the record, and the recovery of a match must not crash at every start.
        """
        self.at = max(self.at, getattr(record, "at", 0))
        try:
            return self._take(number, record)
        except Different:
            raise
        except Exception as error:
            what = _words(record.command) if isinstance(record, Judged) else type(record).__name__
            raise Different(number, f"{what} cannot be judged: {_why(error)}") from error

    def _take(self, number: int, record: AnyRecord) -> list[ev.Event]:
        if isinstance(record, Judged):
            return self._judge(number, record)
        if isinstance(record, SeatChanged):
            self._change(record)
        elif isinstance(record, RoundEnded):
            self._count(number, record)
        return []

    def _judge(self, number: int, record: Judged) -> list[ev.Event]:
        codec = codec_of(self.started.game)
        events = self.play.judging.judge(codec.command_of(record.command, record.picked_up), self._cause(record))
        now, then = [codec.event_plain(event) for event in events], [tuple(event) for event in record.events]
        if now != then:
            difference = f"{_told(now)} now, but in {_told(then)} when it was recorded"
            raise Different(number, f"{_words(record.command)} results in {difference}{self._elsewhere()}")
        return events

    def _cause(self, record: Judged) -> Cause | None:
        if not record.source or record.seat is None:
            return None
        if record.source not in self._settings.sources():
            self.play.arbiter.add_source(record.source, self._settings.display)
        at, stamp = Instant(self.play.start + record.at), Instant(self.play.start + record.stamp)
        return Cause(at, stamp, record.source, record.input, record.lot)

    def _change(self, record: SeatChanged) -> None:
        if record.change == "left":
            self.match.depart(record.seat)  # the core's command has a record of its own
        elif record.change == "to_bot":
            self.match.seat_bot(record.seat, Instant(self.play.start + record.at))

    def _count(self, number: int, record: RoundEnded) -> None:
        if self.round.ended is None:
            raise Different(number, "the recorded round has ended, the one decided again goes on now")
        lines = tuple(_line(line) for line in self.match.finish_round().lines)
        recorded = tuple({name: getattr(line, name) for name in _COUNTED} for line in record.lines)
        if lines != recorded:
            raise Different(number, f"the scores are {lines} now, and {recorded} as recorded{self._elsewhere()}")

    def _elsewhere(self) -> str:
        """Return the version that recorded the round, in parentheses."""
        origin = self.started.origin
        return f" (by version {origin.version or '?'}, Python {origin.python or '?'})"


def _match(
    started: RoundStarted,
    settings: TableSettings,
    record: MoveFeed,
    seed: Callable[[], int] | None,
    trays: Mapping[SeatNumber, SeatTray],
    go: Instant,
) -> MatchPlay:
    """Return the match as it stood when the round was dealt."""
    game = table_game(started.game).with_rules(rules_of(started.game, started.rules))
    roster = Roster([sitting.seat for sitting in started.seats])
    strength = STRENGTHS.get(started.strength or started.bots, STEADY)
    draw = seed if seed is not None else itertools.count(started.seed).__next__
    match = MatchPlay(game, roster, record, settings.sources(), draw, strength, trays, started.real_dice)
    match.near_ties, match.identity = started.near_ties, started.match
    for sitting in started.seats:
        _sit(match, sitting, go)
    numbers = roster.numbers
    match.match = Match.taken_up(
        game.rules,
        len(numbers),
        started.history,
        started.lasted_ms,
        departed={numbers.index(number) for number in match.gone},
        tiebreak=[numbers.index(number) for number in started.tied],
    )
    return match


def _sit(match: MatchPlay, sitting: Sitting, go: Instant) -> None:
    """Restore a seat as it stood in the match."""
    number = sitting.seat
    if sitting.deeds.points:
        match.deeds[number] = sitting.deeds
    if sitting.handicap is not None:
        match.handicaps[number] = sitting.handicap
    if sitting.cooldown:
        match.cooldowns[number] = sitting.cooldown
    if sitting.on_screen:
        match.on_screen.add(number)
    if sitting.gone:
        match.gone.add(number)
    elif sitting.bot:
        match.seat_bot(number, go)


def _line(line: msg.SeatScore) -> dict[str, object]:
    values = (line.seat, line.points, line.total, line.centered, line.stack_left, line.penalty, line.won)
    return dict(zip(_COUNTED, values, strict=True))


def _why(error: Exception) -> str:
    """Return the message of an error of the core, the ``repr`` of any other."""
    return str(error) if isinstance(error, ValueError) else repr(error)


def _words(plain: Iterable[Any]) -> str:
    return " ".join(str(part) for part in plain)


def _told(events: Iterable[Iterable[Any]]) -> str:
    return ", ".join(f"[{_words(event)}]" for event in events) or "nothing"
