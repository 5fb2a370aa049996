"""A backup's manifest, and the verification of its files. Whoever wrote it is not trusted.

Only the files that it lists are read, and never more of them than it promises: their sizes are known before the first
byte is read, and what lies beside them is not looked at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from kiosk.backup.medium import BackupError, backups_in, from_medium, is_whole, parts, words
from kiosk.journal import erasures, ledger
from kiosk.system.decoders import prepared
from kiosk.system.files import LIST_BYTES
from kiosk.system.printable import printable
from kiosk.system.progress import Track, untracked
from kiosk.system.version import version

FORMAT: Final = 1
"""Version of the manifest's format. This program refuses newer ones."""

MANIFEST: Final = "manifest.json"

STORE, JOURNAL, CONFIGURATION = "results.sqlite", "journal", "table.toml"
SETTINGS: Final = "service.toml"
"""The settings of the staff. The last good configuration is not backed up: it belongs to the machine that started with
it, and no other machine may fall back on it.
"""

UNWANTED: Final = "unwanted-names.txt"
"""The names that nobody can type at the table."""
CLEARED: Final = "leaderboard-cleared"
"""The reason for which the rounds of the last leaderboard were voided: by it the staff undo that."""
SINGLE: Final = (SETTINGS, UNWANTED, CLEARED)
"""The files of the state folder beside results and journal. ``closed-until`` is none of them: it is about today; nor is
``table-id``: another table that takes this one's data is another one for a hall, too.
"""

_PATH: Final = re.compile(
    "|".join(
        [
            rf"{JOURNAL}/journal-[0-9]{{6,}}\.sqlite",
            *map(re.escape, (f"{JOURNAL}/{erasures.FILE}", f"{JOURNAL}/{ledger.FILE}")),
            *map(re.escape, (STORE, CONFIGURATION, *SINGLE)),
        ]
    )
)
"""The pattern of all paths that a backup may contain."""

_DIGEST: Final = 32
_TO_THE_MINUTE: Final = len("2026-11-21T20:00")
_TOLD: Final = 10
"""Maximum number of damaged files in a message."""

_Word = Annotated[str, Meta(max_length=100)]


class Kept(Struct, frozen=True):
    """A file of a backup, by its path in it."""

    path: _Word
    bytes: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
    blake2b: _Word


class _Made(Struct, frozen=True):
    """The part of a manifest that every format has."""

    format: int
    program: _Word


class Manifest(Struct, frozen=True):
    """The list of a backup's files. ``program``: the version that made it; ``made``: the table's time."""

    format: int
    program: _Word
    made: _Word
    files: tuple[Kept, ...]

    @property
    def minute(self) -> str:
        """Return when it was made, to the minute, for people."""
        return self.made[:_TO_THE_MINUTE].replace("T", " ")

    def text(self) -> bytes:
        """Return the content of its file."""
        return msgspec.json.format(msgspec.json.encode(self))


class Backup(Struct, frozen=True):
    """A backup by its manifest. ``problems``: what a restore of it would have to leave out or repair, in words."""

    folder: Path
    manifest: Manifest
    problems: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """The total size of its files."""
        return sum(file.bytes for file in self.manifest.files)


def find(source: Path) -> Path:
    """Return ``source`` if it is a backup, otherwise the last backup in it by name. Raises BackupError."""
    try:
        if (source / MANIFEST).is_file():
            return source
        names = filter(is_whole, reversed(backups_in(source))) if source.is_dir() else ()
        last = next((source / name for name in names if (source / name / MANIFEST).is_file()), None)
    except OSError as error:
        raise BackupError(f"{source}: cannot be read: {words(error)}") from error
    if last is None:
        raise BackupError(f"{source}: there is no backup of a kiosk: name its folder, or the stick that contains it")
    return last


def read_backup(folder: Path) -> Backup:
    """Return the backup in ``folder``; only its manifest is read. Raises BackupError if that is bad or too new."""
    try:
        with from_medium(folder / MANIFEST) as reading:
            text = reading.read(LIST_BYTES)
        made = msgspec.json.decode(text, type=prepared(_Made))
        if made.format > FORMAT:
            program = printable(made.program)
            raise BackupError(f"{folder}: a newer kiosk has made it ({program}): update this one ({version()}) first")
        manifest = msgspec.json.decode(text, type=prepared(Manifest))
        _judge(manifest)
    except OSError as error:
        raise BackupError(f"{folder / MANIFEST}: cannot be read: {words(error)}") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BackupError(f"{folder / MANIFEST}: not a backup's manifest, or damaged: take another backup") from error
    return Backup(folder, manifest)


def verified(folder: Path, track: Track = untracked) -> Backup:
    """Return the backup in ``folder`` with every file verified. Raises BackupError."""
    backup = read_backup(folder)
    verify(backup, track)
    return backup


def verify(backup: Backup, track: Track = untracked) -> None:
    """Verify every file, read from the medium itself. Raises BackupError that lists the differences."""
    if wrong := differences(backup, track):
        raise damaged(backup.folder, [one.why for one in wrong])


class Difference(Struct, frozen=True):
    """A file that is not as its manifest says, with the problem in words. ``garbled``: its size is right."""

    path: str
    why: str
    garbled: bool = False


def differences(backup: Backup, track: Track = untracked) -> list[Difference]:
    """Return the files that differ from the manifest, read from the medium itself."""
    files = track(backup.manifest.files, "Verifying", len(backup.manifest.files))
    return [wrong for file in files if (wrong := _wrong(backup.folder, file))]


def damaged(folder: Path, whys: Sequence[str]) -> BackupError:
    """Return the error for a backup in ``folder`` that cannot be restored, for these reasons."""
    more = f" and {len(whys) - _TOLD} more files" if len(whys) > _TOLD else ""
    listed = "; ".join(whys[:_TOLD])
    return BackupError(f"{folder}: damaged, nothing was changed: {listed}{more}: take another backup")


def digest(content: Iterable[bytes]) -> str:
    """Return the checksum of a file with this content, given in parts."""
    total = blake2b(digest_size=_DIGEST)
    for part in content:
        total.update(part)
    return total.hexdigest()


def _judge(manifest: Manifest) -> None:
    """Raise ValueError for paths that no backup contains (path traversal)."""
    paths = [file.path for file in manifest.files]
    if len(set(paths)) != len(paths) or not all(_PATH.fullmatch(path) for path in paths):
        raise ValueError("other paths than those of a backup")


def _wrong(folder: Path, file: Kept) -> Difference | None:
    """Return what is wrong with a file; None if it is intact."""
    try:
        with from_medium(folder / file.path) as reading:
            found = os.fstat(reading.fileno()).st_size
            if found != file.bytes:
                return Difference(file.path, f"{file.path} has {found} bytes, not {file.bytes}")
            total = digest(parts(reading, file.bytes))
    except FileNotFoundError:
        return Difference(file.path, f"{file.path} is missing")
    except OSError as error:
        return Difference(file.path, f"{file.path} cannot be read ({error.strerror})")
    if total == file.blake2b:
        return None
    return Difference(file.path, f"{file.path} is damaged (wrong checksum)", garbled=True)
