"""What can be judged: a situation of any game, and what happens in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import SeatCommand
from kiosk.game.game_round import GameRound


@dataclass(frozen=True)
class Deal:
    """A fresh round for so many players, dealt or drawn from a seed.

    ``away``: those who have their place in every list but get nothing in this round, as at a table after somebody has
    left the match. Decks are drawn for them all the same.
    """

    players: int
    seed: int
    away: tuple[int, ...] = ()

    @property
    def playing(self) -> tuple[int, ...]:
        """Those who play."""
        return tuple(seat for seat in range(self.players) if seat not in self.away)


@dataclass(frozen=True)
class Script:
    """What a scenario of any game tells beside its start.

    ``totals``: of each seat before the round. Times are milliseconds.
    """

    totals: tuple[int, ...]
    round_no: int
    commands: tuple[SeatCommand, ...]
    until: int


@dataclass(frozen=True)
class Scenario:
    """A situation and what happens in it.

    ``begin``: makes the round at time 0, from a position or a deal. ``seed``: of what is dealt, shuffled and rolled in
    it. ``match_ms``: how long the match had lasted when the round began.
    """

    game: str
    rules: Any
    begin: Callable[[Dealer], GameRound]
    script: Script
    seed: int = 0
    match_ms: int = 0
