"""The folder of the journal's files: their names and order, and the lock for writing."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import Final

from kiosk.faults.fault import Fault, english
from kiosk.journal.file import JournalError
from kiosk.system.files import sync_folder, write_synced

LOCK: Final = "journal.lock"

_NAME: Final = re.compile(r"journal-(\d{6,})\.sqlite(?:-journal|-wal|-shm)?")


class FolderTakenError(JournalError):
    """Another table writes its journal in this folder."""

    def __init__(self, folder: Path) -> None:
        self.fault = Fault("journal.taken", {"path": str(folder)})
        super().__init__(english(self.fault))


def numbers(folder: Path) -> list[int]:
    """Return the numbers of the journal's files in ``folder``, oldest first (file times may lie: clocks jump)."""
    names = [match[1] for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))]
    return sorted({int(name) for name in names})


def path_of(folder: Path, number: int) -> Path:
    """Return the path of the file ``number``."""
    return folder / f"journal-{number:06}.sqlite"


def files(folder: Path) -> list[Path]:
    """Return the journal's files, oldest first; empty if there is no such folder."""
    try:
        return [path for number in numbers(folder) if (path := path_of(folder, number)).exists()]
    except FileNotFoundError:
        return []


def leave(folder: Path, name: str, data: bytes) -> None:
    """Write a file for other programs into the journal's folder, atomically, if the folder exists. Raises OSError."""
    if not folder.is_dir():
        return
    fresh = folder / f"{name}.{os.getpid()}"  # another program may do the same at this time
    try:
        write_synced(fresh, data)
        fresh.replace(folder / name)
        sync_folder(folder)
    finally:
        fresh.unlink(missing_ok=True)


class Folder:
    """An exclusive lock to write the journal in ``path``, until ``close`` or the end of the process.

    Raises FolderTakenError; OSError if the folder cannot be created.
    """

    def __init__(self, path: Path) -> None:
        import fcntl  # noqa: PLC0415  not everywhere, and tests in virtual time claim nothing

        self.path = path
        _make(path)
        _sync(path.parent)  # its creator may have been cut off before this
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
        """Return whether the path still leads to the locked folder, which may have been deleted or mounted over."""
        try:
            return os.path.samestat((self.path / LOCK).stat(), os.fstat(self._descriptor))
        except OSError:
            return False

    def fresh(self) -> int:
        """Return a file number above all existing ones, including those of incomplete files."""
        return max(numbers(self.path), default=0) + 1

    def sync(self) -> None:
        """Sync the folder, which makes the files' names durable. Raises OSError."""
        _sync(self.path)

    def close(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)


def _make(path: Path) -> None:
    """Create the folder and its parents durably."""
    if path.is_dir():
        return
    _make(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    try:
        _sync(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            path.rmdir()  # otherwise the next attempt would take it for durable
        raise


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
