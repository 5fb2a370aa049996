"""The only source of randomness in a game: orders of shuffles, numbers of dice.

The core is pure and takes them as data (``kiosk.game.game_round.Draw``). The same seed and the same commands give the
same game.
"""

from __future__ import annotations

import random

from kiosk.game.commands import Command, Tick
from kiosk.game.events import Event
from kiosk.game.game_round import Draw, Drawn, GameRound, Order


class Dealer:
    """The random generator of one round, or of several that share its seed (RULES.md E21)."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  the caller draws the seed, which must be unguessable

    def order(self, size: int) -> tuple[int, ...]:
        """Return a permutation of ``range(size)``."""
        return tuple(self._random.sample(range(size), size))

    def number(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high``, both included."""
        return self._random.randint(low, high)

    def judge(self, round_: GameRound, command: Command) -> list[Event]:
        """Judge everything due by the command's time, then the command, then what it has made due; return all events.

        Random values are drawn as each of these needs them. ``ValueError`` if the command's time is before the round's.
        """
        events = self._let_pass(round_, command.at)
        events += round_.apply(self._with_drawn(round_, command))
        return events + self._let_pass(round_, command.at)

    def _let_pass(self, round_: GameRound, at: int) -> list[Event]:
        events: list[Event] = []
        while (due := round_.next_deadline()) is not None and due <= at:
            events += round_.apply(self._with_drawn(round_, Tick(due)))
        return events

    def _with_drawn(self, round_: GameRound, command: Command) -> Command:
        wanted = round_.draws(command)
        return round_.with_drawn(command, [self._draw(one) for one in wanted]) if wanted else command

    def _draw(self, wanted: Draw) -> Drawn:
        return self.order(wanted.size) if isinstance(wanted, Order) else self.number(wanted.low, wanted.high)
