"""The folder of the journal's files: their names and order, and the right to write there."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from pathlib import Path
from typing import Final

from kiosk.faults.fault import Fault, english
from kiosk.journal.file import JournalError
from kiosk.system.atomic_file import sync_folder, write_synced

LOCK: Final = "journal.lock"

_NAME: Final = re.compile(r"journal-(\d{6,})\.sqlite(?:-journal|-wal|-shm)?")


class FolderTakenError(JournalError):
    """Another table writes its journal here."""

    def __init__(self, folder: Path) -> None:
        self.fault = Fault("journal.taken", {"path": str(folder)})
        super().__init__(english(self.fault))


def numbers(folder: Path) -> list[int]:
    """Of all files of the journal in ``folder``, oldest first; order is theirs alone, the clock may have jumped."""
    names = [match[1] for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))]
    return sorted({int(name) for name in names})


def path_of(folder: Path, number: int) -> Path:
    """Where the file ``number`` is."""
    return folder / f"journal-{number:06}.sqlite"


def files(folder: Path) -> list[Path]:
    """The journal's files, oldest first; none if there is no such folder."""
    try:
        return [path for number in numbers(folder) if (path := path_of(folder, number)).exists()]
    except FileNotFoundError:
        return []


def leave(folder: Path, name: str, data: bytes) -> None:
    """Leave a file for other programs beside the journal, if there is one: whole or not at all. Raises OSError."""
    if not folder.is_dir():
        return
    fresh = folder / f"{name}.{os.getpid()}"  # another program may do the same
    try:
        write_synced(fresh, data)
        fresh.replace(folder / name)
        sync_folder(folder)
    finally:
        fresh.unlink(missing_ok=True)


class Folder:
    """The right to write the journal in ``path``, until ``close`` or the process ends.

    Raises FolderTakenError; OSError where no such folder can be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        _make(path)
        _sync(path.parent)  # whoever made it may have been cut before this
        self._descriptor = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._descriptor)
            raise FolderTakenError(path) from None
        except OSError:
            os.close(self._descriptor)
            raise

    def is_there(self) -> bool:
        """Whether this is still what is found under its name: it may have been taken away, or another disk is there."""
        try:
            return os.path.samestat((self.path / LOCK).stat(), os.fstat(self._descriptor))
        except OSError:
            return False

    def fresh(self) -> int:
        """A number after all that are there, also after those of which only a part is left."""
        return max(numbers(self.path), default=0) + 1

    def sync(self) -> None:
        """Make the names of the files durable. Raises OSError."""
        _sync(self.path)

    def close(self) -> None:
        """Let another table write here."""
        os.close(self._descriptor)


def _make(path: Path) -> None:
    """Make the folder and those above it, durable."""
    if path.is_dir():
        return
    _make(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    try:
        _sync(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            path.rmdir()  # or the next try would take it for durable
        raise


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
