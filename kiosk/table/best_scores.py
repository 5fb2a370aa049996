"""The best results of the matches that a table has counted since it opened, by game. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kiosk import protocol as msg
from kiosk.game.changed_editions import old_house_rules
from kiosk.game.house_options import HOUSE
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import RoundLine, RoundStarted
from kiosk.table.choices import Choices
from kiosk.table.inputs import HallBest, KnownNames, NewDay
from kiosk.table.settings import TableSettings

KEPT: Final = 3
"""The number of results that are kept for each game."""


class BestScores:
    """The best totals by game, the highest first; of equal ones the earlier is first."""

    def __init__(self, known: Mapping[str, tuple[msg.BestScore, ...]]) -> None:
        self._found = dict(known)
        self.hall = HallBest()
        """What the hall tells."""

    def know(self, news: NewDay | KnownNames | HallBest) -> None:
        """Begin anew for a new day, keep what is left after names have gone, or take what the hall tells."""
        if isinstance(news, HallBest):
            self.hall = news
        else:
            self._found = dict(news.best) if isinstance(news, KnownNames) else {}

    def told(self, game: str) -> tuple[tuple[msg.BestScore, ...], int | None]:
        """Return what is shown of a game: the hall's and its age in minutes, else this table's own, None."""
        hall = self.hall.best.get(game, ())
        return (hall, self.hall.age_min) if hall else (self.of(game), None)

    def of(self, game: str) -> tuple[msg.BestScore, ...]:
        """Return those of a game, at most ``KEPT``."""
        return self._found.get(game, ())

    @property
    def all(self) -> dict[str, tuple[msg.BestScore, ...]]:
        """Those of every game."""
        return dict(self._found)

    def add(self, game: str, scores: Iterable[msg.BestScore]) -> None:
        """Take the results of a match."""
        self._found[game] = tuple(sorted((*self.of(game), *scores), key=lambda score: -score.points)[:KEPT])


def best_of(
    matches: Iterable[tuple[RoundStarted, Sequence[RoundLine]]], settings: TableSettings
) -> dict[str, tuple[msg.BestScore, ...]]:
    """Return the best results by game of recorded matches: the starts and the lines of their last rounds."""
    best = BestScores({})
    for started, lines in matches:
        corrected = any(old_house_rules(started.chosen.get("preset", ""), started.rules))
        if is_usual(started.chosen, settings) and not corrected:  # the program may have been changed during the day
            on_screen = {seat.seat for seat in started.seats if seat.on_screen}
            names = {line.seat: line.name for line in lines} if settings.takes_names else {}
            best.add(started.game, scores_of([line for line in lines if line.seat not in on_screen], names))
    return best.all


def is_usual(chosen: Mapping[str, str], settings: TableSettings) -> bool:
    """Return whether a match with these choices is as long as its edition's matches usually are, and has its rules."""
    if any(key.startswith(HOUSE) for key in chosen):
        return False
    usual = Choices(settings)
    usual.take_up({key: chosen[key] for key in ("game", "preset") if key in chosen})
    return chosen.get("game") == usual.kind and chosen.get("length") == usual.chosen.get("length")


def scores_of(lines: Iterable[RoundLine | msg.SeatScore], names: Mapping[SeatNumber, str]) -> list[msg.BestScore]:
    """Return the results of the people who played to the end under the same conditions as others."""
    return [
        msg.BestScore(line.seat, line.total, names.get(line.seat, ""))
        for line in lines
        if not (line.bot or _has_left(line) or line.on_screen or line.handicap is not None or line.cooldown)
    ]


def _has_left(line: RoundLine | msg.SeatScore) -> bool:
    return line.left if isinstance(line, msg.SeatScore) else line.gone
