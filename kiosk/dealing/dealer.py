"""The one place where chance comes into a game: decks and the orders of shuffles, the bag and the faces of dice.

The core is pure and takes them as data. The same seed and the same commands give the same game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from msgspec import structs

from kiosk.game.card_commands import CardCommand, Flip
from kiosk.game.card_round import CardRound
from kiosk.game.cards import DECK, Card, Color
from kiosk.game.commands import Tick
from kiosk.game.dice import BAG, FACES, Die, die_of
from kiosk.game.dice_commands import DiceCommand, Roll
from kiosk.game.dice_round import DiceRound
from kiosk.game.events import Event


class Dealer:
    """Deals and shuffles for one round, or for as many as share its seed (RULES.md E21)."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  the seed is what must be unguessable, whoever drew it

    def decks(self, seats: int) -> list[list[Card]]:
        """A shuffled deck of 40 cards a seat, each independent of the others, in dealing order."""
        return [[DECK[place] for place in self._order(len(DECK))] for _ in range(seats)]

    def bag(self) -> list[Color]:
        """The 24 dice by their colours, mixed (RULES.md N2)."""
        return [BAG[place] for place in self._order(len(BAG))]

    def judge(self, round_: CardRound | DiceRound, command: CardCommand | DiceCommand) -> list[Event]:
        """Judge what is due up to the command's time, the command (of the round's game), and what it makes due at once.

        A flip that needs an order gets one, and a roll that nobody has read its faces. ``ValueError`` if the command's
        time lies before the round's.
        """
        events = self._let_pass(round_, command.at)
        if isinstance(round_, DiceRound):
            events += self._apply_dice(round_, cast("DiceCommand", command))
        else:
            events += self._apply_cards(round_, cast("CardCommand", command))
        return events + self._let_pass(round_, command.at)

    def _apply_cards(self, round_: CardRound, command: CardCommand) -> list[Event]:
        if isinstance(command, Flip) and (size := round_.flip_needs_order(command.seat)):
            command = structs.replace(command, order=self._order(size))
        return round_.apply(command)

    def _apply_dice(self, round_: DiceRound, command: DiceCommand) -> list[Event]:
        if isinstance(command, Roll) and command.faces is None:
            command = structs.replace(command, faces=self._faces(round_.dice_to_roll(command.seat)))
        return round_.apply(command)

    def _let_pass(self, round_: CardRound | DiceRound, at: int) -> list[Event]:
        events: list[Event] = []
        while (due := round_.next_deadline()) is not None and due <= at:
            sizes = None if isinstance(round_, DiceRound) else round_.reshuffle_sizes()
            events += round_.apply(Tick(due, tuple(self._order(size) for size in sizes or ())))
        return events

    def _faces(self, dice: Sequence[Color]) -> tuple[Die, ...]:
        return tuple(die_of(color, self._random.randint(1, FACES)) for color in dice)

    def _order(self, size: int) -> tuple[int, ...]:
        return tuple(self._random.sample(range(size), size))
