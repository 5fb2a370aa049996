"""The hall's store on a PostgreSQL server: what ``kiosk.hall.store`` asks of it, by the server's functions alone.

So a table needs a role that may read and write nothing (``kiosk.results.server_roles``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from kiosk.hall import rounds
from kiosk.hall.arrivals import Looked, Place, ends_of, round_of
from kiosk.hall.best_rounds import told_of_best
from kiosk.hall.venue_file import HallScore
from kiosk.results.adding import told_of_ends, told_of_rounds
from kiosk.results.model import utc
from kiosk.results.prepared import called, execute
from kiosk.results.store import ResultsStore


class OnServer:
    """The store on a server. Its methods raise ``StoreError``; they do what those of ``InFile`` do."""

    def __init__(self, store: ResultsStore) -> None:
        self._store = store
        self._key = ""
        """The store's, as it was last asked for."""

    def key(self) -> str:
        """Return the key of the store's digests of names."""
        with self._store.reading() as session:
            self._key = _answer(session, "hall_identity")
        return self._key

    def place(self, table: str) -> Place:
        """Return the number and the mark of the last changes of a table; 0 and 0: none."""
        with self._store.reading() as session:
            sql = "SELECT last, mark FROM hall_place(%s)"
            ((last, mark),) = execute(session.connection(), sql, (table,)).fetchall()
        return last or 0, mark or 0

    def put(self, table: str, name: str, told: rounds.Changes, after: Place | None) -> None:
        """Commit changes of a table, which follow ``after``: all, or none."""
        key = self._key or self.key()
        steps = [_step(kind, [*some], key) for kind, some in groupby(told.changes, type)]
        changes: dict[str, Any] = {"key": key, "number": told.changes[-1].number, "mark": told.mark, "steps": steps}
        if after is not None:
            changes["after"] = after
        self._store.write(lambda session: _answer(session, "hall_put", table, name, _json(changes)))

    def look(self, table: str, audit: int | None) -> Looked | None:
        """Return what the hall's staff have done; None: the last manual change is still ``audit``."""
        with self._store.reading() as session:
            told = _answer(session, "hall_news", table, audit)
        if told is None:
            return None
        until = {of: datetime.fromisoformat(time).replace(tzinfo=UTC) for of, time in told["forgotten"].items()}
        return Looked(told["audit"], sorted(told["hidden"]), until, dict(sorted(told["voided"].items())))

    def keep_told(self, table: str, reasons: Mapping[str, str | None]) -> None:
        """Keep that a table has voided rounds for these reasons; None: that they count there."""
        self._store.write(lambda session: _answer(session, "hall_applied", table, _json(reasons)))

    def forget(self, names_days: int) -> None:
        """Forget the names that have not played at any table for so many days, or for the hall's own number."""
        while self._store.write(lambda session: _answer(session, "hall_forget", names_days)):
            pass

    def acts(self) -> int | None:
        """Return what changes with each manual change; None: there has been none."""
        with self._store.reading() as session:
            last: int | None = _answer(session, "hall_acts")
        return last

    def best_today(self) -> dict[str, tuple[HallScore, ...]]:
        """Return the best rounds of today by game, the best first, each person once."""
        with self._store.reading() as session:
            return told_of_best(_answer(session, "hall_best"))


def _answer(session: Session, function: str, *values: Any) -> Any:
    return called(session.connection(), function, *values)


def _json(told: Any) -> str:
    return msgspec.json.encode(told).decode()


def _step(kind: type[rounds.Change], changes: Sequence[Any], key: str) -> dict[str, Any]:
    """Return changes of a kind as the server's function takes them."""
    if issubclass(kind, rounds.RoundPut):
        return told_of_rounds(map(round_of, changes), key)
    if issubclass(kind, rounds.MatchEnd):
        return told_of_ends(ends_of(changes))
    if issubclass(kind, rounds.Voided):
        return {"voided": [{"round": one.round, "reason": one.reason} for one in changes]}
    return {"erased": [{"digest": one.digest, "until": utc(one.until)} for one in changes]}
