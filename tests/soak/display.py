"""The real display, drawing into nothing, which records how late its frames are. Argument: the table's socket.

Ends with SIGTERM, then prints its figures.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

os.environ.update(KIVY_GL_BACKEND="mock", SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy")

from kiosk.display import app
from tests.benchmarks.processes import display_beside
from tests.rig.main_loop import change_main_loop
from tests.soak.lateness import Lateness

SIZE: Final = (1920, 1080)
FRAME: Final = 1_000_000_000 // 60

STARTS: Final = 300
"""Frames that are not counted: everything is painted for the first time."""

late = Lateness()


def watch_frames(main_loop: Any) -> None:
    """Record how much longer than a frame has passed since the last one."""

    class WatchedDisplay(main_loop.Display):  # type: ignore[misc]
        _before = _frames = 0

        def _frame(self, now: int) -> None:
            super()._frame(now)
            at = time.monotonic_ns()
            self._frames += 1
            if self._frames > STARTS:
                late.add(at - self._before - FRAME)
            self._before = at

    main_loop.Display = WatchedDisplay


def main(table_socket: str) -> int:
    """Show the table until SIGTERM; return the exit status."""
    change_main_loop(watch_frames)
    path = Path(table_socket)
    status = app.run_display(path, display_beside(path), size=SIZE)
    json.dump(late.told(), sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
