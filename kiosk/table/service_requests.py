"""The jobs of the service menu that are done outside the session, and the answers to them.

The session asks, and a separate thread does them (``kiosk.service.worker``): hashing a PIN or writing a file never
delays a press. They are structs: two dozen more dataclasses, each of which takes thirty times as long to define, would
delay each start of a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct, field

from kiosk.table.settings import TableSettings

LONGEST_S: Final = 600.0
"""Seconds after which a job is abandoned: a slow stick takes minutes."""


class AskGate(Struct, frozen=True):
    """Whether there is a menu, and whether it takes a PIN now."""


class CheckPin(Struct, frozen=True):
    """Check this PIN."""

    pin: str

    def __repr__(self) -> str:
        return type(self).__name__  # the PIN is not printed


class SetPin(Struct, frozen=True):
    """Have this PIN open the menu from now on."""

    pin: str

    def __repr__(self) -> str:
        return type(self).__name__  # the PIN is not printed


class ChangeSettings(Struct, frozen=True):
    """Set these keys (``kiosk.protocol.staff_settings``) to these values.

    ``stored``: False while a slider is pulled: they hold, and go into the file with the next ones.
    """

    values: Mapping[str, str]
    stored: bool = True


class RunDoctor(Struct, frozen=True):
    """Look for what is wrong with the table."""


class UseStick(Struct, frozen=True):
    """Write ``scores``, ``report`` or ``backup`` onto the plugged-in USB stick, or ``restore`` what is on it."""

    what: str


class FindBackup(Struct, frozen=True):
    """Find out from when the backup on the stick is."""


class CancelRestore(Struct, frozen=True):
    """Drop the restore that waits for the table's next start."""


class CheckConfiguration(Struct, frozen=True):
    """Find out whether the table could use the configuration on the stick."""


class UseConfiguration(Struct, frozen=True):
    """Have root try the configuration on the stick."""


class TakeUnwantedNames(Struct, frozen=True):
    """Take the list of unwanted names from the stick."""


class RemoveUnwantedNames(Struct, frozen=True):
    """Forget the list of unwanted names."""


class SetClock(Struct, frozen=True):
    """Have root set the clock to this time, ``2026-11-28T22:40``."""

    moment: str


class ClearLeaderboard(Struct, frozen=True):
    """Begin a new leaderboard."""


class RestoreLeaderboard(Struct, frozen=True):
    """Have the rounds count again that did before the last new leaderboard."""


class CountToday(Struct, frozen=True):
    """Count what was played since the table opened last."""


class CloseNow(Struct, frozen=True):
    """Close the table until its next opening, without hours until somebody opens it."""


class OpenAgain(Struct, frozen=True):
    """Follow the opening hours again."""


class ResetTable(Struct, frozen=True):
    """End the match and free all seats. The session does it itself."""


class AskRoot(Struct, frozen=True):
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


class TableFacts(Struct, frozen=True):
    """The facts about the table that the menu shows.

    ``values``: the current settings by their keys, lists with commas; ``root_requests``: what root would do here;
    ``networks``: the connected ones (None: a service without network access cannot see them); ``clock``: the clock used
    for the opening hours, empty if it was never set; ``fixed_rules``: the names of house rules that the administrator
    keeps, which are not deleted at the table; ``edition_names``: those that panels show; ``file_values``: of the
    settings that were made at the table, what the administrator's file says instead; ``closed_now``: the staff have
    closed the table; ``is_open``: it is open now; ``cleared``: there is a leaderboard from before the last new one;
    ``restore``: the time of the backup that waits for the table's next start, empty if none does; ``configured``: what
    came of the latest configuration from a stick, and why (``kiosk.service.stick_configuration.StickOutcome``);
    ``unwanted``: the number of unwanted names; ``moment``: the wall clock's time, ``2026-11-28T22:40``; ``settable``:
    the first and the last time to which it can be set at the menu, empty if it cannot; ``free``: the free part of the
    disk in percent, empty if unknown, ``scarce``: it may be full before the evening is over.
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
    free: str = ""
    scarce: bool = False


class GateAnswer(Struct, frozen=True):
    """The gate's answer (``kiosk.service.pin.PinAnswer``); ``facts``: only if it is open."""

    verdict: str
    tries: int = 0
    seconds: float = 0.0
    facts: TableFacts | None = None


class SettingsChanged(Struct, frozen=True):
    """The settings now in force; ``kept``: False if they could not be saved; ``note``: the menu's text."""

    settings: TableSettings
    facts: TableFacts
    kept: bool = True
    note: str = ""


class ToldFinding(NamedTuple):
    """A finding of the doctor: its grade (``kiosk.doctor.finding.Grade``), its text and the fix for the administrator.

    ``advice``: what the staff do (``kiosk.protocol.staff_menu``); ``seat``: the one that it is about, 0: none.
    """

    grade: str
    what: str
    mend: str = ""
    advice: str = ""
    seat: int = 0


class DoctorFindings(Struct, frozen=True):
    """The doctor's findings, the worst first; those that are good are not told.

    ``rounds``: finished since the table opened last (None: not counted).
    """

    findings: tuple[ToldFinding, ...]
    rounds: int | None = None

    @property
    def worst(self) -> str:
        """The worst grade; a note is nothing bad."""
        worst = next((finding.grade for finding in self.findings), "good")
        return "good" if worst == "note" else worst


class TodayCounted(Struct, frozen=True):
    """The numbers of today: finished rounds and matches, and the seats that people had in them."""

    rounds: int
    matches: int
    people: int


class BackupFound(Struct, frozen=True):
    """There is a backup on the stick. ``made``: its date and time."""

    made: str


class JobDone(Struct, frozen=True):
    """A job is done. ``note``: the menu's text (``kiosk.protocol.ServiceView.note``), ``at``: the time that it tells.

    ``facts``: if they changed.
    """

    note: str
    facts: TableFacts | None = None
    at: str = ""


class JobFailed(Struct, frozen=True):
    """A job has failed. ``note``: the menu's text; ``why``: the command line's text, if any."""

    note: str = "failed"
    why: str = ""


class DoctorFailed(JobFailed, frozen=True):
    """The table could not be examined."""


JobAnswer: TypeAlias = GateAnswer | SettingsChanged | DoctorFindings | TodayCounted | BackupFound | JobDone | JobFailed
