"""Results on their way from one store into another: those of a table, or all; each round once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from kiosk.journal.ledger import Ledger
from kiosk.results import ledger
from kiosk.results.adding import add
from kiosk.results.arrivals import Arrival
from kiosk.results.forgotten import forgotten_names, stay_forgotten, without_forgotten
from kiosk.results.model import ResultRow, RoundRow
from kiosk.results.store import ResultsStore
from kiosk.system.progress import Track, untracked

_AT_ONCE: Final = 20
"""Number of rounds in one transaction."""


class Moved(NamedTuple):
    """``rounds``: how many were new; ``left``: how many rounds of other tables stayed, by their names."""

    rounds: int
    left: dict[str, int]


class _Given(NamedTuple):
    """An award (``kiosk.results.arrivals.GivenAward``)."""

    seat: int
    kind: str
    figure: int | None


def move(
    source: ResultsStore, target: ResultsStore, tables: Sequence[str], who: str, now: datetime, track: Track = untracked
) -> Moved:
    """Add the rounds that were played at ``tables`` to ``target``, with all that ``source`` knows of them; () : all.

    Voided rounds, first days, hidden and deleted names and the audit trail go with them. ``source`` stays as it is.
    Raises ``StoreError``.
    """
    with source.reading(long=True) as session:
        forgotten, left = forgotten_names(session), ledger.of_store(session)
        every = session.execute(select(RoundRow.id, RoundRow.table_name).order_by(RoundRow.arrived, RoundRow.id)).all()
    while target.write(lambda session: stay_forgotten(session, forgotten, who, now)):
        pass
    wanted = [row.id for row in every if not tables or row.table_name in tables]
    added = 0
    for first in track(range(0, len(wanted), _AT_ONCE), "Moving", (len(wanted) + _AT_ONCE - 1) // _AT_ONCE):
        with source.reading() as session:
            some = [*_arrivals(session, wanted[first : first + _AT_ONCE])]
        added += target.write(partial(_add, some, now, left))
    ledger.adopt(target, left)
    others: dict[str, int] = {}
    for row in every:
        if tables and row.table_name not in tables:
            others[row.table_name] = others.get(row.table_name, 0) + 1
    return Moved(added, others)


def _add(some: Sequence[Arrival], now: datetime, left: Ledger, session: Session) -> int:
    return add(session, without_forgotten(session, some), now, "", left)


def _arrivals(session: Session, ids: Sequence[str]) -> Iterator[Arrival]:
    """Yield these rounds as they came from the journal, each with the end of its match if it was the last."""
    whole = (joinedload(RoundRow.match), selectinload(RoundRow.results).joinedload(ResultRow.player))
    found = {one.id: one for one in session.scalars(select(RoundRow).where(RoundRow.id.in_(ids)).options(*whole))}
    matches = {one.match_id for one in found.values()}
    last = dict[str, str]()
    awards = dict[str, list[_Given]]()
    played = select(RoundRow.match_id, RoundRow.id).where(RoundRow.match_id.in_(matches)).order_by(RoundRow.arrived)
    for match, name in session.execute(played):
        last[match] = name
    given = select(RoundRow.match_id, ResultRow.seat, ResultRow.award, ResultRow.award_figure).join_from(
        ResultRow, RoundRow
    )
    given = given.where(RoundRow.match_id.in_(matches), ResultRow.award.is_not(None)).order_by(ResultRow.seat)
    for match, seat, kind, figure in session.execute(given):
        awards.setdefault(match, []).append(_Given(seat, kind or "", figure))
    for name in ids:
        row = found[name]
        ends = row.match.ended is not None and last[row.match_id] == name
        yield _arrival(row, awards.get(row.match_id, []) if ends else None)


def _arrival(row: RoundRow, awards: Sequence[_Given] | None) -> Arrival:
    """Return a round; ``awards``: of its match, which is over with it; None: it is not."""
    columns = {name: getattr(row, name) for name in _ROUND}
    results = tuple(
        (one.player.name if one.player else "", {name: getattr(one, name) for name in _RESULT}) for one in row.results
    )
    end: dict[str, Any] | None = None
    if awards is not None:
        end = {"ended": row.match.ended, "winners": row.match.winners}
    return Arrival(row.id, row.match_id, row.match.table_name, "", row.started, columns, results, end, awards or ())


_STORES_OWN: Final = ("arrived", "started", "day", "void_reason")
_ROUND: Final = tuple(column.key for column in RoundRow.__table__.columns if column.key not in _STORES_OWN)
_AWARDED: Final = ("player_id", "award", "award_figure")
_RESULT: Final = tuple(column.key for column in ResultRow.__table__.columns if column.key not in _AWARDED)
