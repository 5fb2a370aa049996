"""Worker thread of the service menu: hashing, file access and child processes do not delay the table."""

from __future__ import annotations

import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from kiosk.backup.manifest import CLEARED, find, read_backup
from kiosk.backup.medium import BackupError
from kiosk.backup.waiting import cancel, made, waiting
from kiosk.config.loader import DEFAULT, ConfigError, in_a_line
from kiosk.config.schema import Settings
from kiosk.journal.lately import DayNumbers
from kiosk.service.closing import Doorkeeper, keep_closed
from kiosk.service.machine import connected, room_of
from kiosk.service.pin import PinAnswer, PinLockout, UnusablePin
from kiosk.service.staff_settings import Changes, current, file_values, forget, put, save, typed, value_at, with_changes
from kiosk.service.stick_configuration import REQUEST, check, leave, outcome_in
from kiosk.service.table_clock import MOMENT, TableClock
from kiosk.service.unwanted import UnusableListError, read_unwanted, remove_unwanted, take_unwanted, unwanted_file
from kiosk.system import paths
from kiosk.system.files import read_regular, write_file
from kiosk.system.version import version
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.service_requests import (
    LONGEST_S,
    AskGate,
    AskRoot,
    BackupFound,
    CancelRestore,
    ChangeSettings,
    CheckConfiguration,
    CheckPin,
    ClearLeaderboard,
    CloseNow,
    CountToday,
    DoctorFailed,
    DoctorFindings,
    FindBackup,
    GateAnswer,
    Job,
    JobAnswer,
    JobDone,
    JobFailed,
    OpenAgain,
    RemoveUnwantedNames,
    RestoreLeaderboard,
    RunDoctor,
    SetClock,
    SetPin,
    SettingsChanged,
    TableFacts,
    TakeUnwantedNames,
    TodayCounted,
    ToldFinding,
    UseConfiguration,
    UseStick,
)
from kiosk.table.settings import TableSettings

log = logging.getLogger(__name__)

RESTART_TABLE: Final = "restart-table"
ROOT_REQUESTS: Final = ("restart-display", RESTART_TABLE, "poweroff")
"""The requests that a root service carries out (``systemd/grant-wishes``)."""

_EXAMINED_S: Final = 60.0
"""Seconds within which the doctor has to be done."""
_WORST: Final = ("fault", "warning", "note")
"""Grades of findings that are shown, worst first."""

_STICK: Final = "STICK"
_WITH_STICK: Final[Mapping[str, tuple[str, ...]]] = {
    "scores": ("scores", "--last-good", "--all", "--csv"),
    "report": ("report", _STICK),
    "backup": ("backup", _STICK),
    "restore": ("restore", _STICK, "--this-boot"),
}
"""The arguments of ``kiosk`` for each use of the stick."""
_RESET: Final = ("scores", "--last-good", "reset", "--yes", "--reason")
"""The arguments that void all rounds, for the reason that follows."""
_LONGEST_LINE: Final = 200
"""Characters of an error: more would not fit onto a panel."""

_ENDS_S: Final = 5.0
"""Timeout in seconds for ending: a child that waits for a removed stick cannot be ended at all."""


class Desk(Struct, frozen=True):
    """Everything that the worker needs.

    ``configured``: the administrator's settings, from ``file`` (None: the packaged ones). ``kept``: file of the staff's
    changes, ``wishes``: pipe for requests to root (if it does not exist, they cannot be carried out), ``stick``: mount
    point of a USB stick. ``follow`` applies new settings and returns those of the session. ``closed``: file in which it
    is kept that the staff have closed the table (``kiosk.service.closing``). ``count_today`` counts what was
    played since the last opening by these settings.
    """

    configured: Settings
    file: Path | None
    changes: Changes
    kept: Path
    wishes: Path
    stick: Path
    gate: PinLockout
    follow: Callable[[Settings], TableSettings]
    doorkeeper: Doorkeeper
    closed: Path
    count_today: Callable[[Settings], DayNumbers]


class ServiceWorker:
    """Does jobs one after the other; each answer goes to ``put``.

    An examination takes many seconds and changes nothing: it goes on beside the others.
    """

    def __init__(self, desk: Desk, put: Callable[[JobAnswer], object]) -> None:
        self._desk = desk
        self._put = put
        self._changes = desk.changes
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._examinations: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._starting = threading.Lock()  # held while starting a child, and while closing
        self._children: set[subprocess.Popen[bytes]] = set()
        self._closing = False
        self._clock = TableClock()
        self._threads = [
            (jobs, threading.Thread(target=self._run, args=(jobs,), name=name, daemon=True))
            for name, jobs in (("service", self._jobs), ("doctor", self._examinations))
        ]
        self._does: Mapping[type[Job], Callable[[Any], JobAnswer | None]] = {
            AskGate: lambda _: self._answer_of_gate(desk.gate.look()),
            CheckPin: lambda job: self._answer_of_gate(desk.gate.guess(job.pin)),
            SetPin: self._set_pin,
            ChangeSettings: self._change_settings,
            RunDoctor: lambda _: self._run_doctor(),
            UseStick: self._use_stick,
            FindBackup: lambda _: self._find_backup(),
            CancelRestore: lambda _: self._cancel_restore(),
            CheckConfiguration: lambda _: self._bring_configuration(use=False),
            UseConfiguration: lambda _: self._bring_configuration(use=True),
            TakeUnwantedNames: lambda _: self._take_unwanted(),
            RemoveUnwantedNames: lambda _: self._remove_unwanted(),
            SetClock: self._set_clock,
            ClearLeaderboard: lambda _: self._clear_leaderboard(),
            RestoreLeaderboard: lambda _: self._restore_leaderboard(),
            CountToday: lambda _: TodayCounted(*desk.count_today(self._settings)),
            CloseNow: lambda _: self._close_now(),
            OpenAgain: lambda _: self._open_again(),
            AskRoot: self._ask_root,
        }

    @cached_property
    def _settings(self) -> Settings:
        """The settings with the staff's changes; made for the first job, as it takes a tenth of a table's start."""
        return with_changes(self._desk.configured, self._desk.changes)

    def start(self) -> None:
        """Start the threads, ordinary ones: call this before the caller enters real-time scheduling."""
        for _, thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End the thread, and a running child process, which could take minutes to finish."""
        with self._starting:
            self._closing = True
            for child in tuple(self._children):  # the others' threads take theirs away
                child.terminate()
        ends = time.monotonic() + _ENDS_S
        for jobs, thread in self._threads:
            jobs.put(None)
            if thread.is_alive():
                thread.join(max(0.0, ends - time.monotonic()))

    def ask(self, job: Job) -> None:
        """Queue a job. Callable from any thread; returns at once."""
        (self._examinations if isinstance(job, RunDoctor) else self._jobs).put(job)

    def _run(self, jobs: queue.SimpleQueue[Job | None]) -> None:
        while (job := jobs.get()) is not None:
            if (done := self.do(job)) is not None:
                self._put(done)

    def do(self, job: Job) -> JobAnswer | None:
        """Do a job now; return its answer, None if it has none."""
        failed = DoctorFailed if isinstance(job, RunDoctor) else JobFailed
        try:
            return self._does[type(job)](job)
        except subprocess.CalledProcessError as error:  # its stderr says why
            return failed(why=_last_line(error.stderr.decode(errors="replace")))
        except (BackupError, UnusableListError) as error:
            return failed(why=_last_line(str(error)))
        except (OSError, ValueError, LookupError, MemoryError, ConfigError, subprocess.SubprocessError) as error:
            log.error("service menu: %s could not be done: %s", type(job).__name__.lower(), error)  # noqa: TRY400
            return failed()

    def _answer_of_gate(self, answer: PinAnswer) -> GateAnswer:
        return GateAnswer(*answer, self._facts() if answer.verdict == "open" else None)

    def _set_pin(self, job: SetPin) -> JobDone | JobFailed:
        """Store a new PIN. The keypad takes digits only, as many as are needed: what remains is one too easy."""
        try:
            self._desk.gate.change(job.pin)
        except UnusablePin:
            return JobFailed("easy_pin")
        except OSError as error:
            return JobFailed(why=f"the PIN cannot be saved ({error.strerror})")
        return JobDone("pin_set")

    def _facts(self) -> TableFacts:
        from kiosk.rulebook import edition_names  # noqa: PLC0415  catalogues: no start needs them

        granted = ROOT_REQUESTS if self._desk.wishes.is_fifo() else ()
        clock = time_of_day(local_time())
        theirs, kept = self._desk.configured.game.house_rules, self._settings.game.house_rules
        fixed = frozenset(name for name, chosen in theirs.items() if kept.get(name) == chosen)
        editions, room = edition_names(self._settings.language.offered), room_of(self._state)
        return TableFacts(
            current(self._settings),
            version(),
            granted,
            connected(),
            clock,
            fixed,
            editions,
            file_values(self._desk.configured, self._settings),
            closed_now=bool(self._desk.doorkeeper.closed_until()),
            is_open=self._desk.doorkeeper.is_open(),
            cleared=self._cleared.exists(),
            restore=self._waiting(),
            configured=outcome_in(self._desk.wishes.parent) or ("", ""),
            moment=f"{local_time():{MOMENT}}",
            settable=self._clock.settable() if granted else ("", ""),
            unwanted=len(read_unwanted(self._state / unwanted_file().name)),
            free=room.free,
            scarce=room.scarce,
        )

    @property
    def _state(self) -> Path:
        return self._desk.kept.parent

    def _waiting(self) -> str:
        """Return the time of the backup that waits for the table's next start; empty: none does."""
        ready = waiting(self._state)
        return "" if ready is None else made(ready)

    def _change_settings(self, job: ChangeSettings) -> SettingsChanged:
        """Apply a setting, even if it cannot be saved; the answer reports that."""
        changes = {section: dict(values) for section, values in self._changes.items()}
        theirs, as_in_file = current(self._desk.configured), True
        for key, text in job.values.items():
            put(changes, self._desk.configured, key, typed(value_at(self._settings, key), text))
            as_in_file = as_in_file and text == theirs[key]
        if as_in_file:  # the administrator's value holds again, also when they change it later
            for key in job.values:
                forget(changes, key)
        self._settings = with_changes(self._desk.configured, changes)
        self._changes = changes
        try:
            if job.stored:
                save(self._desk.kept, changes)
        except OSError as error:
            log.error("%s: the setting cannot be saved (%s)", self._desk.kept, error)  # noqa: TRY400
            return SettingsChanged(self._desk.follow(self._settings), self._facts(), kept=False)
        return SettingsChanged(self._desk.follow(self._settings), self._facts())

    def _run_doctor(self) -> DoctorFindings:
        """Return the findings of ``kiosk doctor``, with their checks' names in front, and today's rounds."""
        findings = json.loads(self._kiosk("doctor", "--json", within=_EXAMINED_S).stdout)["findings"]
        return DoctorFindings(
            tuple(
                ToldFinding(
                    grade,
                    f"{finding['check']}: {finding['what']}",
                    finding["mend"] or "",
                    finding["advice"],
                    finding["seat"] or 0,
                )
                for grade in _WORST
                for finding in findings
                if finding["grade"] == grade
            ),
            self._desk.count_today(self._settings).rounds,
        )

    def _use_stick(self, job: UseStick) -> JobDone | JobFailed:
        stick = self._desk.stick
        if not stick.is_mount():
            return JobFailed("no_stick")
        arguments = [str(stick) if part == _STICK else part for part in _WITH_STICK[job.what]]
        if job.what == "scores" and _has_decimal_comma(self._settings.language.default):
            arguments += ["--csv-separator", ";"]
        output = self._kiosk(*arguments, within=LONGEST_S)
        if job.what == "scores" and not output.returncode:
            write_file(stick / f"ligretto-scores-{time.strftime('%Y%m%d-%H%M%S')}.csv", output.stdout)
        if not stick.is_mount():  # unplugged meanwhile: the data went into the empty mount point, in memory
            return JobFailed("no_stick")
        output.check_returncode()
        if job.what == "restore":
            return self._restart_to_restore()
        return JobDone("saved", at=f"{local_time():%H:%M:%S}")

    def _restart_to_restore(self) -> JobDone:
        """Have the table restarted, which puts the backup in place; where nobody does, it waits."""
        try:
            self._ask_root(AskRoot(RESTART_TABLE))
        except OSError:
            return JobDone("restored", self._facts())
        return JobDone("restoring", self._facts())

    def _cancel_restore(self) -> JobDone:
        cancel(self._state)
        return JobDone("restore_cancelled", self._facts())

    def _find_backup(self) -> BackupFound | JobFailed:
        stick = self._desk.stick
        if not stick.is_mount():
            return JobFailed("no_stick")
        return BackupFound(read_backup(find(stick)).manifest.minute)

    def _bring_configuration(self, *, use: bool) -> JobDone | JobFailed:
        """Check the configuration on the stick, which only root can install; if it is to be used, leave it for root."""
        if not self._desk.stick.is_mount():
            return JobFailed("no_stick")
        try:
            text = check(self._desk.stick, self._desk.file or DEFAULT)
        except ConfigError as error:
            return JobFailed(why=in_a_line(error)[:_LONGEST_LINE])
        if not use:
            return JobDone("configuration_good")
        leave(text, self._state)
        self._write_wish(REQUEST)
        return JobDone("configuring")

    def _take_unwanted(self) -> SettingsChanged | JobFailed:
        if not self._desk.stick.is_mount():
            return JobFailed("no_stick")
        take_unwanted(self._desk.stick, self._state / unwanted_file().name)
        return SettingsChanged(self._desk.follow(self._settings), self._facts(), note="names_taken")

    def _remove_unwanted(self) -> SettingsChanged:
        remove_unwanted(self._state / unwanted_file().name)
        return SettingsChanged(self._desk.follow(self._settings), self._facts(), note="names_removed")

    def _set_clock(self, job: SetClock) -> JobDone | JobFailed:
        journal = self._state / paths.journal_dir().name
        return self._clock.set(job.moment, journal, self._write_wish) or JobDone("clock_set", self._facts())

    def _clear_leaderboard(self) -> JobDone:
        """Void all rounds, for a reason by which they can be found again."""
        reason = f"service menu {local_time():%Y-%m-%d %H:%M:%S}"
        self._kiosk(*_RESET, reason, within=LONGEST_S).check_returncode()
        write_file(self._cleared, f"{reason}\n".encode())
        return JobDone("leaderboard_cleared", self._facts())

    def _restore_leaderboard(self) -> JobDone:
        reason = read_regular(self._cleared, _LONGEST_LINE).decode().strip()
        self._kiosk(*_RESET, reason, "--undo", within=LONGEST_S).check_returncode()
        self._cleared.unlink()
        return JobDone("leaderboard_restored", self._facts())

    @property
    def _cleared(self) -> Path:
        """The file with the reason for which the rounds of the last leaderboard were voided."""
        return self._state / CLEARED

    def _close_now(self) -> JobDone:
        """Close the table, even if that cannot be kept over a restart; the answer says so."""
        until = self._desk.doorkeeper.close_now()
        return self._kept_doors(until, "closed_now")

    def _open_again(self) -> JobDone:
        self._desk.doorkeeper.open_again()
        return self._kept_doors("", "opened_again")

    def _kept_doors(self, until: str, note: str) -> JobDone:
        try:
            keep_closed(self._desk.closed, until)
        except OSError as error:
            log.error("%s: cannot be kept (%s)", self._desk.closed, error)  # noqa: TRY400
            note = "not_kept"
        return JobDone(note, self._facts())

    def _kiosk(self, *arguments: str, within: float) -> subprocess.CompletedProcess[bytes]:
        """Run the command line in a child process and return its result; its stderr is logged."""
        command = [sys.executable, "-m", "kiosk", "--config", str(self._desk.file or DEFAULT), *arguments]
        with self._starting:
            if self._closing:
                raise subprocess.SubprocessError("the table is shutting down")
            child = subprocess.Popen(  # noqa: S603  our own
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            self._children.add(child)
        with child:
            try:
                said, complained = child.communicate(timeout=within)
            except subprocess.TimeoutExpired:
                child.kill()
                raise
            finally:
                self._children.discard(child)
        if complained:
            log.warning("service menu: %s", complained.decode(errors="replace").strip())
        return subprocess.CompletedProcess(command, child.returncode, said, complained)

    def _ask_root(self, job: AskRoot) -> None:
        if job.what not in ROOT_REQUESTS:
            raise ValueError(job.what)
        self._write_wish(job.what)

    def _write_wish(self, wish: str) -> None:
        log.info("requested in the service menu: %s", wish)
        pipe = os.open(self._desk.wishes, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # OSError if nobody reads
        try:
            os.write(pipe, f"{wish}\n".encode())
        finally:
            os.close(pipe)


def _has_decimal_comma(language: str) -> bool:
    """Return whether spreadsheets in this language expect semicolons (``kiosk.system.spreadsheet``)."""
    from kiosk.locale.speaker import speaker  # noqa: PLC0415  catalogues: no start needs them

    return "," in speaker(language).number(0.5, 1)


def _last_line(output: str) -> str:
    lines = output.strip().splitlines()
    return lines[-1][:_LONGEST_LINE] if lines else ""
