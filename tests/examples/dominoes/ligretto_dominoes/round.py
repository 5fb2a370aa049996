"""One round of dominoes: commands in, events out. Pure."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Self

from kiosk.game.commands import Command, Leave, SeatCommand, Stop, Tick, Vote
from kiosk.game.course import Course, RoundSeat
from kiosk.game.events import Event, RoundEnded
from kiosk.game.game_round import Draw
from kiosk.game.game_round import Drawn as DrawnByChance
from kiosk.game.refusals import Reason, RoundEnd
from ligretto_dominoes.tiles import SET, Chain, End, Link, Tile

if TYPE_CHECKING:
    from ligretto_dominoes.rules import DominoRules


class DominoReason(StrEnum):
    """The reasons for a refusal that only this game has."""

    ENDS_DIFFER = "ends_differ"
    NOTHING_TO_DRAW = "nothing_to_draw"
    TILES_LEFT = "tiles_left"


class Lay(SeatCommand, frozen=True, gc=False):
    """Lay a tile at an end of the chain."""

    word: ClassVar[str] = "lay"

    tile: Tile
    end: End


class DrawTile(SeatCommand, frozen=True, gc=False):
    """Draw the next tile from the seat's own stock; the oldest tile in front of the seat goes below that stock."""

    word: ClassVar[str] = "draw"


class Laid(Event, frozen=True, gc=False):
    """A tile was laid at an end of the chain."""

    seat: int
    tile: Tile
    end: End


class Drawn(Event, frozen=True, gc=False):
    """A tile came from the stock, and one of the seat's tiles went below it."""

    seat: int
    tile: Tile
    back: Tile


class TilesGone(Event, frozen=True, gc=False):
    """The seat has laid its last tile: it may call Stop."""

    seat: int


@dataclass(frozen=True)
class DominoSeatPosition:
    """The tiles of a seat: its ``hand``, oldest first, and its ``stock``, next one first. ``laid``: in the chain."""

    hand: tuple[Tile, ...]
    stock: tuple[Tile, ...] = ()
    laid: int = 0
    left: bool = False


@dataclass(frozen=True)
class DominoPosition:
    """The position of all tiles."""

    seats: tuple[DominoSeatPosition, ...]
    chain: tuple[Link, ...] = ()


class DominoSeat(RoundSeat):
    """A seat of a round."""

    def __init__(self, position: DominoSeatPosition, *, playing: bool) -> None:
        super().__init__(active=playing and not position.left, emptied_at=None if position.hand else 0)
        self.hand = list(position.hand)
        self.stock = list(position.stock)
        self.laid = position.laid

    def position(self) -> DominoSeatPosition:
        """The seat's tiles, without clocks and locks."""
        return DominoSeatPosition(tuple(self.hand), tuple(self.stock), self.laid, left=not self.active)


class DominoRound:
    """A round from its deal, or from any position, to its end (``kiosk.game.game_round.GameRound``)."""

    decided = True

    def __init__(self, rules: DominoRules, position: DominoPosition, away: Collection[int] = ()) -> None:
        self.rules = rules
        self.seats = [DominoSeat(seat, playing=index not in away) for index, seat in enumerate(position.seats)]
        self.chain = Chain(list(position.chain))
        self.course: Course = Course(rules, self.seats, misplays=(DominoReason.ENDS_DIFFER,))
        self._before: dict[End, tuple[int | None, int, int]] = {}
        """For each end: the number that was open there before the latest tile, the time of that tile and its seat."""
        self.course.set_auto_stop()

    @classmethod
    def deal(cls, rules: DominoRules, orders: Sequence[Sequence[int]], away: Collection[int] = ()) -> Self:
        """Return a new round. ``orders``: a shuffled order of the 28 tiles for each seat."""
        seats = []
        for index, order in enumerate(orders):
            tiles = tuple(SET[place] for place in order)
            mine = DominoSeatPosition(tiles[: rules.hand], tiles[rules.hand :])
            seats.append(DominoSeatPosition((), left=True) if index in away else mine)
        return cls(rules, DominoPosition(tuple(seats)), away)

    # ------------------------------------------------------------ state

    @property
    def at(self) -> int:
        """The time up to which it has been judged, in ms."""
        return self.course.at

    @property
    def ended(self) -> RoundEnded | None:
        """The end of the round, None while it runs."""
        return self.course.ended

    @property
    def penalties(self) -> list[int]:
        """The penalty points of each seat."""
        return self.course.penalties

    def scores(self) -> list[int]:
        """The score of each seat: a point for every tile in the chain, minus two for every tile left."""
        return [
            seat.laid - 2 * len(seat.hand) - penalty for seat, penalty in zip(self.seats, self.penalties, strict=True)
        ]

    def position(self) -> DominoPosition:
        """The position of all tiles."""
        return DominoPosition(tuple(seat.position() for seat in self.seats), tuple(self.chain.links))

    def key(self) -> Hashable:
        """Return the part of the state that affects the future of the round."""
        seats = tuple((seat.voted, seat.emptied_at, seat.locked_until) for seat in self.seats)
        return self.position(), seats, self.at, self.ended, tuple(self.penalties), tuple(self._before.items())

    # ------------------------------------------------------------ legal moves

    def seated(self, seat: int) -> bool:
        """Return whether the seat exists and plays."""
        return self.course.plays(seat)

    def may_stop(self, seat: int) -> bool:
        """Return whether this seat may call Stop."""
        return self.ended is None and self.course.plays(seat) and not self.seats[seat].hand

    def legal_commands(self, seat: int) -> list[SeatCommand]:
        """Return every tile that fits, a draw, and the call if it would be accepted now."""
        if not self.course.may_act(seat, self.at):
            return []
        owner = self.seats[seat]
        if not owner.hand:
            return [Stop(self.at, seat)]
        legal: list[SeatCommand] = [
            Lay(self.at, seat, tile, end) for tile in owner.hand for end in End if self.chain.fits(tile, end)
        ]
        return [*legal, DrawTile(self.at, seat)] if owner.stock else legal

    def next_deadline(self) -> int | None:
        """Return the time of the automatic Stop."""
        return None if self.course.auto_stop is None else self.course.auto_stop[0]

    def draws(self, command: Command) -> tuple[Draw, ...]:
        """Return no draws: the order of a stock is fixed at the deal."""
        return ()

    def with_drawn(self, command: Command, drawn: Sequence[DrawnByChance]) -> Command:
        """Return the command unchanged."""
        return command

    # ------------------------------------------------------------ judging

    def apply(self, command: Command) -> list[Event]:
        """Judge a command and return its events."""
        course = self.course
        if command.at < course.at:
            raise ValueError(f"{command} comes after {course.at} ms was judged")
        if isinstance(command, SeatCommand):
            refusal = course.admit(command, self.next_deadline()) or self._check(command)
            if refusal is None:
                self._do(command)
            else:
                self._refuse(command, refusal)
        elif isinstance(command, Tick):
            if course.auto_stop is not None and course.auto_stop[0] <= command.at:
                course.at = course.auto_stop[0]
                course.end(RoundEnd.AUTO_STOP, course.auto_stop[1])
            course.at = command.at
        return course.take_events()

    def _check(self, command: SeatCommand) -> StrEnum | None:
        seat = self.seats[command.seat]
        match command:
            case Lay(tile=tile) if tile not in seat.hand:
                return Reason.EMPTY_SOURCE
            case Lay(tile=tile, end=end) if not self.chain.fits(tile, end):
                return DominoReason.ENDS_DIFFER if self._faster(command) is None else Reason.BEATEN_TO_IT
            case DrawTile() if not seat.hand or not seat.stock:
                return DominoReason.NOTHING_TO_DRAW
            case Stop() if seat.hand:
                return DominoReason.TILES_LEFT
            case _:
                return None

    def _faster(self, command: Lay) -> tuple[int, int] | None:
        """Return the time and seat of a tile that has just taken the place of this one; None: there is none.

        It is another seat's tile, without which this one would have fitted.
        """
        if command.end not in self._before:
            return None
        number, at, seat = self._before[command.end]
        late = command.at - at <= self.rules.late_ms and seat != command.seat
        return (at, seat) if late and (number is None or number in command.tile) else None

    def _refuse(self, command: SeatCommand, reason: StrEnum) -> None:
        tile = command.tile if isinstance(command, Lay) else None
        faster = self._faster(command) if isinstance(command, Lay) and reason is Reason.BEATEN_TO_IT else None
        self.course.refuse(command, reason, tile, faster)

    def _do(self, command: SeatCommand) -> None:
        match command:
            case Lay():
                self._lay(command)
            case DrawTile():
                seat = self.seats[command.seat]
                tile, back = seat.stock.pop(0), seat.hand.pop(0)
                seat.stock.append(back)
                seat.hand.append(tile)
                self.course.tell(Drawn(command.at, command.seat, tile, back))
            case Stop() | Vote() | Leave():
                self.course.do(command)
                if self.ended is None and self.course.unanimous() and self.rules.unanimous_abort:
                    self.course.end(RoundEnd.ABORT)

    def _lay(self, command: Lay) -> None:
        seat = self.seats[command.seat]
        self._before[command.end] = self.chain.number(command.end), command.at, command.seat
        self.chain.lay(command.seat, command.tile, command.end)
        seat.hand.remove(command.tile)
        seat.laid += 1
        self.course.tell(Laid(command.at, command.seat, command.tile, command.end))
        self.course.void_votes()
        if not seat.hand:
            seat.emptied_at = command.at
            self.course.tell(TilesGone(command.at, command.seat))
            self.course.set_auto_stop()
