"""The hall's store: a results store of many tables, filled with what their own stores send up (``kiosk.hall.rounds``).

It is an SQLite file, or on a PostgreSQL server. Its key of forgotten names is the hall's key. A table's place, the
number and the mark of the last changes, is kept in the transaction that writes them: what is put twice counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final

from msgspec import structs
from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from kiosk.hall import live, rounds
from kiosk.hall.feed import Feed
from kiosk.journal.erasures import digest
from kiosk.results import queries
from kiosk.results.adding import add
from kiosk.results.arrivals import Arrival
from kiosk.results.hiding import hidden_names
from kiosk.results.model import Audit, Forgotten, HallRound, HallTable, RoundRow, Secret
from kiosk.results.players import delete_digest
from kiosk.results.store import ResultsStore

_NAMES: Final = 400
"""Most deleted or hidden names in one message, which has at most 64 kB: each takes some 80 bytes."""
_VOIDED: Final = 7
"""Most voided rounds in one message, which then has no names: a reason takes up to 8 kB."""


@dataclass(slots=True)
class _Told:
    """What a table has been told since it was connected to."""

    audit: int | None = -1
    """The last manual change that was looked at; None: the store has none, -1: nothing was looked at."""
    hidden: list[str] | None = None
    """The hidden names of which all, or the first, were sent; None: none were."""
    hidden_left: list[str] = field(default_factory=list)
    """Those of them that are to be sent yet."""
    forgotten: dict[str, datetime] = field(default_factory=dict)
    waiting: dict[str, str | None] = field(default_factory=dict)
    """Voided rounds that were sent, and are not applied yet."""
    number: int = 0
    """That of the last message."""


class HallStore:
    """The hall's side of tables, in an open results store. Its methods raise ``StoreError``."""

    def __init__(self, store: ResultsStore) -> None:
        self._store = store
        self._told: dict[str, _Told] = {}
        """By the tables' ids."""

    def identity(self) -> tuple[str, str]:
        """Return the store's id, and the key of its digests of names."""
        with self._store.reading() as session:
            key = session.scalars(select(Secret.key)).one()
        return digest(key, ""), key

    def place(self, table: str) -> tuple[int, int]:
        """Return the number and the mark of the last changes that it has of a table; 0 and 0: none.

        The table is then told all forgotten names again (``news``).
        """
        self._told.pop(table, None)
        with self._store.reading() as session:
            found = session.get(HallTable, table)
            return (0, 0) if found is None else (found.last, found.mark)

    def put(self, table: str, name: str, told: rounds.Changes) -> None:
        """Commit changes of a table, called ``name`` now: all, or none."""
        self._store.write(lambda session: _put(session, table, name, told, datetime.now(UTC)))

    def put_live(self, feed: Feed, *, gone: bool) -> int:
        """See ``kiosk.hall.live.put``."""
        return live.put(self._store, feed, gone=gone)

    def news(self, table: str) -> rounds.HallChanges | None:
        """Return what the hall's staff have done that the table has not been told; None: nothing.

        The first since its ``place`` are all hidden names. The rest is looked for only after another manual change.
        The next news follow when these are ``applied``.
        """
        told = self._told.setdefault(table, _Told())
        with self._store.reading() as session:
            audit = session.scalar(select(func.max(Audit.id)))
            if audit == told.audit:
                return None
            hidden = sorted(hidden_names(session).digests)
            every = session.execute(select(Forgotten.digest, Forgotten.until))
            forgotten = {of: until for of, until in every if told.forgotten.get(of) != until}
            voided = dict(session.execute(_not_told(table)).all())
        if told.hidden_left or told.hidden != hidden:
            return self._hidden(told, hidden)
        some = dict([*forgotten.items()][:_NAMES])
        told.waiting = {} if some else dict([*voided.items()][:_VOIDED])
        if len(some) + len(told.waiting) == len(forgotten) + len(voided):
            told.audit = audit
        if not some and not told.waiting:
            return None
        told.number += 1
        told.forgotten |= some
        reasons = {name: _short(reason) for name, reason in told.waiting.items()}
        return rounds.HallChanges(told.number, forgotten=some, voided=reasons)

    @staticmethod
    def _hidden(told: _Told, hidden: list[str]) -> rounds.HallChanges:
        """Return the next part of all hidden names, and of those that were begun with first."""
        if not told.hidden_left:
            told.hidden, told.hidden_left = hidden, hidden
        part, told.hidden_left = told.hidden_left[:_NAMES], told.hidden_left[_NAMES:]
        told.number += 1
        told.waiting = {}
        return rounds.HallChanges(told.number, hidden=tuple(part), more=bool(told.hidden_left))

    def applied(self, table: str, number: int) -> None:
        """Keep that a table has applied the news of this number."""
        told = self._told.get(table)
        if told is not None and told.number == number and told.waiting:
            reasons = told.waiting
            self._store.write(lambda session: _keep_told(session, table, reasons))
            told.waiting = {}

    def close(self) -> None:
        """Close the store."""
        self._store.close()


def _short(reason: str | None) -> str | None:
    return reason if reason is None or len(reason) <= rounds.TEXT else f"{reason[: rounds.TEXT - 3]}..."


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
    number = told.changes[-1].number
    session.merge(HallTable(id=table, name=name, last=number, mark=told.mark))
    live.tell(session, table)


def _add(session: Session, table: str, played: Sequence[rounds.RoundPut], now: datetime) -> None:
    """Add the rounds that are new, as this table's."""
    known = {*session.scalars(select(RoundRow.id).where(RoundRow.id.in_([one.round for one in played])))}
    new = {one.round: one for one in played if one.round not in known}
    if not new:
        return
    add(session, [_arrival(one) for one in new.values()], now, "")
    session.execute(insert(HallRound), [{"round_id": name, "table_id": table, "reason": None} for name in new])


def _arrival(one: rounds.RoundPut) -> Arrival:
    """Return what a table's round brings into the store."""
    told = structs.asdict(one)
    columns = {name: told[name] for name in _COLUMNS}
    columns |= {"id": one.round, "match_id": one.match, "number": one.nth}
    columns["story"] = None if one.story is None else structs.asdict(one.story)
    columns["races"] = [structs.asdict(race) for race in one.races] or None
    results = []
    for line in one.results:
        result = structs.asdict(line)
        del result["name"], result["digest"]
        results.append((line.name, {"round_id": one.round, **result}))
    return Arrival(one.round, one.match, one.table_name, "", one.started, columns, tuple(results), None, ())


_COLUMNS: Final = (
    "table_name", "version", "game", "edition", "pro", "house_rules", "touch", "real_dice", "extra", "bots",
    "lasted_ms", "by", "decided", "near_ties",
)  # fmt: skip
"""The columns of a round that have the names of the message's fields."""


def _end(session: Session, table: str, ends: Sequence[rounds.MatchEnd], now: datetime) -> None:
    """End matches of this table."""
    theirs = select(RoundRow.match_id).join(HallRound, HallRound.round_id == RoundRow.id)
    theirs = theirs.where(HallRound.table_id == table, RoundRow.match_id.in_([one.match for one in ends]))
    known = {*session.scalars(theirs)}
    arrivals = []
    for one in ends:
        if one.match in known:
            end = {"ended": one.ended, "winners": [*one.winners]}
            arrivals.append(Arrival("", one.match, "", "", now, None, (), end, one.awards))
    add(session, arrivals, now, "")


def _void(session: Session, table: str, who: str, changes: Sequence[rounds.Voided], now: datetime) -> None:
    """Void rounds of this table, or count them again, unless it has told that before."""
    for one in changes:
        found = session.get(HallRound, one.round, populate_existing=True)
        if found is not None and found.table_id == table and found.reason != one.reason:
            found.reason = one.reason
            queries.void(session, one.round, one.reason, who, now)
