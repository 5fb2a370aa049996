"""Streams of pictures along lanes: each is sent to the GPU once, and runs there by the clock alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from kiosk.display.motion.effects import Stream
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.mesh import Drawn, Sheet, new_canvas
from kiosk.display.paint.shaders import RUNNING
from kiosk.display.paint.vertices import running


class Streams:
    """The stream of one kind, light or pieces. ``time``: seconds; the frame loop runs only while there is one."""

    def __init__(self, atlas: Atlas, time: Callable[[], float], *, light: bool) -> None:
        self._atlas, self._time = atlas, time
        self._context = new_canvas(RUNNING)
        self._sheet = Sheet(self._context, RUNNING, light=light)
        self._began = 0.0
        self._drawn: list[Drawn] = []
        self._coming: list[Drawn] = []
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)
        self.canvas: Any = self._sheet.canvas

    @property
    def moving(self) -> bool:
        """True if there is one."""
        return bool(self._drawn)

    def start(self, stream: Stream, after: float) -> None:
        """Show this stream, which begins ``after`` so many seconds, in place of the one before, once all is here."""
        for runner in stream.runners:
            spot = self._atlas.spot(runner.look)
            self._coming.append(Drawn(spot.page, running(spot, runner), spot))
        if stream.more:
            return
        self._began = self._time() + after
        self._drawn, self._coming = self._coming, []
        self._drawn.sort(key=lambda drawn: id(drawn.page))  # one mesh a page: the pictures do not cover each other
        self._show()

    def begin_anew(self) -> None:
        """Drop what has come of one that is not shown yet."""
        self._coming = []

    def clear(self) -> None:
        """Drop it."""
        self._drawn, self._coming = [], []
        self._show()

    def _show(self) -> None:
        self._sheet.show(self._drawn)
        self._frame(0)
        (self._loop if self._drawn else self._loop.cancel)()

    def _frame(self, _seconds: float) -> None:
        self._context["now"] = self._time() - self._began
