"""Backups: all that a table keeps, in a folder of its own on a USB stick or anywhere else, also while people play.

The manifest names every file with its checksum and is written last; the folder gets its name when everything in it has
been read back. So whatever is pulled or cut: a folder of that name is a whole backup. Nothing here needs owners, modes,
links, stamps or capital letters, which sticks do not have. ``kiosk.backup.restore`` brings a backup back.

The service menu's PIN is not in it: a short one, on a stick, could be guessed.
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
from kiosk.system.version import version

FORMAT: Final = 1
"""Of the manifest. A later program may write a newer one, which this one leaves alone."""

MANIFEST: Final = "manifest.json"
PREFIX: Final = "ligretto-backup-"
UNFINISHED: Final = ".part"
"""Ends the name of a folder that is not whole yet."""

STORE, JOURNAL, CONFIGURATION = "results.sqlite", "journal", "table.toml"
SETTINGS: Final = "service.toml"
"""The settings of the staff. The last good configuration is left where it is: it is of the machine that started with
it, and another one must never fall back on it.
"""

_PATH: Final = re.compile(
    "|".join(
        [
            rf"{JOURNAL}/journal-[0-9]{{6,}}\.sqlite",
            *map(re.escape, (f"{JOURNAL}/{erasures.FILE}", STORE, CONFIGURATION, SETTINGS)),
        ]
    )
)
"""All that a backup may hold."""

_DIGEST: Final = 32
_LONGEST_LIST: Final = 16 << 20
"""Bytes: more files than a journal can have."""
_CLUSTER: Final = 64 << 10
"""A file takes at most so much more than it has bytes."""
_SPARE: Final = 1 << 20
_PATIENCE_S: Final = 10.0
"""Seconds for which another program may hold the store."""

_PULLED: Final = "it was pulled out, or is broken: plug it in and try again, or take another one"
_WORDS: Final = {
    errno.ENOSPC: "it is full: make room there, or take another one",
    errno.EDQUOT: "it is full: make room there, or take another one",
    errno.EROFS: "it may only be read: see whether it has a switch for that, or take another one",
    errno.EACCES: "this user may not write there: name a folder of your own, or ask with sudo",
    errno.EPERM: "this user may not write there: name a folder of your own, or ask with sudo",
    errno.EFBIG: "it takes no files of that size: format it as exFAT, or take another one",
    errno.ENOENT: _PULLED,
    errno.ENODEV: _PULLED,
    errno.ENXIO: _PULLED,
    errno.EIO: _PULLED,
    errno.ESTALE: _PULLED,
    errno.ENOTCONN: _PULLED,
}


class BackupError(Exception):
    """It cannot be done; the text says what is wrong, where, and the mend. What was there before is still there."""


@dataclass(frozen=True, slots=True)
class Places:
    """The data that is backed up: the ``state`` folder, and the ``configuration`` (None: the packaged one)."""

    state: Path
    configuration: Path | None = None


class Kept(Struct, frozen=True):
    """A file of a backup, by its path in it."""

    path: str
    bytes: int
    blake2b: str


class Manifest(Struct, frozen=True):
    """The list of a backup's contents. ``program``: the version that made it; ``made``: when, by the table's clock."""

    format: int
    program: str
    made: str
    files: tuple[Kept, ...]


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that has been read and is whole."""

    folder: Path
    manifest: Manifest

    @property
    def bytes(self) -> int:
        """Of all its files."""
        return sum(file.bytes for file in self.manifest.files)


def back_up(target: Path, places: Places) -> Backup:
    """Write a backup into a new folder in ``target``, and read it back. Raises BackupError.

    Never in the table's process, which runs ``kiosk backup`` instead: whoever closes a file there that SQLite has open
    takes its locks away (POSIX), and a press would wait for the checksums.
    """
    try:
        if not target.is_dir():
            raise BackupError(f"{target}: there is no such folder: plug in the stick, or name a folder that is there")
        with alone_in(target):
            return _back_up(target, places)
    except OSError as error:
        raise BackupError(f"{target}: the backup could not be written: {words(error)}") from error


def _back_up(target: Path, places: Places) -> Backup:
    name = _free_name(target)
    unfinished = target / f"{name}{UNFINISHED}"
    _clear(target)
    enough_room(target, sum(map(_taken, _sources(places))))
    (unfinished / JOURNAL).mkdir(parents=True)
    try:
        _write(unfinished, places)
        manifest = verified(unfinished).manifest
        unfinished.rename(target / name)
        sync_folder(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return Backup(target / name, manifest)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """While nobody else writes a backup there, or brings one back: each clears away what it takes for left over.

    Raises BackupError if somebody does; OSError.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupError(f"{folder}: a backup is written or brought back here just now: wait for that") from None
        except OSError:
            pass  # of another computer, perhaps: there folders cannot be locked
        yield
    finally:
        os.close(descriptor)


def find(source: Path) -> Path:
    """The backup that ``source`` is, or the last in order of those that lie there. Raises BackupError."""
    try:
        if (source / MANIFEST).is_file():
            return source
        found = sorted(path.parent for path in source.glob(f"{PREFIX}*/{MANIFEST}") if _whole(path.parent.name))
    except OSError as error:
        raise BackupError(f"{source}: cannot be read: {words(error)}") from error
    if not found:
        raise BackupError(f"{source}: there is no backup of a kiosk: name its folder, or the stick that it lies on")
    return found[-1]


def verified(folder: Path) -> Backup:
    """Read every file of a backup, from the medium itself, and compare. BackupError tells what differs."""
    manifest = manifest_of(folder)
    wrong = [told for file in manifest.files if (told := _wrong(folder, file))]
    if wrong:
        raise BackupError(f"{folder}: damaged, nothing was changed: {'; '.join(wrong)}: take another backup")
    return Backup(folder, manifest)


def words(error: OSError) -> str:
    """Return what an error of a stick or a disk means, and the mend."""
    return _WORDS.get(error.errno or 0, f"{error.strerror or error}: try again, or take another one")


def enough_room(folder: Path, needed: int) -> None:
    """Raises BackupError if ``folder`` has no room for so many bytes; OSError if it cannot be told."""
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE:
        told = f"{_megabytes(free)} MB are free, {_megabytes(needed + _SPARE)} MB are needed"
        raise BackupError(f"{folder}: {told}: make room there{_older(folder)}, or take another one")


# ---------------------------------------------------------------- writing


def _write(folder: Path, places: Places) -> None:
    """Everything, the store before the journal from which it is filled: so it is never ahead of that."""
    files = []
    for path, data in _contents(places):
        write_synced(folder / path, data)
        files.append(Kept(path, len(data), blake2b(data, digest_size=_DIGEST).hexdigest()))
    made = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    manifest = msgspec.json.encode(Manifest(FORMAT, version(), made, tuple(files)))
    write_synced(folder / MANIFEST, msgspec.json.format(manifest))
    sync_folder(folder / JOURNAL)
    sync_folder(folder)


def _contents(places: Places) -> Iterator[tuple[str, bytes]]:
    """Yield what is to be kept, by its path in the backup."""
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
    """All files that are read, to know how much room they take."""
    yield places.state / STORE
    for file in journal_folder.files(places.state / JOURNAL):
        yield file
        yield file.with_name(f"{file.name}-wal")
    for _, file in _single_files(places):
        yield file


def _read(file: Path, how: Callable[[Path], bytes], folder: Path) -> bytes:
    """Return what is in one of the table's own files, as the owner of its ``folder`` may read it: it may be a link.

    What is wrong with it is not the stick's fault.
    """
    try:
        with as_owner(folder):
            return how(file)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BackupError(
            f"{file}: cannot be read ({error.strerror}): ask with sudo, or as the table's user"
        ) from error


def _store(store: Path) -> bytes:
    """The results store as it is between two transactions, whoever writes to it meanwhile."""
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
        mend = "try again; if that does not help, move it away: it is filled from the journal anew"
        raise BackupError(f"{store}: the results cannot be copied ({error}): {mend}") from error


def _free_name(target: Path) -> str:
    """A name that no backup has, later in order than those of earlier seconds."""
    stamp = f"{PREFIX}{time.strftime('%Y-%m-%d-%H%M%S')}"
    count = 1
    while (target / (name := stamp if count == 1 else f"{stamp}-{count}")).exists():
        count += 1
    return name


def _clear(target: Path) -> None:
    """Take away what a pulled stick has left of a backup."""
    for left in target.glob(f"{PREFIX}*{UNFINISHED}"):
        shutil.rmtree(left)


def _taken(file: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        return -(-file.stat().st_size // _CLUSTER) * _CLUSTER
    return 0


# ---------------------------------------------------------------- reading


def manifest_of(folder: Path) -> Manifest:
    """The list of a backup's files. Raises BackupError if there is none, or none that this program reads."""
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
        raise BackupError(f"{folder / MANIFEST}: no list of a backup, or damaged: take another backup") from error
    return manifest


def _made_by(told: object) -> tuple[int, str]:
    """Format and program; ValueError if it says neither."""
    if isinstance(told, dict) and isinstance(told.get("format"), int):
        return told["format"], str(told.get("program"))
    raise ValueError(told)


def _judge(manifest: Manifest) -> None:
    """ValueError if it names what no backup has: a path may lead anywhere, and whoever wrote it is not known."""
    paths = [file.path for file in manifest.files]
    if len(set(paths)) != len(paths) or not all(_PATH.fullmatch(path) for path in paths):
        raise ValueError(paths)


def _wrong(folder: Path, file: Kept) -> str:
    """Return what is wrong with a file, in words; nothing if it is as it was written."""
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
    return "" if digest == file.blake2b else f"{file.path} is not as it was written"


@contextlib.contextmanager
def from_medium(file: Path) -> Iterator[BufferedReader]:
    """The bytes as the medium has them: what the system remembers of them is dropped first. Raises OSError.

    Also where it is no file: what a backup has are files, and nobody waits for a pipe or follows a link to elsewhere.
    """
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as reading:
        if not stat.S_ISREG(os.fstat(reading.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no file", str(file))
        os.posix_fadvise(reading.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        yield reading


def _whole(name: str) -> bool:
    return not name.endswith(UNFINISHED)


def _older(folder: Path) -> str:
    count = sum(_whole(path.name) for path in folder.glob(f"{PREFIX}*"))
    return f" ({count} older {'backup lies' if count == 1 else 'backups lie'} there)" if count else ""


def _megabytes(count: int) -> str:
    return f"{count / (1 << 20):.1f}"
