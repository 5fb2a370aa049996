"""What the staff may do at their page: each act with the role that it needs, and what it does in the store.

The store is opened for writing for each act alone. All of them are in the audit trail, with the name of the staff.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy.orm import Session as StoreSession

from kiosk.journal import bounds
from kiosk.locale.marks import mark
from kiosk.results import hiding, players, queries
from kiosk.results.model import RoundRow
from kiosk.results.store import ResultsStore
from kiosk.web.venue.credentials import Role


class CannotDo(Exception):  # noqa: N818
    """What was asked for cannot be done. The text, for the page: why."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: by whom of the staff, when, and the fields of the form."""

    who: str
    now: datetime
    form: Mapping[str, str]

    def text(self, field: str) -> str:
        """Return a field that a person has written. Raises CannotDo."""
        text = self.form.get(field, "").strip()
        if not text or bounds.secret_problem(text, bounds.TITLE):
            raise CannotDo(mark("Write something there, at most 200 characters."))
        return text


Work: TypeAlias = Callable[[StoreSession, Wanted], None]


class Act(NamedTuple):
    """An act: the role that it needs, what it does in the store, and whether the page asks again before it."""

    role: Role
    work: Work
    asks: bool = False


_GONE: Final = mark("That is not there any more.")


def _hide(session: StoreSession, wanted: Wanted) -> None:
    hiding.hide(session, wanted.text("name"), wanted.who, wanted.now)


def _show(session: StoreSession, wanted: Wanted) -> None:
    hiding.unhide(session, wanted.text("name"), wanted.who, wanted.now)


def _delete(session: StoreSession, wanted: Wanted) -> None:
    if players.delete(session, wanted.text("name"), wanted.who, wanted.now) is None:
        raise CannotDo(_GONE)


def _void(session: StoreSession, wanted: Wanted) -> None:
    _set_void(session, wanted, wanted.text("reason"))


def _unvoid(session: StoreSession, wanted: Wanted) -> None:
    _set_void(session, wanted, None)


def _set_void(session: StoreSession, wanted: Wanted, reason: str | None) -> None:
    asked = wanted.form.get("round", "")
    if not asked or bounds.secret_problem(asked, bounds.WORD) or session.get(RoundRow, asked) is None:
        raise CannotDo(_GONE)  # here an id is whole: its beginning would be another round's
    queries.void(session, asked, reason, wanted.who, wanted.now)


ACTS: Final[Mapping[str, Act]] = {
    "hide": Act(Role.DESK, _hide),
    "show": Act(Role.DESK, _show),
    "delete": Act(Role.HOUSE, _delete, asks=True),
    "void": Act(Role.DESK, _void),
    "unvoid": Act(Role.DESK, _unvoid),
}
"""By the last part of the address to which their form is sent."""


class Desk(NamedTuple):
    """Where acts are done: ``opening`` opens the store for writing, ``telling`` writes beside the journal what it says.

    ``telling`` returns problems with that.
    """

    opening: Callable[[], ResultsStore]
    telling: Callable[[ResultsStore], tuple[str, ...]]

    def do(self, act: Act, wanted: Wanted) -> tuple[str, ...]:
        """Do it, and tell it beside the journal; return problems with that. Raises CannotDo, StoreError."""
        with closing(self.opening()) as store:
            store.write(lambda session: act.work(session, wanted))
            return self.telling(store)
