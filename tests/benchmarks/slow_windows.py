"""Windows for ``tests.benchmarks.slow_table``, which note each of their frames: the display, or a bare one.

Arguments: ``display SOCKET`` of the table, or ``bare SPRITES``. GL's commands are carried out as far as they go without
painting a pixel. Ends with SIGTERM, then prints its frames as JSON; after SIGUSR1 effects may come back within seconds.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

if __name__ == "__main__":  # before Kivy, and not for a process that only imports this
    os.environ.update(SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy", LP_NO_RAST="1", LP_NUM_THREADS="0")

from kiosk.display import app
from kiosk.display.input.panel_search import PanelOptions
from kiosk.display.motion import quality
from kiosk.display.window import open_window
from tests.benchmarks.processes import display_beside
from tests.rig.main_loop import change_main_loop

SIZE: Final = (1920, 1080)
PANEL: Final = "panel"
"""The emulated panel's name in ``/dev/input``."""
SOON_NS: Final = 5_000_000_000
"""The time after which effects come back, once that is to be seen."""

frames: list[list[Any]] = []
"""Of each frame: CLOCK_MONOTONIC at its beginning (its input is older) and when it was on the screen (0: nothing had
changed), the table's state, the quality.
"""


def note_frames(main_loop: Any) -> None:
    """Note every frame of the display."""

    class NotedDisplay(main_loop.Display):  # type: ignore[misc]
        def _frame(self, now: int) -> None:
            state = "" if self._snapshot is None else self._snapshot.state
            frames.append([now, 0, state, int(self._condition.quality)])
            super()._frame(now)

        def _flip(self) -> None:
            super()._flip()
            if frames:
                frames[-1][1] = time.monotonic_ns()

    main_loop.Display = NotedDisplay


def show(table: Path) -> None:
    """Show the table until SIGTERM."""
    signal.signal(signal.SIGUSR1, lambda *_: vars(quality).update(_UP_AFTER_NS=SOON_NS))
    change_main_loop(note_frames)
    app.run_display(table, display_beside(table), size=SIZE, panel=PanelOptions(f"/dev/input/{PANEL}"))


def bare(sprites: int) -> None:
    """Show as many moving sprites in a window without anything else until SIGTERM."""
    open_window(SIZE, fullscreen=False)
    from kivy.base import runTouchApp, stopTouchApp  # noqa: PLC0415  configured by now
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.graphics import Rectangle  # noqa: PLC0415
    from kivy.uix.widget import Widget  # noqa: PLC0415

    widget = Widget()
    with widget.canvas:
        rectangles = [Rectangle(size=(58, 87)) for _ in range(sprites)]

    def move(_: float) -> None:
        frames.append([time.monotonic_ns(), 0, "play", int(quality.Quality.ALL)])
        for number, rectangle in enumerate(rectangles):
            rectangle.pos = (600 + 40 * (number % 20) + len(frames) % 97, 300 + 30 * (number % 13) + len(frames) % 89)

    signal.signal(signal.SIGTERM, lambda *_: stopTouchApp())
    Clock.schedule_interval(move, 0)
    runTouchApp(widget)


if __name__ == "__main__":
    kind, argument = sys.argv[1:]
    if kind == "bare":
        bare(int(argument))
    else:
        show(Path(argument))
    json.dump(frames, sys.stdout)
