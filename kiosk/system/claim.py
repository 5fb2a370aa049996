"""The exclusive claim of a table or a display on its socket's path."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
from pathlib import Path

from kiosk.system.paths import make_private
from kiosk.system.unix_socket import ELSEWHERE, listen_at, no_place


class CannotListen(Exception):  # noqa: N818  a message for the user
    """No socket can be created at this path; the text gives the reason and the fix."""


class AlreadyRunning(CannotListen):
    """Another table or display has this path."""


class Claim:
    """The exclusive lock of the ``who`` at ``path``, held from before any access until all is freed.

    It ends with the process. Raises CannotListen; AlreadyRunning if another process holds it.
    """

    def __init__(self, path: Path, who: str = "table") -> None:
        self.path = path
        try:
            make_private(path.parent)
            _check_own(path.parent)
            descriptor = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise CannotListen(no_place(path, error)) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise AlreadyRunning(f"{path}: another {who} runs here: end it, or {ELSEWHERE}") from None
        self._descriptor = descriptor

    def listen(self) -> socket.socket:
        """Return the listening socket at the path, in the place of one that a dead process has left."""
        try:
            return listen_at(self.path)
        except OSError as error:
            raise CannotListen(no_place(self.path, error)) from None

    def close(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)


def _check_own(folder: Path) -> None:
    """Raise CannotListen if another user could put something of theirs in the place of our files there."""
    made = folder.stat()
    if made.st_uid not in (os.geteuid(), 0):
        raise CannotListen(f"{folder} belongs to another user: {ELSEWHERE} of your own")
    if made.st_mode & stat.S_IWOTH:
        raise CannotListen(f"{folder} can be written to by every user: chmod o-w {folder}, or {ELSEWHERE} of your own")
