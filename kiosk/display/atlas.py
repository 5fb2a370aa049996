"""Looks as textures: each painted once, when it is first shown. The only module where Pillow meets Kivy."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from kivy.graphics.texture import Texture
from PIL import Image

from kiosk.display.art import Look

KEPT: Final = 1200
"""Textures kept; the one unused for longest goes first (a clock's digits, old sizes after the window was resized)."""


class Atlas:
    """The textures of one window."""

    def __init__(self) -> None:
        self._textures: OrderedDict[Look, Any] = OrderedDict()

    def texture(self, look: Look) -> Any:
        """The picture of ``look`` as a Kivy texture."""
        found = self._textures.get(look)
        if found is not None:
            self._textures.move_to_end(look)
            return found
        texture = self._textures[look] = _upload(look.paint())
        if len(self._textures) > KEPT:
            self._textures.popitem(last=False)
        return texture


def _upload(picture: Image.Image) -> Any:
    texture = Texture.create(size=picture.size, colorfmt="rgba")
    upright = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)  # Kivy counts rows from below
    texture.blit_buffer(upright.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "clamp_to_edge"
    return texture
