"""Does what the service menu asks for, in a thread of its own: hashes, files and children keep no press waiting."""

from __future__ import annotations

import json
import logging
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kiosk.backup.backup import BackupError, find, manifest_of
from kiosk.config.loader import DEFAULT, ConfigError
from kiosk.config.schema import Settings
from kiosk.service.overrides import CHANGEABLE, Changes, save, with_changes
from kiosk.service.pin_lockout import Answer, Gate
from kiosk.system.atomic_file import write_file, write_synced
from kiosk.system.version import version
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.service_requests import (
    LONGEST_S,
    Carried,
    Carry,
    Changed,
    Done,
    Examine,
    Failed,
    Found,
    Gated,
    Job,
    Known,
    Look,
    Set,
    Try,
    Wish,
)
from kiosk.table.settings import TableSettings

log = logging.getLogger(__name__)

WISHES: Final = ("restart-display", "restart-table", "poweroff")
"""The requests that root grants (``systemd/grant-wishes``)."""

_EXAMINED_S: Final = 60.0
_WORST: Final = ("fault", "warning", "note")
"""Grades of findings, the worst first; what is good is not told."""
_NETWORKS: Final = Path("/sys/class/net")
_LOOPBACK: Final = "lo"

_STICK: Final = "STICK"
_CARRIES: Final[Mapping[str, tuple[str, ...]]] = {
    "scores": ("scores", "--last-good", "--all", "--csv"),
    "report": ("report", _STICK),
    "backup": ("backup", _STICK),
    "restore": ("restore", _STICK, "--next-start"),
    "reset": ("scores", "--last-good", "reset", "--yes", "--reason", "service menu"),
}
"""The commands for scores and records, as typed on the command line."""
_WITHOUT_STICK, _WHICH = "reset", "which"
_LONGEST_LINE: Final = 200
_TO_THE_MINUTE: Final = len("2026-11-21T20:00")

_ENDS_S: Final = 5.0
"""Seconds that a process may take to end: a child that waits for a stick that is gone cannot be ended at all."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the worker needs.

    ``configured``: the administrator's settings, from ``file`` (None: the packaged ones). ``kept``: where the staff's
    changes lie, ``wishes``: where wishes are written (there is no such folder: nothing grants them), ``stick``: where a
    USB stick is mounted. ``follow`` makes the session's settings of new ones, and tells them to whom else they concern.
    """

    configured: Settings
    file: Path | None
    changes: Changes
    kept: Path
    wishes: Path
    stick: Path
    gate: Gate
    follow: Callable[[Settings], TableSettings]


class Clerk:
    """One job after the other; each answer goes to ``put``."""

    def __init__(self, desk: Desk, put: Callable[[Done], object]) -> None:
        self._desk = desk
        self._put = put
        self._changes = desk.changes
        self._settings = with_changes(desk.configured, desk.changes)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._starting = threading.Lock()  # held by whoever starts a child, or closes
        self._child: subprocess.Popen[bytes] | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="clerk", daemon=True)
        self._does: Mapping[type[Job], Callable[[Any], Done | None]] = {
            Look: lambda _: self._gated(desk.gate.look()),
            Try: lambda job: self._gated(desk.gate.guess(job.pin)),
            Set: self._set,
            Examine: lambda _: self._examine(),
            Carry: self._carry,
            Wish: self._wish,
        }

    def start(self) -> None:
        """Begin. An ordinary thread: before the caller enters real time."""
        self._thread.start()

    def close(self) -> None:
        """End, what is being done in a process of its own too: that may take minutes."""
        with self._starting:
            self._closing = True
            if self._child is not None:
                self._child.terminate()
        self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join(_ENDS_S)

    def ask(self, job: Job) -> None:
        """Do it soon. From any thread; returns at once."""
        self._jobs.put(job)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if (done := self.do(job)) is not None:
                self._put(done)

    def do(self, job: Job) -> Done | None:
        """Do it now; what comes of it, None if there is nothing to tell."""
        try:
            return self._does[type(job)](job)
        except subprocess.CalledProcessError as error:  # it has told why
            return Failed(why=_last_line(error.stderr.decode(errors="replace")))
        except BackupError as error:
            return Failed(why=_last_line(str(error)))
        except (OSError, ValueError, LookupError, MemoryError, ConfigError, subprocess.SubprocessError) as error:
            log.error("service menu: %s could not be done: %s", type(job).__name__.lower(), error)  # noqa: TRY400
            return Failed()

    def _gated(self, answer: Answer) -> Gated:
        return Gated(*answer, self._known() if answer.verdict == "open" else None)

    def _known(self) -> Known:
        granted = WISHES if self._desk.wishes.is_dir() else ()
        clock = time_of_day(local_time())
        return Known(current(self._settings), version(), granted, _connected(), clock)

    def _set(self, job: Set) -> Changed:
        """Put a setting in force, even if the disk does not keep it; that is told."""
        changes = {section: dict(values) for section, values in self._changes.items()}
        for place, text in job.values.items():
            section, _, key = place.partition(".")
            changes.setdefault(section, {})[key] = _typed(getattr(getattr(self._settings, section), key), text)
        self._settings = with_changes(self._desk.configured, changes)
        self._changes = changes
        try:
            save(self._desk.kept, changes)
        except OSError as error:
            log.error("%s: what was set cannot be kept (%s)", self._desk.kept, error)  # noqa: TRY400
            return Changed(self._desk.follow(self._settings), self._known(), kept=False)
        return Changed(self._desk.follow(self._settings), self._known())

    def _examine(self) -> Found:
        """As ``kiosk doctor`` says it, the check's name before it."""
        findings = json.loads(self._kiosk("doctor", "--json", within=_EXAMINED_S).stdout)["findings"]
        return Found(
            tuple(
                (grade, f"{finding['check']}: {finding['what']}", finding["mend"] or "")
                for grade in _WORST
                for finding in findings
                if finding["grade"] == grade
            )
        )

    def _carry(self, job: Carry) -> Carried | Failed:
        stick = self._desk.stick
        if self._lacks_stick(job):
            return Failed("no_stick")
        if job.what == _WHICH:
            return Carried(job.what, manifest_of(find(stick)).made[:_TO_THE_MINUTE].replace("T", " "))
        arguments = (str(stick) if part == _STICK else part for part in _CARRIES[job.what])
        told = self._kiosk(*arguments, within=LONGEST_S)
        if job.what == "scores" and not told.returncode:
            write_file(stick / f"ligretto-scores-{time.strftime('%Y%m%d-%H%M%S')}.csv", told.stdout)
        if self._lacks_stick(job):  # pulled meanwhile: what was written then lies in the empty folder, in memory
            return Failed("no_stick")
        told.check_returncode()
        return Carried(job.what)

    def _lacks_stick(self, job: Carry) -> bool:
        return job.what != _WITHOUT_STICK and not self._desk.stick.is_mount()

    def _kiosk(self, *arguments: str, within: float) -> subprocess.CompletedProcess[bytes]:
        """The command line, in a process of its own, which holds up nothing here; what it complains of is logged."""
        command = [sys.executable, "-m", "kiosk", "--config", str(self._desk.file or DEFAULT), *arguments]
        with self._starting:
            if self._closing:
                raise subprocess.SubprocessError("the table ends")
            self._child = subprocess.Popen(  # noqa: S603  our own
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        with self._child as child:
            try:
                said, complained = child.communicate(timeout=within)
            except subprocess.TimeoutExpired:
                child.kill()
                raise
        if complained:
            log.warning("service menu: %s", complained.decode(errors="replace").strip())
        return subprocess.CompletedProcess(command, child.returncode, said, complained)

    def _wish(self, job: Wish) -> None:
        if job.what not in WISHES:
            raise ValueError(job.what)
        log.info("the staff wishes: %s", job.what)
        write_synced(self._desk.wishes / job.what, b"")


def _last_line(told: str) -> str:
    """Return what is told last, without the end of what is too long for a panel."""
    lines = told.strip().splitlines()
    return lines[-1][:_LONGEST_LINE] if lines else ""


def current(settings: Settings) -> dict[str, str]:
    """Return what is set of what the staff may set, by section and key; lists with commas."""
    return {
        f"{section}.{key}": _text(getattr(getattr(settings, section), key))
        for section, keys in CHANGEABLE.items()
        for key in keys
    }


def _text(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _typed(before: object, text: str) -> object:
    """The text as the kind of value that was there before."""
    if isinstance(before, tuple):
        return text.split(",")
    return int(text) if isinstance(before, int) else text


def _connected() -> tuple[str, ...] | None:
    """The networks that are up, as the kernel calls them; None where no card is seen."""
    try:
        cards = sorted(card for card in _NETWORKS.iterdir() if card.name != _LOOPBACK)
        return tuple(card.name for card in cards if (card / "operstate").read_text() == "up\n") if cards else None
    except OSError:
        return None
