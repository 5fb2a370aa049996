"""The best rounds of today in a hall's store (``kiosk.results.best_rounds``), as its tables are told them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from msgspec import ValidationError, convert

from kiosk.hall.venue_file import GAMES, NAME, HallScore
from kiosk.system.decoders import prepared
from kiosk.system.printable import printable


def told_of_best(rows: Iterable[Any]) -> dict[str, tuple[HallScore, ...]]:
    """Return the best by game, of rows in their order; a name that no table would take is a guest's.

    Other values that none would take are left out: with one of them it would believe nothing of the file.
    """
    by_game = groupby(rows, key=lambda row: row[0])
    found = {game: scores for game, lines in by_game if (scores := tuple(filter(None, map(_score, lines))))}
    return dict([*found.items()][:GAMES])


def _score(line: Any) -> HallScore | None:
    _, _, seat, points, name = line
    try:
        return convert({"seat": seat, "points": points, "name": _shown(name)}, prepared(HallScore))
    except ValidationError:
        return None


def _shown(name: str | None) -> str:
    return name if name and len(name) <= NAME and printable(name) == name else ""
