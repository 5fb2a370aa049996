"""The picture behind everything: painted beside the main thread, because it takes some tenths of a second."""

from __future__ import annotations

import threading
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from PIL import Image

from kiosk.display.paint.art import SignLook
from kiosk.display.paint.atlas import Spot, is_painted
from kiosk.display.paint.base import BaseLook
from kiosk.display.paint.marks import Stretch
from kiosk.display.paint.mesh import Drawn, Sheet
from kiosk.display.paint.theme import FELT, TABLE_DEEP
from kiosk.display.paint.vertices import resting
from kiosk.layout.table_layout import Frame, Place
from kiosk.system.allocator import limit_malloc

_WHOLE: Final = SignLook("disc", 1)
"""Any look that is stretched as a whole, as all but frames are."""


class Backdrop:
    """The table's picture on ``canvas``. Until it is painted, plain felt is shown, or the one before it.

    Its alpha says how much of the light over the table falls there (``paint.shaders``, ``felt``).
    """

    def __init__(self) -> None:
        limit_malloc()  # painting needs several pictures of the window's size
        self._sheet = Sheet()
        self.canvas = self._sheet.canvas
        self._area = Place(0, 0, 0, 0)
        self._texture = _texture(Image.new("RGB", (4, 4), FELT.mix(TABLE_DEEP, 0.6).bytes[:3]))
        self._look: BaseLook | None = None
        self._painted: tuple[BaseLook, Image.Image] | None = None
        self._thread: threading.Thread | None = None
        self._poll = Clock.create_trigger(self._take, 0, interval=True)

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture that is shown, in pixels."""
        width, height = self._texture.size
        return width, height

    @property
    def is_painting(self) -> bool:
        """True while a picture is painted that will be shown."""
        return self._thread is not None

    def felt(self, area: Place) -> None:
        """Show plain felt on ``area``, or the picture that is there already."""
        if area != self._area:
            self._area = area
            self._place()

    def show(self, look: BaseLook, area: Place) -> None:
        """Show this picture on ``area`` as soon as it is painted."""
        self.felt(area)
        if look == self._look:
            return
        self._look = look
        if self._thread is None and is_painted():
            self._begin(look)

    def finish(self) -> None:
        """Wait for the picture, and show it now."""
        while self._thread is not None:
            self._thread.join()
            self._take()

    def _begin(self, look: BaseLook) -> None:
        self._thread = threading.Thread(target=self._paint, args=(look,), name="backdrop", daemon=True)
        self._thread.start()
        self._poll()

    def _paint(self, look: BaseLook) -> None:
        picture = look.paint().convert("RGBA")
        picture.putalpha(look.light_falls())
        self._painted = look, picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)  # Kivy counts rows from below

    def _take(self, *_: Any) -> None:
        """Show the picture if it is painted; if another one is wanted by then, paint that."""
        if self._thread is None or self._thread.is_alive():
            return
        self._poll.cancel()
        self._thread = None
        painted, self._painted = self._painted, None
        if painted is not None and painted[0] == self._look:
            self._texture = _texture(painted[1])
            self._place()
        elif self._look is not None and painted is not None:
            self._begin(self._look)

    def _place(self) -> None:
        spot = Spot(self._texture, 0.0, 0.0, 1.0, 1.0, *self._texture.size)
        shape = resting(Stretch(_WHOLE, *self._area), spot, Frame())
        self._sheet.show([Drawn(self._texture, shape, spot)])


def _texture(picture: Image.Image) -> Any:
    texture = Texture.create(size=picture.size, colorfmt="rgba")
    texture.blit_buffer(picture.convert("RGBA").tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture
