"""Names that the staff have hidden: their rounds stay theirs, but no page and no screen shows the name.

They are kept as digests, so that a name stays hidden when it was deleted, or has not been brought in yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from kiosk.journal.erasures import NameDigests, digest
from kiosk.results.audit import note
from kiosk.results.model import HiddenElsewhere, HiddenName, Secret, utc
from kiosk.results.prepared import called, on_server


class HiddenNames(NamedTuple):
    """The digests of the names that the staff of this store have hidden, under its ``key``."""

    key: str = ""
    digests: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Return whether a name is hidden, in any spelling."""
        return bool(self.digests) and digest(self.key, name) in self.digests


def hidden_names(session: Session) -> HiddenNames:
    """Return all names that the staff of this store have hidden."""
    return HiddenNames(session.scalars(select(Secret.key)).one(), frozenset(session.scalars(select(HiddenName.digest))))


def never_shown(session: Session) -> NameDigests:
    """Return all names that pages do not show: those of this store, and of the halls that this table is told of."""
    own, hidden = hidden_names(session), defaultdict[str, set[str]](set)
    for row in session.scalars(select(HiddenElsewhere)):
        hidden[row.key].add(row.digest)
    lists = {own.key: own.digests} | {key: frozenset(digests) for key, digests in hidden.items()}
    return NameDigests({key: digests for key, digests in lists.items() if digests})


def hide(session: Session, name: str, who: str, now: datetime) -> bool:
    """Hide a name, whether anybody has played under it or not; return whether that changed anything."""
    return _change(session, name, "hide a name", who, now, lambda one: session.add(HiddenName(digest=one)), hidden=True)


def unhide(session: Session, name: str, who: str, now: datetime) -> bool:
    """Show a name again; return whether that changed anything."""

    def remove(one: str) -> None:
        session.execute(delete(HiddenName).where(HiddenName.digest == one))

    return _change(session, name, "show a hidden name again", who, now, remove, hidden=False)


def _change(
    session: Session, name: str, what: str, who: str, now: datetime, do: Callable[[str], None], *, hidden: bool
) -> bool:
    names = hidden_names(session)
    if names.has(name) == hidden:
        return False
    connection = session.connection()
    if on_server(connection):
        return bool(called(connection, "hide_name", digest(names.key, name), hidden, who, utc(now)))
    do(digest(names.key, name))
    note(session, who, what, now, {})
    return True
