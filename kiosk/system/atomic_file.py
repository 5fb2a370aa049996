"""Atomic, durable writes of files, safe against crashes and power loss."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path

from kiosk.system.regular_file import refuse_irregular


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
