"""The interface between the table and its games: their offers, their deal, and the meaning of their messages."""

from __future__ import annotations

import logging
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast

from hardware.api import Instant, TrayDie
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import Command, SeatCommand
from kiosk.game.course import Course
from kiosk.game.events import Event
from kiosk.game.game_round import GameRound
from kiosk.game.match import MatchRules
from kiosk.game.seats import Roster, SeatNumber
from kiosk.game_registry import registry
from kiosk.table.games.offers import Offer
from kiosk.table.games.practice import Practice
from kiosk.table.inputs import RoundInput
from kiosk.table.settings import TableSettings

log = logging.getLogger(__name__)


class RealDice(Protocol):
    """The dice of a round that may be real ones, thrown into trays. ``index``: the core's seat."""

    def to_throw(self, index: int) -> tuple[str, ...]:
        """Return the colours' letters of the dice that this seat must throw; none if it throws none."""

    def thrown(self, at: int, index: int, dice: Sequence[TrayDie]) -> SeatCommand:
        """Return the command for a roll of real dice, which have come to rest already."""

    def lie(self, index: int) -> bool:
        """Return whether this seat has rolled its dice before."""

    def on_screen(self, command: Command) -> bool:
        """Return whether it is a roll on the screen."""


class Moves(Protocol):
    """A round on the table, and the meaning of messages in it.

    A *piece* is a card, a die or the like; its *source*, a text, is its place at its seat. ``index``: the core's seat.
    ``at``: the core's time.
    """

    @property
    def round(self) -> GameRound:
        """The round of the core."""

    @property
    def real_dice(self) -> RealDice | None:
        """The round's dice, if they may be real ones."""

    # ------------------------------------------------------------ what an input means

    def source(self, what: RoundInput) -> str | None:
        """Return the source of the piece that this input lets go; None if it lets none go."""

    def to_center(self, what: RoundInput) -> str | None:
        """Return ``source`` if the input lets the piece go to the centre, where others may be faster; else None."""

    def is_turn(self, what: RoundInput) -> bool:
        """Return whether this touch asks for new pieces, as the Play button does while no piece is carried."""

    def command(self, at: int, index: int, what: RoundInput) -> SeatCommand | None:
        """Return the command for a touch; None if the input has no meaning in this game."""

    def play(self, at: int, index: int, source: str) -> SeatCommand:
        """Return the command for a press of Play while the piece of this source is carried: it goes to the centre."""

    def turn(self, at: int, index: int) -> SeatCommand:
        """Return the command for new pieces: three cards, all dice."""

    # ------------------------------------------------------------ pieces

    def carries(self, source: str) -> bool:
        """Return whether a piece can lie there at all: messages may name any text as a source."""

    def piece(self, index: int, source: str) -> str | None:
        """Return the piece there as messages write it (``r4``); None if there is none, or it lies face down."""

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """Return a piece of that source as its seat may see it."""

    def contested(self, index: int, source: str, what: RoundInput) -> frozenset[Hashable]:
        """Return everything that the piece competes for with others; empty if nobody can be faster.

        ``what``: the input that brings it to the centre, by a touch (``to_center``) or a press of Play.
        """

    def fitting(self, index: int) -> Sequence[str]:
        """Return the sources of the face-up pieces that this seat could bring to the centre now."""

    def last_piece(self, index: int) -> bool:
        """Return whether the seat may call Stop after one more piece."""

    # ------------------------------------------------------------ new pieces

    def bars_turn(self, source: str) -> bool:
        """Return whether nothing new may come while a piece of this source is carried (RULES.md E14, 7)."""

    def warning_of_turn(self, index: int) -> str | None:
        """Return the reason why the seat is warned of a turn that is allowed (C9); None: no warning."""

    # ------------------------------------------------------------ what has happened

    def competes(self, command: Command) -> bool:
        """Return whether a command brings a piece to the centre: the losers of that race see their margin."""

    def source_of(self, command: Command) -> str | None:
        """Return the source from which a command takes a piece; None if it takes none."""

    def moves_of(self, event: Event, roster: Roster) -> Iterable[msg.Move]:
        """Return the moves of an event that the displays can animate, with no ``id`` (0) yet."""


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
        """The number of seats that the game is made for; in a match bots do not take more."""

    @property
    def usual_handicap(self) -> int:
        """The stack size, or the extra dice, of a seat that has no handicap of its own."""

    @property
    def handicaps(self) -> tuple[int, ...]:
        """The handicaps that a seat may choose; empty if there are none."""

    @property
    def cooldowns(self) -> tuple[int, ...]:
        """The handicaps of time that a seat may choose: ms that it waits longer than by the rules; empty: none."""

    def warnings(self, players: int) -> Mapping[str, str]:
        """Return the warnings about these rules with ``players``, by the key of the choice (``protocol.Choice``)."""

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
        cooldowns: Mapping[SeatNumber, int],
    ) -> M:
        """Deal a new round. ``away``: seats that do not play it; ``tied``: it is an extra round of these alone."""

    def laid(self, centre: str, seats: Sequence[str], at: int) -> M:
        """Return a round with these pieces in the centre and at each seat, in the game's own notation: for tests.

        ``at``: the round's time, ms. A ValueError says what is wrong, or that the game has no such notation.
        """

    def practice(self, players: int) -> Practice | None:
        """Return a new lesson for somebody at a table for so many players; None if the game has none."""

    def pieces(self, moves: M, index: int) -> tuple[int, int]:
        """Return the number of a seat's pieces brought to the centre, and left over."""

    def seat_view(self, moves: M, index: int, start: Instant, at: int) -> dict[str, Any]:
        """Return this game's fields of ``protocol.SeatView`` (``own``: any), of a seat that plays in the round.

        ``start``: the instant of the round's time 0; ``at``: its time now, ms.
        """

    def table_view(self, moves: M | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """Return this game's fields of ``protocol.Snapshot``; ``moves``: of the round on the table.

        Those about the automatic Stop come from ``stop_view``; without them nobody sees the last seconds.
        """

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """Return the fields of ``protocol.Snapshot`` that describe what ends a match of this number of seats."""


class TableGame(Protocol):
    """The part ``table`` of a game in the registry."""

    def with_rules(self, rules: Any) -> Game[Any]:
        """Return the game with these rules, a value of its ``GameRules.rules_type``."""

    def offers(self, settings: TableSettings) -> tuple[Offer, ...]:
        """Return the offers for this game alone, in the order in which they are shown and applied to the rules.

        The offers that every game has come before them (game, edition) and after them (touch mode, bots).
        """

    def understands(self, message: msg.WithPiece) -> bool:
        """Return whether a message with a piece could be valid in some round of this game."""


def stop_view(course: Course, start: Instant, roster: Roster) -> dict[str, Any]:
    """Return the fields of ``protocol.Snapshot`` about the automatic Stop: a part of ``Game.table_view``."""
    if course.auto_stop is None:
        return {}
    due, index = course.auto_stop
    since = course.seats[index].emptied_at or 0
    return {
        "stop_due": start + due * 1_000_000,
        "stop_from": start + since * 1_000_000,
        "stop_by": roster.number(index),
    }


def understood(message: msg.WithPiece) -> bool:
    """Return whether a message with a piece could be valid in some round of some registered game."""
    return any(_understands(name, message) for name in registry.names())


def _understands(name: str, message: msg.WithPiece) -> bool:
    """Return whether a game could understand it. What a game of another package raises here is no understanding."""
    try:
        return bool(table_game(name).understands(message))
    except BaseException:
        if registry.is_ours(name):
            raise
        log.exception("the game %s cannot say whether it understands %s", name, type(message).__name__)
        return False


def table_game(name: str) -> TableGame:
    """Return a registered game as the table plays it; ``UnknownGame`` if none has that name."""
    return cast("TableGame", registry.part(name, "table"))
