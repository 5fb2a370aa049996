"""A look as pixels: what is painted, sent from process to process, kept on the disk, and put onto a page. No Kivy."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from mmap import mmap
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from PIL import Image

from kiosk.display.paint.art import Look
from kiosk.display.paint.cuts import WHOLE, Cut, seen

PAINTING: Final = "KIOSK_PAINTING"
"""Environment variable: ``none`` paints nothing."""
RIM: Final = 1
"""Pixels by which a picture's edge is repeated around it, so that scaling does not blend it with its neighbour."""


class Painted(NamedTuple):
    """A picture: its size and its pixels, RGBA from the lowest row on, its outermost ones repeated; and its cut.

    ``pixels``: bytes, or memory that the painter has filled, parts of which are bytes.
    """

    size: tuple[int, int]
    pixels: bytes | mmap
    cut: Cut


Take: TypeAlias = Callable[[Look, Painted], None]
"""Takes a picture that was asked for."""


class Painter(Protocol):
    """Paints looks elsewhere, while the main thread goes on."""

    @property
    def gave_up(self) -> bool:
        """True if it paints in place from now on."""

    def __contains__(self, look: Look) -> bool:
        """Return whether the picture of a look is at hand."""

    def find(self, look: Look) -> Painted | None:
        """Return the picture of a look if it is at hand."""

    def ask(self, look: Look, take: Take, *, urgent: bool = True) -> None:
        """Let a look be painted, and call ``take`` in one of the next frames. ``urgent``: it is shown already."""

    def hasten(self, look: Look) -> None:
        """Let a look that was asked for come sooner, as it is shown by now."""

    def forget(self, look: Look) -> None:
        """Let a look that was asked for not be painted any more, unless that has begun."""


def is_painted() -> bool:
    """Return whether pictures are painted: not with ``KIOSK_PAINTING=none``, for a window that nobody sees."""
    return os.environ.get(PAINTING) != "none"


def room_of(look: Look) -> tuple[int, int]:
    """Return the size of a look's picture with its rim."""
    return look.extent[0] + 2 * RIM, look.extent[1] + 2 * RIM


def painted(look: Look) -> Painted:
    """Return the picture of a look; one of its size without anything on it if pictures are not painted."""
    if not is_painted():
        size = room_of(look)
        return Painted(size, bytes(4 * size[0] * size[1]), WHOLE)
    picture = look.paint()
    padded = _padded(picture)
    pixels = padded.tobytes("raw", "RGBA", 0, -1)  # from the lowest row on, as Kivy counts them
    return Painted(padded.size, pixels, getattr(look, "cut", None) or seen(picture))


def _padded(picture: Image.Image) -> Image.Image:
    w, h = picture.size
    padded = picture.crop((-RIM, -RIM, w + RIM, h + RIM))
    left, top, right, bottom = picture.getbbox() or (RIM, RIM, RIM, RIM)
    if left and top and right < w and bottom < h:  # nothing is seen of its outermost pixels
        return padded
    for box, corner in (((1, 1, 2, h + 1), (0, 1)), ((w, 1, w + 1, h + 1), (w + 1, 1))):
        padded.paste(padded.crop(box), corner)
    for box, corner in (((0, 1, w + 2, 2), (0, 0)), ((0, h, w + 2, h + 1), (0, h + 1))):
        padded.paste(padded.crop(box), corner)
    return padded


_SIZES: Final = frozenset({"size", "w", "h", "width", "radius", "unit"})
"""The fields of looks that say how large they are, and nothing else."""


@lru_cache(maxsize=128)
def fields_of(kind: type) -> tuple[str, ...] | None:
    """Return the names of the fields of a dataclass or struct; None of anything else."""
    if is_dataclass(kind):
        return tuple(one.name for one in fields(kind))
    names: tuple[str, ...] | None = getattr(kind, "__struct_fields__", None)
    return names


def kin(look: Look) -> Hashable:
    """Return what a look has in common with the same in another size, or with other ``details``."""
    names = fields_of(type(look))
    if names is None:
        return look
    left_out = _SIZES.union(getattr(look, "details", ()))
    return type(look), *(_kin(getattr(look, name)) for name in names if name not in left_out)


def _kin(value: Any) -> Hashable:
    """Return a field of a look without its size, if it is a look itself."""
    return kin(value) if hasattr(value, "paint") else value
