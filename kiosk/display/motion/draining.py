"""The wave of a Stop over the table: it sets the uniforms of the shader that drains colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock

from kiosk.display.motion.effects import Wave
from kiosk.display.paint.mesh import WAVELESS

_SLOWS: Final = 1.3
"""How much the front slows down towards its end: 1 not at all."""
_FRONT_FADES: Final = 0.5
"""Seconds in which the light of the front fades after it has reached the other end of the table."""
_RETURN: Final = 0.35
"""Seconds in which the colours come back."""


class Draining:
    """The colours of these canvases. ``time``: seconds."""

    def __init__(self, canvases: Sequence[Any], time: Callable[[], float]) -> None:
        self._canvases, self._time = canvases, time
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
        share = min(1.0, max(0.0, ran / wave.lasts)) if wave.lasts else 1.0
        fading = min(1.0, max(0.0, (ran - wave.lasts) / _FRONT_FADES))
        strength = 1.0 - (now - self._ended) / _RETURN if self._ended else 1.0
        spared = wave.spared
        self._tell(
            wave=(wave.x, wave.y, wave.reach * (1 - (1 - share) ** _SLOWS), strength if ran >= 0 else 0.0),
            spared=(spared.left, spared.bottom, spared.right, spared.top),
            front=(*wave.tint[:3], wave.front * strength * (1 - fading)),
        )
        if share == fading == 1.0 and not self._ended:
            self._loop.cancel()

    def _tell(self, **uniforms: tuple[float, ...]) -> None:
        for canvas in self._canvases:
            for name, value in uniforms.items():
                canvas[name] = value
