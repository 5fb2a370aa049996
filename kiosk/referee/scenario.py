"""What can be judged: a situation of either game, and what happens in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TypeAlias

from kiosk.dealing.dealer import Dealer
from kiosk.game.card_commands import CardSeatCommand
from kiosk.game.card_round import CardRound
from kiosk.game.card_rules import CardRules
from kiosk.game.dice_commands import DiceSeatCommand
from kiosk.game.dice_round import DicePosition, DiceRound
from kiosk.game.dice_rules import DiceRules, dice_counts
from kiosk.game.position import Position

AnyCommand: TypeAlias = CardSeatCommand | DiceSeatCommand


@dataclass(frozen=True)
class Deal:
    """A fresh round for so many players, dealt or drawn from a seed.

    ``away``: those who have their place in every list but get nothing in this round, as at a table after somebody has
    left the match. Decks are drawn for them all the same.
    """

    players: int
    seed: int
    away: tuple[int, ...] = ()


@dataclass(frozen=True)
class Script:
    """What a scenario of either game tells beside its start.

    ``totals``: of each seat before the round. ``commands``: each with its word. Times are milliseconds.
    """

    totals: tuple[int, ...]
    round_no: int
    commands: tuple[tuple[str, AnyCommand], ...]
    until: int


@dataclass(frozen=True)
class Scenario(ABC):
    """A situation and what happens in it. ``match_ms``: how long the match had lasted when the round began."""

    rules: CardRules | DiceRules
    start: Position | DicePosition | Deal
    script: Script
    match_ms: int = 0

    def dealer(self) -> Dealer:
        """What deals, shuffles and rolls in it."""
        return Dealer(self.start.seed if isinstance(self.start, Deal) else 0)

    @abstractmethod
    def begin(self, dealer: Dealer) -> CardRound | DiceRound:
        """The round at time 0."""


@dataclass(frozen=True)
class CardScenario(Scenario):
    """A scenario of the card game."""

    rules: CardRules
    start: Position | Deal

    def begin(self, dealer: Dealer) -> CardRound:
        """The position that is given, or a fresh deal."""
        if isinstance(self.start, Deal):
            return CardRound.deal(self.rules, dealer.decks(self.start.players), self.start.away)
        return CardRound(self.rules, self.start)


@dataclass(frozen=True)
class DiceScenario(Scenario):
    """A scenario of the dice game. ``tiebreak``: the seats that play, if not all do."""

    rules: DiceRules
    start: DicePosition | Deal
    tiebreak: tuple[int, ...] = ()

    def begin(self, dealer: Dealer) -> DiceRound:
        """The position that is given, or a fresh draw; a tie-break ends by itself (RULES.md Q6)."""
        rules = self.rules.for_tiebreak() if self.tiebreak else self.rules
        if isinstance(self.start, Deal):
            counts = dice_counts(rules, self.start.players, self.tiebreak, self.start.away)
            playing = [seat for seat in range(self.start.players) if seat not in self.start.away]
            return DiceRound.draw(rules, dealer.bag(), counts, self.tiebreak or playing)
        return DiceRound(rules, self.start, self.tiebreak or None)
