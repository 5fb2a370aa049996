"""Findings of checks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """The grades of a finding, the best first."""

    GOOD = "good"
    NOTE = "note"
    """Worth knowing, or not known; nothing needs to be done."""
    WARNING = "warning"
    """The table plays, and something about it is worse than it need be."""
    FAULT = "fault"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check has found: how good it is, what is so, and the mend if something is wrong."""

    grade: Grade
    what: str
    mend: str = ""


def good(what: str) -> Finding:
    """All is well."""
    return Finding(Grade.GOOD, what)


def note(what: str, mend: str = "") -> Finding:
    """Worth knowing."""
    return Finding(Grade.NOTE, what, mend)


def warning(what: str, mend: str = "") -> Finding:
    """Worse than it need be. Without ``mend``, the text itself ends with it."""
    return Finding(Grade.WARNING, what, mend)


def fault(what: str, mend: str = "") -> Finding:
    """Broken. Without ``mend``, the text itself ends with it."""
    return Finding(Grade.FAULT, what, mend)
