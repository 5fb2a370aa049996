"""The display's own processes: each is at the other end of a socket that nobody else has, and ends with it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final

PATIENCE_S: Final = 0.1
"""The time for which the end of a process is waited for. It takes milliseconds, but one that hangs in a driver (a
loudspeaker that is pulled out, a worn SD card) ends no sooner than that driver lets it.
"""


def start(module: str, theirs: socket.socket, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """Run a module at this end of a socket, whose number is its first argument. Raises OSError."""
    inherited = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "-m", module, str(theirs.fileno()), *arguments],
        pass_fds=[theirs.fileno()],
        env={**inherited, **environment},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )


class DisplayChild:
    """A process and the display's end of the socket to it, which never blocks. Raises OSError.

    ``start``: starts it at the other end, and returns what ``Popen`` does.
    """

    def __init__(self, start: Callable[[socket.socket], Any], kind: socket.SocketKind = socket.SOCK_STREAM) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
        with theirs:
            try:
                self._process = start(theirs)
            except OSError:
                ours.close()
                raise
        ours.setblocking(False)
        self.socket = ours

    @property
    def pid(self) -> int:
        """Its number."""
        pid: int = self._process.pid
        return pid

    def end(self) -> int:
        """End it, whatever it does, and return its exit status; 0: it has ended by itself, in order.

        What hangs is left to end later, and to ``subprocess``, which buries it.
        """
        self.socket.close()
        self._process.kill()
        try:
            status: int = self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL
        return status
