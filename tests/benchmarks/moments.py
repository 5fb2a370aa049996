"""The work and the painted area of the moments of a game, at twelve seats and 1920x1080, drawn into nothing.

Arguments: names of states of the gallery; by default all that are films. Prints for each a line of JSON with its name.
The time is a virtual one, sixty frames a second, so that other load changes no count. After each frame a bare window
draws one, too (``base_frames``), and the work of a frame is told as a multiple of the bare window's about then.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
from typing import Final

from tests.benchmarks.measuring import SIZE  # isort: skip  # before Kivy: it says how Kivy draws

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window

from kiosk.display.table_view import TableView
from kiosk.drawings.gallery.states import STATES, Scene, State, scene
from tests.benchmarks.base_frames import BaseFrames
from tests.benchmarks.painted_area import painted, sprites

SEATS: Final = 12
SPRITES: Final = 45
"""The number of pictures, lights and particles that move in a running round at twelve seats: counted once, in the
gallery's ``play-early``, and kept: what a moment adds to them (sparks, rings, trails) is its own work.
"""
NEIGHBOURS: Final = 20
"""Frames of the bare window on either side of a frame whose median it is compared with."""
FPS: Final = 60
AHEAD_S: Final = 8.0
"""Seconds that are played before the moment and not counted.

In them the pictures of what may follow are painted: those of a lobby and its round while the table invites, those of a
round in the lobby or the countdown.
"""
AREA_EVERY: Final = 6
"""Frames between two of which the area is reckoned."""
_NS: Final = 1_000_000_000
_now = 0


def measure(shown: Scene, base: BaseFrames) -> dict[str, float]:
    """Return the figures of a moment: work as multiples of the base (``work``, the mean, includes new pictures).

    ``worst``: of a hundred frames, the one with the most; ``base``: the median of the bare window's frames, in seconds.
    """
    global _now  # noqa: PLW0603  Kivy's only clock
    ends = shown.begins + round(shown.state.moment * _NS)
    waiting = [one for one in shown.film.shown if one.now <= ends]
    _now = shown.begins - round(AHEAD_S * _NS)
    Clock._last_tick = Clock.time()
    view = TableView(shown.welcome, lambda: _now, size=SIZE, size_hint=(None, None))
    runTouchApp(view, embedded=True)
    gc.collect()  # the view of the moment before, which would go on in the background
    gc.freeze()  # the film's snapshots are no part of the display, and would be looked through while it is measured
    work, bases, areas, moving = [], [], [], []
    while _now <= ends:
        began = time.process_time()
        latest = None
        while waiting and waiting[0].now <= _now:
            latest = waiting.pop(0)
        if latest is not None:  # of several, a display shows only the newest
            view.show(latest)
        EventLoop.idle()
        spent = time.process_time() - began
        if _now >= shown.begins:
            work.append(spent)
            bases.append(base.frame())
            if len(work) % AREA_EVERY == 1:
                areas.append(painted(view.canvas, SIZE))
                moving.append(sprites(view.canvas))
        _now += _NS // FPS
    Window.remove_widget(view)
    gc.unfreeze()
    times = [spent / about for spent, about in zip(work, _smoothed(bases), strict=True)]
    return {
        "work": statistics.mean(times),
        "median": statistics.median(times),
        "worst": statistics.quantiles(times, n=100)[-1],
        "base": statistics.median(bases),
        "area": max(areas),
        "sprites": statistics.mean(moving),
    }


def _smoothed(bases: list[float]) -> list[float]:
    """Return the median of the bare window's frames about each frame."""
    return [
        statistics.median(bases[max(0, frame - NEIGHBOURS) : frame + NEIGHBOURS + 1]) for frame in range(len(bases))
    ]


def main(names: list[str]) -> None:
    """Print the figures of these moments, a line of JSON for each."""
    Clock.time = lambda: _now / _NS
    Clock._max_fps = 0
    states: list[State] = [one for one in STATES if one.moment and (one.name in names or not names)]
    with BaseFrames(SPRITES) as base:
        for one in states:
            told = measure(scene(one, SEATS, "en", SIZE), base)
            print(json.dumps({"name": one.name, **told}), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
