"""Sockets that can be found by their path: who sees one there can connect."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from kiosk.system.paths import socket_mode

_WAITING = 8  # connections that the kernel keeps until they are accepted


def listen_at(path: Path) -> socket.socket:
    """A stream socket at ``path``, for its owner or for the group that shares the folder; one left there is replaced.

    It takes connections from the moment it can be seen: between bind and listen it has another name, as whoever
    waits for the path would be refused there. Raises OSError.
    """
    # Not longer than the path: 107 bytes are all that the kernel takes.
    unheard = path.with_suffix(".new")
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
