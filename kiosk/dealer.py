"""The one place where chance comes into a game: decks, and the orders of shuffles.

The core is pure and takes them as data. The same seed and the same commands give the same game.
"""

from __future__ import annotations

import random
from dataclasses import replace

from kiosk.game.card_round import CardRound
from kiosk.game.cards import DECK, Card
from kiosk.game.commands import Command, Flip, Tick
from kiosk.game.events import Event


class Dealer:
    """Deals and shuffles for one round, or for as many as share its seed (RULES.md E21)."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  the seed is what must be unguessable, whoever drew it

    def decks(self, seats: int) -> list[list[Card]]:
        """A shuffled deck of 40 cards a seat, each independent of the others, in dealing order."""
        return [[DECK[place] for place in self._order(len(DECK))] for _ in range(seats)]

    def judge(self, round_: CardRound, command: Command) -> list[Event]:
        """What falls due up to the command's time, the command, and what it makes due at once.

        A flip that needs an order gets one. ``ValueError`` if the command's time lies before the round's.
        """
        events = self._let_pass(round_, command.at)
        if isinstance(command, Flip):
            command = replace(command, order=self._order(round_.flip_needs_order(command.seat)))
        events += round_.apply(command)
        return events + self._let_pass(round_, command.at)

    def _let_pass(self, round_: CardRound, at: int) -> list[Event]:
        events: list[Event] = []
        while (due := round_.next_deadline()) is not None and due <= at:
            sizes = round_.reshuffle_sizes() or ()
            events += round_.apply(Tick(due, tuple(self._order(size) for size in sizes)))
        return events

    def _order(self, size: int) -> tuple[int, ...]:
        return tuple(self._random.sample(range(size), size))
