"""The best rounds of today in a hall's store (``kiosk.results.best_rounds``), as its tables are told them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from kiosk.game.seats import SeatNumber
from kiosk.hall.venue_file import GAMES, NAME, HallScore
from kiosk.system.printable import printable


def told_of_best(rows: Iterable[Any]) -> dict[str, tuple[HallScore, ...]]:
    """Return the best by game, of rows in their order; a name that no table would take is a guest's."""
    found = {
        game: tuple(HallScore(SeatNumber(seat), points, _shown(name)) for _, _, seat, points, name in lines)
        for game, lines in groupby(rows, key=lambda row: row[0])
    }
    return dict([*found.items()][:GAMES])


def _shown(name: str | None) -> str:
    return name if name and len(name) <= NAME and printable(name) == name else ""
