"""Restore of a backup: everything is verified and copied beside the current data, and only then put in place.

A prepared backup (``make_ready``) stays in a folder of its own until no table runs, and is then put in place
(``put_in_place``) by renaming; after an interruption the next start continues. The previous data is kept in a dated
folder.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import time
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from kiosk.backup.manifest import (
    CONFIGURATION,
    JOURNAL,
    MANIFEST,
    SETTINGS,
    STORE,
    Backup,
    read_backup,
    verified,
    verify,
)
from kiosk.backup.medium import UNFINISHED, BackupError, alone_in, enough_room, from_medium, parts, words
from kiosk.journal import erasures
from kiosk.journal.file import SIBLINGS, JournalError
from kiosk.journal.folder import LOCK, Folder, FolderTakenError, files
from kiosk.journal.index import beginnings
from kiosk.journal.open_readonly import NewerVersionError, is_plain
from kiosk.system.atomic_file import sync_folder, write_synced
from kiosk.system.privileges import as_owner
from kiosk.system.progress import Track, untracked

log = logging.getLogger(__name__)

READY: Final = "restore-"
BEFORE: Final = "before-"
"""Prefix of the folder with the previous data; the rest of its name is that of the prepared folder."""

_FORGOTTEN: Final = f"{JOURNAL}/{erasures.FILE}"

_LONGEST_VERSION: Final = 20
_MIGRATIONS: Final = Path(__file__).parents[1] / "results" / "migrations" / "versions"
"""The store's migrations, whose file names begin with a version; the table process has no database library."""


def make_ready(source: Path, state: Path, track: Track = untracked) -> Path:
    """Verify the backup in the folder ``source`` and copy it into ``state`` for ``put_in_place``; return its folder.

    It replaces an earlier prepared backup. Raises BackupError; then nothing has changed. Before anything but the
    manifest is read, there must be room for all that it promises; no more than that is read or written.
    """
    backup = read_backup(source)
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone_in(state):
            ready = _free(state / f"{READY}{time.strftime('%Y-%m-%d-%H%M%S')}")
            try:
                _make_ready(backup, ready, track)
            except BaseException:
                with as_owner(state):
                    shutil.rmtree(_unfinished(ready), ignore_errors=True)
                raise
    except OSError as error:
        raise BackupError(f"{error.filename or state}: nothing was changed: {words(error)}") from error
    return ready


def _unfinished(ready: Path) -> Path:
    return ready.with_name(f"{ready.name}{UNFINISHED}")


def _make_ready(backup: Backup, ready: Path, track: Track) -> None:
    state, unfinished = ready.parent, _unfinished(ready)
    with as_owner(state):
        _clear(state)
        enough_room(state, [file.bytes for file in backup.manifest.files])
    verify(backup, track)
    with as_owner(state):
        for folder in (unfinished, unfinished / JOURNAL):
            folder.mkdir(mode=0o700)
    kept = backup.manifest.files
    for file in track(kept, "Copying", len(kept)):
        with from_medium(backup.folder / file.path) as reading, as_owner(state):
            write_synced(unfinished / file.path, parts(reading, file.bytes))
    with as_owner(state):
        write_synced(unfinished / MANIFEST, backup.manifest.text())
        for folder in (unfinished / JOURNAL, unfinished):
            sync_folder(folder)
        verified(unfinished, track)
        _judge_versions(unfinished)
        if (earlier := waiting(state)) is not None:
            _discard(earlier)
        unfinished.rename(ready)
        sync_folder(state)


def waiting(state: Path) -> Path | None:
    """Return the prepared backup, if there is one."""
    ready = [path for path in state.glob(f"{READY}*") if path.is_dir() and not path.name.endswith(UNFINISHED)]
    return max(ready, default=None)


def put_in_place(ready: Path) -> Path:
    """Replace the data of the state folder by a prepared backup; return the folder with the previous data.

    It can be repeated after an interruption. Raises BackupError: a table runs (nothing has changed), or the disk fails
    (the next start continues).
    """
    state = ready.parent
    kept = state / f"{BEFORE}{ready.name}"
    try:
        with as_owner(state), _alone(state):
            _stay_forgotten(ready / JOURNAL, state)
            coming = {file.path for file in read_backup(ready).manifest.files} - {CONFIGURATION} | {_FORGOTTEN}
            _set_aside(ready, kept, coming)
            for path in filter(lambda path: (ready / path).exists(), sorted(coming)):
                (ready / path).rename(state / path)
            _sync(state)
            _discard(ready)
    except OSError as error:
        why = f"{state}: the backup is not in place yet: {words(error)}; the next start continues with it"
        raise BackupError(why) from error
    return kept


def refuse_while_it_runs(state: Path) -> None:
    """Raise BackupError if a table writes its journal there, or this user may not."""
    try:
        if (state / JOURNAL).is_dir():
            with as_owner(state), _alone(state):
                pass
    except OSError as error:
        raise BackupError(f"{error.filename or state}: nothing was changed: {words(error)}") from error


def finish(state: Path) -> None:
    """Put a prepared backup in place, before a table opens its journal. Errors are only logged; the table starts."""
    with contextlib.suppress(BackupError, OSError), alone_in(state):  # unless one is being prepared
        _clear(state)
    ready = waiting(state)
    if ready is not None:
        try:
            kept = put_in_place(ready)
        except BackupError as error:
            log.error("%s", error)  # noqa: TRY400  the message suffices
        else:
            log.warning("%s", told(kept))


def told(kept: Path) -> str:
    """Return the message after a restore: the folder of the previous data, and deleted players that may be back."""
    lines = f"A backup was put in place. What was there before is in {kept}: delete it when all is well."
    before, now = (erasures.read(folder / JOURNAL).until for folder in (kept, kept.parent))
    if strange := len(before.keys() - now.keys()):
        names = "name that was" if strange == 1 else "names that were"
        lines += f" It comes from another table, and does not know {strange} {names} deleted here."
    return lines


@contextlib.contextmanager
def _alone(state: Path) -> Iterator[None]:
    """Run the block while no table runs, nor can start. Raises BackupError."""
    try:
        folder = Folder(state / JOURNAL)
    except FolderTakenError:
        mend = "end it (on an appliance: sudo systemctl stop ligretto-table), or restore with --next-start"
        raise BackupError(f"{state}: a table runs here, nothing was changed: {mend}") from None
    with closing(folder):
        yield


def _clear(state: Path) -> None:
    """Remove the remains of an interrupted preparation, or of a backup that is in place. Raises OSError."""
    for left in state.glob(f"{READY}*{UNFINISHED}"):
        shutil.rmtree(left)


def _judge_versions(folder: Path) -> None:
    """Raise BackupError if a newer program has written any of the files."""
    try:
        for file in files(folder / JOURNAL):
            with contextlib.suppress(JournalError):  # damaged: it is restored as it is
                _not_newer(file)
        if (folder / STORE).exists():
            _judge_store(folder / STORE)
    except sqlite3.Error as error:
        raise BackupError(f"{STORE}: its results are damaged ({error}): take another backup") from error


def _not_newer(file: Path) -> None:
    try:
        beginnings(file)
    except NewerVersionError as error:
        raise BackupError(f"nothing was changed: {error}") from error


def _judge_store(store: Path) -> None:
    with closing(sqlite3.connect(f"file:{quote(str(store))}?mode=ro&immutable=1", uri=True)) as connection:
        if not is_plain(connection):
            raise BackupError(f"nothing was changed: {STORE} was made by another program: take another backup")
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        query = f"SELECT substr(version_num, 1, {_LONGEST_VERSION}) FROM store_version LIMIT 2"  # noqa: S608  ours
        there = {str(name) for (name,) in connection.execute(query)} if "store_version" in tables else set()
    known = {file.name.removeprefix("v")[:4] for file in _MIGRATIONS.glob("v*.py")}
    if there - known:
        why = f"version {', '.join(sorted(there - known))}, this program knows {max(known)}"
        raise BackupError(f"nothing was changed: a newer kiosk has written the results ({why}): update this one first")


def _stay_forgotten(journal: Path, state: Path) -> None:
    """Carry over the list of deleted players, so that those deleted since the backup stay deleted."""
    if journal.exists():
        before, comes = erasures.read(state / JOURNAL), erasures.read(journal)
        (comes.joined(before) if comes.key else before).write(journal)


def _set_aside(ready: Path, kept: Path, coming: Collection[str]) -> None:
    """Move the previous data into ``kept``, except for files that were put in place before an interruption.

    It moves single files, because a folder that is a mount point or on an overlay cannot be renamed.
    """
    state = ready.parent
    for folder in (kept, kept / JOURNAL):
        folder.mkdir(mode=0o700, exist_ok=True)
    for path in _there(state):
        if path not in coming or (ready / path).exists():
            (state / path).rename(_free(kept / path))
    _sync(kept)
    _sync(state)


def _there(state: Path) -> list[str]:
    """Return the paths of all files that a backup may contain, with SQLite's files beside them."""
    single = [name for name in (*(f"{STORE}{part}" for part in SIBLINGS), SETTINGS) if (state / name).exists()]
    journal = [f"{JOURNAL}/{file.name}" for file in (state / JOURNAL).iterdir() if file.name != LOCK]
    return [*single, *sorted(journal)]


def _sync(folder: Path) -> None:
    sync_folder(folder / JOURNAL)
    sync_folder(folder)


def _free(path: Path) -> Path:
    """Return ``path``, or with a number appended, that is not used yet, nor for previous data."""
    number = 1
    found = path
    while found.exists() or found.with_name(f"{BEFORE}{found.name}").exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _discard(ready: Path) -> None:
    """Remove a prepared backup, renaming it first so that a partial one is never used. Raises OSError if that fails."""
    over = ready.with_name(f"{ready.name}-over{UNFINISHED}")
    ready.rename(over)
    shutil.rmtree(over, ignore_errors=True)
