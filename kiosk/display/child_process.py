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


AWAY_S: Final = 2.0
"""What a frame counts of a process's silence at most: in a longer one this machine was asleep or had no time, and the
process neither.
"""


class Silence:
    """The seconds for which a process has said nothing, as far as the display was there to hear it."""

    def __init__(self) -> None:
        self._seconds = self._looked = 0.0

    def begin(self, now: float) -> None:
        """Count from now on, in seconds of one's own clock: it has just said something, or is to begin with it."""
        self._seconds, self._looked = 0.0, now

    def until(self, now: float) -> float:
        """Return the seconds until now; called in each frame."""
        self._seconds, self._looked = self._seconds + min(now - self._looked, AWAY_S), now
        return self._seconds


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
