"""The hall's store: a results store of many tables, filled with what their own stores send up (``kiosk.hall.rounds``).

It is an SQLite file (``in_file``), or on a PostgreSQL server (``on_server``). Its key of forgotten names is the hall's
key. A table's place, the number and the mark of the last changes, is kept in the transaction that writes them: what is
put twice counts once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from kiosk.hall import live, rounds
from kiosk.hall.arrivals import Place
from kiosk.hall.feed import Feed
from kiosk.hall.in_file import InFile
from kiosk.hall.on_server import OnServer
from kiosk.hall.venue_file import HallScore
from kiosk.journal.erasures import digest
from kiosk.results.store import ResultsStore
from kiosk.results.store_errors import ELSEWHERE, StoreError

_NAMES: Final = 400
"""Most deleted or hidden names in one message, which has at most 64 kB: each takes some 80 bytes."""
_VOIDED: Final = 7
"""Most voided rounds in one message, which then has no names: a reason takes up to 8 kB."""


def _today() -> date:
    return datetime.now(UTC).date()


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
    """The hall's side of tables, in an open results store. Its methods raise ``StoreError``.

    ``names_days``: after how many days without a round at any table a name is forgotten, unless the hall itself has a
    number. ``today`` returns the day.
    """

    def __init__(self, store: ResultsStore, names_days: int, today: Callable[[], date] = _today) -> None:
        self._store = store
        self._kept: Final = OnServer(store) if store.on_server else InFile(store)
        self._told: dict[str, _Told] = {}
        """By the tables' ids."""
        self._names_days = names_days
        self._today = today
        self._forgot: date | None = None
        """The day on which names were forgotten last."""

    def identity(self) -> tuple[str, str]:
        """Return the store's id, and the key of its digests of names."""
        key = self._kept.key()
        return digest(key, ""), key

    def place(self, table: str) -> Place:
        """Return the number and the mark of the last changes that it has of a table; 0 and 0: none.

        The table is then told all forgotten names again (``news``).
        """
        self._told.pop(table, None)
        return self._kept.place(table)

    def put(self, table: str, name: str, told: rounds.Changes, after: Place | None = None) -> None:
        """Commit changes of a table, called ``name`` now: all, or none.

        They follow ``after`` (None: whatever is there); if the store stands elsewhere, as after a restore, what is in
        between would be lost, and it is an error.
        """
        self._kept.put(table, name, told, after)

    def put_live(self, feed: Feed, *, gone: bool) -> int:
        """See ``kiosk.hall.live.put``."""
        return live.put(self._store, feed, gone=gone)

    def news(self, table: str, after: Place | None = None) -> rounds.HallChanges | None:
        """Return what the hall's staff have done that the table has not been told; None: nothing.

        A restore is one of the things that they do: it is an error if the store then stands elsewhere than ``after``.
        The first since its ``place`` are all hidden names. The rest is looked for only after another manual change.
        The next news follow when these are ``applied``. Once a day, names are forgotten before.
        """
        self._forget()
        told = self._told.setdefault(table, _Told())
        looked = self._kept.look(table, told.audit)
        if looked is None:
            return None
        if after is not None and self._kept.place(table) != after:
            raise StoreError(f"{self._store.name}: {ELSEWHERE}")
        if told.hidden_left or told.hidden != looked.hidden:
            return self._hidden(told, looked.hidden)
        forgotten = {of: until for of, until in looked.forgotten.items() if told.forgotten.get(of) != until}
        some = dict([*forgotten.items()][:_NAMES])
        told.waiting = {} if some else dict([*looked.voided.items()][:_VOIDED])
        if len(some) + len(told.waiting) == len(forgotten) + len(looked.voided):
            told.audit = looked.audit
        if not some and not told.waiting:
            return None
        told.number += 1
        told.forgotten |= some
        reasons = {name: _short(reason) for name, reason in told.waiting.items()}
        return rounds.HallChanges(told.number, forgotten=some, voided=reasons)

    def _forget(self) -> None:
        """Forget names by their age, once a day."""
        today = self._today()
        if self._forgot != today:
            self._kept.forget(self._names_days)
            self._forgot = today

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
            self._kept.keep_told(table, reasons)
            told.waiting = {}

    def acts(self) -> int | None:
        """Return what changes with each manual change; None: there has been none."""
        return self._kept.acts()

    def best_today(self) -> dict[str, tuple[HallScore, ...]]:
        """Return the best rounds of today by game, for tables."""
        return self._kept.best_today()

    def close(self) -> None:
        """Close the store."""
        self._store.close()


def _short(reason: str | None) -> str | None:
    return reason if reason is None or len(reason) <= rounds.TEXT else f"{reason[: rounds.TEXT - 3]}..."
