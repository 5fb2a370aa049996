"""Bounded reading of files named by users or found on media: no device, pipe or endless file blocks a command."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

MEGABYTE: Final = 1 << 20

WRITTEN_BYTES: Final = MEGABYTE
"""Limit for files that people write: configurations, settings, notes."""

LIST_BYTES: Final = 16 * MEGABYTE
"""Limit for lists that the program keeps: backups' manifests, imported files, deleted names."""

_KINDS: Final = (
    (stat.S_ISDIR, "it is a folder, not a file"),
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
)
_DEVICE: Final = "it is a device, not a file"


def read_regular(path: Path, most: int) -> bytes:
    """Return the content of the regular file ``path``, of at most ``most`` bytes. Raises OSError.

    Anything else is not even opened: opening a pipe blocks, and opening a device may have effects.
    """
    refuse_irregular(path)
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        _judge(os.fstat(descriptor), path)
        if os.fstat(descriptor).st_size > most:
            raise too_large(path, most)
        return _read(descriptor, path, most)
    finally:
        os.close(descriptor)


def refuse_irregular(path: Path) -> None:
    """Raise OSError if ``path`` does not lead to a regular file, or to nothing."""
    _judge(path.stat(), path)


def _judge(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        what = next((words for is_kind, words in _KINDS if is_kind(found.st_mode)), _DEVICE)
        number = errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.EINVAL
        raise OSError(number, what, str(path))


def _read(descriptor: int, path: Path, most: int) -> bytes:
    """Read to the end: files in /proc have size 0, and a file may grow."""
    parts: list[bytes] = []
    left = most
    while part := os.read(descriptor, min(left + 1, MEGABYTE)):
        left -= len(part)
        if left < 0:
            raise too_large(path, most)
        parts.append(part)
    return b"".join(parts)


def too_large(path: Path, most: int) -> OSError:
    """Return the error for a file of more than ``most`` bytes."""
    return OSError(errno.EFBIG, f"it is larger than {most / MEGABYTE:g} MB", str(path))
