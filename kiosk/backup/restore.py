"""Restore of a backup: everything is verified and copied beside the current data, and only then put in place.

What is damaged does not keep the rest from coming back: it is left out and told. Results are then rebuilt from the
journal and its ledger; of a damaged file of the journal all rounds that can be read come back.

A prepared backup (``make_ready``) stays in a folder of its own until no table runs, and is then put in place
(``put_in_place``) by renaming; after an interruption the next start continues. The previous data is kept in a dated
folder.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from kiosk.backup.manifest import (
    CLEARED,
    CONFIGURATION,
    JOURNAL,
    MANIFEST,
    SINGLE,
    STORE,
    Backup,
    Difference,
    Kept,
    damaged,
    differences,
    digest,
    read_backup,
    verified,
)
from kiosk.backup.medium import UNFINISHED, BackupError, alone_in, enough_room, from_medium, parts, words
from kiosk.backup.soundness import NewerFileError, journal_problems, store_problem
from kiosk.backup.traces import READY
from kiosk.backup.waiting import bind, discard, drop, forget_dropped, is_outdated, release, waiting
from kiosk.journal import erasures, ledger
from kiosk.journal.file import SIBLINGS
from kiosk.journal.folder import LOCK, Folder, FolderTakenError
from kiosk.system.files import sync_folder, write_synced
from kiosk.system.privileges import as_owner
from kiosk.system.progress import Track, untracked

log = logging.getLogger(__name__)

BEFORE: Final = "before-"
"""Prefix of the folder with the previous data; the rest of its name is that of the prepared folder."""

_CARRIED_OVER: Final = frozenset({f"{JOURNAL}/{erasures.FILE}", f"{JOURNAL}/{ledger.FILE}", CLEARED})
"""What a restore may bring without a backup, or leave: the table's lists are joined with those of the backup."""


def make_ready(
    source: Path,
    state: Path,
    track: Track = untracked,
    tell: Callable[[str], object] = log.warning,
    *,
    this_boot: bool = False,
) -> Path:
    """Verify the backup in the folder ``source`` and copy it into ``state`` for ``put_in_place``; return its folder.

    ``tell`` is called with what is damaged, and with what becomes of it. With ``this_boot`` the copy is dropped if the
    machine starts before the table (``kiosk.backup.waiting``). It replaces an earlier prepared backup.
    Raises BackupError, also if nothing of the backup is whole; then nothing has changed. Before anything but the
    manifest is read, there must be room for all that it promises; no more than that is read or written.
    """
    backup = read_backup(source)
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone_in(state):
            ready = _free(state / f"{READY}{time.strftime('%Y-%m-%d-%H%M%S')}")
            try:
                _make_ready(backup, ready, track, tell, this_boot=this_boot)
            except BaseException:
                with as_owner(state):
                    shutil.rmtree(_unfinished(ready), ignore_errors=True)
                raise
    except OSError as error:
        raise BackupError(f"{error.filename or state}: nothing was changed: {words(error)}") from error
    return ready


def _unfinished(ready: Path) -> Path:
    return ready.with_name(f"{ready.name}{UNFINISHED}")


def _make_ready(backup: Backup, ready: Path, track: Track, tell: Callable[[str], object], *, this_boot: bool) -> None:
    state, unfinished = ready.parent, _unfinished(ready)
    with as_owner(state):
        _clear(state)
        enough_room(state, [file.bytes for file in backup.manifest.files])
    wrong = differences(backup, track)
    with as_owner(state):
        for folder in (unfinished, unfinished / JOURNAL):
            folder.mkdir(mode=0o700)
    kept = _copied(backup, unfinished, track, {one.path: one for one in wrong})
    with as_owner(state):
        whys = [*(one.why for one in wrong), *_unsound(unfinished, kept)]
        if whys and not any((unfinished / path).exists() for path in kept):
            raise damaged(backup.folder, whys)
        write_synced(unfinished / MANIFEST, replace(backup.manifest, files=tuple(kept.values())).text())
        if this_boot:
            bind(unfinished)
        for folder in (unfinished / JOURNAL, unfinished):
            sync_folder(folder)
        verified(unfinished, track)
        if (earlier := waiting(state)) is not None:
            discard(earlier)
        unfinished.rename(ready)
        sync_folder(state)
    for line in _told_of(backup, kept, whys):
        tell(line)


def _copied(backup: Backup, unfinished: Path, track: Track, wrong: Mapping[str, Difference]) -> dict[str, Kept]:
    """Copy the files that are whole, and garbled ones of the journal; return what the copy's manifest has to list."""
    kept = {}
    wanted = [file for file in backup.manifest.files if _is_wanted(wrong.get(file.path), file.path)]
    for file in track(wanted, "Copying", len(wanted)):
        with from_medium(backup.folder / file.path) as reading, as_owner(unfinished.parent):
            write_synced(unfinished / file.path, parts(reading, file.bytes))
            found = file if file.path not in wrong else replace(file, blake2b=_digest(unfinished / file.path))
        kept[file.path] = found
    return kept


def _is_wanted(wrong: Difference | None, path: str) -> bool:
    """Return whether a file is copied: of a garbled one of the journal, its reader can tell what is whole."""
    return wrong is None or (wrong.garbled and path.startswith(f"{JOURNAL}/") and path not in _CARRIED_OVER)


def _digest(file: Path) -> str:
    with file.open("rb") as reading:
        return digest(iter(lambda: reading.read(1 << 20), b""))


def _unsound(folder: Path, kept: dict[str, Kept]) -> list[str]:
    """Return what cannot be used of the copy in ``folder``; damaged results and lists are taken out of it and ``kept``.

    Raises BackupError if a newer program has written a file.
    """
    try:
        problems = list(journal_problems(folder, kept))
        if STORE in kept and (problem := store_problem(folder / STORE)):
            problems.append(problem)
            (folder / STORE).unlink()
            del kept[STORE]
    except NewerFileError as error:
        raise BackupError(f"nothing was changed: {error}") from error
    return problems


def _told_of(backup: Backup, kept: Collection[str], whys: Collection[str]) -> Iterator[str]:
    yield from whys
    listed = [file.path for file in backup.manifest.files]
    if out := [path for path in listed if path not in kept and path != STORE]:
        yield f"Left out: {', '.join(out)}. All else comes back."
    if any(path.startswith(f"{JOURNAL}/journal-") and Path(path).name in why for path in kept for why in whys):
        yield "Of a damaged file of the journal, whatever can be read comes back: kiosk replay lists it."
    if STORE in listed and STORE not in kept:
        yield f"{STORE} is left out: the results are rebuilt from the journal, as far back as that goes."


def put_in_place(ready: Path) -> Path:
    """Replace the data of the state folder by a prepared backup; return the folder with the previous data.

    It can be repeated after an interruption. Raises BackupError: a table runs (nothing has changed), or the disk fails
    (the next start continues).
    """
    state = ready.parent
    kept = state / f"{BEFORE}{ready.name}"
    try:
        with as_owner(state), _alone(state):
            release(ready)
            _stay_true(ready / JOURNAL, state)
            coming = {file.path for file in read_backup(ready).manifest.files} - {CONFIGURATION} | _CARRIED_OVER
            _set_aside(ready, kept, coming)
            for path in filter(lambda path: (ready / path).exists(), sorted(coming)):
                (ready / path).rename(state / path)
            _sync(state)
            discard(ready)
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
    """Put a prepared backup in place, before a table opens its journal. Errors are only logged; the table starts.

    One that was prepared at the menu before the machine has started is dropped: nobody expects it any more.
    """
    with contextlib.suppress(BackupError, OSError), alone_in(state):  # unless one is being prepared
        _clear(state)
        forget_dropped(state)
    ready = waiting(state)
    if ready is None:
        return
    try:
        if is_outdated(ready):
            log.warning(
                "The backup of %s is not restored: that was asked for at the menu before the machine was switched off. "
                "If it is still wanted: restore it again.",
                drop(ready),
            )
        else:
            log.warning("%s", told(put_in_place(ready)))
    except (BackupError, OSError) as error:
        log.error("%s", error)  # noqa: TRY400  the message suffices


def told(kept: Path) -> str:
    """Return the message after a restore: the folder of the previous data."""
    return f"A backup was put in place. What was there before is in {kept}: delete it when all is well."


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


def _stay_true(journal: Path, state: Path) -> None:
    """Carry over what was decided since the backup: names that were deleted or hidden, and rounds that were voided.

    The mark by which the staff undo the latest new leaderboard goes with these rounds: that of this table stays.
    Of what was decided beside another table's journal only the names are carried over: its rounds are not here.
    """
    if not journal.exists():
        return
    before, comes = erasures.read(state / JOURNAL), erasures.read(journal)
    (comes.joined(before) if comes.key else before).write(journal)
    decided, known = _ledger(state / JOURNAL), _ledger(journal)
    if not known.key:
        known = decided
    elif decided.key == known.key:
        known = known.joined(decided)
        (journal.parent / CLEARED).unlink(missing_ok=True)
    known.write(journal)


def _ledger(journal: Path) -> ledger.Ledger:
    """Return the ledger; empty if it is damaged: then it is among the previous data, or was told before."""
    try:
        return ledger.read(journal)
    except ledger.LedgerError:
        return ledger.EMPTY


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
    single = [name for name in (*(f"{STORE}{part}" for part in SIBLINGS), *SINGLE) if (state / name).exists()]
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
