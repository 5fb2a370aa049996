"""A bell: a process tells another one that there is something new, and waits for nothing.

It is a datagram socket in the file system. Whoever rings does not know whether anybody hears it, so whoever listens has
to look by itself from time to time.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kiosk.system.paths import make_private


def ring(path: Path) -> None:
    """Ring the bell at ``path``; never blocks and never fails."""
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as bell:
        bell.setblocking(False)
        bell.sendto(b"", str(path))


class Bell:
    """The bell at ``path``, for this user alone, in the place of an older one.

    ``heard``: called by a thread of its own, for each ring. Raises OSError.
    """

    def __init__(self, path: Path, heard: Callable[[], object]) -> None:
        self._path = path
        self._heard = heard
        make_private(path.parent)
        path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        old = os.umask(0o177)
        try:
            self._socket.bind(str(path))
        except OSError:
            self._socket.close()
            raise
        finally:
            os.umask(old)
        self._number = path.stat().st_ino
        self._open = True
        self._thread = threading.Thread(target=self._run, name="bell", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take it away."""
        self._open = False
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RD)  # it ends the wait
        self._thread.join()
        self._socket.close()
        with suppress(OSError):
            if self._path.stat().st_ino == self._number:  # else another process has taken the place
                self._path.unlink()

    def _run(self) -> None:
        while self._open:
            self._socket.recv(1)
            if self._open:
                self._heard()
