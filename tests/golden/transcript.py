"""A match as text: every line holds a request to the core and, after the arrow, its result.

``1250 0 play row 2 -> ok r4``: at 1250 ms seat 0 laid the card of its slot 2, a red 4. A refusal has its reason there.
Randomness is data: decks are in the file in dealing order, and a shuffle lists the new hand, next card first.
``Transcript.read`` (for dice ``DiceTranscript``) returns a line with the result of the present core.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from msgspec import structs

from kiosk.game.cards.cards import Card, cards_text
from kiosk.game.cards.commands import (
    CardCommand,
    Flip,
    Flipped,
    Play,
    Played,
    Refill,
    Refilled,
    Tuck,
    Tucked,
    parse_source,
)
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.position import parse_cards, position_text
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules
from kiosk.game.commands import Leave, Stop, Tick, Vote
from kiosk.game.dice.commands import DiceSeatCommand
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DiceRules
from kiosk.game.events import Event, Rejected
from kiosk.game.match import Match
from kiosk.referee.cards import REFEREE
from kiosk.referee.game_referee import GameReferee
from kiosk.referee.node import Node
from kiosk.referee.options import read_options

ARROW: Final = " -> "
PARTED: Final = " | "
"""The separator of the seats' hands in a reshuffle of all."""


def asked(line: str) -> str:
    """Return the part of a line before the arrow."""
    return line.partition(ARROW)[0]


Rules = TypeVar("Rules", CardRules, DiceRules)
Round = TypeVar("Round", CardRound, DiceRound)
C = TypeVar("C", bound=CardCommand | DiceSeatCommand)


class MatchTranscript(ABC, Generic[Rules, Round]):
    """A match read line by line; ``ValueError`` for an invalid line."""

    def __init__(self, rules: Rules, referee: GameReferee) -> None:
        self.rules: Rules = rules
        self._referee = referee
        self.match: Match = Match(rules, 0)
        self.round: Round | None = None
        self._lines: dict[str, Callable[[list[str]], str]] = {
            "preset": self._preset,
            "players": self._players,
            "option": self._option,
            "round": self._next_round,
            "start": self._start,
            "end": self._end,
            "position": lambda _: self._position(),
            "scores": lambda _: _numbers(self.running.scores()),
            "totals": self._totals,
            "match": self._match,
        }

    @property
    def running(self) -> Round:
        """The latest round."""
        if self.round is None:
            raise ValueError("no round was started")
        return self.round

    @property
    def away(self) -> set[int]:
        """The seats that do not play the next round: those that left and, in an extra round, those not tied."""
        seats = set(range(len(self.match.totals)))
        return self.match.departed | (seats - set(self.match.tiebreak) if self.match.tiebreak else set())

    def read(self, line: str) -> str:
        """Return the line with the core's result; the part after the arrow is ignored."""
        words = asked(line).split()
        if not words or line.startswith("#"):
            return line
        if words[0].isdigit():
            told = self._command(words)
        elif words[0] in self._lines:
            told = self._lines[words[0]](words[1:])
        else:
            raise ValueError(f"{words[0]!r} begins no line of a golden game")
        return f"{asked(line)}{ARROW}{told}" if told else line

    @abstractmethod
    def _rules_of(self, preset: str) -> Rules:
        """Return the edition's rules."""

    @abstractmethod
    def _begin(self) -> Round:
        """Return the next round, dealt from the lines since the last one."""

    @abstractmethod
    def _position(self) -> str:
        """Return the position."""

    @abstractmethod
    def _apply(self, words: list[str]) -> list[Event]:
        """Apply a command; return its events."""

    @abstractmethod
    def _told(self, event: Event) -> str | None:
        """Return the text of an event, if it has one."""

    # ------------------------------------------------------------ the match

    def _preset(self, words: list[str]) -> str:
        self.rules = self._rules_of(words[0])
        return ""

    def _players(self, words: list[str]) -> str:
        self.match = Match(self.rules, int(words[0]))
        return ""

    def _option(self, words: list[str]) -> str:
        name, *value = words
        given = Node({name: json.loads(" ".join(value))})
        self.rules = self.match.rules = read_options(given, self.rules, len(self.match.totals), self._referee.options)
        return ""

    def _next_round(self, words: list[str]) -> str:
        return "" if words == [str(self.match.round_no + 1)] else f"is round {self.match.round_no + 1}"

    def _start(self, _: list[str]) -> str:
        self.round = self._begin()
        return self._position()

    def _end(self, _: list[str]) -> str:
        ended = self.running.ended
        if ended is None:
            return "not yet"
        return f"{ended.by} at {ended.at}" + (f" by {ended.seat}" if ended.seat is not None else "")

    def _totals(self, _: list[str]) -> str:
        round_ = self.running
        self.match.add_round(round_.scores(), round_.ended.at if round_.ended else round_.at)
        gone = [number for number, seat in enumerate(round_.seats) if not seat.active]
        for seat in set(gone) - self.away:
            self.match.leave(seat)
        return _numbers(self.match.totals)

    def _match(self, _: list[str]) -> str:
        if self.match.ended:
            return f"won by {_numbers(self.match.winners)}"
        return f"extra round of {_numbers(self.match.tiebreak)}" if self.match.tiebreak else "goes on"

    def _command(self, words: list[str]) -> str:
        try:
            events = self._apply(words)
        except ValueError as error:
            return f"cannot be, {error}"
        refused = (f"no {event.reason}" for event in events if isinstance(event, Rejected))
        done = (f"ok {text}" for text in map(self._told, events) if text is not None)
        return next(refused, None) or next(done, "ok")


class Transcript(MatchTranscript[CardRules, CardRound]):
    """A match of cards."""

    def __init__(self) -> None:
        super().__init__(CardRules(), REFEREE)
        self._decks: list[Sequence[Card]] = []
        self._lines["deck"] = self._deck

    def _rules_of(self, preset: str) -> CardRules:
        return PRESETS[preset].rules

    def _deck(self, words: list[str]) -> str:
        self._decks.append(parse_cards(" ".join(words)))
        return ""

    def _begin(self) -> CardRound:
        decks, self._decks = self._decks, []
        return CardRound.deal(self.rules, decks, self.away)

    def _position(self) -> str:
        return position_text(self.running.position())

    def _apply(self, words: list[str]) -> list[Event]:
        return self.running.apply(self._parse(words))

    def _told(self, event: Event) -> str | None:
        match event:
            case Played() | Refilled() | Tucked():
                return str(event.card)
            case Flipped():
                return cards_text(event.cards)
        return None

    def _parse(self, words: list[str]) -> CardCommand:
        at = int(words[0])
        if words[1] == "due":
            return Tick(at, self._orders(words[2:]))
        seat = int(words[1])
        match words[2:]:
            case ["play", *source]:
                return Play(at, seat, parse_source(" ".join(source)))
            case ["flip"]:
                return Flip(at, seat)
            case ["flip", "shuffled", *hand]:
                return Flip(at, seat, _order(hand, self.running.seats[seat].discard))
            case ["refill", slot]:
                return Refill(at, seat, int(slot))
            case ["tuck", *source, "onto", slot]:
                return Tuck(at, seat, parse_source(" ".join(source)), int(slot))
            case ["stop"]:
                return Stop(at, seat)
            case ["vote"]:
                return Vote(at, seat)
            case ["leave"]:
                return Leave(at, seat)
        raise ValueError(f"{' '.join(words)!r} is no command")

    def _orders(self, words: list[str]) -> tuple[tuple[int, ...], ...]:
        if not words:
            return ()
        hands = " ".join(words[1:]).split(PARTED.strip())
        seats = self.running.seats
        return tuple(_order(hand.split(), seat.hand + seat.discard) for hand, seat in zip(hands, seats, strict=True))


def command_text(command: CardCommand, round_: CardRound) -> str:
    """Return a command that is about to be judged as the first part of a line, for ``Transcript.read``."""
    match command:
        case Tick(at, orders):
            piles = [seat.hand + seat.discard for seat in round_.seats]
            hands = [_dealt(order, pile) for order, pile in zip(orders, piles, strict=bool(orders))]
            return f"{at} due" + (f" shuffled {PARTED.join(hands)}" if orders else "")
        case Play():
            words = f"play {command.source}"
        case Flip():
            hand = _dealt(command.order, round_.seats[command.seat].discard) if command.order else ""
            words = f"flip shuffled {hand}" if hand else "flip"
        case Refill():
            words = f"refill {command.slot}"
        case Tuck():
            words = f"tuck {command.source} onto {command.slot}"
        case _:
            words = type(command).__name__.lower()
    return f"{command.at} {command.seat} {words}"


def moved_to(command: C, at: int) -> C:
    """Return the same command at another time."""
    return structs.replace(command, at=at)


def _dealt(order: Sequence[int], pile: Sequence[Card]) -> str:
    return cards_text(pile[place] for place in order)


def _order(hand: Sequence[str], pile: Sequence[Card]) -> tuple[int, ...]:
    """Return the permutation that turns the pile into that hand; ``ValueError`` if it holds other cards."""
    return tuple(pile.index(card) for card in parse_cards(" ".join(hand)))


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
