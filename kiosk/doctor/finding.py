"""Findings of checks, and what the staff do about each.

The advice is a closed table by check and grade; one by the code of a device's fault is in
``kiosk.protocol.staff_menu``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from kiosk.protocol.staff_menu import Advice


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

    ``advice``: what the staff do, if the check and the grade do not decide it (``kiosk.doctor.finding``); ``seat``: the
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


class CheckAdvice(NamedTuple):
    """The advice for a check's findings of each grade."""

    fault: Advice = Advice.ADMINISTRATOR
    warning: Advice = Advice.ADMINISTRATOR
    note: Advice = Advice.NOTHING


_TECHNICAL: Final = CheckAdvice()

ADVICE: Final[Mapping[str, CheckAdvice]] = {
    "configuration": _TECHNICAL,
    "changes": _TECHNICAL,
    "kiosk": CheckAdvice(Advice.RESTART_TABLE),
    "machine": _TECHNICAL,
    "screen": CheckAdvice(note=Advice.SWITCH_SCREEN_ON),
    "display": CheckAdvice(Advice.RESTART_DISPLAY),
    "GL": _TECHNICAL,
    "frames": CheckAdvice(Advice.FEWER_SEATS, Advice.FEWER_SEATS),
    "text": _TECHNICAL,
    "touch": CheckAdvice(Advice.PLUG_PANEL, Advice.WIPE_SCREEN, Advice.COUNT_FINGERS),
    "sound": CheckAdvice(warning=Advice.PLUG_LOUDSPEAKER),
    "drivers": _TECHNICAL,
    "games": _TECHNICAL,
    "firmware": _TECHNICAL,
    "chip": _TECHNICAL,
    "pins": _TECHNICAL,
    "lamps": _TECHNICAL,
    "presses": CheckAdvice(warning=Advice.RESTART_TABLE, note=Advice.PRESS_ALL),
    "journal": CheckAdvice(Advice.SAVE, Advice.SAVE),
    "results": _TECHNICAL,
    "hall": _TECHNICAL,
    "restore": CheckAdvice(warning=Advice.RESTORE, note=Advice.RESTORE_AGAIN),
    "boards": CheckAdvice(Advice.PLUG_READER, Advice.PLUG_READER),
    "permissions": _TECHNICAL,
    "real time": _TECHNICAL,
    "clock": CheckAdvice(warning=Advice.CLOCK),
    "disk": CheckAdvice(Advice.SAVE, Advice.SAVE),
    "power": CheckAdvice(Advice.SUPPLY, Advice.SUPPLY),
}


def advice_for(check: str, finding: Finding) -> Advice:
    """Return what the staff do about a finding of this check, or the finding's own advice."""
    if finding.advice is not None:
        return finding.advice
    return Advice.NOTHING if finding.grade is Grade.GOOD else getattr(ADVICE[check], finding.grade)
