"""The exclusive claim of a table on its socket's path."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

_ELSEWHERE: Final = "set KIOSK_RUNTIME_DIR to another folder"


class CannotListen(Exception):  # noqa: N818  a message for the user
    """No socket can be created at this path; the text gives the reason and the fix."""


class AlreadyRunning(CannotListen):
    """Another table answers at this socket."""


class Claim:
    """The exclusive lock of the table at ``path``, held from before any access until all is freed or the process ends.

    Raises CannotListen; AlreadyRunning if another process holds it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise no_place(path, error) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise AlreadyRunning(f"{path}: another table runs here: end it, or {_ELSEWHERE}") from None
        self._descriptor = descriptor

    def close(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)


def no_place(path: Path, error: OSError) -> CannotListen:
    """Return the exception for a path at which no socket can be created."""
    why = error.strerror or error  # the error for a path that is too long has no number
    return CannotListen(f"{path}: no socket can be created there ({why}): {_ELSEWHERE} of your own with a short name")
