"""The jobs of the service menu that are done outside the session, and the answers to them.

The session asks, and a separate thread does them (``kiosk.service.worker``): hashing a PIN or writing a file never
delays a press.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from kiosk.table.settings import TableSettings

LONGEST_S: Final = 600.0
"""Seconds after which a job is abandoned: a slow stick takes minutes."""


@dataclass(frozen=True, slots=True)
class AskGate:
    """Whether there is a menu, and whether it takes a PIN now."""


@dataclass(frozen=True, slots=True)
class CheckPin:
    """Check this PIN."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetPin:
    """Have this PIN open the menu from now on."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Set these keys (``kiosk.protocol.staff_settings``) to these values."""

    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RunDoctor:
    """Look for what is wrong with the table."""


@dataclass(frozen=True, slots=True)
class UseStick:
    """Write ``scores``, ``report`` or ``backup`` onto the plugged-in USB stick, or ``restore`` what is on it."""

    what: str


@dataclass(frozen=True, slots=True)
class FindBackup:
    """Find out from when the backup on the stick is."""


@dataclass(frozen=True, slots=True)
class CancelRestore:
    """Drop the restore that waits for the table's next start."""


@dataclass(frozen=True, slots=True)
class CheckConfiguration:
    """Find out whether the table could use the configuration on the stick."""


@dataclass(frozen=True, slots=True)
class UseConfiguration:
    """Have root try the configuration on the stick."""


@dataclass(frozen=True, slots=True)
class TakeUnwantedNames:
    """Take the list of unwanted names from the stick."""


@dataclass(frozen=True, slots=True)
class RemoveUnwantedNames:
    """Forget the list of unwanted names."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Have root set the clock to this time, ``2026-11-28T22:40``."""

    moment: str


@dataclass(frozen=True, slots=True)
class ClearLeaderboard:
    """Begin a new leaderboard."""


@dataclass(frozen=True, slots=True)
class RestoreLeaderboard:
    """Have the rounds count again that did before the last new leaderboard."""


@dataclass(frozen=True, slots=True)
class CountToday:
    """Count what was played since the table opened last."""


@dataclass(frozen=True, slots=True)
class CloseNow:
    """Close the table until its next opening, without hours until somebody opens it."""


@dataclass(frozen=True, slots=True)
class OpenAgain:
    """Follow the opening hours again."""


@dataclass(frozen=True, slots=True)
class ResetTable:
    """End the match and free all seats. The session does it itself."""


@dataclass(frozen=True, slots=True)
class AskRoot:
    """Have root do this: ``poweroff``, ``restart-table``, ``restart-display``."""

    what: str


Job: TypeAlias = (
    AskGate
    | CheckPin
    | SetPin
    | ChangeSettings
    | RunDoctor
    | UseStick
    | FindBackup
    | CancelRestore
    | CheckConfiguration
    | UseConfiguration
    | TakeUnwantedNames
    | RemoveUnwantedNames
    | SetClock
    | ClearLeaderboard
    | RestoreLeaderboard
    | CountToday
    | CloseNow
    | OpenAgain
    | ResetTable
    | AskRoot
)


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The facts about the table that the menu shows.

    ``values``: the current settings by their keys, lists with commas; ``root_requests``: what root would do here;
    ``networks``: the connected ones (None: a service without network access cannot see them); ``clock``: the clock used
    for the opening hours, empty if it was never set; ``fixed_rules``: the names of house rules that the administrator
    keeps, which are not deleted at the table; ``edition_names``: those that panels show; ``file_values``: of the
    settings that were made at the table, what the administrator's file says instead; ``closed_now``: the staff have
    closed the table; ``is_open``: it is open now; ``cleared``: there is a leaderboard from before the last new one;
    ``restore``: the time of the backup that waits for the table's next start, empty if none does; ``configured``: what
    came of the latest configuration from a stick, and why (``kiosk.service.stick_configuration.Outcome``);
    ``unwanted``: the number of unwanted names; ``moment``: the wall clock's time, ``2026-11-28T22:40``; ``settable``:
    the first and the last time to which it can be set at the menu, empty if it cannot.
    """

    values: Mapping[str, str]
    version: str = ""
    root_requests: tuple[str, ...] = ()
    networks: tuple[str, ...] | None = None
    clock: str = ""
    fixed_rules: frozenset[str] = frozenset()
    edition_names: frozenset[str] = frozenset()
    file_values: Mapping[str, str] = field(default_factory=dict)
    closed_now: bool = False
    is_open: bool = True
    cleared: bool = False
    restore: str = ""
    configured: tuple[str, str] = ("", "")
    unwanted: int = 0
    moment: str = ""
    settable: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class GateAnswer:
    """The gate's answer (``kiosk.service.pin_lockout.Answer``); ``facts``: only if it is open."""

    verdict: str
    tries: int = 0
    seconds: float = 0.0
    facts: TableFacts | None = None


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings now in force; ``kept``: False if they could not be saved; ``note``: the menu's text."""

    settings: TableSettings
    facts: TableFacts
    kept: bool = True
    note: str = ""


class ToldFinding(NamedTuple):
    """A finding of the doctor: its grade (``kiosk.doctor.finding.Grade``), its text and the fix for the administrator.

    ``advice``: what the staff do (``kiosk.protocol.advice``); ``seat``: the one that it is about, 0: none.
    """

    grade: str
    what: str
    mend: str = ""
    advice: str = ""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class DoctorFindings:
    """The doctor's findings, the worst first; those that are good are not told."""

    findings: tuple[ToldFinding, ...]

    @property
    def worst(self) -> str:
        """The worst grade; a note is nothing bad."""
        worst = next((finding.grade for finding in self.findings), "good")
        return "good" if worst == "note" else worst


@dataclass(frozen=True, slots=True)
class TodayCounted:
    """The numbers of today: finished rounds and matches, and the seats that people had in them."""

    rounds: int
    matches: int
    people: int


@dataclass(frozen=True, slots=True)
class BackupFound:
    """There is a backup on the stick. ``made``: its date and time."""

    made: str


@dataclass(frozen=True, slots=True)
class JobDone:
    """A job is done. ``note``: the menu's text (``kiosk.protocol.ServiceView.note``), ``at``: the time that it tells.

    ``facts``: if they changed.
    """

    note: str
    facts: TableFacts | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class JobFailed:
    """A job has failed. ``note``: the menu's text; ``why``: the command line's text, if any."""

    note: str = "failed"
    why: str = ""


JobAnswer: TypeAlias = GateAnswer | SettingsChanged | DoctorFindings | TodayCounted | BackupFound | JobDone | JobFailed
