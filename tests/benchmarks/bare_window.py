"""The minimum Kivy program: a window with as many moving rectangles and bytes of textures as its arguments."""

from __future__ import annotations

import sys
from typing import Final

from tests.benchmarks.measuring import measure, orbit  # isort: skip  # before Kivy: it says how Kivy draws

from kivy.graphics import Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

_WIDTH: Final = 4096


class BareWindow:
    """Rectangles with a texture; ``textures``: bytes, which are held and not drawn."""

    def __init__(self, sprites: int, textures: int) -> None:
        self.widget = Widget()
        texture = Texture.create(size=(58, 87))
        rows = max(1, textures // (4 * _WIDTH))
        self._held = Texture.create(size=(_WIDTH, rows), colorfmt="rgba")
        self._held.blit_buffer(bytes(4 * _WIDTH * rows), colorfmt="rgba", bufferfmt="ubyte")
        with self.widget.canvas:
            self._rectangles = [Rectangle(texture=texture, size=texture.size) for _ in range(sprites)]

    def is_whole(self) -> bool:
        return True

    def prepare(self) -> None:
        pass

    def move(self, frame: int) -> None:
        for number, rectangle in enumerate(self._rectangles):
            rectangle.pos = orbit(frame, number)

    def rest(self) -> None:
        pass

    def sprites(self) -> int:
        return len(self._rectangles)

    def textures(self) -> int:
        held: int = 4 * self._held.width * self._held.height
        return held


if __name__ == "__main__":
    measure(BareWindow(*map(int, sys.argv[1:])))
