"""What the staff do about each finding: a closed table by check and grade, and one by the code of a device's fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kiosk.doctor.finding import Finding, Grade
from kiosk.faults.fault import Reported
from kiosk.protocol.advice import Advice


class Row(NamedTuple):
    """The advice for a check's findings of each grade."""

    fault: Advice = Advice.ADMINISTRATOR
    warning: Advice = Advice.ADMINISTRATOR
    note: Advice = Advice.NOTHING


_TECHNICAL: Final = Row()
_GAMES: Final = ("game.left_out", "game.failed", "game.set_aside")

ADVICE: Final[Mapping[str, Row]] = {
    "configuration": _TECHNICAL,
    "changes": _TECHNICAL,
    "kiosk": Row(Advice.RESTART_TABLE),
    "machine": _TECHNICAL,
    "screen": Row(note=Advice.SWITCH_SCREEN_ON),
    "display": Row(Advice.RESTART_DISPLAY),
    "GL": _TECHNICAL,
    "frames": Row(Advice.FEWER_SEATS, Advice.FEWER_SEATS),
    "text": _TECHNICAL,
    "touch": Row(Advice.PLUG_PANEL, Advice.WIPE_SCREEN, Advice.COUNT_FINGERS),
    "drivers": _TECHNICAL,
    "games": _TECHNICAL,
    "firmware": _TECHNICAL,
    "chip": _TECHNICAL,
    "pins": _TECHNICAL,
    "lamps": _TECHNICAL,
    "presses": Row(warning=Advice.RESTART_TABLE, note=Advice.PRESS_ALL),
    "journal": Row(Advice.SAVE, Advice.SAVE),
    "results": _TECHNICAL,
    "restore": Row(warning=Advice.RESTORE, note=Advice.RESTORE_AGAIN),
    "boards": Row(Advice.PLUG_READER, Advice.PLUG_READER),
    "permissions": _TECHNICAL,
    "real time": _TECHNICAL,
    "clock": Row(warning=Advice.CLOCK),
    "disk": Row(Advice.SAVE, Advice.SAVE),
    "power": Row(Advice.SUPPLY, Advice.SUPPLY),
}

_OF_FAULTS: Final[Mapping[str, Advice]] = {
    "button.stuck": Advice.FREE_BUTTON,
    "button.flaps": Advice.FREE_BUTTON,
    "touch.none": Advice.PLUG_PANEL,
    "touch.gone": Advice.PLUG_PANEL,
    "touch.unread": Advice.PLUG_PANEL,
    "touch.ghost": Advice.WIPE_SCREEN,
    "touch.masked": Advice.WIPE_SCREEN,
    "configuration.not_overlaid": Advice.SET_AGAIN,
    **dict.fromkeys(
        ("driver.missing", "driver.twice", "driver.fails", "driver.own", *_GAMES),
        Advice.ADMINISTRATOR,
    ),
    **dict.fromkeys(
        ("touch.several", "touch.elsewhere", "touch.unit", "touch.unlikely", "touch.unusable"), Advice.ADMINISTRATOR
    ),
    **dict.fromkeys(
        ("configuration.last_good", "configuration.not_installed", "configuration.not_used"), Advice.ADMINISTRATOR
    ),
}
"""What the check and the grade do not decide, by the codes of ``kiosk.faults.texts``."""


def advice_for(check: str, finding: Finding) -> Advice:
    """Return what the staff do about a finding of this check, or the finding's own advice."""
    if finding.advice is not None:
        return finding.advice
    return Advice.NOTHING if finding.grade is Grade.GOOD else getattr(ADVICE[check], finding.grade)


def of_fault(fault: Reported) -> Advice | None:
    """Return the advice for a fault that its code alone decides."""
    return _OF_FAULTS.get(fault.code)
