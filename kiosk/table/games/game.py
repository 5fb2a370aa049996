"""What a game is to the table: how it is dealt, what its messages mean, who plays it for an empty seat."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from hardware.api import Instant
from kiosk.bots.strength import Strength
from kiosk.dealing.dealer import Dealer
from kiosk.game.card_round import CardRound
from kiosk.game.cards import Color
from kiosk.game.commands import Command
from kiosk.game.dice_round import DiceRound
from kiosk.game.match import MatchRules
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.inputs import RoundInput

AnyRound: TypeAlias = CardRound | DiceRound
AnyCommand: TypeAlias = Command


class Moves(Protocol):
    """A round on the table, and what messages mean in it. A *piece* is a card or a die, ``index`` the core's seat."""

    @property
    def round(self) -> AnyRound:
        """The round of the core."""

    def source(self, what: RoundInput) -> str | None:
        """Whence the piece comes that this input lets go; None if it lets none go."""

    def carries(self, source: str) -> bool:
        """Whether pieces of this game come from there."""

    def piece(self, index: int, source: str) -> str | None:
        """The piece there as messages write it (``r4``); None if there is none, or it lies face down."""

    def contested(self, index: int, source: str) -> Hashable | None:
        """What a piece competes for with others that want the same; None if nobody can be faster."""

    def wins(self, index: int, source: str) -> bool:
        """Whether this piece would now win the round: then it also competes with all others that would."""

    def let_go(self, at: int, index: int, what: RoundInput) -> AnyCommand | None:
        """What an input with a piece, or with a place of the own panel, asks of the core; None for other inputs."""

    def play(self, at: int, index: int, source: str) -> AnyCommand:
        """The piece goes to the centre (the Play button with a piece under the finger)."""

    def turn(self, at: int, index: int) -> AnyCommand:
        """New pieces: three cards, or all dice (the Play button, a tap on the hand or tray)."""

    def to_throw(self, index: int) -> tuple[Color, ...]:
        """The dice that a throw into the seat's tray is made of; none where nothing is thrown."""

    def bars_turn(self, source: str) -> bool:
        """Whether nothing new may come while a piece of this source is carried (RULES.md E14, 7)."""

    def warns_of_turn(self, index: int) -> bool:
        """Whether a turn is only warned of (C9)."""

    def last_piece(self, index: int) -> bool:
        """Whether one piece more lets the seat call Stop."""

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """A piece of that source as its seat may see it."""


class GameBot(Protocol):
    """A player for an empty seat. ``due``: when it looks or moves next."""

    seat: SeatNumber
    due: Instant

    def begin(self, due: Instant) -> None:
        """A new round: the first look is at ``due``."""

    def act(self, view: Any, now: Instant) -> RoundInput | None:
        """Look at what its game's ``bot_view`` shows and decide, or carry out what was decided."""


M = TypeVar("M", bound=Moves)


class Game(Protocol[M]):
    """One of the games with the rules of a match."""

    @property
    def name(self) -> str:
        """``cards`` or ``dice``."""

    @property
    def rules(self) -> MatchRules:
        """The match's rules."""

    @property
    def most_seats(self) -> int:
        """Seats that the game is made for; bots do not take more."""

    @property
    def usual_handicap(self) -> int:
        """The stack size, the extra dice of a seat that has no handicap of its own."""

    @property
    def handicaps(self) -> tuple[int, ...]:
        """What a seat may choose instead."""

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
    ) -> M:
        """A fresh round. ``away``: seats that do not play it; ``tied``: it is an extra round of these alone."""

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> GameBot:
        """A bot for a seat of a match of so many."""

    def bot_view(self, moves: M, index: int, at: int, carried: frozenset[str]) -> Any | None:
        """What a bot at that seat may see: what a person there sees; None if it is not in the round.

        ``at``: the round's time now, ms; its last move may be long ago. ``carried``: ``Carried.pieces``.
        """

    def pieces(self, moves: M, index: int) -> tuple[int, int]:
        """(brought to the centre, left over) of a seat."""

    def seat_view(self, moves: M, index: int, start: Instant, at: int) -> dict[str, Any]:
        """The fields of ``messages.SeatView`` that are this game's, of a seat that plays in the round.

        ``start``: the instant of the round's time 0; ``at``: its time now, ms.
        """

    def table_view(self, moves: M | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """The fields of ``messages.Snapshot`` that are this game's; ``moves``: of the round on the table."""

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """The fields of ``messages.Snapshot`` that tell what ends a match of so many seats."""
