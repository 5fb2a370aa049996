"""Findings of checks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kiosk.protocol.advice import Advice


class Grade(StrEnum):
    """The grades of a finding, the best first."""

    GOOD = "good"
    NOTE = "note"
    """Information, or an unknown; no action is needed."""
    WARNING = "warning"
    """The table works, but not as well as it could."""
    FAULT = "fault"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result of a check: its grade, its text, and the fix of a problem.

    ``advice``: what the staff do, if the check and the grade do not decide it (``kiosk.doctor.advice``); ``seat``: the
    one that it is about, if it is about one.
    """

    grade: Grade
    what: str
    mend: str = ""
    advice: Advice | None = None
    seat: int | None = None


def good(what: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(Grade.GOOD, what)


def note(what: str, mend: str = "") -> Finding:
    """Return a finding for information."""
    return Finding(Grade.NOTE, what, mend)


def warning(what: str, mend: str = "", advice: Advice | None = None, seat: int | None = None) -> Finding:
    """Return a warning. Without ``mend``, ``what`` includes the fix."""
    return Finding(Grade.WARNING, what, mend, advice, seat)


def fault(what: str, mend: str = "", advice: Advice | None = None, seat: int | None = None) -> Finding:
    """Return a fault. Without ``mend``, ``what`` includes the fix."""
    return Finding(Grade.FAULT, what, mend, advice, seat)
