"""The best results of the matches that a table has counted since it opened, by game. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import RoundLine
from kiosk.table.choices import Choices
from kiosk.table.settings import TableSettings

KEPT: Final = 3
"""The number of results that are kept for each game."""


class BestScores:
    """The best totals by game, the highest first; of equal ones the earlier is first."""

    def __init__(self, known: Mapping[str, tuple[msg.BestScore, ...]]) -> None:
        self._found = dict(known)

    def of(self, game: str) -> tuple[msg.BestScore, ...]:
        """Return those of a game, at most ``KEPT``."""
        return self._found.get(game, ())

    def add(self, game: str, scores: Iterable[msg.BestScore]) -> None:
        """Take the results of a match."""
        self._found[game] = tuple(sorted((*self.of(game), *scores), key=lambda score: -score.points)[:KEPT])

    def clear(self) -> None:
        """Forget all: a new day begins."""
        self._found.clear()


def best_of(
    matches: Iterable[tuple[Mapping[str, str], Iterable[RoundLine]]], settings: TableSettings
) -> dict[str, tuple[msg.BestScore, ...]]:
    """Return the best results by game of recorded matches: their choices, and the lines of their last rounds."""
    best = BestScores({})
    games = set()
    for chosen, lines in matches:
        if has_usual_length(chosen, settings):
            games.add(chosen["game"])
            best.add(chosen["game"], scores_of(lines, settings))
    return {game: best.of(game) for game in games}


def has_usual_length(chosen: Mapping[str, str], settings: TableSettings) -> bool:
    """Return whether a match with these choices is as long as its edition's matches usually are at this table."""
    usual = Choices(settings)
    usual.take_up({key: chosen[key] for key in ("game", "preset") if key in chosen})
    return chosen.get("game") == usual.kind and chosen.get("length") == usual.chosen.get("length")


def scores_of(lines: Iterable[RoundLine], settings: TableSettings) -> list[msg.BestScore]:
    """Return the results of the people who played to the end of a recorded match under the same conditions."""
    return [
        msg.BestScore(line.seat, line.total, line.name if settings.takes_names else "")
        for line in lines
        if not (line.bot or line.gone or line.on_screen or line.handicap is not None)
    ]


def scores_in(result: msg.RoundResult, names: Mapping[SeatNumber, str]) -> list[msg.BestScore]:
    """Return the same of a match that has just ended."""
    return [
        msg.BestScore(line.seat, line.total, names.get(line.seat, ""))
        for line in result.lines
        if not (line.bot or line.left or line.on_screen or line.handicap is not None)
    ]
