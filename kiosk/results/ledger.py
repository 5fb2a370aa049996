"""The store's side of the ledger (``kiosk.journal.ledger``): written from the store, and brought back into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from kiosk.journal import ledger
from kiosk.journal.erasures import digest
from kiosk.journal.ledger import Change, Ledger
from kiosk.results import outbox
from kiosk.results.hiding import hidden_names
from kiosk.results.keeping import chunks, in_step
from kiosk.results.model import Audit, HiddenName, PlayerRow, RoundRow
from kiosk.results.store import ResultsStore


def of_store(session: Session) -> Ledger:
    """Return the ledger of all that the store knows."""
    hidden = hidden_names(session)
    voided = session.execute(select(RoundRow.id, RoundRow.void_reason).where(RoundRow.void_reason.is_not(None)))
    since = session.execute(select(PlayerRow.name, PlayerRow.since))
    return Ledger(
        hidden.key,
        {identity: reason for identity, reason in voided if reason is not None},
        {digest(hidden.key, name): at for name, at in since},
        _changes(session),
        tuple(sorted(hidden.digests)),
    )


def _changes(session: Session) -> tuple[Change, ...]:
    trail = session.execute(select(Audit.at, Audit.who, Audit.what, Audit.before).order_by(Audit.id))
    return tuple(Change(*row) for row in trail)


def adopt(store: ResultsStore, left: Ledger) -> int:
    """Bring the changes that only the ledger ``left`` has into the store; return their number. Raises StoreError."""
    with store.reading() as session:  # all else that the store knows may be a million rounds to look through
        missing = next(Ledger(changes=_changes(session)).lacks(left), None)
    return 0 if missing is None else store.write(lambda session: _adopt(session, left))


def _adopt(session: Session, left: Ledger) -> int:
    ours = of_store(session)
    fresh = list(ours.lacks(left))
    session.add_all(Audit(at=one.at, who=one.who, what=one.what, before=one.before) for one in fresh)
    both_know = ours.joined(left)
    session.add_all(HiddenName(digest=one) for one in {*both_know.hidden} - {*ours.hidden})
    session.execute(delete(HiddenName).where(HiddenName.digest.in_({*ours.hidden} - {*both_know.hidden})))
    voided = both_know.voided
    both = ours.voided.keys() | voided.keys()
    changed = sorted(identity for identity in both if ours.voided.get(identity) != voided.get(identity))
    alone = outbox.one_by_one(left.changes)
    for part in chunks(known_rounds(session, changed)):
        with in_step(session, part):
            reasons = [{"id": identity, "void_reason": voided.get(identity)} for identity in part]
            session.execute(update(RoundRow), reasons)
        outbox.tell(session.connection(), (outbox.Told.VOID, [name for name in part if name in alone]))
    return len(fresh)


def tell_ledger(store: ResultsStore, folder: Path) -> tuple[str, ...]:
    """Write the ledger beside the journal; return problems with that. Raises ``StoreError``.

    Reasons for rounds that the store does not have, as their file cannot be read or was pruned, stay in it.
    """
    problems: tuple[str, ...] = ()
    before = None
    try:
        before = ledger.read(folder)
    except ledger.LedgerError as error:
        problems = (f"{error}; it is kept as {ledger.DAMAGED}",)
    if before == ledger.EMPTY and not folder.is_dir():  # nowhere to write it: this machine has no table
        return ()
    voided = before.voided if before else {}
    with store.reading() as session:
        ours = of_store(session)
        absent = voided.keys() - ours.voided.keys()
        absent -= set(known_rounds(session, absent))
    ours = replace(ours, voided=ours.voided | {name: voided[name] for name in absent})
    try:
        if before is None:
            ledger.keep_damaged(folder)
        if ours != before:
            ours.write(folder)
    except OSError as error:
        lost = "voided rounds would count again in a store that is made anew or restored"
        return (*problems, f"{folder}: the ledger cannot be written ({error.strerror}): {lost}")
    return problems


def known_rounds(session: Session, ids: Iterable[str]) -> Iterator[str]:
    """Yield those of these ids whose rounds are in the store."""
    for part in chunks(ids):
        yield from session.scalars(select(RoundRow.id).where(RoundRow.id.in_(part)))
