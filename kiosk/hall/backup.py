"""A hall's backup: one file with all that its store and its pages keep, and how a store becomes that again.

The file is a zip archive, which has a checksum of each part, of a results store in SQLite, whatever the hall's own is:
so a backup of a file can be restored on a server, one of a server in a file, and one of an older version is migrated.
Beside it are the staff and the keys of screens, as the hashes that are kept of them. It is for its owner alone.

What was decided after a backup stays decided where the store that knew it is still there: deleted and hidden names,
voided rounds. A table's place in the store goes back with it, so that its uplink sends again what came later.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated, Any, BinaryIO, Final, NamedTuple, TypeAlias
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from kiosk.backup.manifest import digest
from kiosk.backup.medium import BackupError, alone_in, enough_room, from_medium, parts, words
from kiosk.backup.soundness import NewerFileError, store_problem
from kiosk.journal.erasures import ForgottenNames
from kiosk.journal.ledger import Ledger
from kiosk.results import ledger
from kiosk.results.copying import copy_all
from kiosk.results.forgotten import forgotten_names, stay_forgotten
from kiosk.results.model import Audit, Calendar, Forgotten, HallTable, HiddenName, PlayerRow, RoundRow
from kiosk.results.store import ResultsStore, open_store
from kiosk.system.decoders import prepared
from kiosk.system.files import LIST_BYTES, WRITTEN_BYTES, read_regular, sync_folder, write_file, write_synced
from kiosk.system.paths import make_private
from kiosk.system.privileges import as_owner
from kiosk.system.progress import Track, untracked
from kiosk.system.version import version

Opening: TypeAlias = Callable[[], ResultsStore]

FORMAT: Final = 1
"""Version of the archive. This program refuses newer ones."""
ABOUT, STORE, KEYS = "about.json", "hall.sqlite", "venue-credentials.json"
"""The parts of the archive; the last is there if somebody may sign in at the pages."""

_WORK: Final = "hall-backup-"
"""Prefix of the folder in which an archive is made, or looked through."""
_FAST: Final = 1
"""How hard is compressed: a store becomes a fifth of itself; a tenth less would take five times as long."""
_BAD: Final = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError)
"""What ``zipfile`` and ``msgspec`` raise for files that are damaged, encrypted or of somebody else."""

_Count = Annotated[int, Meta(ge=0)]
_Word = Annotated[str, Meta(max_length=100)]


class About(Struct, frozen=True):
    """What is in a backup. ``made``: when, in UTC; ``program``: the version that has made it.

    ``tables``: how many have sent something; ``deleted`` and ``hidden``: how many names of which only digests are left.
    """

    format: int
    program: _Word
    made: _Word
    rounds: _Count
    tables: _Count
    names: _Count
    deleted: _Count
    hidden: _Count
    staff: bool
    """Whether it has the staff and the keys of screens."""


class Restored(NamedTuple):
    """What a restore has done. ``kept``: where the store that was there is now; None: it was empty."""

    about: About
    kept: Path | None
    gone: int
    """How many names of the backup stay deleted, as they were deleted after it."""
    changes: int
    """How many manual changes came after it, and are kept."""
    count_again: tuple[str, ...]
    """Rounds that were voided and are not in the backup: their tables send them again, and they count."""
    staff: bool
    """Whether the staff and the keys of screens came back: nobody was there who may sign in."""


def back_up(opening: Opening, keys: Path, file: Path, folder: Path, track: Track = untracked) -> About:
    """Write a backup of the store that ``opening`` opens, and of the file of ``keys``, and read it back.

    It replaces an older one at ``file``, and nothing else. ``folder``: where it is made, for its owner. Raises
    BackupError and StoreError.
    """
    with _told(file), _work(folder) as work:
        _refuse_others(file)
        with as_owner(folder), closing(opening()) as store:
            about = _packed(store, keys, work, track)
        _put(work / _ARCHIVE, file)
    return about


def look(file: Path, folder: Path) -> About:
    """Return what is in a backup, with all of it checked. Raises BackupError."""
    with _told(file), from_medium(file) as reading, _work(folder) as work, as_owner(folder):
        return _unpacked(reading, work)


def restore(
    file: Path, opening: Opening, keys: Path, folder: Path, who: str, now: datetime, track: Track = untracked
) -> Restored:
    """Make the store that ``opening`` opens what it was then, all or nothing; what was there is kept beside ``file``.

    ``keys``: written if there are none. ``folder``: where it is looked through. Raises BackupError and StoreError.
    """
    with _told(file), from_medium(file) as reading, _work(folder) as work:
        with as_owner(folder):
            about = _unpacked(reading, work)
        kept = _keep(opening, keys, file, work, track)
        with (
            as_owner(folder),
            closing(open_store("", work / STORE)) as backup,
            closing(opening()) as store,
        ):
            before = _count(backup, PlayerRow)
            names, left = _decided(store)
            changes = _decide(backup, names, left, who, now)
            known = _known(backup, left)
            store.write(lambda session: _replace(session, backup, who, now, about, track), long=True)
            gone = before - _count(backup, PlayerRow)
            staff = about.staff and not keys.exists()
            if staff:
                write_file(keys, read_regular(work / KEYS, WRITTEN_BYTES))
    return Restored(about, kept, gone, changes, tuple(sorted(left.voided.keys() - known)), staff)


# -------------------------------------------------------------------- making

_ARCHIVE: Final = "archive"


def _packed(store: ResultsStore, keys: Path, work: Path, track: Track) -> About:
    """Write an archive of the store into the folder ``work``; return what is in it."""
    copied = work / STORE
    with closing(open_store("", copied)) as copy:
        with store.reading() as session:
            copy.write(lambda target: copy_all(session, target, track))
        counted = (RoundRow, HallTable, PlayerRow, Forgotten, HiddenName)
        rounds, tables, names, deleted, hidden = [_count(copy, what) for what in counted]
    staff = b""
    with suppress(FileNotFoundError):
        staff = read_regular(keys, WRITTEN_BYTES)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    about = About(FORMAT, version(), made, rounds, tables, names, deleted, hidden, bool(staff))
    with ZipFile(work / _ARCHIVE, "w", ZIP_DEFLATED, compresslevel=_FAST) as archive:
        archive.writestr(ABOUT, msgspec.json.format(msgspec.json.encode(about)))
        archive.write(copied, STORE)
        if staff:
            archive.writestr(KEYS, staff)
    copied.unlink()
    return about


def _count(store: ResultsStore, what: Any) -> int:
    with store.reading() as session:
        return session.scalar(select(func.count()).select_from(what)) or 0


def _put(archive: Path, file: Path) -> None:
    """Put the archive in its place once all of it is there, as it is read from the medium itself.

    It is opened as whoever has made it, and written by whoever has asked for it.
    """
    fresh = file.with_name(f"{file.name}.new")
    with ExitStack() as opened:
        with as_owner(archive.parent):
            ours = opened.enter_context(from_medium(archive))
        size = os.fstat(ours.fileno()).st_size
        enough_room(file.parent, [size])
        fresh.unlink(missing_ok=True)
        try:
            write_synced(fresh, parts(ours, size))
            ours.seek(0)
            with from_medium(fresh) as theirs:
                if digest(parts(ours, size)) != digest(parts(theirs, size + 1)):
                    raise BackupError(f"{file}: it was read back otherwise than it was written: take another medium")
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)
    sync_folder(file.parent)


def _refuse_others(file: Path) -> None:
    """Refuse to replace what is no backup of a hall."""
    if not file.exists():
        return
    with suppress(*_BAD), from_medium(file) as reading, ZipFile(reading) as archive:
        if {ABOUT, STORE} <= {*archive.namelist()}:
            return
    raise BackupError(f"{file}: that is no backup of a hall, and stays as it is: name another file")


# -------------------------------------------------------------------- looking


def _unpacked(reading: BinaryIO, work: Path) -> About:
    """Put the parts of an archive into the folder ``work``, the store brought up to this version; return what it has.

    Nobody knows who has made it: nothing is read that ``back_up`` does not write.
    """
    with ZipFile(reading) as archive:
        sizes = {one.filename: one.file_size for one in archive.infolist() if not one.flag_bits & 1}
        if len(sizes) != len(archive.infolist()) or sizes.keys() | {KEYS} != {ABOUT, STORE, KEYS}:
            raise ValueError("other parts than those of a backup")
        if sizes[ABOUT] > LIST_BYTES or sizes.get(KEYS, 0) > WRITTEN_BYTES:
            raise ValueError("its parts are too large")
        about = _about(archive)
        if about.staff != (KEYS in sizes):
            raise ValueError("a part is missing")
        enough_room(work, [2 * sizes[STORE]])  # a migration writes it once more
        for name in sizes.keys() - {ABOUT}:
            with archive.open(name) as part:
                write_synced(work / name, iter(lambda: part.read(1 << 20), b""))
    if problem := store_problem(work / STORE):
        raise ValueError(problem)
    open_store("", work / STORE).close()
    return about


def _about(archive: ZipFile) -> About:
    data = archive.read(ABOUT)
    if msgspec.json.decode(data, type=prepared(_Made)).format > FORMAT:
        raise NewerFileError(f"a newer kiosk has made it: update this one ({version()}) first")
    return msgspec.json.decode(data, type=prepared(About))


class _Made(Struct, frozen=True):
    """What every format has."""

    format: int


# -------------------------------------------------------------------- coming back


def _keep(opening: Opening, keys: Path, file: Path, work: Path, track: Track) -> Path | None:
    """Keep the store that is there beside ``file``; None: it is empty."""
    present = work / "present"
    with as_owner(work), closing(opening()) as store:
        if not (_count(store, RoundRow) or _count(store, HallTable) or _count(store, Forgotten)):
            return None
        present.mkdir(mode=0o700)
        _packed(store, keys, present, track)
    kept = file.with_name(f"{file.stem}-before-{datetime.now(UTC):%Y-%m-%d-%H%M%S}{file.suffix}")
    _put(present / _ARCHIVE, kept)
    return kept


def _decided(store: ResultsStore) -> tuple[ForgottenNames, Ledger]:
    with store.reading() as session:
        return forgotten_names(session), ledger.of_store(session)


def _decide(backup: ResultsStore, names: ForgottenNames, left: Ledger, who: str, now: datetime) -> int:
    """Have the backup know what was decided after it; return the number of manual changes. Done twice it does no more.

    Of an empty store nothing is taken, nor its key.
    """
    if not names.until and not names.others and not left.changes:
        return 0
    changes = ledger.adopt(backup, left)  # the first: then the ledger is the later one, and its word counts
    while backup.write(lambda session: stay_forgotten(session, names, who, now)):
        pass
    return changes


def _known(backup: ResultsStore, left: Ledger) -> set[str]:
    with backup.reading() as session:
        return {*ledger.known_rounds(session, left.voided)}


def _replace(session: Session, backup: ResultsStore, who: str, now: datetime, about: About, track: Track) -> None:
    """Make the store what the backup is, within the transaction of ``session``: nobody else writes meanwhile."""
    _decide(backup, forgotten_names(session), ledger.of_store(session), who, now)
    last = select(func.coalesce(func.max(Audit.id), 0))
    ours = session.scalars(last).one()
    days = session.scalars(select(Calendar.names_days)).one()

    def noted(there: Session) -> None:
        """Note it with a number that is new to all who look for the last one."""
        number = max(ours, there.scalars(last).one()) + 1
        there.add(Audit(id=number, at=now, who=who, what=f"restore a backup of {about.made}", before={}))

    backup.write(noted)
    with backup.reading() as source:
        copy_all(source, session, track)
    session.execute(update(HallTable).values(role=None))  # the roles of this server may be others
    if days is not None:
        session.execute(update(Calendar).values(names_days=days))


# -------------------------------------------------------------------- both


@contextmanager
def _work(folder: Path) -> Iterator[Path]:
    """A folder in ``folder`` for its owner alone, until the end; those of programs that were killed are removed."""
    make_private(folder)
    with alone_in(folder):
        with as_owner(folder):
            for left in folder.glob(f"{_WORK}*"):
                shutil.rmtree(left, ignore_errors=True)
            work = Path(mkdtemp(prefix=_WORK, dir=folder))
        try:
            yield work
        finally:
            with as_owner(folder):
                shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """Tell what is wrong with ``file`` in words."""
    try:
        yield
    except NewerFileError as error:
        raise BackupError(f"{file}: {error}") from error
    except OSError as error:
        if isinstance(error, FileNotFoundError) and error.filename == str(file):
            raise BackupError(f"{file}: there is no such file: name one that kiosk venue backup has written") from error
        raise BackupError(f"{error.filename or file}: {words(error)}") from error
    except (*_BAD, sqlite3.Error) as error:
        raise BackupError(
            f"{file}: no backup of a hall, or damaged ({error}): nothing was changed, take another"
        ) from error
