"""Backups: all data of a table, in a folder of its own on a USB stick or elsewhere, possible while a table runs.

The manifest lists every file with its checksum and is written last; the folder is renamed to its final name when
everything in it has been read back. Therefore a folder with such a name is always a complete backup, even if the stick
is pulled or the power fails. Backups need no owners, modes, links, timestamps or upper-case names, which sticks lack.
``kiosk.backup.restore`` restores a backup.

The service menu's PIN is not included: a short one on a stick could be cracked by brute force.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b, file_digest
from io import BufferedReader
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec
from msgspec import Struct

from kiosk.journal import erasures
from kiosk.journal import folder as journal_folder
from kiosk.journal.open_readonly import copied
from kiosk.system.atomic_file import sync_folder, write_synced
from kiosk.system.privileges import as_owner
from kiosk.system.progress import Track, untracked
from kiosk.system.version import version

FORMAT: Final = 1
"""Version of the manifest's format. This program refuses newer ones."""

MANIFEST: Final = "manifest.json"
PREFIX: Final = "ligretto-backup-"
UNFINISHED: Final = ".part"
"""Suffix of a folder that is not complete yet."""

STORE, JOURNAL, CONFIGURATION = "results.sqlite", "journal", "table.toml"
SETTINGS: Final = "service.toml"
"""The settings of the staff. The last good configuration is not backed up: it belongs to the machine that started with
it, and no other machine may fall back on it.
"""

_PATH: Final = re.compile(
    "|".join(
        [
            rf"{JOURNAL}/journal-[0-9]{{6,}}\.sqlite",
            *map(re.escape, (f"{JOURNAL}/{erasures.FILE}", STORE, CONFIGURATION, SETTINGS)),
        ]
    )
)
"""The pattern of all paths that a backup may contain."""

_DIGEST: Final = 32
_LONGEST_LIST: Final = 16 << 20
"""Maximum bytes of a manifest: enough for more files than a journal can have."""
_CLUSTER: Final = 64 << 10
"""Maximum cluster size in bytes, to which a file's size is rounded up."""
_SPARE: Final = 1 << 20
_PATIENCE_S: Final = 10.0
"""Timeout in seconds for another program's lock on the store."""

_PULLED: Final = "it was pulled out, or is broken: plug it in and try again, or take another one"
_WORDS: Final = {
    errno.ENOSPC: "it is full: make room there, or take another one",
    errno.EDQUOT: "it is full: make room there, or take another one",
    errno.EROFS: "it may only be read: see whether it has a switch for that, or take another one",
    errno.EACCES: "this user may not write there: name a folder of your own, or use sudo",
    errno.EPERM: "this user may not write there: name a folder of your own, or use sudo",
    errno.EFBIG: "it takes no files of that size: format it as exFAT, or take another one",
    errno.ENOENT: _PULLED,
    errno.ENODEV: _PULLED,
    errno.ENXIO: _PULLED,
    errno.EIO: _PULLED,
    errno.ESTALE: _PULLED,
    errno.ENOTCONN: _PULLED,
}


class BackupError(Exception):
    """A backup or restore is impossible; the text gives the path, reason and fix. Existing data is unchanged."""


@dataclass(frozen=True, slots=True)
class Places:
    """The data to back up: the ``state`` folder, and the ``configuration`` (None: the packaged one)."""

    state: Path
    configuration: Path | None = None


class Kept(Struct, frozen=True):
    """A file of a backup, by its path in it."""

    path: str
    bytes: int
    blake2b: str


class Manifest(Struct, frozen=True):
    """The list of a backup's files. ``program``: the version that made it; ``made``: the table's time."""

    format: int
    program: str
    made: str
    files: tuple[Kept, ...]


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that has been verified."""

    folder: Path
    manifest: Manifest

    @property
    def bytes(self) -> int:
        """The total size of its files."""
        return sum(file.bytes for file in self.manifest.files)


def back_up(target: Path, places: Places, track: Track = untracked) -> Backup:
    """Write a backup into a new folder in ``target``, and read it back. Raises BackupError.

    Never call this in the table's process, which runs ``kiosk backup`` instead: closing a file there that SQLite has
    open would release SQLite's POSIX locks, and the checksums would delay presses.
    """
    try:
        if not target.is_dir():
            raise BackupError(f"{target}: there is no such folder: plug in the stick, or name a folder that is there")
        with alone_in(target):
            return _back_up(target, places, track)
    except OSError as error:
        raise BackupError(f"{target}: the backup could not be written: {words(error)}") from error


def _back_up(target: Path, places: Places, track: Track) -> Backup:
    name = _free_name(target)
    unfinished = target / f"{name}{UNFINISHED}"
    _clear(target)
    enough_room(target, sum(map(_taken, _sources(places))))
    (unfinished / JOURNAL).mkdir(parents=True)
    try:
        _write(unfinished, places, track)
        manifest = verified(unfinished, track).manifest
        unfinished.rename(target / name)
        sync_folder(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return Backup(target / name, manifest)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the lock of ``folder`` against other backups and restores, each of which removes unfinished folders there.

    Raises BackupError if it is locked; OSError.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupError(f"{folder}: another backup or restore is running here: wait for its end") from None
        except OSError:
            pass  # perhaps a network file system, where folders cannot be locked
        yield
    finally:
        os.close(descriptor)


def find(source: Path) -> Path:
    """Return ``source`` if it is a backup, otherwise the last backup in it by name. Raises BackupError."""
    try:
        if (source / MANIFEST).is_file():
            return source
        found = sorted(path.parent for path in source.glob(f"{PREFIX}*/{MANIFEST}") if _whole(path.parent.name))
    except OSError as error:
        raise BackupError(f"{source}: cannot be read: {words(error)}") from error
    if not found:
        raise BackupError(f"{source}: there is no backup of a kiosk: name its folder, or the stick that contains it")
    return found[-1]


def verified(folder: Path, track: Track = untracked) -> Backup:
    """Verify every file of a backup, read from the medium itself. Raises BackupError that lists the differences."""
    manifest = manifest_of(folder)
    files = track(manifest.files, "Verifying", len(manifest.files))
    wrong = [told for file in files if (told := _wrong(folder, file))]
    if wrong:
        raise BackupError(f"{folder}: damaged, nothing was changed: {'; '.join(wrong)}: take another backup")
    return Backup(folder, manifest)


def words(error: OSError) -> str:
    """Return the meaning of an error of a stick or disk, and its fix."""
    return _WORDS.get(error.errno or 0, f"{error.strerror or error}: try again, or take another one")


def enough_room(folder: Path, needed: int) -> None:
    """Raise BackupError if ``folder`` has less than ``needed`` bytes free; OSError if that is unknown."""
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE:
        told = f"{_megabytes(free)} MB are free, {_megabytes(needed + _SPARE)} MB are needed"
        raise BackupError(f"{folder}: {told}: make room there{_older(folder)}, or take another one")


# ---------------------------------------------------------------- writing


def _write(folder: Path, places: Places, track: Track) -> None:
    """Write all files: the store before the journal from which it is filled, so that it is never ahead of it."""
    files = []
    total = sum(file.exists() for file in _sources(places) if not file.name.endswith("-wal"))
    for path, data in track(_contents(places), "Copying", total):
        write_synced(folder / path, data)
        files.append(Kept(path, len(data), blake2b(data, digest_size=_DIGEST).hexdigest()))
    made = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    manifest = msgspec.json.encode(Manifest(FORMAT, version(), made, tuple(files)))
    write_synced(folder / MANIFEST, msgspec.json.format(manifest))
    sync_folder(folder / JOURNAL)
    sync_folder(folder)


def _contents(places: Places) -> Iterator[tuple[str, bytes]]:
    """Yield the path in the backup and the content of each file."""
    state = places.state
    if (state / STORE).exists():
        yield STORE, _read(state / STORE, _store, state)
    for file in journal_folder.files(state / JOURNAL):
        with contextlib.suppress(FileNotFoundError):  # pruned meanwhile
            yield f"{JOURNAL}/{file.name}", _read(file, copied, state)
    for name, file in _single_files(places):
        yield name, _read(file, Path.read_bytes, state if file.is_relative_to(state) else file.parent)


def _single_files(places: Places) -> Iterator[tuple[str, Path]]:
    there = [(name, places.state / name) for name in (SETTINGS, f"{JOURNAL}/{erasures.FILE}")]
    if places.configuration is not None:
        there.append((CONFIGURATION, places.configuration))
    return ((name, file) for name, file in there if file.is_file())


def _sources(places: Places) -> Iterator[Path]:
    """Yield all files that will be read, to compute the required space."""
    yield places.state / STORE
    for file in journal_folder.files(places.state / JOURNAL):
        yield file
        yield file.with_name(f"{file.name}-wal")
    for _, file in _single_files(places):
        yield file


def _read(file: Path, how: Callable[[Path], bytes], folder: Path) -> bytes:
    """Read one of the table's own files, which may be a link, with the privileges of the owner of its ``folder``.

    Raises BackupError, not OSError, because an error here is not the stick's.
    """
    try:
        with as_owner(folder):
            return how(file)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BackupError(f"{file}: cannot be read ({error.strerror}): use sudo, or the table's user") from error


def _store(store: Path) -> bytes:
    """Return a consistent copy of the results store, even if it is written to meanwhile."""
    address = f"file:{quote(str(store))}?mode=rw"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, timeout=_PATIENCE_S)) as there,
            closing(sqlite3.connect(":memory:")) as here,
        ):
            here.execute(f"PRAGMA page_size = {there.execute('PRAGMA page_size').fetchone()[0]}")
            there.backup(here)
            return here.serialize()
    except sqlite3.Error as error:
        mend = "try again; if that does not help, move it away: it is rebuilt from the journal"
        raise BackupError(f"{store}: the results cannot be copied ({error}): {mend}") from error


def _free_name(target: Path) -> str:
    """Return an unused name that sorts after the names of earlier backups."""
    stamp = f"{PREFIX}{time.strftime('%Y-%m-%d-%H%M%S')}"
    count = 1
    while (target / (name := stamp if count == 1 else f"{stamp}-{count}")).exists():
        count += 1
    return name


def _clear(target: Path) -> None:
    """Remove unfinished backups, as a pulled stick leaves them."""
    for left in target.glob(f"{PREFIX}*{UNFINISHED}"):
        shutil.rmtree(left)


def _taken(file: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        return -(-file.stat().st_size // _CLUSTER) * _CLUSTER
    return 0


# ---------------------------------------------------------------- reading


def manifest_of(folder: Path) -> Manifest:
    """Return a backup's manifest. Raises BackupError if it is missing, damaged or newer than this program."""
    try:
        with from_medium(folder / MANIFEST) as reading:
            text = reading.read(_LONGEST_LIST)
        format_, program = _made_by(msgspec.json.decode(text))
        if format_ > FORMAT:
            raise BackupError(f"{folder}: a newer kiosk has made it ({program}): update this one ({version()}) first")
        manifest = msgspec.json.decode(text, type=Manifest)
        _judge(manifest)
    except OSError as error:
        raise BackupError(f"{folder / MANIFEST}: cannot be read: {words(error)}") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BackupError(f"{folder / MANIFEST}: not a backup's manifest, or damaged: take another backup") from error
    return manifest


def _made_by(told: object) -> tuple[int, str]:
    """Return format and program version. Raises ValueError if they are missing."""
    if isinstance(told, dict) and isinstance(told.get("format"), int):
        return told["format"], str(told.get("program"))
    raise ValueError(told)


def _judge(manifest: Manifest) -> None:
    """Raise ValueError for paths that no backup contains: the manifest's author is not trusted (path traversal)."""
    paths = [file.path for file in manifest.files]
    if len(set(paths)) != len(paths) or not all(_PATH.fullmatch(path) for path in paths):
        raise ValueError(paths)


def _wrong(folder: Path, file: Kept) -> str:
    """Return the problem of a file in words; empty if it is intact."""
    try:
        with from_medium(folder / file.path) as reading:
            found = os.fstat(reading.fileno()).st_size
            if found != file.bytes:
                return f"{file.path} has {found} bytes, not {file.bytes}"
            digest = file_digest(reading, partial(blake2b, digest_size=_DIGEST)).hexdigest()
    except FileNotFoundError:
        return f"{file.path} is missing"
    except OSError as error:
        return f"{file.path} cannot be read ({error.strerror})"
    return "" if digest == file.blake2b else f"{file.path} is damaged (wrong checksum)"


@contextlib.contextmanager
def from_medium(file: Path) -> Iterator[BufferedReader]:
    """Open a file for reading from the medium, after dropping the system's cache of it. Raises OSError.

    Anything but a regular file is refused: a pipe would block, and a link may lead anywhere.
    """
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as reading:
        if not stat.S_ISREG(os.fstat(reading.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a file", str(file))
        os.posix_fadvise(reading.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        yield reading


def _whole(name: str) -> bool:
    return not name.endswith(UNFINISHED)


def _older(folder: Path) -> str:
    count = sum(_whole(path.name) for path in folder.glob(f"{PREFIX}*"))
    return f" ({count} older {'backup is' if count == 1 else 'backups are'} there)" if count else ""


def _megabytes(count: int) -> str:
    return f"{count / (1 << 20):.1f}"
