"""Dominoes at the table: the meaning of its messages, and its view for displays."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.game import stop_view
from kiosk.table.games.offers import Offer
from kiosk.table.inputs import RoundInput
from kiosk.table.settings import TableSettings
from ligretto_dominoes.layout import SHOWN
from ligretto_dominoes.messages import DRAW, LAY, TILE, tile_at
from ligretto_dominoes.round import DominoRound, Drawn, DrawTile, Laid, Lay
from ligretto_dominoes.rules import LENGTHS, DominoRules
from ligretto_dominoes.tiles import SET, End, Tile

_ENDS: Final = tuple(End)
_ROUNDS: Final = "rounds"


class DominoMoves:
    """A round of dominoes on the table (``kiosk.table.games.game.Moves``); its pieces are tiles."""

    real_dice = None

    def __init__(self, round_: DominoRound) -> None:
        self.round = round_

    # ------------------------------------------------------------ inputs

    def source(self, what: RoundInput) -> str | None:
        """Return the source of the tile that is let go at an end of the chain."""
        return what.source if isinstance(what, msg.GameMove) and what.do == LAY else None

    def to_center(self, what: RoundInput) -> str | None:
        """Return the source of a tile that is let go; tiles can only go to the chain."""
        return self.source(what)

    def is_turn(self, what: RoundInput) -> bool:
        """Return whether it is a tap on the stock."""
        return isinstance(what, msg.GameMove) and what.do == DRAW

    def command(self, at: int, index: int, what: RoundInput) -> SeatCommand | None:
        """Return the command: a tile to the end that was meant, or to the other one if it fits only there."""
        if not isinstance(what, msg.GameMove) or what.do != LAY:
            return None
        return self._lay(at, index, tile_at(what.source), self._meant(what))

    def play(self, at: int, index: int, source: str) -> SeatCommand:
        """Return the command for the end at which the tile fits, the left one first."""
        return self._lay(at, index, tile_at(source), End.LEFT)

    def turn(self, at: int, index: int) -> SeatCommand:
        """Return the command that draws the next tile of the stock."""
        return DrawTile(at, index)

    def _meant(self, what: msg.GameMove) -> End:
        """Return the end in the message, or the one nearer to the cell where the tile was let go."""
        if what.slot is not None or not what.near:
            return _ENDS[what.slot or 0]
        return End.LEFT if 2 * what.near[0] < min(len(self.round.chain.links), SHOWN) else End.RIGHT

    def _lay(self, at: int, index: int, tile: Tile, meant: End) -> Lay:
        chain = self.round.chain
        other = End.RIGHT if meant is End.LEFT else End.LEFT
        end = other if not chain.fits(tile, meant) and chain.fits(tile, other) else meant
        return Lay(at, index, tile, end)

    # ------------------------------------------------------------ pieces

    def carries(self, source: str) -> bool:
        """Return whether the source is a tile; nothing else can be carried."""
        return is_source(source)

    def piece(self, index: int, source: str) -> str | None:
        """Return the tile if it lies in front of the seat."""
        tile = tile_at(source)
        return str(tile) if tile in self.round.seats[index].hand else None

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """Return the piece itself: tiles are never face down."""
        return None if piece is None else str(piece)

    def contested(self, index: int, source: str, what: RoundInput) -> frozenset[Hashable]:
        """Return the ends at which the tile fits."""
        tile = tile_at(source)
        return frozenset(end for end in _ENDS if self.round.chain.fits(tile, end))

    def fitting(self, index: int) -> list[str]:
        """Return the tiles that fit."""
        legal = self.round.legal_commands(index)
        return list(dict.fromkeys(f"{TILE}{command.tile}" for command in legal if isinstance(command, Lay)))

    def last_piece(self, index: int) -> bool:
        """Return whether the seat has one tile left."""
        return len(self.round.seats[index].hand) == 1

    # ------------------------------------------------------------ new pieces

    def bars_turn(self, source: str) -> bool:
        """Return True: a draw could put the very tile that is being carried below the stock."""
        return True

    def warning_of_turn(self, index: int) -> str | None:
        """Return None: drawing is always free."""
        return None

    # ------------------------------------------------------------ events

    def competes(self, command: Command) -> bool:
        """Return whether the command lays a tile."""
        return isinstance(command, Lay)

    def source_of(self, command: Command) -> str | None:
        """Return the source of the command's tile."""
        return f"{TILE}{command.tile}" if isinstance(command, Lay) else None

    def moves_of(self, event: Event, roster: Roster) -> Iterator[msg.Move]:
        """Yield tiles that reach the chain, and tiles that are drawn."""
        match event:
            case Laid(seat=seat, tile=tile, end=end):
                cell = 0 if end is End.LEFT else min(len(self.round.chain.links), SHOWN) - 1
                yield msg.Move(0, "lay", roster.number(seat), f"{TILE}{tile}", str(tile), cell)
            case Drawn(seat=seat, tile=tile):
                slot = len(self.round.seats[seat].hand) - 1
                yield msg.Move(0, "draw", roster.number(seat), card=str(tile), slot=slot)
            case _:
                pass


@dataclass(frozen=True)
class DominoGame:
    """Dominoes with a match's rules (``kiosk.table.games.game.Game``)."""

    rules: DominoRules
    name: str = "dominoes"
    most_seats: int = 12
    handicaps: tuple[int, ...] = ()
    usual_handicap: int = 0
    cooldowns: tuple[int, ...] = ()

    def warnings(self, players: int) -> dict[str, str]:
        """Return no warnings: all choices are fine."""
        return {}

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
        cooldowns: Mapping[SeatNumber, int],
    ) -> DominoMoves:
        """Return a new round with a shuffled set of tiles for each seat."""
        orders = [dealer.order(len(SET)) for _ in roster.numbers]
        out = [index for index, number in enumerate(roster.numbers) if number in away]
        return DominoMoves(DominoRound.deal(self.rules, orders, out))

    def pieces(self, moves: DominoMoves, index: int) -> tuple[int, int]:
        """Return the number of tiles laid and the number left."""
        seat = moves.round.seats[index]
        return seat.laid, len(seat.hand)

    def seat_view(self, moves: DominoMoves, index: int, start: Instant, at: int) -> dict[str, Any]:
        """Return the tiles in front of the seat, and the number in its stock."""
        seat = moves.round.seats[index]
        own = {"hand": [str(tile) for tile in seat.hand], "stock": len(seat.stock)}
        return {"centered": seat.laid, "own": own}

    def table_view(self, moves: DominoMoves | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """Return both ends of the chain, as far as they are shown, with who laid the tiles, and when the round ends."""
        if moves is None:
            return {}
        links = moves.round.chain.links
        half = SHOWN // 2
        ends = (links, []) if len(links) <= SHOWN else (links[:half], links[-half:])
        left, right = ([(link.left, link.right, roster.number(link.seat)) for link in part] for part in ends)
        return {"own": {"left": left, "right": right}, **stop_view(moves.round.course, start, roster)}

    def laid(self, centre: str, seats: Sequence[str], at: int) -> DominoMoves:
        """Refuse: this game has no notation for a round."""
        raise ValueError("dominoes has no notation for a round")

    def practice(self, players: int) -> None:
        """Return None: there is no lesson."""

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """Return the number of rounds."""
        return {"rounds": self.rules.rounds}


def is_source(text: str) -> bool:
    """Return whether the text is the source of a tile."""
    try:
        tile_at(text)
    except ValueError:
        return False
    return True


def _with_rounds(rules: DominoRules, value: str) -> DominoRules:
    return replace(rules, rounds=int(value.removeprefix(_ROUNDS)))


class DominoTableGame:
    """The ``table`` part of the registry's entry."""

    def with_rules(self, rules: DominoRules) -> DominoGame:
        """Return the game with these rules."""
        return DominoGame(rules)

    def offers(self, settings: TableSettings) -> tuple[Offer, ...]:
        """Return the choice of the number of rounds."""
        return (Offer("length", LENGTHS, lambda _: f"{_ROUNDS} {DominoRules().rounds}", _with_rounds, follows=True),)

    def understands(self, message: msg.WithPiece) -> bool:
        """Return whether it is about a tile that is taken up or laid, or a tap on the stock."""
        if isinstance(message, msg.GameMove):
            return message.do == DRAW or (
                message.do == LAY and is_source(message.source) and message.slot in (None, 0, 1)
            )
        return isinstance(message, msg.Hold) and is_source(message.source)


GAME: Final = DominoTableGame()
