"""Names that the staff have hidden: their rounds stay theirs, but no page and no screen shows the name.

They are kept as digests, so that a name stays hidden when it was deleted, or has not been brought in yet.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from kiosk.journal.erasures import digest
from kiosk.results.audit import note
from kiosk.results.model import HiddenName, Secret


class HiddenNames(NamedTuple):
    """The digests of all hidden names under the store's ``key``."""

    key: str = ""
    digests: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Return whether a name is hidden, in any spelling."""
        return bool(self.digests) and digest(self.key, name) in self.digests


def hidden_names(session: Session) -> HiddenNames:
    """Return all names that are hidden now."""
    return HiddenNames(session.scalars(select(Secret.key)).one(), frozenset(session.scalars(select(HiddenName.digest))))


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
    do(digest(names.key, name))
    note(session, who, what, now, {})
    return True
