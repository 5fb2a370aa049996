"""What the journal's writer tells the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Durable:
    """The first ``count`` records that the session has written are on the disk, whatever happens next."""

    count: int


@dataclass(frozen=True, slots=True)
class JournalFault:
    """The disk did not keep what it was given. ``message``: what, where, and the mend, in words.

    A fresh file has been tried since: ``saving`` tells whether that one keeps everything from the running round's
    beginning on; else nothing is kept until ``JournalHealthy``.
    """

    message: str
    saving: bool


@dataclass(frozen=True, slots=True)
class JournalHealthy:
    """The journal keeps everything again, from the beginning of the running round on."""
