"""A child of the table that owns hardware: a program of ours with a socket to it, which ends with that socket."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
from typing import Final

from hardware.api import Fault

ABORT_S: Final = 0.5
"""Seconds for a hung process to log its stack (SIGABRT) before it is killed."""


class ChildProcess:
    """A process that runs ``python -m MODULE DESCRIPTOR``, with the other end of ``socket`` as its descriptor.

    The socket preserves message boundaries (SOCK_SEQPACKET). ``output``: the descriptor of its standard output; None:
    ours. Raises OSError if resources run out.
    """

    def __init__(self, module: str, output: int | None = None) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-X", "faulthandler", "-m", module, str(theirs.fileno())]
            try:
                self._process = subprocess.Popen(  # noqa: S603  our own program
                    command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=output
                )
            except OSError:
                self.socket.close()
                raise

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def hang_up(self) -> None:
        """Ask the process to exit, and unblock receivers; queued messages can still be read. From any thread."""
        with contextlib.suppress(OSError):  # already shut down
            self.socket.shutdown(socket.SHUT_RDWR)

    def end(self, patience_s: float) -> Fault:
        """End the process, by force after ``patience_s``; return how it ended. Its messages can still be read."""
        self.hang_up()
        for patience, force in ((patience_s, signal.SIGABRT), (ABORT_S, signal.SIGKILL)):
            if (how := self.ended(patience)) is not None:
                return how
            self._process.send_signal(force)
        return _how(self._process.wait())

    def ended(self, patience_s: float) -> Fault | None:
        """Return how the process has ended by itself within ``patience_s``; None: it has not."""
        try:
            return _how(self._process.wait(patience_s))
        except subprocess.TimeoutExpired:
            return None


def _how(code: int) -> Fault:
    how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
    return Fault("pins.ended", {"how": how})
