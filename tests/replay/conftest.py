"""Matches played by bots in virtual time, as their journal records."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.bots.strength import STEADY
from kiosk.game.cards.editions import PRESETS
from kiosk.game.dice.rules import DICE_PRESETS, HandicapMode
from kiosk.game.options import MatchEnd, MatchEndKind, MatchTie
from kiosk.game.seats import Roster, SeatNumber
from kiosk.journal.reader import JournalEntry, RoundLog
from kiosk.journal.records import AnyRecord, Origin, SeatChanged
from kiosk.journal.writer_thread import Flusher, Keep
from kiosk.table.games.cards import CardGame
from kiosk.table.games.dice import DiceGame
from kiosk.table.journal_feed import JournalFeed
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.people import People
from kiosk.table.round_records import match_ended, round_ended, round_started
from kiosk.table.settings import TableSettings

WALL = 1_790_000_000.0
PAUSE = milliseconds(4000)


def game_of(kind: str, draw: random.Random, seats: int) -> tuple[CardGame | DiceGame, str]:
    """Return a game of a random edition, short enough for a test, with random lobby options, and the edition's name."""
    if kind == "dice":
        preset = draw.choice([*DICE_PRESETS])
        mode = draw.choice([*HandicapMode])
        rules = replace(DICE_PRESETS[preset].rules, rounds_per_player=1, handicap_mode=mode)
        return DiceGame(rules), preset
    preset = draw.choice([*PRESETS])
    end = MatchEnd(MatchEndKind.FIXED_ROUNDS, n=2)
    pro = replace(PRESETS[preset].rules.pro, enabled=draw.random() < 0.3)
    tie = draw.choice([*MatchTie])
    return CardGame(replace(PRESETS[preset].rules, match_end=end, pro=pro, match_tie=tie)), preset


class BotMatch:
    """A match from its first deal to its end, in which a seat may leave; ``records``: the records of its journal.

    Bots play all seats.
    """

    def __init__(
        self, kind: str = "cards", seats: int = 4, seed: int = 1, *, leaves: bool = False, handicaps: bool = False
    ) -> None:
        draw = random.Random(seed)  # noqa: S311  the match must be repeatable
        game, preset = game_of(kind, draw, seats)
        numbers = [SeatNumber(number) for number in range(1, seats + 1)]
        self.settings = TableSettings(tuple(msg.SeatPlan(number, "south", number / 13) for number in numbers))
        self.log = JournalFeed(on=True)
        self._draw = draw
        self._leaves = leaves
        self._now = Instant(milliseconds(1_000_000))
        self._rounds = (f"{kind}-{seed}-{number}" for number in itertools.count(1))
        self._chosen = {"game": kind, "preset": preset}
        seeds = itertools.count(seed * 1000).__next__
        self.match = MatchPlay(game, Roster(numbers), MoveFeed(), self.settings.sources(), seeds, STEADY)
        self.match.log, self.match.identity = self.log, f"match-{seed}"
        if handicaps:
            self.match.handicaps = {number: draw.choice(game.handicaps) for number in numbers if draw.random() < 0.5}
            self.match.cooldowns = {number: draw.choice(game.cooldowns) for number in numbers if draw.random() < 0.5}
        for number in numbers:
            self.match.seat_bot(number, self._now)
        while not self.match.ended:
            self._play_round()
        self.log.add(match_ended(self.match, self.match.match_result()))
        self.records = self.log.take()

    def _play_round(self) -> None:
        match = self.match
        play = match.start_round(Instant(self._now + PAUSE))
        self._now = play.start
        people = People(self.settings)
        origin = Origin(version="test")
        started = round_started(match, people, self._chosen, self._now, round_=next(self._rounds), origin=origin)
        self.log.add(started)
        leaving = self._now + milliseconds(self._draw.randint(0, 20_000))
        while play.round.ended is None:
            due = match.next_deadline(self._now)
            assert due is not None
            self._now = max(self._now, due)
            if self._leaves and self._now >= leaving and len(match.gone) < len(match.roster.numbers) - 2:
                self._leaves = False
                seat = self._draw.choice(match.roster.numbers)
                self.log.add(SeatChanged(self._now - play.start, seat, "left"))
                match.leave(seat, self._now)
            match.advance(self._now)
        self.log.add(round_ended(match, play, match.finish_round()))

    @property
    def logs(self) -> list[RoundLog]:
        """The rounds as read from a journal."""
        return logs_of(self.records)


def logs_of(records: Sequence[AnyRecord]) -> list[RoundLog]:
    starts = [place for place, record in enumerate(records) if type(record).__name__ == "RoundStarted"]
    logs = []
    for first, end in zip(starts, [*starts[1:], len(records)], strict=True):
        told: Any = records[first]
        entries = [JournalEntry(number, WALL + number, record) for number, record in enumerate(records[first:end])]
        logs.append(RoundLog(told.round, tuple(entries)))
    return logs


@pytest.fixture(scope="session")
def bot_match() -> Callable[..., BotMatch]:
    """Return a cached ``BotMatch``: each is played once."""
    return functools.cache(BotMatch)


@pytest.fixture(scope="session")
def match(bot_match: Callable[..., BotMatch]) -> BotMatch:
    """Return a match of two rounds of cards at four seats."""
    return bot_match()


@pytest.fixture
def journal(tmp_path: Path) -> Callable[[Sequence[AnyRecord]], Path]:
    """Return a function that writes records into a journal and returns its folder."""

    def write(records: Sequence[AnyRecord]) -> Path:
        folder = tmp_path / "journal"
        flusher = Flusher(folder, lambda _: None, Keep(days=30, megabytes=200), wall=lambda: WALL)
        flusher.write(records)
        flusher.close()
        return folder

    return write
