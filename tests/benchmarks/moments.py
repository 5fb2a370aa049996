"""Every frame of the moments of a game, drawn into nothing on a virtual clock, sixty frames a second.

Arguments: the number of seats, and names of states of the gallery; by default all that are films. Prints for each a
line of JSON with its name. Between two frames the yardstick runs: what else this machine does slows both alike.

Pictures are painted as on a table, by a process of its own; before each moment it finishes what it does ahead, and the
display has taken it, as on a table that has been on for an hour. While something that it was asked for is awaited,
frames come in real time. A frame's work has the order that it has there (``main_loop``): a snapshot comes with the
clock's events, then the view's own work; what a snapshot leaves to the next frame does not come in its own.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import threading
import time
from functools import partial
from typing import Any, Final

from tests.benchmarks.measuring import SIZE  # isort: skip  # before Kivy: it says how Kivy draws

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window

from kiosk.display.looks.painter import PaintingProcess
from kiosk.display.paint import atlas, turns
from kiosk.display.table_view import TableView
from kiosk.drawings.gallery.states import STATES, GalleryState, Scene, scene
from kiosk.protocol import Snapshot
from kiosk.system.yardstick import yardstick
from tests.benchmarks.painted_area import painted, sprites
from tests.benchmarks.painter import LOOKS, PAINTS_S, Watched
from tests.benchmarks.uploads import Uploads

NEIGHBOURS: Final = 20
"""Runs of the yardstick on either side of a frame whose median the frame is measured with."""
FPS: Final = 60
AHEAD_S: Final = 8.0
"""Seconds that are played before the moment and not counted."""
LATE_S: Final = 1 / 720
"""Seconds of a frame for what may come later: half of one on a Raspberry Pi 4, taken to be six times slower."""
AREA_EVERY: Final = 6
"""Frames between two of which the area is reckoned."""
_NS: Final = 1_000_000_000
_now = 0


class Counts:
    """What has been done so far, on which clock: seconds of the main thread and the process, bytes sent, looks painted.

    Only looks painted on the main thread count.
    """

    def __init__(self) -> None:
        self._uploads = Uploads()
        self._painted = 0
        paint = vars(atlas)["painted"]

        def counted(look: Any) -> Any:
            self._painted += threading.current_thread() is threading.main_thread()
            return paint(look)

        for module in [one for one in sys.modules.values() if getattr(one, "painted", None) is paint]:
            vars(module)["painted"] = counted

    def now(self) -> tuple[float, float, int, int, int]:
        """Return the counts at this moment."""
        up = self._uploads
        return time.thread_time(), time.process_time(), up.textures, up.vertices, self._painted


NAMES: Final = ("main", "process", "textures", "vertices", "painted")
"""What ``Counts`` counts."""


class Painting:
    """The painter of these displays."""

    def __init__(self) -> None:
        LOOKS.mkdir(parents=True, exist_ok=True)
        self.painter = PaintingProcess(LOOKS)

    @property
    def is_awaited(self) -> bool:
        """True if the display waits for pictures."""
        return bool(self.painter._asked)

    def finish(self, view: TableView) -> None:
        """Draw the same frame again and again until the painter rests, and the view holds what it has painted ahead."""
        end = time.monotonic() + PAINTS_S
        child = self.painter._child
        watched = Watched(child.pid) if child else None
        atlas = view.atlas
        while watched is not None and time.monotonic() < end:
            if watched.rests() and not (self.is_awaited or atlas._later or atlas._uploads):
                break
            EventLoop.idle()
            if atlas.frame():  # time stands still, and nothing that waits for the next frame may keep it from this
                view._shown.complete()
            time.sleep(0.01)


class FrameWork:
    """The only input provider, as on a table: Kivy asks it after the clock's events, before it draws."""

    def __init__(self, view: TableView) -> None:
        self._view = view

    def update(self, dispatch_fn: object) -> None:
        """Do the view's work of a frame."""
        self._view.frame()


def measure(shown: Scene, counts: Counts, painting: Painting) -> dict[str, Any]:
    """Return a moment's frames: for each of ``NAMES`` a list, times in yardsticks.

    ``first``: the numbers of the frames in which a state of the table begins, the moment's own first frame included;
    ``yardstick``: the median, in seconds; ``area``: the largest painted area, in screens; ``sprites``: the mean number.
    """
    global _now  # noqa: PLW0603  Kivy's only clock
    ends = shown.begins + round(shown.state.moment * _NS)
    waiting = [one for one in shown.film.shown if one.now <= ends]
    _now = shown.begins - round(AHEAD_S * _NS)
    Clock._last_tick = Clock.time()
    painter = painting.painter
    view = TableView(shown.welcome, lambda: _now, painter, in_turn=True, size=SIZE, size_hint=(None, None))
    runTouchApp(view, embedded=True)
    EventLoop.input_providers[:] = [FrameWork(view)]  # Kivy has added its own
    gc.collect()  # the view of the moment before, which would go on in the background
    gc.freeze()  # the film's snapshots are no part of the display, and would be looked through while it is measured
    rows: list[list[float]] = []
    sticks, firsts, areas, moving, state = [], [], [], [], ""
    while _now <= ends:
        began = counts.now()
        latest = None
        while waiting and waiting[0].now <= _now:
            latest = waiting.pop(0)
        if latest is not None:  # of several, a display shows only the newest
            Clock.schedule_once(partial(_show, view, latest))
        EventLoop.idle()
        ended = counts.now()
        before, state = state, latest.state if latest is not None else state
        if _now >= shown.begins:
            if not rows or before != state:
                firsts.append(len(rows))
            rows.append([after - first for first, after in zip(began, ended, strict=True)])
            sticks.append(yardstick())
            if len(rows) % AREA_EVERY == 1:
                areas.append(painted(view.canvas, SIZE))
                moving.append(sprites(view.canvas))
        if _now < shown.begins <= _now + _NS // FPS:
            painting.finish(view)
        _now += _NS // FPS
        if painting.is_awaited:
            time.sleep(1 / FPS)
    Window.remove_widget(view)
    view.close()
    gc.unfreeze()
    for row, unit in zip(rows, _smoothed(sticks), strict=True):
        row[:2] = [round(spent / unit, 3) for spent in row[:2]]
    return {
        **{name: list(column) for name, column in zip(NAMES, zip(*rows, strict=True), strict=True)},
        "first": firsts,
        "yardstick": statistics.median(sticks),
        "area": max(areas),
        "sprites": statistics.mean(moving),
    }


def _show(view: TableView, snapshot: Snapshot, _seconds: float) -> None:
    view.show(snapshot)


def _smoothed(sticks: list[float]) -> list[float]:
    """Return the median of the yardsticks about each frame."""
    return [
        statistics.median(sticks[max(0, frame - NEIGHBOURS) : frame + NEIGHBOURS + 1]) for frame in range(len(sticks))
    ]


def main(seats: int, names: list[str]) -> None:
    """Print the frames of these moments, a line of JSON for each."""
    Clock.time = lambda: _now / _NS
    Clock._max_fps = 0
    vars(turns)["PAINT_S"] = LATE_S
    states: list[GalleryState] = [one for one in STATES if one.moment and (one.name in names or not names)]
    counts, painting = Counts(), Painting()
    for one in states:
        told = measure(scene(one, seats, "en", SIZE), counts, painting)
        print(json.dumps({"name": one.name, **told}), flush=True)  # noqa: T201
    painting.painter.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
