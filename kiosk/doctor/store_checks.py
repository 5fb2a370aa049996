"""Checks of the results: rounds that were not counted, a shared store's password, a restore that waits."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.backup.waiting import Restore, restore_of
from kiosk.doctor.facts import Facts, StorePassword
from kiosk.doctor.finding import Finding, fault, good, note, warning
from kiosk.journal import set_aside
from kiosk.journal.set_aside import SetAside
from kiosk.system import paths
from kiosk.system.password_file import NotAllowed, UnusablePassword, read_password
from kiosk.system.privileges import as_owner


def examined(place: str) -> StorePassword | None:
    """Return whether the password in the file at ``place`` can be used; None: none is configured."""
    if not place:
        return None
    try:
        read_password(place)
    except NotAllowed:
        return StorePassword(place, unknown=True)
    except UnusablePassword as error:
        return StorePassword(place, str(error))
    return StorePassword(place)


def set_aside_here() -> tuple[SetAside, ...]:
    """Return the rounds that were set aside when this machine's store was last filled."""
    try:
        with as_owner(paths.journal_dir()):  # the list may be a link to a file that only root may read
            return set_aside.read(paths.journal_dir())
    except OSError:
        return ()


def restore_here() -> Restore | None:
    """Return the restore that waits for the table's next start, or was dropped at its last."""
    try:
        return restore_of(paths.state_dir())
    except OSError:
        return None


def restore(facts: Facts) -> Iterator[Finding]:
    """Tell of a restore that waits for the table's next start, and of one that was dropped."""
    found = facts.restore
    if found is not None and found.dropped:
        yield note(
            f"the backup of {found.made} was not restored: the machine was switched off after that was asked for",
            "if it is still wanted: restore it again at the service menu, USB stick",
        )
    elif found is not None:
        yield warning(
            f"a restore of the backup of {found.made} waits for the table's next start: all later scores vanish then",
            f"restart the table, or cancel it: {'sudo ' if facts.appliance else ''}kiosk restore --cancel, or the "
            "service menu, USB stick",
        )


def results(facts: Facts) -> Iterator[Finding]:
    """Check that every round was counted, and the place of a shared store's password.

    One in the address is a warning of ``configuration``.
    """
    if facts.set_aside:
        told = "; ".join(set_aside.told(facts.set_aside))
        again = f"sudo {set_aside.TRY_AGAIN}" if facts.appliance else set_aside.TRY_AGAIN
        yield warning(told, f"update this program, or see to the table that recorded them; then: {again}")
    settings, password = facts.config.settings, facts.store_password
    if settings is None:
        return
    if not settings.records.store:
        yield good("in an SQLite file beside the journal")
    elif password is None:
        yield good("in a separate database (records.store), without a password file")
    elif password.unknown:
        yield note(f"this user may not look at the password of records.store, {password.place}", "ask with sudo")
    elif password.error:
        yield fault(f"records.password_file: {password.error}")
    else:
        yield good(f"the password of records.store is in {password.place}, which nobody else may read")
