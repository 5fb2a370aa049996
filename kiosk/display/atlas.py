"""Looks on the pages of an atlas: each painted once, when it is first shown. The only module where Pillow meets Kivy.

Pictures that lie on one page are drawn by one command, however many they are (``kiosk.display.quads``).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kivy.graphics.texture import Texture
from PIL import Image

from kiosk.display.art import Look

SIDE: Final = 2048
"""Pixels of a page's side: 16 MB; the cards of a table at 1920x1080 fill less than half of one."""
PAGES: Final = 4
"""When so many are full the atlas begins anew (the window was resized again and again)."""
_RIM: Final = 1
"""Pixels for which a picture's edge goes on around it, so that a scaled picture is not mixed with its neighbour."""


class Spot(NamedTuple):
    """Where a picture lies: its page, its sides there (0..1, from below), and its size in pixels."""

    page: Any
    left: float
    bottom: float
    right: float
    top: float
    w: int
    h: int


class _Shelf:
    """A strip of a page, filled from left to right with pictures about as high as it is."""

    def __init__(self, y: int, height: int) -> None:
        self.y, self.height = y, height
        self.used = 0

    def suits(self, w: int, h: int, side: int) -> bool:
        return h <= self.height <= 1.25 * h + 4 and self.used + w <= side


class _Page:
    """A large texture."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.texture = Texture.create(size=(side, side), colorfmt="rgba")
        self._shelves: list[_Shelf] = []

    def room(self, w: int, h: int) -> tuple[int, int] | None:
        """The lower left corner of a place for so many pixels, None if there is none."""
        shelf = next((shelf for shelf in self._shelves if shelf.suits(w, h, self.side)), None)
        if shelf is None:
            y = self._shelves[-1].y + self._shelves[-1].height if self._shelves else 0
            if y + h > self.side or w > self.side:
                return None
            shelf = _Shelf(y, h)
            self._shelves.append(shelf)
        x, shelf.used = shelf.used, shelf.used + w
        return x, shelf.y


class Atlas:
    """The pictures of one window, on pages of ``side`` pixels."""

    def __init__(self, side: int = SIDE) -> None:
        self._side = side
        self._spots: dict[Look, Spot] = {}
        self._pages: list[_Page] = []

    def __contains__(self, look: Look) -> bool:
        return look in self._spots

    def spot(self, look: Look) -> Spot:
        """Where the picture of ``look`` lies; it stays valid for as long as it is shown."""
        found = self._spots.get(look)
        if found is None:
            found = self._spots[look] = self._put(look.paint())
        return found

    def _put(self, picture: Image.Image) -> Spot:
        w, h = picture.size
        page, x, y = self._place(w + 2 * _RIM, h + 2 * _RIM)
        padded = _padded(picture).transpose(Image.Transpose.FLIP_TOP_BOTTOM)  # Kivy counts rows from below
        page.texture.blit_buffer(padded.tobytes(), size=padded.size, pos=(x, y), colorfmt="rgba", bufferfmt="ubyte")
        x, y = x + _RIM, y + _RIM
        left, bottom, right, top = (edge / page.side for edge in (x, y, x + w, y + h))
        return Spot(page.texture, left, bottom, right, top, w, h)

    def _place(self, w: int, h: int) -> tuple[_Page, int, int]:
        for page in self._pages:
            if corner := page.room(w, h):
                return page, *corner
        if len(self._pages) == PAGES:
            self._spots.clear()
            self._pages.clear()  # what is shown keeps its page for as long
        page = _Page(max(self._side, w, h))
        self._pages.append(page)
        return page, *(page.room(w, h) or (0, 0))


def _padded(picture: Image.Image) -> Image.Image:
    """With its outermost pixels once more all around it."""
    padded = Image.new("RGBA", (picture.width + 2 * _RIM, picture.height + 2 * _RIM))
    for corner in ((0, 0), (2, 0), (0, 2), (2, 2), (1, 0), (0, 1), (2, 1), (1, 2), (1, 1)):
        padded.paste(picture, corner)
    return padded
