"""A share of one core for a process: a control group with a CPU quota, of either version of control groups."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

PERIOD_US: Final = 6000
"""Shorter than a frame, so that a slow core is imitated, and not one that stands still now and then."""
ROOT: Final = Path("/sys/fs/cgroup")
_FIRST: Final = ROOT / "cpu"
"""Where the first version keeps CPU quotas."""
_LEAST_US: Final = 1000
"""The kernel gives no less."""
_GONE_S: Final = 5.0


def missing() -> str | None:
    """Return the reason why no quota can be set on this machine, with the fix; None if it can."""
    try:
        with Quota("probe", 0.5):
            return None
    except OSError as error:
        return f"no CPU quota can be set below {ROOT} ({error}): run it as root, where control groups can be written"


class Quota:
    """A control group whose processes together have a ``share`` of a core, in every 6 ms anew.

    They have it before all others, so that other work on this machine makes them little slower.
    """

    def __init__(self, name: str, share: float) -> None:
        self._name, self._share = f"ligretto-{os.getpid()}-{name}", share

    def __enter__(self) -> Self:
        if _FIRST.is_dir():
            self._folder = _FIRST / self._name
            self._folder.mkdir()
            (self._folder / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (self._folder / "cpu.shares").write_text("262144")
        else:
            (ROOT / "cgroup.subtree_control").write_text("+cpu")
            self._folder = ROOT / self._name
            self._folder.mkdir()
            (self._folder / "cpu.weight").write_text("10000")
        self.give(self._share)
        return self

    def give(self, share: float) -> None:
        """Change the share."""
        quota = max(_LEAST_US, round(PERIOD_US * share))
        if _FIRST.is_dir():
            (self._folder / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (self._folder / "cpu.max").write_text(f"{quota} {PERIOD_US}")

    def take(self, process: int) -> None:
        """Hold this process to the share, with all its threads; children that it has already stay free."""
        (self._folder / "cgroup.procs").write_text(str(process))

    def let_go(self) -> None:
        """Take the processes out of the group, which is left as it is."""
        home = _FIRST if _FIRST.is_dir() else ROOT
        for process in (self._folder / "cgroup.procs").read_text().split():
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                (home / "cgroup.procs").write_text(process)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()
        end = time.monotonic() + _GONE_S
        while True:  # the last process may be on its way out
            try:
                return self._folder.rmdir()
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
