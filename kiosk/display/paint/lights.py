"""Light in sketches, which stands, beats or turns: drawn by the GPU from the clock alone."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock

from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.marks import Light
from kiosk.display.paint.mesh import Drawn, Presence, Sheet, new_canvas
from kiosk.display.paint.shaders import LIT
from kiosk.display.paint.vertices import light
from kiosk.layout.table_layout import Frame

_ROUND: Final = 3600 * 1_000_000_000
"""Nanoseconds after which the GPU's clock begins anew, because its numbers cannot count for days."""
_EVERY: Final = 1 / 30
"""Seconds between two steps of lights that beat or turn."""


class Beats:
    """The clock of all lights that beat or turn. It runs only while there are any, at half the screen's rate.

    These lights change slowly, and often nothing else moves: every other frame need not be drawn then.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._moving: weakref.WeakSet[Glow] = weakref.WeakSet()
        self._loop = Clock.create_trigger(self._frame, _EVERY, interval=True)

    def now(self) -> float:
        """Return the GPU's time in seconds."""
        return (self._clock() % _ROUND) / 1e9

    def keep(self, glow: Glow, *, moving: bool) -> None:
        """Tell these lights the time in every frame, or no more."""
        (self._moving.add if moving else self._moving.discard)(glow)
        if moving:
            self._loop()

    def _frame(self, _seconds: float) -> None:
        now = self.now()
        for glow in self._moving:
            glow.tell(now)
        if not self._moving:
            self._loop.cancel()


class Glow:
    """The lights of sketches that lie side by side, on one canvas below all of these, as each takes time to draw."""

    def __init__(self, beats: Beats) -> None:
        self._beats = beats
        self._context = new_canvas(LIT)
        self._presence = Presence(self._context, light=True)
        self._lit: set[Lights] = set()
        self._moving: set[Lights] = set()
        self.canvas: Any = self._presence.canvas

    def add(self, canvas: Any) -> None:
        """Add the canvas of a sketch's lights."""
        self._context.add(canvas)

    def change(self, lights: Lights, *, lit: bool, moving: bool) -> None:
        """Note whether a sketch has lights, and whether any of them beats or turns."""
        (self._lit.add if lit else self._lit.discard)(lights)
        (self._moving.add if moving else self._moving.discard)(lights)
        self._presence.show(bool(self._lit))
        self.tell(self._beats.now())
        self._beats.keep(self, moving=bool(self._moving))

    def tell(self, now: float) -> None:
        """Set the time in seconds."""
        self._context["now"] = now


class Lights:
    """The lights of a sketch."""

    def __init__(self, atlas: Atlas, glow: Glow) -> None:
        self._atlas, self._glow = atlas, glow
        self._sheet = Sheet(kind=LIT)
        self._shown: tuple[Sequence[Light], Frame] = ((), Frame())
        self._drawn: list[Drawn] = []
        glow.add(self._sheet.canvas)

    def show(self, lights: Sequence[Light], frame: Frame) -> None:
        """Show these lights instead of the previous ones."""
        if (lights, frame) == self._shown or not (lights or self._drawn):
            return
        self._shown = lights, frame
        self._drawn = [self._draw(mark, frame) for mark in lights]
        self._sheet.show(self._drawn)
        self._glow.change(self, lit=bool(lights), moving=any(mark.beat or mark.spin for mark in lights))

    def complete(self) -> None:
        """Draw lights again whose pictures have arrived."""
        lights, frame = self._shown
        if any(drawn.spot is not None and drawn.spot.waits for drawn in self._drawn):
            self._drawn = [self._draw(mark, frame) for mark in lights]
            self._sheet.show(self._drawn)

    def _draw(self, mark: Light, frame: Frame) -> Drawn:
        spot = self._atlas.shown(mark.look)
        return Drawn(spot.page, light(mark, spot, frame), spot)
