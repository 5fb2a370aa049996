"""Tables as they are now, in the hall's store: a row for each, which is replaced.

Ages follow from the store's clock alone: a table's own may be wrong. On a PostgreSQL server whoever listens at
``kiosk.results.model.CHANNEL`` is told the id of a table that has changed.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from msgspec import MsgspecError, structs
from sqlalchemy import Connection, delete, func, select
from sqlalchemy.orm import Session

from kiosk.hall.feed import VERSION, Feed, decode, encode
from kiosk.journal.erasures import digest
from kiosk.results.model import LiveRow, Secret
from kiosk.results.prepared import execute, on_server
from kiosk.results.store import ResultsStore
from kiosk.system.printable import printable

BEAT_S: Final = 30.0
"""A table that does not change is written again after so long, so that its age is known."""
LATE: Final = timedelta(seconds=3 * BEAT_S)
"""A table is not heard from any more after so long."""
KEPT: Final = timedelta(days=1)
"""A table of which nothing was heard for so long is forgotten."""

_TITLE: Final = 200
_KEY: Final = "kiosk_hall_key"
"""What of a connection is the server's key of names, as it was last."""
_LIVE: Final = "SELECT hall_live(%s, %s, %s, %s, %s, %s, %s), hall_identity()"


class TableNow(NamedTuple):
    """A table as it told of itself last. ``age``: since then; ``gone``: its program has ended since."""

    feed: Feed
    age: timedelta
    gone: bool

    @property
    def is_silent(self) -> bool:
        """Whether it is not heard from, so that nobody knows what goes on there."""
        return not self.gone and self.age >= LATE


def put(store: ResultsStore, feed: Feed, *, gone: bool) -> int:
    """Write a table as it is now; return how many other tables of this name are there. Raises StoreError.

    ``gone``: its program has ended; who sat there is not kept.
    """
    told = structs.replace(feed, seats=()) if gone else feed
    return store.write_beside(lambda session: _put(session, told, gone=gone))


def _put(session: Session, feed: Feed, *, gone: bool) -> int:
    name, state, connection = printable(feed.name)[:_TITLE], encode(feed), session.connection()
    people = {seat.name for seat in feed.seats if seat.name}
    if on_server(connection):
        return _have_server_put(connection, people, feed.table, name, gone, state)
    names, now = _digests(session.scalars(select(Secret.key)).one(), people), _now(session)
    session.merge(LiveRow(table_id=feed.table, name=name, heard=now, gone=gone, state=state, names=names))
    session.execute(delete(LiveRow).where(LiveRow.heard < now - KEPT))
    others = select(func.count()).select_from(LiveRow)
    there = (~LiveRow.gone, LiveRow.heard > now - LATE, LiveRow.name == name, LiveRow.table_id != feed.table)
    return session.scalar(others.where(*there)) or 0


def _have_server_put(connection: Connection, people: Collection[str], *values: Any) -> int:
    """Have the server write it; if its key is another one, as after a restore, once more with that."""
    known: str | None = connection.info.get(_KEY)
    others = 0
    for _ in range(2):
        names = "" if known is None else _digests(known, people)
        ((others, key),) = execute(connection, _LIVE, (*values, names, LATE, KEPT)).fetchall()
        if key == known or not people:
            break
        known = connection.info[_KEY] = key
    return int(others)


def _digests(key: str, names: Collection[str]) -> str:
    """Return the digests of names, as a row keeps them."""
    return " ".join(sorted({digest(key, name) for name in names}))


def tables_now(session: Session) -> list[TableNow]:
    """Return the tables of the hall, each as it told of itself last; what is no message of ours is left out."""
    now, found = _now(session), []
    for row in session.scalars(select(LiveRow).order_by(LiveRow.name, LiveRow.table_id)):
        try:
            feed = decode(row.state)
        except MsgspecError:
            continue
        if feed.version == VERSION:
            found.append(TableNow(feed, max(now - row.heard, timedelta(0)), row.gone))
    return found


def _now(session: Session) -> datetime:
    """Return the time by the store's clock: a file's is this machine's."""
    if session.get_bind().dialect.name != "postgresql":
        return datetime.now(UTC)
    now: datetime = session.scalars(select(func.timezone("UTC", func.clock_timestamp()))).one()
    return now.replace(tzinfo=UTC)
