"""A Dask cluster of processes on this machine, whose workers can be added and killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.rig.waiting import wait_for

LIMIT: Final = 60.0
"""Seconds for a process to start, on a busy machine."""
_DASK: Final = (sys.executable, "-m", "dask")


class DaskCluster:
    """The scheduler, without workers at first; ``stop`` ends all processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._log = (folder / "log").open("wb")
        self.workers: list[subprocess.Popen[bytes]] = []
        where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self._file))
        self._scheduler = self._start("scheduler", *where)
        wait_for("the scheduler", self._ready, LIMIT, lambda: self._scheduler.poll() is None, 0.05)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*_DASK, *arguments], stdout=self._log, stderr=self._log, cwd=self._folder)

    def _ready(self) -> bool:
        return self._file.exists() and self._file.read_bytes().rstrip().endswith(b"}")

    @property
    def address(self) -> str:
        """The scheduler's address."""
        address: str = json.loads(self._file.read_bytes())["address"]
        return address

    def add(self) -> None:
        """Start one more worker: a process that nobody starts again."""
        local = ("--local-directory", str(self._folder), "--no-dashboard")
        self.workers.append(self._start("worker", self.address, "--nthreads", "1", "--no-nanny", *local))

    def kill(self) -> None:
        """Kill the oldest worker, without a chance to say goodbye."""
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def kill_scheduler(self) -> None:
        """Kill the scheduler."""
        self._scheduler.kill()
        self._scheduler.wait()

    def stop(self) -> None:
        """Kill all that is left."""
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()
        self._log.close()
