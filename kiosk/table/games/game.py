"""What a game is to the table: what is chosen for it, how it is dealt, and what its messages mean."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast

from hardware.api import Instant, TrayDie
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game.game_round import GameRound
from kiosk.game.match import MatchRules
from kiosk.game.seats import Roster, SeatNumber
from kiosk.game_registry import registry
from kiosk.table.games.offers import Offer
from kiosk.table.inputs import RoundInput
from kiosk.table.settings import TableSettings


class RealDice(Protocol):
    """A round's dice that may be real ones, thrown into trays. ``index``: the core's seat."""

    def to_throw(self, index: int) -> tuple[str, ...]:
        """The colours' letters of the dice that a throw of this seat is made of; none if it throws none."""

    def thrown(self, at: int, index: int, dice: Sequence[TrayDie]) -> SeatCommand:
        """The roll of real dice that lie so, and lie already."""

    def lie(self, index: int) -> bool:
        """Return whether this seat has rolled its dice, so that they lie before it."""

    def on_screen(self, command: Command) -> bool:
        """Return whether it is a roll that nobody has thrown."""


class Moves(Protocol):
    """A round on the table, and what messages mean in it.

    A *piece* is a card, a die or the like; its *source*, a text, is where it lies before its seat. ``index``: the
    core's seat. ``at``: the core's time.
    """

    @property
    def round(self) -> GameRound:
        """The round of the core."""

    @property
    def real_dice(self) -> RealDice | None:
        """Its dice, if real ones may be thrown for them."""

    # ------------------------------------------------------------ what an input means

    def source(self, what: RoundInput) -> str | None:
        """The source of the piece that this input lets go; None if it lets none go."""

    def to_center(self, what: RoundInput) -> str | None:
        """The same if it lets the piece go to the centre, where others may be faster; otherwise None."""

    def is_turn(self, what: RoundInput) -> bool:
        """Return whether this touch asks for new pieces, as the Play button does with no piece under the finger."""

    def command(self, at: int, index: int, what: RoundInput) -> SeatCommand | None:
        """The command that a touch asks of the core; None for inputs that mean nothing in this game."""

    def play(self, at: int, index: int, source: str) -> SeatCommand:
        """The command for the Play button with the piece of this source under the finger: it goes to the centre."""

    def turn(self, at: int, index: int) -> SeatCommand:
        """The command for new pieces: three cards, all dice."""

    # ------------------------------------------------------------ pieces

    def carries(self, source: str) -> bool:
        """Return whether a piece can lie there at all: messages may name any text as a source."""

    def piece(self, index: int, source: str) -> str | None:
        """The piece there as messages write it (``r4``); None if there is none, or it lies face down."""

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """A piece of that source as its seat may see it."""

    def contested(self, index: int, source: str, what: RoundInput) -> frozenset[Hashable]:
        """All that the piece competes for with others that want the same; empty if nobody can be faster.

        ``what``: the input that brings it to the centre, by a touch (``to_center``) or a press of Play.
        """

    def last_piece(self, index: int) -> bool:
        """Return whether one piece more lets the seat call Stop."""

    # ------------------------------------------------------------ new pieces

    def bars_turn(self, source: str) -> bool:
        """Return whether nothing new may come while a piece of this source is carried (RULES.md E14, 7)."""

    def warning_of_turn(self, index: int) -> str | None:
        """The reason why the seat is warned of a turn that is allowed (C9); None: it is not."""

    # ------------------------------------------------------------ what has happened

    def competes(self, command: Command) -> bool:
        """Return whether a command brings a piece to the centre: whoever loses to it is told by how much."""

    def source_of(self, command: Command) -> str | None:
        """The source from which a command takes a piece; None if it takes none."""

    def moves_of(self, event: Event, roster: Roster) -> Iterable[msg.Move]:
        """The moves that the displays can animate of an event, with no ``id`` (0) yet."""


M = TypeVar("M", bound=Moves)


class Game(Protocol[M]):
    """A game with the rules of a match."""

    @property
    def name(self) -> str:
        """Its name in the registry."""

    @property
    def rules(self) -> MatchRules:
        """The match's rules."""

    @property
    def most_seats(self) -> int:
        """The number of seats that the game is made for; bots do not take more."""

    @property
    def usual_handicap(self) -> int:
        """The stack size, the extra dice of a seat that has no handicap of its own."""

    @property
    def handicaps(self) -> tuple[int, ...]:
        """The handicaps that a seat may choose; none: there are no handicaps."""

    def warnings(self, players: int) -> Mapping[str, str]:
        """What speaks against these rules among so many players, by the key of the choice (``messages.Choice``)."""

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
    ) -> M:
        """A fresh round. ``away``: seats that do not play it; ``tied``: it is an extra round of these alone."""

    def pieces(self, moves: M, index: int) -> tuple[int, int]:
        """(brought to the centre, left over) of a seat."""

    def seat_view(self, moves: M, index: int, start: Instant, at: int) -> dict[str, Any]:
        """The fields of ``messages.SeatView`` that are this game's (``own``: any), of a seat that plays in the round.

        ``start``: the instant of the round's time 0; ``at``: its time now, ms.
        """

    def table_view(self, moves: M | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """The fields of ``messages.Snapshot`` that are this game's; ``moves``: of the round on the table."""

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """The fields of ``messages.Snapshot`` that tell what ends a match of so many seats."""


class TableGame(Protocol):
    """A game's part of the registry that is called ``table``."""

    def with_rules(self, rules: Any) -> Game[Any]:
        """The game with these rules, a value of its ``GameRules.rules_type``."""

    def offers(self, settings: TableSettings) -> tuple[Offer, ...]:
        """What is offered for this game alone, in the order in which it is shown and the rules are made.

        Game and edition are offered for every game before, touch mode and bots after these.
        """

    def understands(self, message: msg.WithPiece) -> bool:
        """Return whether a message with a piece could make sense in some round of this game."""


def understood(message: msg.WithPiece) -> bool:
    """Return whether a message with a piece could make sense in some round of some registered game."""
    return any(table_game(name).understands(message) for name in registry.names())


def table_game(name: str) -> TableGame:
    """A registered game as the table plays it; ``UnknownGame`` if none has that name."""
    return cast("TableGame", registry.part(name, "table"))
