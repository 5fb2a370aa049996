"""The players that a game has for empty seats: what each game's ``BOTS`` are."""

from __future__ import annotations

from typing import Any, Protocol, cast

from hardware.api import Instant
from kiosk.bots.bot import Action
from kiosk.bots.strength import Strength
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry


class GameBot(Protocol):
    """A player for an empty seat (``kiosk.bots.bot.Bot`` is one). ``due``: when it looks or moves next."""

    seat: SeatNumber
    due: Instant

    def begin(self, due: Instant) -> None:
        """A new round: the first look is at ``due``."""

    def act(self, view: Any, now: Instant) -> Action | None:
        """Look at what ``GameBots.view`` shows and decide, or carry out what was decided."""


class GameBots(Protocol):
    """A game's part of the registry that is called ``bots``."""

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> GameBot:
        """A bot for a seat of a match of so many seats."""

    def view(self, round_: Any, index: int, at: int, carried: frozenset[str]) -> Any | None:
        """What a bot may see: what a person there sees; None if the core's seat ``index`` is not in the round.

        ``round_``: a round of this game. ``at``: its time now, ms; its last move may be long ago. ``carried``: the
        pieces that people have under a finger, as messages write them (``r4``).
        """


def bots_of_game(name: str) -> GameBots:
    """The bots of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameBots", registry.part(name, "bots"))
