"""Checks of the results store that several tables share."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.doctor.facts import Facts, StorePassword
from kiosk.doctor.finding import Finding, fault, good, note
from kiosk.system.password_file import NotAllowed, UnusablePassword, read_password


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


def results(facts: Facts) -> Iterator[Finding]:
    """Check the place of a shared store's password. One in the address is a warning of ``configuration``."""
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
