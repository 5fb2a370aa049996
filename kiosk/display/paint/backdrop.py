"""The picture behind everything: painted beside the main thread, because it takes some tenths of a second."""

from __future__ import annotations

import threading
from typing import Any, Final

from kivy.clock import Clock

from kiosk.display.paint.art import Look, SignLook
from kiosk.display.paint.base import BaseLook, FeltLook
from kiosk.display.paint.cuts import WHOLE, Cut, around
from kiosk.display.paint.marks import Stretch
from kiosk.display.paint.mesh import Drawn, Sheet
from kiosk.display.paint.pages import new_page, put
from kiosk.display.paint.painted import RIM, Painted, Painter, is_painted, painted
from kiosk.display.paint.spot import Spot
from kiosk.display.paint.theme import FELT, TABLE_DEEP
from kiosk.display.paint.vertices import resting
from kiosk.layout.table_layout import Frame, Place
from kiosk.system.allocator import limit_malloc

_WHOLE: Final = SignLook("disc", 1)
"""Any look that is stretched as a whole, as all but frames are."""
_PLAIN: Final = 4
"""The side in pixels of a picture of plain felt, without its rim."""
_SENT: Final = 224 << 10
"""The bytes of a picture that are sent to the GPU in a frame at most where a thread paints."""


class Backdrop:
    """The table's picture on ``canvas``. Until it is painted, plain felt is shown, then a coarse one.

    Its alpha says how much of the light over the table falls there (``paint.shaders``, ``felt``). ``painter``: paints
    it; None: a thread does, and nobody needs to call ``frame``.
    """

    def __init__(self, painter: Painter | None = None) -> None:
        limit_malloc()  # painting needs several pictures of the window's size
        self._painter = painter
        self._sheet = Sheet()
        self.canvas = self._sheet.canvas
        self._area = Place(0, 0, 0, 0)
        self._hidden: dict[object, Place] = {}
        side = _PLAIN + 2 * RIM
        felt = bytes((*FELT.mix(TABLE_DEEP, 0.6).bytes[:3], 255))
        self._texture = new_page((side, side))
        put(self._texture, felt * side**2, (side, side), (0, 0))
        self._look: BaseLook | None = None
        self._begun: BaseLook | None = None
        self._asked: list[Look] = []  # of the painter
        self._painted: Painted | None = None  # by the thread
        self._thread: threading.Thread | None = None
        self._coming: Painted | None = None
        self._page: Any = None  # of what is coming
        self._rows = 0  # of it that are there
        self._is_plain = True
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

    def hide(self, by: object, place: Place | None) -> None:
        """Draw nothing where it is not seen because of something, the largest of them. None: that hides nothing."""
        if place == self._hidden.get(by):
            return
        if place is None:
            del self._hidden[by]
        else:
            self._hidden[by] = place
        self._place()

    def show(self, look: BaseLook, area: Place) -> None:
        """Show this picture on ``area`` as soon as it is painted; until then a coarse one that is painted before."""
        self.felt(area)
        if look == self._look:
            return
        self._look = look
        if self._thread is None and is_painted():
            self._begin(look)

    def frame(self, most: float) -> int:
        """Send as much of a picture that has come as ``most`` bytes hold, and return how many these were.

        Call it once a frame. If nothing but plain felt is shown, all of it is sent.
        """
        if self._coming is None:
            return 0
        (width, height), start = self._coming.size, self._rows
        self._rows = height if self._is_plain else int(min(height, start + max(0.0, most) / (4 * width)))
        rows = self._coming.pixels[4 * width * start : 4 * width * self._rows]
        if rows:
            put(self._page, rows, (width, self._rows - start), (0, start))
        if self._rows == height:
            self._texture, self._page, self._coming, self._is_plain = self._page, None, None, False
            if self._thread is None and not self._asked:
                self._begun = None
            self._place()
        return len(rows)

    def finish(self) -> None:
        """Wait for the picture, and show it now, if a thread paints it."""
        while self._thread is not None or (self._coming is not None and self._painter is None):
            if self._thread is not None:
                self._thread.join()
            self._look_after()

    def _begin(self, look: BaseLook) -> None:
        """Let a picture be painted, and no other one any more."""
        whole, coarse = FeltLook(look), FeltLook(look.coarse())
        self._begun, self._coming = look, None
        if self._painter is None or self._painter.gave_up:
            self._thread = threading.Thread(target=self._paint, args=(look,), name="backdrop", daemon=True)
            self._thread.start()
            self._poll()
            return
        for other in self._asked:
            self._painter.forget(other)
        self._asked.clear()
        if self._is_plain and (picture := self._painter.find(whole)) is not None:
            self._bring(picture)
            return
        self._asked = [whole] if whole == coarse or whole in self._painter else [coarse, whole]
        for felt in [*self._asked]:
            self._painter.ask(felt, self._take)

    def _paint(self, look: BaseLook) -> None:
        self._painted = painted(FeltLook(look))

    def _look_after(self, *_: Any) -> None:
        """Show the picture if the thread has painted it."""
        if self._thread is not None and not self._thread.is_alive():
            self._thread = None
            picture, self._painted = self._painted, None
            if picture is None or self._look is None:  # it has failed, and said so
                self._begun = None
            elif self._begun == self._look:
                self._bring(picture)
            else:
                self._begin(self._look)
        elif self._painter is None:
            self.frame(_SENT)
        if self._thread is None and (self._coming is None or self._painter is not None):
            self._poll.cancel()

    def _take(self, felt: Look, picture: Painted) -> None:
        """Take a picture from the painter, unless it is of another table by now."""
        if felt in self._asked:
            del self._asked[: self._asked.index(felt) + 1]  # a coarse one that has not come yet is needed no more
            self._bring(picture)

    def _bring(self, picture: Painted) -> None:
        """Send a picture to the GPU, and show it then."""
        self._coming, self._page, self._rows = picture, new_page(picture.size), 0
        if self._is_plain:
            self.frame(0)

    def _cut(self) -> Cut:
        """Return all of it that is seen."""
        area, hidden = self._area, max(self._hidden.values(), key=lambda place: place.w * place.h, default=None)
        if hidden is None or not area.w or not area.h:
            return WHOLE
        left, right = ((side - area.x) / area.w for side in (hidden.left, hidden.right))
        bottom, top = ((side - area.y) / area.h for side in (hidden.bottom, hidden.top))
        return around((left, bottom, right, top))

    def _place(self) -> None:
        w, h = self._texture.size
        spot = Spot(self._texture, RIM / w, RIM / h, 1 - RIM / w, 1 - RIM / h, *self.size, self._cut())
        shape = resting(Stretch(_WHOLE, *self._area), spot, Frame())
        self._sheet.show([Drawn(self._texture, shape, spot)])
