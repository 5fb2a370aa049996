"""Parts that several pictures have in common, kept so that they are not painted again for each of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Final, ParamSpec

from PIL import Image

P = ParamSpec("P")

MOST: Final = 3 << 20
"""The memory of all kept parts in bytes: those of a round at 1920x1080."""
LARGEST: Final = MOST // 16
"""The memory of a part that is kept: larger ones belong to pictures that are painted once a layout."""


class _Kept:
    """The parts that were used last, up to ``MOST`` bytes; pictures are painted in several threads."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def find(self, key: Hashable) -> Image.Image | None:
        with self._lock:
            if key not in self._parts:
                return None
            self._parts.move_to_end(key)
            return self._parts[key]

    def add(self, key: Hashable, part: Image.Image) -> None:
        with self._lock:
            if memory(part) > LARGEST or key in self._parts:
                return
            self._parts[key] = part
            self._bytes += memory(part)
            while self._bytes > MOST:
                self._bytes -= memory(self._parts.popitem(last=False)[1])


_KEPT: Final = _Kept()


def memory(picture: Image.Image) -> int:
    """Return the bytes of a picture as Pillow holds it: RGB takes as much as RGBA."""
    return picture.width * picture.height * (1 if picture.mode == "L" else 4)


def kept(paint: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Make a function that paints a part keep it, if it is small. Nobody may modify the result."""

    @wraps(paint)
    def part(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        key = (paint, args, tuple(kwargs.items()))
        found = _KEPT.find(key)
        if found is None:
            found = paint(*args, **kwargs)
            _KEPT.add(key, found)
        return found

    return part
