"""The process that paints for a display, in benchmarks: whether it rests, and the looks that it has kept."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Final

import platformdirs

STATE: Final = platformdirs.user_cache_path("ligretto-kiosk-benchmarks")
"""The state folder of displays that are measured: painted looks stay there, as on a table."""
LOOKS: Final = STATE / "cache" / "looks"
"""The looks in it (``kiosk.system.paths.looks_dir``)."""
PAINTS_S: Final = 900.0
"""The maximum time for what a painter does ahead, the first time; later it is on the disk."""
_RESTS_S: Final = 0.5
"""Seconds without work after which it has nothing left to do."""


class Watched:
    """A painter that does its work at the usual priority: on a Raspberry Pi it has a core of its own."""

    def __init__(self, pid: int) -> None:
        self._pid, self._spent, self._since = pid, -1, 0.0

    def rests(self) -> bool:
        """Return whether it has done nothing for a while. Call it time and again: its display lowers its priority."""
        with contextlib.suppress(PermissionError):  # only root may: beside other work it takes minutes
            os.setpriority(os.PRIO_PROCESS, self._pid, 0)
        spent = sum(map(int, Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        if spent != self._spent:
            self._spent, self._since = spent, time.monotonic()
        return time.monotonic() > self._since + _RESTS_S


def painter_of(display: int) -> int | None:
    """Return the process id of a display's painter; None: it has none yet."""
    for task in Path(f"/proc/{display}/task").iterdir():
        for pid in (task / "children").read_text().split():
            with contextlib.suppress(OSError):  # it has just ended
                if b"kiosk.display.looks.child" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    return int(pid)
    return None
