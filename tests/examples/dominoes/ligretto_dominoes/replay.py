"""Recorded rounds of dominoes: their events in words, their commands in a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kiosk.game.commands import SeatCommand
from kiosk.game.events import Event
from kiosk.journal.records import RoundStarted
from kiosk.replay.game_replay import Judgement
from ligretto_dominoes.round import Drawn, Laid, Lay, TilesGone
from ligretto_dominoes.rules import DominoRules


class _Replay:
    """The ``replay`` part of the registry's entry."""

    def event_words(self, event: Event) -> str:
        """Return the event in words, with tiles as they are written."""
        match event:
            case Laid(tile=tile, end=end):
                return f"{tile} to the {end} end"
            case Drawn(tile=tile, back=back):
                return f"draws {tile}, {back} goes below the stock"
            case TilesGone():
                return "no tiles are left"
            case _:
                return ""

    def command_json(self, command: SeatCommand) -> dict[str, Any]:
        """Return the tile and its end of the chain."""
        return {"tile": str(command.tile), "end": command.end.value} if isinstance(command, Lay) else {}

    def as_told(
        self, rules: DominoRules, judged: Sequence[Judgement], seats: int
    ) -> tuple[DominoRules, Sequence[Judgement]]:
        """Return the rules and judgements: a scenario contains all of them."""
        return rules, judged

    def scenario_keys(self, started: RoundStarted) -> dict[str, Any]:
        """Return no additional keys."""
        return {}


REPLAY: Final = _Replay()
