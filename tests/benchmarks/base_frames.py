"""Frames of a bare Kivy window on a virtual clock: one for each line on standard input, answered by its CPU time.

Argument: the number of sprites, which are moved one by one, as a plain Kivy program does. A benchmark lets it take
turns with what it measures (``tests.benchmarks.moments``): so other load, and whatever else slows this machine at that
moment, slows both.
"""

from __future__ import annotations

import subprocess
import sys
import time
from types import TracebackType
from typing import Final, Self

from tests.benchmarks.figures import ROOT

FPS: Final = 60
_WARM_UP: Final = 60
"""Frames that are not counted."""


class BaseFrames:
    """A process that draws a frame whenever it is asked to."""

    def __init__(self, sprites: int) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.base_frames", str(sprites)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        for _ in range(_WARM_UP):
            self.frame()

    def frame(self) -> float:
        """Let it draw a frame; return its CPU time in seconds."""
        request, answer = self._process.stdin, self._process.stdout
        assert request is not None
        assert answer is not None
        request.write(b"\n")
        return int(answer.readline()) / 1e9

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()


def main(sprites: int) -> None:
    """Draw a frame for each line, until there are no more."""
    from tests.benchmarks.bare_window import BareWindow  # noqa: PLC0415  # isort: skip  # it says how Kivy draws

    from kivy.base import EventLoop, runTouchApp  # noqa: PLC0415
    from kivy.clock import Clock  # noqa: PLC0415

    drawn = 0
    Clock.time = lambda: drawn / FPS
    Clock._max_fps = 0
    window = BareWindow(sprites, 0)
    runTouchApp(window.widget, embedded=True)
    for _ in sys.stdin:
        began = time.process_time_ns()
        window.move(drawn)
        EventLoop.idle()
        print(time.process_time_ns() - began, flush=True)  # noqa: T201
        drawn += 1


if __name__ == "__main__":
    main(int(sys.argv[1]))
