"""The options of the game, its one edition, and the form of its commands and events in journals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from kiosk.game.commands import COMMANDS, Command
from kiosk.game.events import EVENTS, Event
from kiosk.game.game_rules import Form
from kiosk.game.options import FalseStop, Misplay, require
from kiosk.game.preset import Preset
from kiosk.game.refusals import Reason
from ligretto_dominoes.round import DominoPosition, DominoReason, Drawn, DrawTile, Laid, Lay, TilesGone
from ligretto_dominoes.tiles import Tile, parse_tile


class DominoRules(Struct, frozen=True):
    """Every option of the game. Times are milliseconds."""

    rounds: int = 3
    """The number of rounds in a match."""
    hand: int = 7
    """The number of tiles dealt to each seat."""
    stop_delay_ms: int | None = 5000
    """The delay between a seat's last tile and its automatic Stop."""
    late_ms: int = 500
    """A tile that would have fitted up to this long ago counts as beaten to it."""
    false_stop: FalseStop = FalseStop()
    misplay: Misplay = Misplay()
    unanimous_abort: bool = True
    start_score: int = 0
    breaks_ties: bool = False

    def __post_init__(self) -> None:
        require(self.rounds >= 1, "rounds", "1 or more")
        require(1 <= self.hand <= 14, "hand", "1 to 14")

    def match_over(self, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
        """Return whether the match ends with round ``round_no``, from 1."""
        return round_no >= self.rounds


LENGTHS: Final = ("rounds 1", "rounds 3", "rounds 5")
"""The lengths that the lobby offers."""

PRESETS: Final[Mapping[str, Preset[DominoRules]]] = MappingProxyType(
    {"one_chain": Preset("one_chain", "this example", frozenset(DominoRules.__struct_fields__), DominoRules())}
)


def _reason(text: str) -> StrEnum:
    return DominoReason(text) if text in list(DominoReason) else Reason(text)


class _Rules:
    """The ``rules`` part of the registry's entry."""

    rules_type = DominoRules
    presets = PRESETS
    house_options = ()
    match_choices = MappingProxyType({"length": LENGTHS})
    most_seats = 12
    commands: tuple[type[Command], ...] = (Lay, DrawTile, *COMMANDS)
    events: tuple[type[Event], ...] = (Laid, Drawn, TilesGone, *EVENTS)

    @property
    def forms(self) -> Mapping[Any, Form]:
        """Return how tiles are written; also in refusals, which can have a reason of this game."""
        return {Tile: (str, parse_tile), Hashable: (str, parse_tile), StrEnum: (str, _reason)}

    def position_text(self, position: DominoPosition) -> str:
        """Return the chain, then the tiles of each seat, as text."""
        chain = " ".join(f"{link.left}-{link.right}" for link in position.chain) or "-"
        seats = (" ".join(map(str, seat.hand)) + (" left" if seat.left else "") or "-" for seat in position.seats)
        return " | ".join((chain, *seats))


RULES: Final = _Rules()
