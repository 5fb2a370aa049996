"""A report: a zip file with all parts, each a text, and the table of these parts."""

from __future__ import annotations

import errno
import io
import json
import re
import time
import traceback
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.config.dump import effective
from kiosk.config.loader import DEFAULT
from kiosk.config.secrecy import without_secrets
from kiosk.doctor import machine_checks, printout
from kiosk.doctor.checks import CheckedFinding, examine
from kiosk.doctor.facts import Facts
from kiosk.doctor.gather import gather
from kiosk.doctor.support_bundle import machine, rounds
from kiosk.doctor.support_bundle.machine import hardware
from kiosk.doctor.support_bundle.redaction import Private, known
from kiosk.journal.reader import RoundLog
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES, read_regular, refuse_irregular, write_file
from kiosk.system.printable import printable_text
from kiosk.system.privileges import as_owner
from kiosk.system.progress import Track, untracked

_SERIAL: Final = re.compile(r"\[0x[0-9a-f]+\]", re.IGNORECASE)
"""A filter of config.txt: what follows is for the Pi with this serial number."""


@dataclass(frozen=True)
class Subject:
    """The subject of a report: the table with this ``state`` folder and ``config`` file (None: packaged)."""

    state: Path
    config: Path | None
    notes: str = ""
    """Notes of the person who makes the report."""
    track: Track = untracked

    @cached_property
    def facts(self) -> Facts:
        """The facts that the doctor looks at."""
        return gather(self.config)

    @cached_property
    def answers(self) -> list[CheckedFinding]:
        """The doctor's findings."""
        return examine(self.facts)

    @cached_property
    def journal(self) -> tuple[list[dict[str, Any]], list[RoundLog]]:
        """The journal's files and newest rounds."""
        return rounds.newest(self.state / "journal", self.track)

    @cached_property
    def private(self) -> Private:
        """The redactor for this machine's private texts. Raises PermissionError."""
        return known(self.state, (self.config or DEFAULT, paths.last_good_file()))


class ReportFile(NamedTuple):
    """A file of the report."""

    file: str
    tells: str
    text: Callable[[Subject], str]


def _doctor_text(subject: Subject) -> str:
    out = io.StringIO()
    printout.print_table(subject.answers, out)
    return subject.private.text(out.getvalue())


def _doctor_json(subject: Subject) -> str:
    return _json(subject, json.loads(printout.as_json(subject.answers, subject.facts)))


def _configuration(subject: Subject) -> str:
    settings = subject.facts.config.settings
    if settings is None:
        return "it is unusable: see doctor.txt\n"
    return subject.private.toml(effective(without_secrets(settings)))


def _changes(subject: Subject) -> str:
    config = subject.facts.config
    last = config.last_good
    lines = [*config.errors, *config.warnings]
    if last is None:
        lines.append("no table has started here yet")
    else:
        lines += last.changes or ["nothing was changed"]
    return subject.private.text("".join(f"{line}\n" for line in lines))


def _service(subject: Subject) -> str:
    file = subject.state / "service.toml"
    if not file.exists():
        return "nothing was set at the table\n"
    with as_owner(subject.state):  # it may be a link to a file that only root may read
        text = read_regular(file, WRITTEN_BYTES).decode(errors="replace")
    return subject.private.toml(text)


def _firmware(subject: Subject) -> str:
    """Return a Raspberry Pi's config.txt, without filters by a serial number, and what the doctor misses there."""
    try:
        text = read_regular(machine_checks.CONFIG_TXT, WRITTEN_BYTES).decode(errors="replace")
    except OSError as error:
        return f"{machine_checks.CONFIG_TXT}: {error.strerror}\n"
    found = subject.facts.firmware
    lacks = [] if found is None else [*(f"it lacks {line}" for line in found.lacking), *found.missing, *found.remarks]
    remarks = "".join(f"# {line}\n" for line in lacks) or "# the doctor misses nothing, or nothing is at the header\n"
    return f"{subject.private.text(_SERIAL.sub('[0x<serial>]', text))}\n{subject.private.text(remarks)}"


def _journal(subject: Subject) -> str:
    files, newest = subject.journal
    return _json(subject, {"files": files, "verified": rounds.verification(newest)})


def _rounds(subject: Subject) -> str:
    lines = map(subject.private.value, rounds.records(subject.journal[1]))
    return "".join(f"{json.dumps(line, ensure_ascii=False, default=repr)}\n" for line in lines)


def _json(subject: Subject, value: object) -> str:
    return f"{json.dumps(subject.private.value(value), ensure_ascii=False, indent=1, default=repr)}\n"


PARTS: Final = (
    ReportFile("doctor.txt", "the findings of kiosk doctor", _doctor_text),
    ReportFile("doctor.json", "the same for programs, with the state of the running table", _doctor_json),
    ReportFile("versions.json", "versions of everything", lambda _: json.dumps(machine.versions(), indent=1)),
    ReportFile("machine.json", "the computer", lambda it: _json(it, machine.facts(it.facts, it.state))),
    ReportFile(
        "hardware.json", "screens, inputs, pins, boards, cards, start-up", lambda it: _json(it, hardware(it.facts))
    ),
    ReportFile("notes.txt", "notes of the reporter", lambda it: it.private.text(it.notes) or "nothing was noted\n"),
    ReportFile("configuration.toml", "the configuration, with every default", _configuration),
    ReportFile("changes.txt", "its errors and warnings, and its changes since a table last started", _changes),
    ReportFile("service.toml", "the settings made at the table by the staff", _service),
    ReportFile("config.txt", "a Raspberry Pi's config.txt, and what is not there of what it should set up", _firmware),
    ReportFile("log.txt", "the logs of the last two days", lambda subject: subject.private.text(machine.logs())),
    ReportFile("journal.json", "the journal's files, and whether they are intact", _journal),
    ReportFile("rounds.jsonl", f"the last {rounds.ROUNDS} rounds, record by record, without names", _rounds),
)


def subject(config: Path | None, notes: str = "", track: Track = untracked) -> Subject:
    """Return the table of this machine; ``notes``: observations of the reporter."""
    return Subject(paths.state_dir(), config, notes, track)


_CONTENTS: Final = "contents.txt"
_WITHOUT: Final = (
    "Names of players, users, hosts and the table, addresses and passwords are replaced by <name>, <user>, <host>, "
    "<address>, <secret>."
)


class Written(NamedTuple):
    """A written report: its file, its size, and the name, title and size of each part."""

    file: Path
    bytes: int
    parts: tuple[tuple[str, str, int], ...]


def write(target: Path, subject: Subject, parts: Iterable[ReportFile] = PARTS) -> Written:
    """Write the report to ``target``, a file or a folder, atomically. Raises OSError, if possible at once."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    file = target / f"ligretto-report-{stamp}.zip" if target.is_dir() else target
    _refuse(file)
    texts = [(part, _text(part, subject).encode()) for part in parts]
    contents = "".join([*(f"{part.file:<20} {part.tells}\n" for part, _ in texts), f"\n{_WITHOUT}\n"]).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in [(_CONTENTS, contents), *((part.file, text) for part, text in texts)]:
            archive.writestr(_entry(name), text)
    data = out.getvalue()
    write_file(file, data)
    return Written(file, len(data), tuple((part.file, part.tells, len(text)) for part, text in texts))


def _refuse(file: Path) -> None:
    """Raise OSError if no file can be written there: a missing folder would be created, and a device replaced."""
    if not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {file.parent}")
    if file.exists():
        refuse_irregular(file)


def _entry(name: str) -> zipfile.ZipInfo:
    """Return an entry without a date, because zip cannot store dates before 1980 or after 2107 of a wrong clock."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    return entry


def _text(part: ReportFile, subject: Subject) -> str:
    """Return the part's printable text, or its error, so that one broken part does not prevent the report."""
    try:
        return printable_text(part.text(subject))
    except Exception:
        return printable_text(f"this part failed:\n{subject.private.text(traceback.format_exc())}")
