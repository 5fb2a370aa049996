"""The process at the other end of a Unix socket: its user and groups, as the kernel knows them."""

from __future__ import annotations

import os
import socket
import struct
from typing import Final

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
