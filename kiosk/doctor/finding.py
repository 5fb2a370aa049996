"""Findings of checks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    """A result of a check: its grade, its text, and the fix of a problem."""

    grade: Grade
    what: str
    mend: str = ""


def good(what: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(Grade.GOOD, what)


def note(what: str, mend: str = "") -> Finding:
    """Return a finding for information."""
    return Finding(Grade.NOTE, what, mend)


def warning(what: str, mend: str = "") -> Finding:
    """Return a warning. Without ``mend``, ``what`` includes the fix."""
    return Finding(Grade.WARNING, what, mend)


def fault(what: str, mend: str = "") -> Finding:
    """Return a fault. Without ``mend``, ``what`` includes the fix."""
    return Finding(Grade.FAULT, what, mend)
