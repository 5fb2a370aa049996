"""The atlas: looks on texture pages, each painted when it is first shown. The only module where Pillow meets Kivy.

All pictures of a page are drawn by one command (``paint.vertices``). Numbers, times and names make new texts all day
long, so when a page is full, places of pictures that are no longer shown are reused, least recently requested first; a
new page is added only if that does not free enough room.
"""

from __future__ import annotations

import itertools
import math
import os
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final, NamedTuple

from kivy.graphics.texture import Texture
from PIL import Image

from kiosk.display.paint.art import Look
from kiosk.display.paint.cuts import WHOLE, Cut, seen

SIDE: Final = 2048
"""The side of a page in pixels (16 MB). A table of twelve at 1920x1080 fills less than one page in a round, two seats
with their large cards less than two."""
ENOUGH: Final = 4
"""The number of pages that suffice for a table that switches between a few layouts (``begin_anew``)."""
HIGH: Final = 64
"""Pictures at least this high, in pixels with their rim, are most likely cards and dice: they have a separate rack, as
they would find no room between texts, which come and go."""
_LOW_PART: Final = 1 / 4
"""The part of a page for lower pictures."""
LATEST: Final = 200
"""The number of most recently requested low pictures (texts, signs) that are kept, so that they are not repainted."""
PAINTING: Final = "KIOSK_PAINTING"
"""Environment variable: ``none`` paints nothing."""
_RIM: Final = 1
"""Pixels by which a picture's edge is repeated around it, so that scaling does not blend it with its neighbour."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Spot:
    """The place of a picture: its page, its sides there (0..1, from below), and its size in pixels.

    Keep this object while the picture is shown: after it is garbage-collected, the place may be reused.
    """

    page: Any
    left: float
    bottom: float
    right: float
    top: float
    w: int
    h: int
    cut: Cut = WHOLE
    corners: tuple[tuple[float, float, float, float], ...] = field(init=False)
    """The corners of all quads of its cut, each with its point on the page."""

    def __post_init__(self) -> None:
        """Compute the corners, because pictures that move need them often."""
        wide, high = self.right - self.left, self.top - self.bottom
        corners = [
            (x, y, self.left + (x + 0.5) * wide, self.bottom + (y + 0.5) * high) for quad in self.cut for x, y in quad
        ]
        object.__setattr__(self, "corners", tuple(corners))

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top."""
        return self.left, self.bottom, self.right, self.top


class _Line:
    """A range of pixels, of which parts are allocated and freed."""

    def __init__(self, start: int, end: int) -> None:
        self._whole = [(start, end)]
        self._gaps = self._whole

    @property
    def is_empty(self) -> bool:
        """True if no part is allocated."""
        return self._gaps == self._whole

    def take(self, length: int) -> int | None:
        """Allocate the first free part of this length and return its start; None if there is none."""
        for place, (start, end) in enumerate(self._gaps):
            if end - start >= length:
                rest = [(start + length, end)] if end - start > length else []
                self._gaps = [*self._gaps[:place], *rest, *self._gaps[place + 1 :]]
                return start
        return None

    def give(self, start: int, length: int) -> None:
        """Free a part."""
        gaps: list[tuple[int, int]] = []
        for begin, end in sorted([*self._gaps, (start, start + length)]):
            if gaps and gaps[-1][1] == begin:
                gaps[-1] = (gaps[-1][0], end)
            else:
                gaps.append((begin, end))
        self._gaps = gaps


class _Box(NamedTuple):
    """A rectangle on a page, in pixels from the lower left corner."""

    x: int
    y: int
    w: int
    h: int


class _Rack:
    """A range of heights of a page, cut into shelves; the pictures on a shelf are about as high as it is."""

    def __init__(self, page: Any, bottom: int, top: int) -> None:
        self.page = page
        self._heights = _Line(bottom, top)
        self._shelves: dict[int, tuple[int, _Line]] = {}  # by lower edge: height, and allocated widths

    def take(self, w: int, h: int) -> _Box | None:
        """Allocate a rectangle of this size, None if there is no room."""
        for bottom, (height, line) in self._shelves.items():
            if h <= height <= 1.25 * h + 4 and (x := line.take(w)) is not None:
                return _Box(x, bottom, w, h)
        line = _Line(0, self.page.width)
        if (x := line.take(w)) is None or (y := self._heights.take(h)) is None:
            return None
        self._shelves[y] = h, line
        return _Box(x, y, w, h)

    def give(self, box: _Box) -> None:
        """Free a rectangle."""
        height, line = self._shelves[box.y]
        line.give(box.x, box.w)
        if line.is_empty:
            del self._shelves[box.y]
            self._heights.give(box.y, height)


class _Kept:
    """A picture of the atlas: its place, its spot while anything refers to it, and the time of the last request."""

    def __init__(self, rack: _Rack, box: _Box) -> None:
        self.rack, self.box = rack, box
        self.cut: Cut = WHOLE
        self.asked = 0
        self._spot: weakref.ref[Spot] | None = None

    @property
    def is_shown(self) -> bool:
        """True if anything still refers to its spot."""
        return self._spot is not None and self._spot() is not None

    def spot(self) -> Spot:
        """Return its spot, the same object while anything refers to it."""
        spot = self._spot() if self._spot is not None else None
        if spot is None:
            page, (x, y, w, h) = self.rack.page, self.box
            left, bottom, right, top = x + _RIM, y + _RIM, x + w - _RIM, y + h - _RIM
            sides = left / page.width, bottom / page.height, right / page.width, top / page.height
            spot = Spot(page, *sides, right - left, top - bottom, self.cut)
            self._spot = weakref.ref(spot)
        return spot


class Atlas:
    """The pictures of a window, on pages of ``side`` pixels."""

    def __init__(self, side: int = SIDE) -> None:
        self._side = side
        self._racks: dict[bool, list[_Rack]] = {True: [], False: []}  # for each page one for high pictures, one for low
        self._kept: dict[Look, _Kept] = {}
        self._asked = itertools.count(1)

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self._racks[True])

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self._kept)

    def __contains__(self, look: Look) -> bool:
        return look in self._kept

    def __iter__(self) -> Iterator[Look]:
        return iter(self._kept)

    def spot(self, look: Look) -> Spot:
        """Return the place of the picture of ``look``, after painting it if necessary."""
        kept = self._kept.get(look)
        if kept is None:
            kept = self._keep(look, painted(look))
        kept.asked = next(self._asked)
        return kept.spot()

    def keep(self, look: Look, picture: Painted) -> None:
        """Take a picture that has been ``painted`` elsewhere, unless it is here by now."""
        if look not in self._kept:
            self._keep(look, picture)

    def _keep(self, look: Look, picture: Painted) -> _Kept:
        kept = self._kept[look] = self._put(picture.size, picture.pixels)
        kept.cut = picture.cut
        return kept

    def begin_anew(self) -> None:
        """Forget all pictures; pages are freed when none of their pictures is shown any more."""
        self._kept.clear()
        for racks in self._racks.values():
            racks.clear()

    def _put(self, size: tuple[int, int], pixels: bytes) -> _Kept:
        rack, box = self._room(*size)
        rack.page.blit_buffer(pixels, size=size, pos=(box.x, box.y), colorfmt="rgba", bufferfmt="ubyte")
        return _Kept(rack, box)

    def _room(self, w: int, h: int) -> tuple[_Rack, _Box]:
        racks = self._racks[h >= HIGH]
        for rack in racks:
            if box := rack.take(w, h):
                return rack, box
        for look in self._old(high=h >= HIGH):
            kept = self._kept.pop(look)
            kept.rack.give(kept.box)
            if box := kept.rack.take(w, h):
                return kept.rack, box
        self._add_page(w, h)
        return self._room(w, h)

    def _old(self, *, high: bool) -> Iterator[Look]:
        """Yield pictures that are not shown, oldest first; of low ones only those not requested recently."""
        alike = [(kept.asked, look) for look, kept in self._kept.items() if (kept.box.h >= HIGH) is high]
        alike.sort(key=itemgetter(0))
        for _, look in alike if high else alike[:-LATEST]:
            if not self._kept[look].is_shown:
                yield look

    def _add_page(self, w: int, h: int) -> None:
        """Add a page with room for a picture of this size."""
        part = 1 - _LOW_PART if h >= HIGH else _LOW_PART
        side = max(self._side, w, math.ceil(h / part))
        page = Texture.create(size=(side, side), colorfmt="rgba")
        parting = math.floor(_LOW_PART * side + 1e-6)
        self._racks[False].append(_Rack(page, 0, parting))
        self._racks[True].append(_Rack(page, parting, side))


class Painted(NamedTuple):
    """A picture: its size and its pixels, RGBA, its outermost ones repeated around it; and its cut."""

    size: tuple[int, int]
    pixels: bytes
    cut: Cut


def is_painted() -> bool:
    """Return whether pictures are painted: not with ``KIOSK_PAINTING=none``, for a window that nobody sees."""
    return os.environ.get(PAINTING) != "none"


def painted(look: Look) -> Painted:
    """Return the picture of a look; one of its size without anything on it if pictures are not painted."""
    if not is_painted():
        size = look.extent[0] + 2 * _RIM, look.extent[1] + 2 * _RIM
        return Painted(size, bytes(4 * size[0] * size[1]), WHOLE)
    picture = look.paint()
    padded = _padded(picture)
    pixels = padded.tobytes("raw", "RGBA", 0, -1)  # from the lowest row on, as Kivy counts them
    return Painted(padded.size, pixels, getattr(look, "cut", None) or seen(picture))


def _padded(picture: Image.Image) -> Image.Image:
    w, h = picture.width + 2 * _RIM, picture.height + 2 * _RIM
    padded = Image.new("RGBA", (w, h))
    padded.paste(picture, (_RIM, _RIM))
    for box, corner in (((1, 1, 2, h - 1), (0, 1)), ((w - 2, 1, w - 1, h - 1), (w - 1, 1))):
        padded.paste(padded.crop(box), corner)
    for box, corner in (((0, 1, w, 2), (0, 0)), ((0, h - 2, w, h - 1), (0, h - 1))):
        padded.paste(padded.crop(box), corner)
    return padded
