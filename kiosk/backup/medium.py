"""A stick or disk with backups: room, locks, reading from the medium itself, and its errors in words."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final

PREFIX: Final = "ligretto-backup-"
UNFINISHED: Final = ".part"
"""Suffix of a folder that is not complete yet."""

MOST_NAMES: Final = 100_000
"""Maximum number of names in a folder that is searched: a damaged file system may list them without end."""

_CLUSTER: Final = 64 << 10
"""Maximum cluster size in bytes, to which a file's size is rounded up."""
_SPARE: Final = 1 << 20
_CHUNK: Final = 1 << 20

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


def words(error: OSError) -> str:
    """Return the meaning of an error of a stick or disk, and its fix."""
    return _WORDS.get(error.errno or 0, f"{error.strerror or error}: try again, or take another one")


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


def enough_room(folder: Path, sizes: Iterable[int]) -> None:
    """Raise BackupError if files of these sizes have no room in ``folder``; OSError if that is unknown."""
    needed = sum(-(-size // _CLUSTER) * _CLUSTER for size in sizes) + _SPARE
    free = shutil.disk_usage(folder).free
    if free < needed:
        room = f"{_megabytes(free)} MB are free, {_megabytes(needed)} MB are needed"
        raise BackupError(f"{folder}: {room}: make room there{_older(folder)}, or take another one")


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


def parts(reading: BufferedReader, size: int) -> Iterator[bytes]:
    """Yield the first ``size`` bytes in parts, however long the file is by now."""
    while size and (part := reading.read(min(size, _CHUNK))):
        size -= len(part)
        yield part


def backups_in(folder: Path) -> list[str]:
    """Return the names of all backups in ``folder``, sorted, with unfinished ones.

    Raises OSError, or BackupError if there are more than ``MOST_NAMES`` names of any kind.
    """
    found = []
    with os.scandir(folder) as entries:
        for count, entry in enumerate(entries):
            if count == MOST_NAMES:
                mend = "name another folder, or take another stick"
                raise BackupError(f"{folder}: there are more than {MOST_NAMES} files in it: {mend}")
            if entry.name.startswith(PREFIX):
                found.append(entry.name)
    return sorted(found)


def is_whole(name: str) -> bool:
    """Return whether a folder of this name is a complete backup."""
    return not name.endswith(UNFINISHED)


def _older(folder: Path) -> str:
    count = sum(map(is_whole, backups_in(folder)))
    return f" ({count} older {'backup is' if count == 1 else 'backups are'} there)" if count else ""


def _megabytes(count: int) -> str:
    return f"{count / (1 << 20):.1f}"
