"""The room on a page: racks of shelves, on which pictures of about the same height stand side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar


class _PixelRange:
    """A range of pixels, of which parts are allocated and freed."""

    def __init__(self, start: int, end: int) -> None:
        self.bounds = start, end
        self._gaps = [self.bounds]

    @property
    def is_empty(self) -> bool:
        """True if no part is allocated."""
        return self._gaps == [self.bounds]

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


class Owner(Protocol):
    """What a rectangle was taken for."""

    @property
    def worth(self) -> float:
        """How dear it is: infinite if it must stay."""


_Owner = TypeVar("_Owner", bound=Owner)


class _Shelf(Generic[_Owner]):
    """A shelf: its height, the widths that are free on it, and what its rectangles were taken for."""

    def __init__(self, height: int, wide: int) -> None:
        self.height = height
        self.line = _PixelRange(0, wide)
        self.owners: dict[Box, _Owner] = {}

    def suits(self, h: int) -> bool:
        """Return whether pictures of this height stand on it without too much room above them."""
        return h <= self.height <= 1.25 * h + 4

    def cheapest(self, w: int) -> tuple[float, list[_Owner]]:
        """Return what ``Rack.cheapest`` does for a part of this shelf."""
        boxes = sorted(self.owners)
        owners = [self.owners[box] for box in boxes]
        spans = [(box.x, box.x + box.w) for box in boxes]
        dearest, first, end = _neighbours(spans, [one.worth for one in owners], self.line.bounds, w)
        return dearest, owners[first:end]


class Rack(Generic[_Owner]):
    """A range of heights of a page, cut into shelves; the pictures on a shelf are about as high as it is."""

    def __init__(self, page: Any, bottom: int, top: int) -> None:
        self.page = page
        self._heights = _PixelRange(bottom, top)
        self._shelves: dict[int, _Shelf[_Owner]] = {}  # by lower edge

    def take(self, w: int, h: int) -> Box | None:
        """Allocate a rectangle of this size, None if there is no room."""
        for bottom, shelf in self._shelves.items():
            if shelf.suits(h) and (x := shelf.line.take(w)) is not None:
                return Box(x, bottom, w, h)
        if w > self.page.width or (y := self._heights.take(h)) is None:
            return None
        self._shelves[y] = _Shelf(h, self.page.width)
        return self.take(w, h)

    def own(self, box: Box, owner: _Owner) -> None:
        """Note what a rectangle was taken for."""
        self._shelves[box.y].owners[box] = owner

    def give(self, box: Box) -> None:
        """Free a rectangle."""
        shelf = self._shelves[box.y]
        shelf.line.give(box.x, box.w)
        shelf.owners.pop(box, None)
        if shelf.line.is_empty:
            del self._shelves[box.y]
            self._heights.give(box.y, shelf.height)

    def clear(self) -> None:
        """Forget all rectangles and their owners."""
        self._shelves.clear()

    def cheapest(self, w: int, h: int) -> tuple[float, list[_Owner]]:
        """Return neighbours that leave room for a rectangle of this size if they go, and the worth of the dearest.

        Of all such neighbours they are those whose dearest is worth least; infinite: there are none.
        """
        if w > self.page.width:
            return math.inf, []
        parts = [shelf.cheapest(w) for shelf in self._shelves.values() if shelf.suits(h)]
        return min((*parts, self._cheapest_shelves(h)), key=itemgetter(0))

    def _cheapest_shelves(self, h: int) -> tuple[float, list[_Owner]]:
        """Return the same for whole shelves, one above the other."""
        shelves = sorted(self._shelves.items())
        spans = [(bottom, bottom + shelf.height) for bottom, shelf in shelves]
        worths = [max(one.worth for one in shelf.owners.values()) for _, shelf in shelves]
        dearest, first, end = _neighbours(spans, worths, self._heights.bounds, h)
        return dearest, [one for _, shelf in shelves[first:end] for one in shelf.owners.values()]


def _neighbours(
    spans: Sequence[tuple[int, int]], worths: Sequence[float], bounds: tuple[int, int], length: int
) -> tuple[float, int, int]:
    """Return which neighbours leave so long a gap if they go: the worth of the dearest, the first, and the end.

    ``spans``: all in order, each with its worth; ``bounds``: of the whole in which they lie.
    """
    before = [bounds[0], *(end for _, end in spans)]
    after = [*(start for start, _ in spans), bounds[1]]
    best, end = (math.inf, 0, 0), 1
    for first in range(len(spans)):
        while end <= len(spans) and after[end] - before[first] < length:
            end += 1
        if end > len(spans):
            break
        best = min(best, (max(worths[first:end]), first, end))
    return best
