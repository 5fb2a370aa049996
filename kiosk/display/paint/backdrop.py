"""The picture behind everything: painted beside the main thread, because it takes some tenths of a second."""

from __future__ import annotations

import threading
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics.texture import Texture

from kiosk.display.paint.art import Look, SignLook
from kiosk.display.paint.atlas import Spot
from kiosk.display.paint.base import BaseLook, FeltLook
from kiosk.display.paint.cuts import WHOLE
from kiosk.display.paint.marks import Stretch
from kiosk.display.paint.mesh import Drawn, Sheet
from kiosk.display.paint.painted import RIM, Painted, Painter, is_painted, painted
from kiosk.display.paint.theme import FELT, TABLE_DEEP
from kiosk.display.paint.vertices import resting
from kiosk.layout.table_layout import Frame, Place
from kiosk.system.allocator import limit_malloc

_WHOLE: Final = SignLook("disc", 1)
"""Any look that is stretched as a whole, as all but frames are."""
_PLAIN: Final = 4
"""The side in pixels of a picture of plain felt, without its rim."""


class Backdrop:
    """The table's picture on ``canvas``. Until it is painted, plain felt is shown, or the one before it.

    Its alpha says how much of the light over the table falls there (``paint.shaders``, ``felt``). ``painter``: paints
    it; None: a thread does.
    """

    def __init__(self, painter: Painter | None = None) -> None:
        limit_malloc()  # painting needs several pictures of the window's size
        self._painter = painter
        self._sheet = Sheet()
        self.canvas = self._sheet.canvas
        self._area = Place(0, 0, 0, 0)
        side = _PLAIN + 2 * RIM
        felt = bytes((*FELT.mix(TABLE_DEEP, 0.6).bytes[:3], 255))
        self._texture = _texture(Painted((side, side), felt * side**2, WHOLE))
        self._look: BaseLook | None = None
        self._painted: Painted | None = None
        self._begun: BaseLook | None = None
        self._thread: threading.Thread | None = None
        self._poll = Clock.create_trigger(self._look_after, 0, interval=True)

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture that is shown, in pixels."""
        width, height = self._texture.size
        return width - 2 * RIM, height - 2 * RIM

    @property
    def is_painting(self) -> bool:
        """True while a picture is painted that will be shown."""
        return self._begun is not None

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
        if self._begun is None and is_painted():
            self._begin(look)

    def finish(self) -> None:
        """Wait for the picture, and show it now, if a thread paints it."""
        while self._thread is not None:
            self._thread.join()
            self._look_after()

    def _begin(self, look: BaseLook) -> None:
        self._begun = look
        if self._painter is None or self._painter.gave_up:
            self._thread = threading.Thread(target=self._paint, args=(look,), name="backdrop", daemon=True)
            self._thread.start()
            self._poll()
        elif (picture := self._painter.find(FeltLook(look))) is not None:
            self._take(FeltLook(look), picture)
        else:
            self._painter.ask(FeltLook(look), self._take)

    def _paint(self, look: BaseLook) -> None:
        self._painted = painted(FeltLook(look))

    def _look_after(self, *_: Any) -> None:
        """Show the picture if the thread has painted it."""
        if self._thread is None or self._thread.is_alive():
            return
        self._poll.cancel()
        self._thread = None
        picture, self._painted, begun, self._begun = self._painted, None, self._begun, None
        if picture is not None and begun is not None:
            self._take(FeltLook(begun), picture)

    def _take(self, look: Look, picture: Painted) -> None:
        """Show a picture; if another one is wanted by now, let that be painted."""
        self._begun = None
        if self._look is not None and look != FeltLook(self._look):
            self._begin(self._look)
            return
        self._texture = _texture(picture)
        self._place()

    def _place(self) -> None:
        w, h = self._texture.size
        spot = Spot(self._texture, RIM / w, RIM / h, 1 - RIM / w, 1 - RIM / h, *self.size)
        shape = resting(Stretch(_WHOLE, *self._area), spot, Frame())
        self._sheet.show([Drawn(self._texture, shape, spot)])


def _texture(picture: Painted) -> Any:
    texture = Texture.create(size=picture.size, colorfmt="rgba")
    texture.blit_buffer(picture.pixels, colorfmt="rgba", bufferfmt="ubyte")
    return texture
