"""The minimum Kivy program: a window with as many moving rectangles as its argument."""

from __future__ import annotations

import sys

from tests.benchmarks.measuring import measure, orbit  # isort: skip  # before Kivy: it says how Kivy draws

from kivy.graphics import Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget


class BareWindow:
    """Rectangles with a texture."""

    def __init__(self, sprites: int) -> None:
        self.widget = Widget()
        texture = Texture.create(size=(58, 87))
        with self.widget.canvas:
            self._rectangles = [Rectangle(texture=texture, size=texture.size) for _ in range(sprites)]

    def prepare(self) -> None:
        pass

    def move(self, frame: int) -> None:
        for number, rectangle in enumerate(self._rectangles):
            rectangle.pos = orbit(frame, number)

    def rest(self) -> None:
        pass

    def sprites(self) -> int:
        return len(self._rectangles)


if __name__ == "__main__":
    measure(BareWindow(int(sys.argv[1])))
