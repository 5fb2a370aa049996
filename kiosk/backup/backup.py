"""Backups: all data of a table, in a folder of its own on a USB stick or elsewhere, possible while a table runs.

The manifest lists every file with its checksum and is written last; the folder is renamed to its final name when
everything in it has been read back. Therefore a folder with such a name is always a complete backup, even if the stick
is pulled or the power fails. Backups need no owners, modes, links, timestamps or upper-case names, which sticks lack.
``kiosk.backup.restore`` restores a backup. What it could not use is found here: damaged results are left out, and told.

The service menu's PIN is not included: a short one on a stick could be cracked by brute force. Nor is a password in
the configuration.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import quote

from kiosk.backup.manifest import (
    CONFIGURATION,
    FORMAT,
    JOURNAL,
    MANIFEST,
    SINGLE,
    STORE,
    Backup,
    Kept,
    Manifest,
    digest,
    verified,
)
from kiosk.backup.medium import PREFIX, UNFINISHED, BackupError, alone_in, backups_in, enough_room, is_whole, words
from kiosk.backup.soundness import NewerFileError, journal_problems, problem_in
from kiosk.journal import erasures, ledger
from kiosk.journal import folder as journal_folder
from kiosk.journal.open_readonly import copied
from kiosk.system.files import LIST_BYTES, read_regular, refuse_irregular, sync_folder, write_synced
from kiosk.system.privileges import as_owner
from kiosk.system.progress import Track, untracked
from kiosk.system.secrecy import public_toml
from kiosk.system.version import version

_T = TypeVar("_T")

_PATIENCE_S: Final = 10.0
"""Timeout in seconds for another program's lock on the store."""

_DAMAGE: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""How the names of SQLite's errors for a damaged file begin."""


@dataclass(frozen=True, slots=True)
class Places:
    """The data to back up: the ``state`` folder, and the ``configuration`` (None: the packaged one)."""

    state: Path
    configuration: Path | None = None


def back_up(target: Path, places: Places, track: Track = untracked) -> Backup:
    """Write a backup into a new folder in ``target``, and read it back as a restore would. Raises BackupError.

    Its ``problems`` tell what was left out of it, and what of it is damaged at the table already.

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
    enough_room(target, map(_size, _sources(places)))
    (unfinished / JOURNAL).mkdir(parents=True)
    try:
        problems = _write(unfinished, places, track)
        manifest = verified(unfinished, track).manifest
        problems += _unsound(unfinished, manifest)
        unfinished.rename(target / name)
        sync_folder(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return Backup(target / name, manifest, tuple(problems))


def _write(folder: Path, places: Places, track: Track) -> list[str]:
    """Write all files: the store before the journal from which it is filled, so that it is never ahead of it.

    Return what was left out.
    """
    files, left_out = [], list[str]()
    total = sum(file.exists() for file in _sources(places) if not file.name.endswith("-wal"))
    for path, data in track(_contents(places, left_out.append), "Copying", total):
        write_synced(folder / path, data)
        files.append(Kept(path, len(data), digest([data])))
    made = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    write_synced(folder / MANIFEST, Manifest(FORMAT, version(), made, tuple(files)).text())
    sync_folder(folder / JOURNAL)
    sync_folder(folder)
    return left_out


def _unsound(folder: Path, manifest: Manifest) -> list[str]:
    """Return what a restore would find in the journal of the backup in ``folder``."""
    try:
        return list(journal_problems(folder, [file.path for file in manifest.files]))
    except NewerFileError as error:
        return [str(error)]


def _contents(places: Places, leave_out: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """Yield the path in the backup and the content of each file; ``leave_out`` is told of results that are damaged."""
    state = places.state
    if (state / STORE).exists():
        data, problem = _read(state / STORE, _store, state)
        if problem:
            leave_out(problem)
        if data is not None:
            yield STORE, data
    for file in journal_folder.files(state / JOURNAL):
        with contextlib.suppress(FileNotFoundError):  # pruned meanwhile
            yield f"{JOURNAL}/{file.name}", _read(file, copied, state)
    for name, file in _single_files(places):
        how = {CONFIGURATION: _public, f"{JOURNAL}/{ledger.FILE}": _ledger}.get(name, _small)
        yield name, _read(file, how, state if file.is_relative_to(state) else file.parent)


def _single_files(places: Places) -> Iterator[tuple[str, Path]]:
    beside = (f"{JOURNAL}/{name}" for name in (erasures.FILE, ledger.FILE))
    there = [(name, places.state / name) for name in (*SINGLE, *beside)]
    if places.configuration is not None:
        there.append((CONFIGURATION, places.configuration))
    return ((name, file) for name, file in there if file.exists())


def _sources(places: Places) -> Iterator[Path]:
    """Yield all files that will be read, to compute the required space."""
    yield places.state / STORE
    for file in journal_folder.files(places.state / JOURNAL):
        yield file
        yield file.with_name(f"{file.name}-wal")
    for _, file in _single_files(places):
        yield file


def _read(file: Path, how: Callable[[Path], _T], folder: Path) -> _T:
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


def _small(file: Path) -> bytes:
    return read_regular(file, LIST_BYTES)


def _ledger(file: Path) -> bytes:
    return read_regular(file, ledger.MOST_BYTES)


def _public(file: Path) -> bytes:
    """Return the configuration without passwords: whoever finds the stick may read it."""
    return public_toml(_small(file).decode(errors="surrogateescape")).encode(errors="surrogateescape")


def _store(store: Path) -> tuple[bytes | None, str]:
    """Return a consistent copy of the results store, even if it is written to meanwhile, and a problem with it.

    None: it is damaged, and not worth a copy.
    """
    refuse_irregular(store)
    address = f"file:{quote(str(store))}?mode=rw"
    rebuilt = "left out: a restore rebuilds the results from the journal, as far back as that goes"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, timeout=_PATIENCE_S)) as there,
            closing(sqlite3.connect(":memory:")) as here,
        ):
            here.execute(f"PRAGMA page_size = {there.execute('PRAGMA page_size').fetchone()[0]}")
            there.execute("BEGIN")
            there.execute("SELECT 1 FROM sqlite_schema").fetchone()  # holds it: the copy would wait for ever for a lock
            there.backup(here)
            try:
                problem = problem_in(here)
            except NewerFileError as error:
                return here.serialize(), str(error)
            return (None, f"{store}: {problem}: {rebuilt}") if problem else (here.serialize(), "")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith(_DAMAGE):
            return None, f"{store}: {STORE} is damaged ({error}): {rebuilt}"
        raise BackupError(f"{store}: the results cannot be copied ({error}): try again") from error


def _free_name(target: Path) -> str:
    """Return an unused name that sorts after the names of earlier backups."""
    stamp = first = f"{PREFIX}{time.strftime('%Y-%m-%d-%H%M%S')}"
    count = 1
    while any((target / f"{stamp}{suffix}").exists() for suffix in ("", UNFINISHED)):
        count += 1
        stamp = f"{first}-{count}"
    return stamp


def _clear(target: Path) -> None:
    """Remove unfinished backups, as a pulled stick leaves them. What is nested too deeply to be one stays."""
    for name in backups_in(target):
        if not is_whole(name):
            with contextlib.suppress(RecursionError):
                shutil.rmtree(target / name)


def _size(file: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        return file.stat().st_size
    return 0
