"""Files that are there whole or not at all, whatever ends the program or the power."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from pathlib import Path
from typing import BinaryIO


def write_file(file: Path, data: bytes, mode: int = 0o600) -> None:
    """Put ``data`` into ``file``: the old content stays until the new one is durable. Makes its folder.

    Raises OSError; then the old content is there.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.new")
    try:
        write_synced(fresh, data, mode)
        fresh.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    sync_folder(file.parent)  # the new name, too


def write_synced(file: Path, data: bytes | BinaryIO, mode: int = 0o600) -> None:
    """Write and sync ``file`` under its own name: for a folder that gets its name when all is in it. OSError."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode), "wb") as out:
        if isinstance(data, bytes):
            out.write(data)
        else:
            shutil.copyfileobj(data, out)
        out.flush()
        os.fsync(out.fileno())


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` durable, on file systems that know how to. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # what some file systems of USB sticks say
            raise
    finally:
        os.close(descriptor)
