"""The programs of a table, each in a process of its own, for benchmarks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tests.rig import ENDS_WITH_US

ROOT: Final = Path(__file__).parents[2]
START_S: Final = 30.0
"""Seconds for which a process may take to start, and to end."""

Process = subprocess.Popen[bytes]


@contextmanager
def running(path: Path, *arguments: str, environment: Mapping[str, str] = MappingProxyType({})) -> Iterator[Process]:
    """A Python process of the table whose socket is ``path``; ended with the block."""
    home = str(path.parents[1])
    known = {**os.environ, "KIOSK_RUNTIME_DIR": home, "KIOSK_STATE_DIR": home, "KIVY_HOME": home, **environment}
    command, pipe = [*ENDS_WITH_US, sys.executable, *arguments], subprocess.PIPE
    # Background jobs of a shell ignore SIGINT, and so would the process.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, cwd=ROOT, env=known, stdin=pipe, stdout=pipe)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def display_beside(path: Path) -> Path:
    """Return the socket of the display of the table whose socket is ``path``."""
    return path.parents[1] / "display" / "sock"


def figures(process: Process, ending: signal.Signals) -> dict[str, Any]:
    """End the process; return the figures that it prints as JSON."""
    process.send_signal(ending)
    answer, _ = process.communicate(timeout=START_S)
    if process.returncode:
        raise SystemExit("A process of the table has failed: see above.")
    told: dict[str, Any] = msgspec.json.decode(answer)
    return told


def until(what: Callable[[], object], limit_s: float = START_S) -> None:
    """Wait for something that another process or thread does, by default as long as a start may take."""
    end = time.monotonic() + limit_s
    while not what():
        if time.monotonic() > end:
            raise SystemExit(f"It did not come within {limit_s:g} s: see above.")
        time.sleep(0.01)
