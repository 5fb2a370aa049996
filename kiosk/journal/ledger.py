"""The ledger: what the results store knows and the journal does not, in a file beside the journal.

These are the voided rounds, hidden names, all manual changes (the audit trail), and when each player was first seen.
With the ledger a store that is made anew equals the lost one, for the rounds that the journal still has; and an older
store that is put back learns what has been changed since.

The store (``kiosk.results.ledger``) writes it. Names are digests, as in ``kiosk.journal.erasures``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from kiosk.journal import bounds
from kiosk.journal.erasures import digest
from kiosk.journal.folder import leave
from kiosk.system.decoders import prepared
from kiosk.system.files import MEGABYTE, read_regular, too_large

FILE: Final = "ledger.json"
"""The file's name in the journal's folder."""

DAMAGED: Final = "ledger-damaged.json"
"""The name under which an unreadable ledger is kept when a new one is written."""

MOST_BYTES: Final = 64 * MEGABYTE
"""Limit for the file: some hundred thousand manual changes."""

_Moment = Annotated[datetime, Meta(tz=True)]


class LedgerError(Exception):
    """The ledger cannot be read. The text: where, why, and what is lost."""


class Change(Struct, frozen=True):
    """A manual change, or the deletion of a name: an entry of the audit trail (``kiosk.results.model.Audit``)."""

    at: _Moment
    who: str
    what: str
    before: dict[str, Any]

    @property
    def identity(self) -> bytes:
        """A text that only equal changes share."""
        return msgspec.json.encode(self, order="deterministic")


class Ledger(Struct, frozen=True):
    """The content of the file.

    ``key``: that of the digests, in hexadecimal; it is the store's own. ``voided``: the reasons by the rounds' ids,
    also for rounds that the store does not have at present. ``since``: when each player of the store was first seen,
    by the name's digest. ``changes``: oldest first. ``hidden``: digests of the names that pages do not show.
    """

    key: str = ""
    voided: dict[str, str] = {}
    since: dict[str, _Moment] = {}
    changes: tuple[Change, ...] = ()
    hidden: tuple[str, ...] = ()

    def seen(self, name: str) -> datetime | None:
        """Return when the player of this name was first seen; None: not known."""
        return self.since.get(digest(self.key, name)) if self.since else None

    def lacks(self, other: Ledger) -> Iterator[Change]:
        """Yield the changes that only ``other`` has, in its order."""
        if self.changes == other.changes:
            return
        mine = Counter(change.identity for change in self.changes)
        for change in other.changes:
            if mine[change.identity]:
                mine[change.identity] -= 1
            else:
                yield change

    def joined(self, other: Ledger) -> Ledger:
        """Return what is known from both, under this key: whichever has all the changes of the other is the later one.

        If each has changes that the other lacks, a round is voided and a name hidden if it is so in either.
        """
        fresh = tuple(self.lacks(other))
        if not fresh:
            return self
        same = other.key == self.key
        since = other.since if same else {}
        if next(other.lacks(self), None) is None:
            hidden = other.hidden if same else self.hidden
            return replace(other, key=self.key, since=since or self.since, hidden=hidden)
        earliest = {name: min(self.since.get(name, at), at) for name, at in since.items()}
        voided = {**other.voided, **self.voided}
        hidden = tuple(sorted({*self.hidden, *(other.hidden if same else ())}))
        return Ledger(self.key, voided, {**self.since, **earliest}, self.changes + fresh, hidden)

    def write(self, folder: Path) -> None:
        """Write this to the journal's ``folder``, if the folder exists. Raises OSError."""
        data = msgspec.json.encode(self)
        if len(data) > MOST_BYTES:
            raise too_large(folder / FILE, MOST_BYTES)
        leave(folder, FILE, data)


EMPTY: Final = Ledger()


def read(folder: Path) -> Ledger:
    """Read the ledger from the journal's ``folder``; empty if there is none. Raises LedgerError."""
    try:
        ledger = msgspec.json.decode(read_regular(folder / FILE, MOST_BYTES), type=prepared(Ledger))
        _judge(ledger)
    except (FileNotFoundError, NotADirectoryError):
        return EMPTY
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is damaged"
        lost = "voided rounds, manual changes and first days that only it had are not known"
        raise LedgerError(f"{folder / FILE}: cannot be read ({why}): {lost}") from error
    return ledger


def keep_damaged(folder: Path) -> None:
    """Rename a ledger that cannot be read, so that a new one does not replace it. Raises OSError."""
    (folder / FILE).replace(folder / DAMAGED)


def _judge(ledger: Ledger) -> None:
    """Raise ValueError for anything that no store takes."""
    digest(ledger.key, "")
    texts = [(name, bounds.WORD) for name in (*ledger.voided, *ledger.hidden)]
    texts += [(reason, 0) for reason in ledger.voided.values()]
    texts += [(change.who, bounds.TITLE) for change in ledger.changes]
    texts += [(change.what, 0) for change in ledger.changes]
    moments = [*ledger.since.values(), *(change.at for change in ledger.changes)]
    if any(bounds.text_problem(*text) for text in texts) or not all(bounds.is_time(at.timestamp()) for at in moments):
        raise ValueError("beyond the bounds")
