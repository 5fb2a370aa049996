"""What the journal's writer tells the table."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.faults.fault import Fault


@dataclass(frozen=True, slots=True)
class Durable:
    """The first ``count`` records that the session has written are on the disk, whatever happens next."""

    count: int


@dataclass(frozen=True, slots=True)
class JournalFault:
    """The disk did not keep what it was given. ``fault``: what, where, and the fix.

    A fresh file has been tried since: ``saving`` tells whether that one keeps everything from the running round's
    beginning on; else nothing is kept until ``JournalHealthy``.
    """

    fault: Fault
    saving: bool


@dataclass(frozen=True, slots=True)
class JournalHealthy:
    """The journal keeps everything again, from the beginning of the running round on."""
