"""What bots play while nobody is here: a round of either game in turn, so that strangers see both. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, Final

from kiosk.game.card_rules import PRESETS
from kiosk.game.dice_rules import DICE_PRESETS
from kiosk.game.seats import SeatNumber
from kiosk.table.games.cards import CardGame
from kiosk.table.games.dice import DiceGame
from kiosk.table.games.game import Game
from kiosk.table.seating import Seating

SHOWN: Final[tuple[Game[Any], ...]] = (
    CardGame(PRESETS["table_default"].rules),
    DiceGame(DICE_PRESETS["university_games_2013"].rules),
)
"""In turn."""


class Shows:
    """At these ``seats``, as far as there is room."""

    def __init__(self, seats: Iterable[SeatNumber], seating: Seating) -> None:
        self._seats = list(seats)
        self._seating = seating
        self._games = itertools.cycle(SHOWN)

    def next_game(self) -> Game[Any]:
        """The game of the next round."""
        return next(self._games)

    def players(self, game: Game[Any]) -> list[SeatNumber]:
        """The seats at which bots play it; at least two, or there is nothing to see."""
        playing = self._seating.filled((), game.name, game.most_seats)
        return [number for number in self._seats if number in playing] if len(playing) > 1 else self._seats[:2]
