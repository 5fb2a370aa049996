"""A translucent black layer over the whole picture, as opaque as the screen has to be dark."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle

from kiosk.display.power.screen_saver import FULL


class Dimmer:
    """The layer over everything in ``window``. At full brightness nothing is drawn."""

    def __init__(self, window: Any) -> None:
        self._canvas = window.canvas.after
        self._color, self._cloth = Color(0, 0, 0, 0), Rectangle(size=window.size)
        self._group = InstructionGroup()
        self._group.add(self._color)
        self._group.add(self._cloth)
        self._level = FULL
        window.bind(size=self._fit)

    def show(self, level: int) -> None:
        """Let ``level`` percent of the picture's light through."""
        if level == self._level:
            return
        if self._level == FULL:
            self._canvas.insert(0, self._group)
        elif level == FULL:
            self._canvas.remove(self._group)
        self._level, self._color.a = level, 1 - level / FULL

    def _fit(self, _window: Any, size: tuple[float, float]) -> None:
        self._cloth.size = size
