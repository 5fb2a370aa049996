"""Reports of the journal's writer to the table."""

from __future__ import annotations

from msgspec import Struct

from kiosk.faults.fault import Fault


class Durable(Struct, frozen=True):
    """The first ``count`` records of the session are durable on the disk."""

    count: int


class JournalFault(Struct, frozen=True):
    """A write to the disk has failed. ``fault``: what, where, and the fix.

    A fresh file has been tried since. ``saving``: True if it has everything from the running round's beginning on;
    otherwise nothing is saved until ``JournalHealthy``.
    """

    fault: Fault
    saving: bool


class JournalHealthy(Struct, frozen=True):
    """The journal saves everything again, from the beginning of the running round on."""
