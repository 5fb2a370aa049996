"""A round set up from a line of text and driven by short words: ``table("- | row r1 ...").do(0, 0, "play row 0")``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.commands import CardCommand, Flip, Play, Refill, Tuck, parse_source
from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.position import parse_position, position_text
from kiosk.game.cards.round import CardRound
from kiosk.game.commands import Leave, Stop, Tick, Vote
from kiosk.game.events import Event, Rejected
from kiosk.game.refusals import Reason


def command(at: int, seat: int, words: str, near: tuple[int, ...] = ()) -> CardCommand:
    match words.split():
        case ["play", *source]:
            return Play(at, seat, parse_source(" ".join(source)), near)
        case ["refill", slot]:
            return Refill(at, seat, int(slot))
        case ["tuck", *source, slot]:
            return Tuck(at, seat, parse_source(" ".join(source)), int(slot))
        case [word]:
            kinds = {"flip": Flip, "stop": Stop, "vote": Vote, "leave": Leave}
            return kinds[word](at, seat)
    raise AssertionError(words)


class Table:
    """A round from a position, and a dealer for it."""

    def __init__(self, position: str, preset: str = "table_default", **options: Any) -> None:
        self.round = CardRound(rules_of(preset, **options), parse_position(position))
        self.dealer = Dealer(seed=1)

    def do(self, at: int, seat: int, words: str, near: tuple[int, ...] = ()) -> list[Event]:
        """Judge a command; return its events."""
        return self.dealer.judge(self.round, command(at, seat, words, near))

    def refused(self, at: int, seat: int, words: str) -> Reason | None:
        """Judge a command; return why it was refused, None if it was not."""
        rejections = [event for event in self.do(at, seat, words) if isinstance(event, Rejected)]
        return rejections[0].reason if rejections else None

    def wait(self, until: int) -> list[Event]:
        return self.dealer.judge(self.round, Tick(until))

    @property
    def text(self) -> str:
        return position_text(self.round.position())


@pytest.fixture(scope="session")
def table() -> Callable[..., Table]:
    return Table
