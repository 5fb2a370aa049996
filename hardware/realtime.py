"""Real-time scheduling (SCHED_FIFO), where allowed, for the threads that handle a press: no other work delays them.

The threads that wait for edges and the runner have it, and a little below them those that hold Python's lock (the GIL)
or one of ours while the runner needs it: such a thread, if it were an ordinary one, could lose its core to the display
and keep the runner waiting for tens of milliseconds. A thread inherits the scheduling of the one that starts it,
as do the threads that a C library starts when it is imported; therefore an edge source is opened inside ``edges``.
"""

from __future__ import annotations

import contextlib
import logging
import os
import resource
import signal
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

EDGES: Final = 41
"""Priority of the threads that wait for edges, 1 to 99: above the runner, so that no press waits behind another."""

RUNNER: Final = 40
"""Priority of the runner. The kernel's interrupt threads have 50."""

BESIDE_RUNNER: Final = 39
"""Priority of the threads that share locks with the runner."""

LONGEST_S: Final = (0.5, 2.0)
"""CPU seconds without blocking after which all threads leave real time, and after which the kernel ends the process."""

MEND: Final = (
    "write LimitRTPRIO=50 into the table's systemd unit; without systemd, add the line '@realtime - rtprio 50' to "
    "/etc/security/limits.d/realtime.conf, the user to a group realtime, and log in again"
)


class Realtime:
    """Real-time scheduling of one process. ``why_not``: why the process does not have it; None: it does, so far."""

    def __init__(self, why_not: str | None = None) -> None:
        """``why_not``: a reason not to request real time at all."""
        self.why_not = why_not

    @contextlib.contextmanager
    def edges(self) -> Iterator[None]:
        """Run the calling thread in real time; threads started inside keep it for good."""
        before, parameters = os.sched_getscheduler(0), os.sched_getparam(0)
        entered = self._enter(os.SCHED_FIFO, EDGES)
        try:
            yield
        finally:
            if entered:
                os.sched_setscheduler(0, before, parameters)

    def runner(self) -> None:
        """Put the calling thread, but not what it starts, in real time for good. Only in the main thread."""
        if self._enter(os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, RUNNER):
            self.limit()
            log.info("edge threads and runner run in real time")

    def beside_runner(self, threads: Iterable[threading.Thread]) -> None:
        """Put other threads of this process in real time for good, below the runner."""
        for thread in threads:
            if self.why_not is None and thread.native_id is not None:
                self._enter(os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, BESIDE_RUNNER, thread.native_id)

    def limit(self) -> None:
        """End real time for this process if a thread does not block for ``LONGEST_S``. Only in the main thread."""
        signal.signal(signal.SIGXCPU, lambda *_: self._end())
        _, most = resource.getrlimit(resource.RLIMIT_RTTIME)  # the inherited hard limit, which only root may raise
        limits = [round(seconds * 1e6) for seconds in LONGEST_S]
        if most != resource.RLIM_INFINITY:
            limits = [min(limit, most) for limit in limits]
        resource.setrlimit(resource.RLIMIT_RTTIME, (limits[0], limits[1]))

    def _enter(self, policy: int, priority: int, thread: int = 0) -> bool:
        if self.why_not is not None:
            return False
        try:
            os.sched_setscheduler(thread, policy, os.sched_param(priority))
        except ProcessLookupError:  # that thread has ended
            return False
        except OSError as error:
            self.why_not = f"presses may wait for other work: no real-time priority ({error.strerror}): {MEND}"
            log.warning("%s", self.why_not)
            return False
        return True

    def _end(self) -> None:
        """End real time for all threads: late presses are better than a machine that one thread blocks."""
        for task in Path("/proc/self/task").iterdir():
            with contextlib.suppress(OSError):  # the thread has ended
                kept = os.sched_getscheduler(int(task.name)) & os.SCHED_RESET_ON_FORK  # only root may clear it
                os.sched_setscheduler(int(task.name), os.SCHED_OTHER | kept, os.sched_param(0))
        self.why_not = f"a thread did not pause for {LONGEST_S[0]} s, so real time was ended: report it, with the log"
        log.error("%s", self.why_not)
