"""Real time for the threads that a press goes through, where this is allowed: no other work of the machine delays them.

SCHED_FIFO, for the threads that wait for edges and for the runner alone. A thread begins with the scheduling of the one
that starts it, also those that a C library starts when it is imported: so an edge source is opened inside ``edges``.
"""

from __future__ import annotations

import contextlib
import logging
import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

EDGES: Final = 41
"""Priority of the threads that wait for edges, 1 to 99: above the runner, so that no press waits behind another."""

RUNNER: Final = 40
"""Priority of the runner. The kernel's own threads for interrupts have 50."""

LONGEST_S: Final = (0.5, 2.0)
"""CPU time without a pause after which real time ends for all threads, and after which the kernel ends the process."""

MEND: Final = (
    "write LimitRTPRIO=50 into the table's systemd unit; without systemd, add the line '@realtime - rtprio 50' to "
    "/etc/security/limits.d/realtime.conf, the user to a group realtime, and log in anew"
)


class Realtime:
    """Real time for one process. ``why_not``: it does not have it, and why; None as long as nothing speaks against."""

    def __init__(self, why_not: str | None = None) -> None:
        """``why_not``: do not even ask."""
        self.why_not = why_not

    @contextlib.contextmanager
    def edges(self) -> Iterator[None]:
        """The calling thread is in real time, as is for good what it starts inside."""
        before, parameters = os.sched_getscheduler(0), os.sched_getparam(0)
        entered = self._enter(os.SCHED_FIFO, EDGES)
        try:
            yield
        finally:
            if entered:
                os.sched_setscheduler(0, before, parameters)

    def runner(self) -> None:
        """The calling thread is in real time from now on; what it starts is not. Only in the main thread."""
        if self._enter(os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, RUNNER):
            self.limit()
            log.info("edge threads and runner run in real time")

    def limit(self) -> None:
        """A thread that does not pause for ``LONGEST_S`` ends real time for this process. Only in the main thread."""
        signal.signal(signal.SIGXCPU, lambda *_: self._end())
        _, most = resource.getrlimit(resource.RLIMIT_RTTIME)  # of whoever started this: only they may raise it
        limits = [round(seconds * 1e6) for seconds in LONGEST_S]
        if most != resource.RLIM_INFINITY:
            limits = [min(limit, most) for limit in limits]
        resource.setrlimit(resource.RLIMIT_RTTIME, (limits[0], limits[1]))

    def _enter(self, policy: int, priority: int) -> bool:
        if self.why_not is not None:
            return False
        try:
            os.sched_setscheduler(0, policy, os.sched_param(priority))
        except OSError as error:
            self.why_not = f"presses may wait for other work: no real-time priority ({error.strerror}): {MEND}"
            log.warning("%s", self.why_not)
            return False
        return True

    def _end(self) -> None:
        """A thread has not paused for long: better late presses than a machine that does nothing else."""
        for task in Path("/proc/self/task").iterdir():
            with contextlib.suppress(OSError):  # it has ended meanwhile
                kept = os.sched_getscheduler(int(task.name)) & os.SCHED_RESET_ON_FORK  # only root may take it back
                os.sched_setscheduler(int(task.name), os.SCHED_OTHER | kept, os.sched_param(0))
        self.why_not = f"a thread did not pause for {LONGEST_S[0]} s, so real time was ended: report it, with the log"
        log.error("%s", self.why_not)
