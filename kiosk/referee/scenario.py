"""Scenarios: a situation of any game, and the commands played in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import SeatCommand
from kiosk.game.game_round import GameRound


@dataclass(frozen=True)
class Deal:
    """A fresh round for ``players`` seats, dealt or drawn from a seed.

    ``away``: seats that have their place in every list but do not play this round, as at a table after somebody has
    left the match. Decks are shuffled for them all the same.
    """

    players: int
    seed: int
    away: tuple[int, ...] = ()

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play."""
        return tuple(seat for seat in range(self.players) if seat not in self.away)


@dataclass(frozen=True)
class Script:
    """The part of a scenario that has the same form in every game: what follows the start of the round.

    ``totals``: points of each seat before the round. ``until``: time up to which the round is judged, ms.
    """

    totals: tuple[int, ...]
    round_no: int
    commands: tuple[SeatCommand, ...]
    until: int


@dataclass(frozen=True)
class Scenario:
    """A situation and the commands played in it.

    ``begin``: returns the round at time 0, from a position or a deal. ``seed``: the seed of deals, shuffles and rolls.
    ``match_ms``: the duration of the match before the round.
    """

    game: str
    rules: Any
    begin: Callable[[Dealer], GameRound]
    script: Script
    seed: int = 0
    match_ms: int = 0
