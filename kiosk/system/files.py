"""Files: bounded reading of those that users name or media bring, and durable writing, safe against power loss."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable
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


def write_file(file: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace the content of ``file`` atomically, once the new content is durable. Creates its folder.

    Raises OSError; then the old content is unchanged. A device is never replaced (``/dev/null``).
    """
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        refuse_irregular(file)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.new")
    try:
        write_synced(fresh, data, mode)
        fresh.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    sync_folder(file.parent)  # makes the rename durable


def write_synced(file: Path, data: bytes | Iterable[bytes], mode: int = 0o600) -> None:
    """Write and sync ``file`` in place, for folders that are renamed once complete. ``data`` may come in parts.

    Raises OSError.
    """
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode), "wb") as out:
        out.writelines([data] if isinstance(data, bytes) else data)
        out.flush()
        os.fsync(out.fileno())


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` durable, if the file system supports that. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # not supported by some file systems of USB sticks
            raise
    finally:
        os.close(descriptor)
