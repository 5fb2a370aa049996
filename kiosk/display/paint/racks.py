"""The room on a page: racks of shelves, on which pictures of about the same height stand side by side."""

from __future__ import annotations

from typing import Any, NamedTuple


class _PixelRange:
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


class Box(NamedTuple):
    """A rectangle on a page, in pixels from the lower left corner."""

    x: int
    y: int
    w: int
    h: int


class Rack:
    """A range of heights of a page, cut into shelves; the pictures on a shelf are about as high as it is."""

    def __init__(self, page: Any, bottom: int, top: int) -> None:
        self.page = page
        self._heights = _PixelRange(bottom, top)
        self._shelves: dict[int, tuple[int, _PixelRange]] = {}  # by lower edge: height, and allocated widths

    def take(self, w: int, h: int) -> Box | None:
        """Allocate a rectangle of this size, None if there is no room."""
        for bottom, (height, line) in self._shelves.items():
            if h <= height <= 1.25 * h + 4 and (x := line.take(w)) is not None:
                return Box(x, bottom, w, h)
        line = _PixelRange(0, self.page.width)
        if (x := line.take(w)) is None or (y := self._heights.take(h)) is None:
            return None
        self._shelves[y] = h, line
        return Box(x, y, w, h)

    def give(self, box: Box) -> None:
        """Free a rectangle."""
        height, line = self._shelves[box.y]
        line.give(box.x, box.w)
        if line.is_empty:
            del self._shelves[box.y]
            self._heights.give(box.y, height)
