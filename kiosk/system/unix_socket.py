"""Unix sockets: listened at from the moment their path exists, claimed by one program, and who is at the other end."""

from __future__ import annotations

import os
import socket
import stat
import struct
from pathlib import Path
from typing import Final

from kiosk.system.paths import make_private, shared_mode

ELSEWHERE: Final = "set KIOSK_RUNTIME_DIR to another folder"

_WAITING = 8  # connections that the kernel keeps until they are accepted


def listen_at(path: Path) -> socket.socket:
    """Return a listening stream socket at ``path``, for its owner or the group that may enter the folder.

    A stale socket is replaced. Between bind and listen the socket has a temporary name, because a client that waits
    for the path would be refused at that moment. Raises OSError.
    """
    # The temporary name is not longer than the path: the kernel's limit is 107 bytes.
    unheard = path.with_name(f".{path.name[1:]}")
    unheard.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    old = os.umask(0o177)
    try:
        listener.bind(str(unheard))
        unheard.chmod(shared_mode(path.parent))
        listener.listen(_WAITING)
        unheard.replace(path)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(old)
    return listener


def no_place(path: Path, error: OSError) -> str:
    """Return what the user is told if there can be no socket at ``path``."""
    why = error.strerror or error  # the error for a path that is too long has no number
    return f"{path}: no socket can be created there ({why}): {ELSEWHERE} of your own with a short name"


_UCRED: Final = struct.Struct("3i")
_GID: Final = struct.Struct("I")
_SO_PEERGROUPS: Final = 59  # since Linux 4.13; Python has no constant for it
_MOST_GROUPS: Final = 255  # 1020 bytes; getsockopt returns 1024 at most


def may_connect(handle: socket.socket, group: int | None) -> bool:
    """Return whether the process at the other end belongs to this user, to root, or to ``group``."""
    user, its_group = user_and_group(handle)
    if user in {os.getuid(), 0}:
        return True
    return group is not None and (its_group == group or group in further_groups(handle))


def user_and_group(handle: socket.socket) -> tuple[int, int]:
    """Return the user and the primary group of the peer."""
    _, user, group = _UCRED.unpack(handle.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size))
    return int(user), int(group)


def further_groups(handle: socket.socket) -> tuple[int, ...]:
    """Return the peer's supplementary groups; () if the kernel does not support that."""
    try:
        data = handle.getsockopt(socket.SOL_SOCKET, _SO_PEERGROUPS, _MOST_GROUPS * _GID.size)
    except OSError:
        return ()
    return tuple(gid for (gid,) in _GID.iter_unpack(data))


class CannotListen(Exception):  # noqa: N818  a message for the user
    """No socket can be created at this path; the text gives the reason and the fix."""


class AlreadyRunning(CannotListen):
    """Another table or display has this path."""


class Claim:
    """The exclusive lock of the ``who`` at ``path``, held from before any access until all is freed.

    It ends with the process. Raises CannotListen; AlreadyRunning if another process holds it.
    """

    def __init__(self, path: Path, who: str = "table") -> None:
        import fcntl  # noqa: PLC0415  not everywhere, and tests in virtual time claim nothing

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
