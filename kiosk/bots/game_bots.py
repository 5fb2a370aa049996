"""The interface of a game's bots: each game's ``BOTS`` implement it."""

from __future__ import annotations

from typing import Any, Protocol, cast

from hardware.api import Instant
from kiosk.bots.bot import Action
from kiosk.bots.strength import Strength
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry


class GameBot(Protocol):
    """A bot at a seat (``kiosk.bots.bot.Bot`` is one). ``due``: the time of its next look or move."""

    seat: SeatNumber
    due: Instant

    def begin(self, due: Instant) -> None:
        """Start a new round; the first look is at ``due``."""

    def act(self, view: Any, now: Instant) -> Action | None:
        """Look at the view from ``GameBots.view`` and decide, or carry out the last decision."""


class GameBots(Protocol):
    """A game's part of the registry that is called ``bots``."""

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> GameBot:
        """Return a bot for a seat of a match of ``seats`` seats."""

    def view(self, round_: Any, index: int, at: int, carried: frozenset[str]) -> Any | None:
        """Return what a person at the seat would see; None if the core's seat ``index`` is not in the round.

        ``round_``: a round of this game. ``at``: its time now, ms; its last move may be long ago. ``carried``: the
        pieces that people carry, as messages write them (``r4``).
        """


def bots_of_game(name: str) -> GameBots:
    """Return the bots of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameBots", registry.part(name, "bots"))
