"""The wave of a Stop over the table: it sets the uniforms of the shader that drains colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock

from kiosk.display.motion.effects import Wave
from kiosk.display.paint.mesh import WAVELESS

_SLOWS: Final = 1.05
"""How much the front slows down towards its end: 1 not at all."""
_FRONT_FADES: Final = 0.5
"""Seconds in which the light of the front fades after it has reached the other end of the table."""
_BEGINS: Final = 0.14
"""The part of its way at which it is seen first."""
_FOLLOWS: Final = 0.7
"""Seconds in which the light behind it reaches the place where it halts."""
_DIMS: Final = (0.9, 2.4, 0.55)
"""Seconds from which on and until which that light grows dimmer, and what is left of it then."""
_TURNS: Final = 24.0
"""How far its rays turn meanwhile, in radians of their pattern."""
_ON_PIECES: Final = 0.3
"""The share of the light at the caller's edge that falls on pieces and words, which have to stay legible."""
_FRONT_ON_PIECES: Final = 0.7
"""The share of the front's own light that runs over them."""
_RETURN: Final = 0.35
"""Seconds in which the colours come back."""


class Draining:
    """The colours of these canvases. ``time``: seconds; ``floor``: the one on which light falls with full strength."""

    def __init__(self, canvases: Sequence[Any], time: Callable[[], float], floor: Any = None) -> None:
        self._canvases, self._time, self._floor = canvases, time, floor
        self._wave: Wave | None = None
        self._began = 0.0
        self._ended = 0.0  # when the colours began to return; 0: they have not
        self._loop = Clock.create_trigger(lambda _: self._frame(), 0, interval=True)

    def start(self, wave: Wave, after: float) -> None:
        """Let the wave run ``after`` so many seconds."""
        self._wave, self._began, self._ended = wave, self._time() + after, 0.0
        self._frame()
        self._loop()

    def clear(self) -> None:
        """Let the colours come back."""
        if self._wave is not None and not self._ended:
            self._ended = self._time()
            self._loop()

    def _frame(self) -> None:
        wave, now = self._wave, self._time()
        if wave is None:
            return
        if self._ended and now >= self._ended + _RETURN:
            self._wave = None
            self._loop.cancel()
            self._tell(**WAVELESS)
            return
        ran = now - self._began
        fading = _share(ran - wave.lasts, _FRONT_FADES)
        strength = 1.0 - (now - self._ended) / _RETURN if self._ended else 1.0
        strength *= _share(ran, wave.lasts) if wave.fades else 1.0
        spared, radius = wave.spared, wave.reach * (1.0 if wave.fades else _eased(ran, wave.lasts, _SLOWS, _BEGINS))
        begins, ends, left = _DIMS
        dimmed = _share(ran - begins, ends - begins)
        light = wave.front * strength * (1 - (1 - left) * dimmed) if wave.halts else 0.0
        self._tell(
            wave=(wave.x, wave.y, radius, strength if ran >= 0 else 0.0),
            spared=(spared.left, spared.bottom, spared.right, spared.top),
        )
        follows, turned = min(radius, wave.halts * _eased(ran, _FOLLOWS, 1.5, _BEGINS)), _TURNS * _eased(ran, ends, 3.0)
        for canvas in self._canvases:
            on_floor = canvas is self._floor
            rim, share = (1.0, 1.0) if on_floor else (_FRONT_ON_PIECES, _ON_PIECES)
            canvas["front"] = (*wave.tint[:3], rim * wave.front * strength * (1 - fading))
            canvas["light"] = (follows, share * light, turned, wave.scale)
        if ran >= wave.lasts and fading == 1.0 and (dimmed == 1.0 or not light) and not self._ended:
            self._loop.cancel()

    def _tell(self, **uniforms: object) -> None:
        for canvas in self._canvases:
            for name, value in uniforms.items():
                canvas[name] = value


def front_at(wave: Wave, far: float) -> float:
    """Return when the front reaches a point so many pixels from where it begins, in seconds after its start."""
    left = (1.0 - min(1.0, far / wave.reach)) / (1.0 - _BEGINS)
    return wave.lasts * max(0.0, 1.0 - math.pow(left, 1 / _SLOWS))


def _share(ran: float, lasts: float) -> float:
    return min(1.0, max(0.0, ran / lasts)) if lasts else 1.0


def _eased(ran: float, lasts: float, slows: float, begins: float = 0.0) -> float:
    """Return how much of its way something has gone that ``begins`` there; ``slows``: how much it slows down."""
    return 1.0 - (1.0 - begins) * math.pow(1.0 - _share(ran, lasts), slows)
