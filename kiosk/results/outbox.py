"""The outbox: the numbered list of what a hall is told of this table, written with the change itself.

An entry only says which round, match or name has changed; what is told is read from the store when it is sent, so that
rounds that the journal has pruned go up too. A hall's store has none: nobody would read it.

Told are counted rounds, ends of matches, what the staff have voided round by round, and names that they have deleted;
not a new leaderboard, which is the table's own, nor what is forgotten by age.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from secrets import randbits
from typing import Any, Final

from sqlalchemy import Connection, insert, literal_column, select
from sqlalchemy.orm import Session

from kiosk.journal.erasures import digest
from kiosk.journal.ledger import Change
from kiosk.results.model import Hall, HallTable, OutboxRow
from kiosk.results.prepared import Prepared, on_server


class Told(StrEnum):
    """What an entry is about; its reference is the round's id, the match's id, or the name's digest by a hall's key."""

    ROUND = "round"
    MATCH = "match"
    VOID = "void"
    """Whether the round is voided has changed."""
    ERASED = "erased"


_ENTRIES: Final[Any] = OutboxRow.__table__
_NEW: Final = Prepared(insert(_ENTRIES))
_OF_HALL: Final = Prepared(select(literal_column("1")).select_from(HallTable).limit(1))
"""Whether the store is a hall's."""
_MARK_BITS: Final = 63

_VOIDING: Final = ("void ", "unvoid ")
"""The beginnings of manual changes (``kiosk.results.queries``), before the round's id."""


def tell(connection: Connection, *changes: tuple[Told, Iterable[str]]) -> None:
    """Add an entry for each of these references, in this order."""
    _write(connection, [_entry(kind, reference) for kind, references in changes for reference in references])


def tell_erased(session: Session, name: str, until: datetime) -> None:
    """Add entries of a deleted name, for each hall that has got names from here."""
    halls = session.scalars(select(Hall).where(Hall.has_names).order_by(Hall.id)).all()
    entries = [_entry(Told.ERASED, digest(hall.key, name), hall.id, until) for hall in halls]
    _write(session.connection(), entries)


def _entry(kind: Told, reference: str, hall: str | None = None, until: datetime | None = None) -> dict[str, Any]:
    return {"kind": kind, "reference": reference, "hall": hall, "until": until, "mark": randbits(_MARK_BITS)}


def _write(connection: Connection, entries: Sequence[dict[str, Any]]) -> None:
    if entries and not on_server(connection) and not _OF_HALL.rows(connection, {}):
        _NEW.run(connection, *entries)


def one_by_one(changes: Iterable[Change]) -> set[str]:
    """Return the rounds whose latest manual change was made to them alone, not to several at once."""
    latest = dict[str, tuple[datetime, str]]()
    together = Counter[tuple[datetime, str]]()
    for change in changes:
        if change.what.startswith(_VOIDING):
            name = change.what.split(" ", 1)[1].partition(": ")[0]
            latest[name] = act = (change.at, change.who)
            together[act] += 1
    return {name for name, act in latest.items() if together[act] == 1}
