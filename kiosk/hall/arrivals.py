"""What a table sends up, as its rounds come into a results store (``kiosk.results.arrivals``)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import structs

from kiosk.hall import rounds
from kiosk.results.arrivals import Arrival

Place: TypeAlias = tuple[int, int]
"""How far a table's own store has been taken over: the number and the mark of its last change; 0 and 0: not at all."""


class Looked(NamedTuple):
    """What the hall's staff have done: all forgotten names, all hidden ones, and the rounds of a table that are voided.

    ``audit``: the last manual change; None: there is none. ``voided``: reasons that the table has not been told.
    """

    audit: int | None
    hidden: list[str]
    forgotten: dict[str, datetime]
    voided: dict[str, str | None]


def round_of(one: rounds.RoundPut) -> Arrival:
    """Return what a table's round brings into the store."""
    told = structs.asdict(one)
    columns = {name: told[name] for name in _COLUMNS}
    columns |= {"id": one.round, "match_id": one.match, "number": one.nth}
    columns["story"] = None if one.story is None else structs.asdict(one.story)
    columns["races"] = [structs.asdict(race) for race in one.races] or None
    results: list[tuple[str, dict[str, Any]]] = []
    for line in one.results:
        result = structs.asdict(line)
        del result["name"], result["digest"]
        results.append((line.name, {"round_id": one.round, **result}))
    return Arrival(one.round, one.match, one.table_name, "", one.started, columns, tuple(results), None, ())


_COLUMNS: Final = (
    "table_name", "version", "game", "edition", "pro", "house_rules", "touch", "real_dice", "extra", "bots",
    "lasted_ms", "by", "decided", "near_ties", "target",
)  # fmt: skip
"""The columns of a round that have the names of the message's fields."""


_UNTOLD: Final = datetime.min.replace(tzinfo=UTC)
"""When the round of a match's end began: nothing is stored of that."""


def ends_of(ends: Sequence[rounds.MatchEnd]) -> list[Arrival]:
    """Return what the ends of matches bring into the store."""
    return [
        Arrival("", one.match, "", "", _UNTOLD, None, (), {"ended": one.ended, "winners": [*one.winners]}, one.awards)
        for one in ends
    ]
