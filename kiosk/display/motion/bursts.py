"""Bursts of particles: each is sent to the GPU once, and moves there by the clock alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kivy.clock import Clock

from kiosk.display.motion.effects import Burst
from kiosk.display.paint.atlas import Atlas, Spot
from kiosk.display.paint.mesh import Pictures, Presence, new_canvas
from kiosk.display.paint.shaders import SCATTERED
from kiosk.display.paint.vertices import scattered


class Scattered(NamedTuple):
    """A burst on the canvas until this time; the spot keeps the particles' picture on its page."""

    mesh: Any
    until: float
    spot: Spot


class Bursts:
    """All bursts of one kind, light or paper. ``time``: seconds; the frame loop runs only while there are any."""

    def __init__(self, atlas: Atlas, time: Callable[[], float], *, light: bool) -> None:
        self._atlas, self._time = atlas, time
        self._context = new_canvas(SCATTERED)
        self._began = 0.0
        self._shown: list[Scattered] = []
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)
        self._presence = Presence(self._context, light=light)
        self.canvas: Any = self._presence.canvas

    @property
    def moving(self) -> bool:
        """True if there are any."""
        return bool(self._shown)

    def __iter__(self) -> Iterator[Scattered]:
        return iter(self._shown)

    def start(self, burst: Burst, after: float) -> Scattered | None:
        """Scatter the particles ``after`` so many seconds; those whose time has passed are not seen. None: all has."""
        lasts = after + max((particle.delay + particle.life for particle in burst.particles), default=0.0)
        if lasts <= 0:
            return None
        if not self._shown:
            self._began = self._time()
        now = self._time() - self._began
        spot = self._atlas.spot(burst.look)
        pictures = Pictures(spot.page, SCATTERED)
        pictures.fill(b"".join(scattered(spot, particle, now + after) for particle in burst.particles))
        self._context.add(pictures.shape)
        shown = Scattered(pictures.shape, now + lasts, spot)
        self._shown.append(shown)
        self._context["now"] = now
        self._presence.show(True)
        self._loop()
        return shown

    def drop(self, shown: Scattered) -> None:
        """End this burst, if it is one of these."""
        if shown in self._shown:
            self._shown.remove(shown)
            self._context.remove(shown.mesh)
            self._presence.show(bool(self._shown))

    def clear(self) -> None:
        """Drop all particles."""
        for shown in self._shown:
            self._context.remove(shown.mesh)
        self._shown.clear()
        self._presence.show(False)
        self._loop.cancel()

    def _frame(self, _seconds: float) -> None:
        now = self._time() - self._began
        for shown in self._shown:
            if now >= shown.until:
                self._context.remove(shown.mesh)
        self._shown = [shown for shown in self._shown if now < shown.until]
        self._context["now"] = now
        if not self._shown:
            self._presence.show(False)
            self._loop.cancel()
