"""Unix sockets that accept connections from the moment their path exists."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Final

from kiosk.system.paths import socket_mode

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
        unheard.chmod(socket_mode(path.parent))
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
