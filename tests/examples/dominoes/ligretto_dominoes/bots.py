"""A bot that plays dominoes at an empty seat, and its view of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.bots.bot import Action, Bot, Decision
from kiosk.bots.strength import Strength
from kiosk.game.seats import SeatNumber
from ligretto_dominoes.messages import DRAW, LAY, TILE
from ligretto_dominoes.round import DominoRound
from ligretto_dominoes.tiles import End, Tile

_PATIENCE: Final = 60
"""The number of looks with no change by others before it votes that nothing goes: more than a whole stock."""


@dataclass(frozen=True, slots=True)
class DominoBotView:
    """The view of a bot: its tiles, and the numbers at the ends of the chain."""

    hand: tuple[Tile, ...]
    ends: tuple[int | None, int | None]
    may_stop: bool
    voted: bool
    carried: frozenset[str] = frozenset()


class DominoBot(Bot[DominoBotView]):
    """A bot that plays dominoes: it lays a tile that fits, otherwise it draws."""

    def _decide(self, view: DominoBotView, now: Instant) -> Decision:
        unchanged = self._looks_unchanged(view.ends)
        fitting = [
            (tile, end)
            for tile in view.hand
            for end, number in zip(End, view.ends, strict=True)
            if number is None or number in tile
        ]
        found = self._noticed(fitting)
        if found is not None:
            tile, end = found
            source = f"{TILE}{tile}"
            return msg.GameMove(self.seat, LAY, source, now, slot=list(End).index(end)), self.strength.travel
        if unchanged > _PATIENCE and not view.voted:
            return msg.CastVote(self.seat, now), self.strength.turn
        return msg.GameMove(self.seat, DRAW, "", now), self.strength.turn

    def _piece(self, view: DominoBotView, action: Action) -> str | None:
        return action.source.removeprefix(TILE) if isinstance(action, msg.GameMove) and action.do == LAY else None


class _Bots:
    """The ``bots`` part of the registry's entry."""

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> DominoBot:
        """Return a bot for this seat."""
        return DominoBot(number, strength, seed, now)

    def view(self, round_: DominoRound, index: int, at: int, carried: frozenset[str]) -> DominoBotView | None:
        """Return the view of a seat in the round; None if it is not in the round."""
        seat = round_.seats[index]
        if not seat.active:
            return None
        ends = round_.chain.number(End.LEFT), round_.chain.number(End.RIGHT)
        return DominoBotView(tuple(seat.hand), ends, round_.may_stop(index), seat.voted, carried)


BOTS: Final = _Bots()
