"""The hall's store in an SQLite file: what ``kiosk.hall.store`` asks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Session

from kiosk.hall import rounds
from kiosk.hall.arrivals import Looked, Place, ends_of, round_of
from kiosk.hall.best_rounds import told_of_best
from kiosk.hall.venue_file import HallScore
from kiosk.results import queries
from kiosk.results.adding import add
from kiosk.results.best_rounds import best_rounds
from kiosk.results.calendar import day_of, zone_of
from kiosk.results.hiding import hidden_names
from kiosk.results.model import Audit, Calendar, Forgotten, HallRound, HallTable, RoundRow, Secret
from kiosk.results.players import delete_digest, forget, overdue
from kiosk.results.store import ResultsStore
from kiosk.results.store_errors import ELSEWHERE, StoreError


class InFile:
    """The store in a file. Its methods raise ``StoreError``."""

    def __init__(self, store: ResultsStore) -> None:
        self._store = store

    def key(self) -> str:
        """Return the key of the store's digests of names."""
        with self._store.reading() as session:
            return session.scalars(select(Secret.key)).one()

    def place(self, table: str) -> Place:
        """Return the number and the mark of the last changes of a table; 0 and 0: none."""
        with self._store.reading() as session:
            return _place(session, table)

    def put(self, table: str, name: str, told: rounds.Changes, after: Place | None) -> None:
        """Commit changes of a table, which follow ``after``: all, or none."""

        def work(session: Session) -> None:
            if after is not None and after != _place(session, table):
                raise StoreError(f"{self._store.name}: {ELSEWHERE}")
            _put(session, table, name, told, datetime.now(UTC))

        self._store.write(work)

    def look(self, table: str, audit: int | None) -> Looked | None:
        """Return what the hall's staff have done; None: the last manual change is still ``audit``."""
        with self._store.reading() as session:
            last = _last_act(session)
            if last == audit:
                return None
            forgotten = dict(session.execute(select(Forgotten.digest, Forgotten.until)).all())
            voided = dict(session.execute(_not_told(table)).all())
            return Looked(last, sorted(hidden_names(session).digests), forgotten, voided)

    def keep_told(self, table: str, reasons: Mapping[str, str | None]) -> None:
        """Keep that a table has voided rounds for these reasons; None: that they count there."""
        self._store.write(lambda session: _keep_told(session, table, reasons))

    def forget(self, names_days: int) -> None:
        """Forget the names that have not played at any table for so many days, or for the hall's own number."""
        now = datetime.now(UTC)
        with self._store.reading() as session:
            own = session.scalars(select(Calendar.names_days)).one()
        days = names_days if own is None else own
        while self._is_due(days, now):
            self._store.write(lambda session: forget(session, days, now))

    def acts(self) -> int | None:
        """Return what changes with each manual change; None: there has been none."""
        with self._store.reading() as session:
            return _last_act(session)

    def best_today(self) -> dict[str, tuple[HallScore, ...]]:
        """Return the best rounds of today by game, the best first, each person once."""
        with self._store.reading() as session:
            today = day_of(datetime.now(UTC), zone_of(session))
            return told_of_best(session.execute(best_rounds(today)))

    def _is_due(self, days: int, now: datetime) -> bool:
        with self._store.reading() as session:
            return bool(overdue(session, days, now, 1))


def _place(session: Session, table: str) -> Place:
    found = session.get(HallTable, table)
    return (0, 0) if found is None else (found.last, found.mark)


def _last_act(session: Session) -> int | None:
    return session.scalar(select(func.max(Audit.id)))


def _not_told(table: str) -> Any:
    """Return the query of a table's rounds with their reasons, where the table itself has another."""
    differs = RoundRow.void_reason.is_distinct_from(HallRound.reason)
    rows = select(RoundRow.id, RoundRow.void_reason).join(HallRound, HallRound.round_id == RoundRow.id)
    return rows.where(HallRound.table_id == table, differs).order_by(RoundRow.id)


def _keep_told(session: Session, table: str, reasons: Mapping[str, str | None]) -> None:
    for name, reason in reasons.items():
        theirs = (HallRound.round_id == name, HallRound.table_id == table)
        session.execute(update(HallRound).where(*theirs).values(reason=reason))


def _put(session: Session, table: str, name: str, told: rounds.Changes, now: datetime) -> None:
    session.merge(HallTable(id=table, name=name, last=told.changes[-1].number, mark=told.mark))
    session.flush()  # with that it is a hall's store, which nobody reads an outbox of
    for kind, changes in groupby(told.changes, type):
        some: Sequence[Any] = [*changes]
        if issubclass(kind, rounds.RoundPut):
            _add(session, table, some, now)
        elif issubclass(kind, rounds.MatchEnd):
            _end(session, table, some, now)
        elif issubclass(kind, rounds.Voided):
            _void(session, table, name, some, now)
        else:
            for one in some:
                delete_digest(session, one.digest, one.until, name, now)


def _add(session: Session, table: str, played: Sequence[rounds.RoundPut], now: datetime) -> None:
    """Add the rounds that are new; they are this table's, and so are known ones that are no other's."""
    add(session, [round_of(one) for one in played], now, "")
    theirs = [{"round_id": one.round, "table_id": table} for one in played]
    session.execute(insert(HallRound).on_conflict_do_nothing(), theirs)


def _end(session: Session, table: str, ends: Sequence[rounds.MatchEnd], now: datetime) -> None:
    """End matches of this table."""
    theirs = select(RoundRow.match_id).join(HallRound, HallRound.round_id == RoundRow.id)
    theirs = theirs.where(HallRound.table_id == table, RoundRow.match_id.in_([one.match for one in ends]))
    known = {*session.scalars(theirs)}
    add(session, ends_of([one for one in ends if one.match in known]), now, "")


def _void(session: Session, table: str, who: str, changes: Sequence[rounds.Voided], now: datetime) -> None:
    """Void rounds of this table, or count them again, unless it has told that before."""
    for one in changes:
        found = session.get(HallRound, one.round, populate_existing=True)
        if found is not None and found.table_id == table and found.reason != one.reason:
            found.reason = one.reason
            queries.void(session, one.round, one.reason, who, now)
