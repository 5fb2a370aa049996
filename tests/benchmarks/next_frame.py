"""The number of frames after which a touch, or a verdict of the table, is seen: 1 is the very next one drawn.

Arguments as of ``tests.benchmarks.table_picture``, whose load goes on meanwhile. A touch arrives where Kivy polls
input, a snapshot on a thread of its own, as on the link, at no fixed time within a frame.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tests.benchmarks.measuring import COUNTDOWN, orbit  # isort: skip  # before Kivy: it says how Kivy draws
from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window

from kiosk.display.motion.dragging import LIFTED
from kiosk.display.paint.vertices import moving
from tests.benchmarks.table_picture import LANDING_EVERY, TablePicture

FRAMES: Final = 240
PERIODS: Final = (0.0, 0.004, 0.011)
"""Seconds after a frame at which a snapshot arrives, in turn."""


class Awaited:
    """A change that has arrived and is not seen yet."""

    def __init__(self) -> None:
        self.most = 0
        self.seen = 0
        self._shown: Callable[[], bool] | None = None
        self._frames = 0
        self._begun = False

    def arrives(self, shown: Callable[[], bool], *, in_frame: bool) -> None:
        """Note its arrival; ``shown`` returns whether the drawn frame shows it. An earlier one is still awaited.

        ``in_frame``: the current frame is the next one drawn; otherwise it is the following one.
        """
        if self._shown is None:
            self._frames, self._begun, self._shown = 0, in_frame, shown

    def begins(self, _seconds: float) -> None:
        """Note that a frame begins."""
        self._begun = self._shown is not None

    def drawn(self) -> None:
        """Note that a frame has been drawn."""
        if self._shown is None or not self._begun:
            return
        self._frames += 1
        self.most = max(self.most, self._frames)
        if self._shown():
            self._shown = None
            self.seen += 1


class NextFrame:
    """Kivy's input provider and the table's link at once."""

    def __init__(self, game: str, places: str) -> None:
        self.touch, self.verdict = Awaited(), Awaited()
        self._picture = TablePicture(game, places)
        self._view = self._picture.widget
        self._frame = 0
        self._news: Any = None
        self._wake = Clock.create_trigger(self._read)

    def run(self) -> dict[str, int]:
        """Return the maximum numbers of frames for a touch and for a verdict, and how many of each were seen."""
        runTouchApp(self._view, embedded=True)
        self._picture.prepare()
        for _ in range(COUNTDOWN):
            EventLoop.idle()
        EventLoop.add_input_provider(self)
        Window.bind(on_flip=self._drawn)
        Clock.schedule_interval(self.verdict.begins, 0)  # after the pause between two frames
        for self._frame in range(FRAMES):
            if self._frame % LANDING_EVERY == 0:
                threading.Timer(PERIODS[self._frame // LANDING_EVERY % len(PERIODS)], self._post).start()
            EventLoop.idle()
        return {
            "touch": self.touch.most,
            "verdict": self.verdict.most,
            "seen": min(self.touch.seen, self.verdict.seen),
        }

    def update(self, dispatch_fn: object) -> None:
        """Move every finger, when Kivy polls input."""
        for seat, source in self._picture.carried.items():
            self._view.carry(seat, source, *orbit(self._frame, seat))
        seat = next(reversed(self._picture.carried))
        self.touch.arrives(partial(self._lies, seat, orbit(self._frame, seat)), in_frame=True)

    def _post(self) -> None:
        """Post a snapshot, on a thread."""
        self._news = next(self._picture.story)
        self._wake()
        self.verdict.arrives(partial(self._tells, self._news), in_frame=False)

    def _read(self, _seconds: float) -> None:
        self._view.show(self._news)

    def _drawn(self, _window: object) -> None:
        self.touch.drawn()
        self.verdict.drawn()

    def _lies(self, seat: Any, place: tuple[float, float]) -> bool:
        """Return whether the seat's piece is drawn there."""
        carrying: Any = self._view.carrying
        card = carrying.get(seat)
        return card is not None and any(
            moving(card.spot, *place, card.turn, LIFTED) in part._quads for part in carrying._sheet._parts
        )

    def _tells(self, told: Any) -> bool:
        """Return whether the drawn frame is of this snapshot: its piles and board, and every seat."""
        sketches: Any = self._view._sketches
        centre = sketches["centre"][0]
        drawn = all(sketches[view.seat][0].view == view for view in told.seats)
        return drawn and (centre.piles, centre.board) == (told.piles, told.board)


if __name__ == "__main__":
    json.dump(NextFrame(*sys.argv[1:]).run(), sys.stdout)
