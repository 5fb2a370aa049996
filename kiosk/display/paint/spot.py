"""Where a picture of the atlas is: its place on a page, and what is known of it while it is kept there."""

from __future__ import annotations

import math
import weakref
from collections.abc import Hashable
from struct import Struct as Packer
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import force_setattr

from kiosk.display.paint.art import Look
from kiosk.display.paint.cuts import WHOLE, Cut
from kiosk.display.paint.pages import Gathered, put
from kiosk.display.paint.painted import RIM, Painted
from kiosk.display.paint.racks import Box, Rack

HELD_WORTH: Final = 1 << 50
"""The least worth of pictures that are held; that of others is the number of their last request."""
_pack_corner: Final = Packer("4f").pack


class Spot(Struct, frozen=True, eq=False, weakref=True):
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
    waits: bool = False
    """True if the picture was not there yet: the place is blank, or that of another one."""
    lent: Spot | None = None
    """The other one, which stands in for it."""
    corners: tuple[tuple[float, float, float, float], ...] = ()
    """The corners of all quads of its cut, each with its point on the page."""
    packed: tuple[bytes, ...] = ()
    """The same in pixels from its middle, as floats, and nothing after the last; empty until ``flown``."""

    def __post_init__(self) -> None:
        """Compute the corners, because pictures that move need them often."""
        wide, high = self.right - self.left, self.top - self.bottom
        corners = [
            (x, y, self.left + (x + 0.5) * wide, self.bottom + (y + 0.5) * high) for quad in self.cut for x, y in quad
        ]
        force_setattr(self, "corners", tuple(corners))

    @property
    def flown(self) -> tuple[bytes, ...]:
        """Its corners as they are joined with what they share, while it flies in its own size."""
        if not self.packed:
            corners = [_pack_corner(x * self.w, y * self.h, u, v) for x, y, u, v in self.corners]
            force_setattr(self, "packed", (*corners, b""))
        return self.packed

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top."""
        return self.left, self.bottom, self.right, self.top

    def stand_in(self, look: Look) -> Spot:
        """Return this picture in the size of another one, until that is there."""
        return Spot(self.page, *self.sides, *look.extent, self.cut, waits=True, lent=self)


class Kept:
    """A picture of the atlas: its place, its spot while anything refers to it, and the time of the last request."""

    def __init__(self, look: Look, room: tuple[Rack[Kept], Box], cut: Cut) -> None:
        self.look = look
        self.rack, self.box = room
        self.rack.own(self.box, self)
        self.cut = cut
        self.asked = 0
        self.held = 0
        """Its number among those that are held, from 1; 0: it is not."""
        self.kin: Hashable = None
        """What it shows, in whatever size."""
        self.is_there = False
        """True once its pixels are on the page."""
        self._spot: weakref.ref[Spot] | None = None
        self._blank: weakref.ref[Spot] | None = None  # its spot before its pixels were there

    @property
    def is_shown(self) -> bool:
        """True if anything still refers to its spot."""
        shown, blank = self._spot, self._blank  # hundreds are asked in a frame that needs room
        return (shown is not None and shown() is not None) or (blank is not None and blank() is not None)

    @property
    def worth(self) -> float:
        """How dear it is to whoever needs room: what is shown stays, and what is held longest goes last."""
        if self.is_shown:
            return math.inf
        return 2 * HELD_WORTH - self.held if self.held else self.asked

    def spot(self) -> Spot:
        """Return its spot, the same object while anything refers to it."""
        spot = self._spot() if self._spot is not None else None
        if spot is None:
            page, (x, y, w, h) = self.rack.page, self.box
            left, bottom, right, top = x + RIM, y + RIM, x + w - RIM, y + h - RIM
            sides = left / page.width, bottom / page.height, right / page.width, top / page.height
            spot = Spot(page, *sides, right - left, top - bottom, self.cut, waits=not self.is_there)
            self._spot = weakref.ref(spot)
        return spot

    def arrive(self, picture: Painted, gathered: Gathered | None = None) -> None:
        """Put all of its picture onto the page; ``gathered``: where it has come to before, if it has."""
        if gathered is None:
            put(self.rack.page, picture.pixels[:], picture.size, self.box[:2])
        else:
            gathered.move(self.rack.page, self.box[:2])
        self.cut, self.is_there = picture.cut, True
        self._blank, self._spot = self._spot, None
