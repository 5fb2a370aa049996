"""The tray of a person who cannot reach far, from a wheelchair perhaps: all controls lie in its lower two thirds."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kiosk.layout.place import Place, box
from kiosk.layout.tray import COUNT, GAP, LOW, NAME, PAD, SHORT_NAME, Body, Tray, flipped

REACH: Final = 2 / 3
"""The part of a tray's depth in which its controls lie, from its owner's edge."""

# In card widths.
_APART = 0.10  # between name line and pieces, and above the name line
_SIDE = 0.10  # beside the pieces, at least
_CLOSE = 0.05  # beside the controls, whose discs are smaller than what is touched
_SEAM = 0.15  # the same towards the seam at the tray's side
_LINE_SEAM = 0.26  # beside the name line
_SIGN = 0.70
_CONTROL = 0.60
_SPREAD = 1.45  # the distance of two rows of controls at most, in sizes of a control


class NearTray(Struct, frozen=True):
    """A tray of this ``size`` with smaller pieces than usual, and with its controls beside them instead of above.

    ``pieces``: a tray as for the pieces alone; ``hit``: the smallest size of what is pressed.

    Its parts are those of a ``Tray``, but ``body`` reaches to the controls only. Nothing in the name line is pressed;
    ``control 0`` to ``control 3`` are the places of controls, in two rows and two columns: farthest from the Stop sign
    above, then in a circle towards it. ``leave`` (and ``rules``) is the first of them, and ``door`` the third, so that
    the door is never beside "?".
    """

    size: tuple[float, float]
    pieces: Tray
    hit: float

    @property
    def fits(self) -> bool:
        """True if the pieces fit beside the controls, and into the part that is in reach."""
        high = self.pieces.pieces_size[1]
        return self.pieces.size[0] <= self.room and high <= self._reach - LOW * self.card

    @property
    def card(self) -> float:
        """The width of a card, in pixels."""
        return self.pieces.card

    def places(self, *, mirrored: bool, rtl: bool) -> dict[str, Place]:
        """Return the parts; ``mirrored``: for a left hand, ``rtl``: for a language from right to left."""
        card, (width, depth) = self.card, self.size
        x, y = -width / 2 + (_SIDE - PAD) * card + self.pieces.size[0] / 2, -depth / 2 + (LOW * card + self._reach) / 2
        below = self.pieces.pieces(x, y) | self._controls()
        top = -depth / 2 + self._reach
        below["body"] = box(-width / 2, -depth / 2, -width / 2 + self._beside, top)
        left, right = -width / 2 + PAD * card, width / 2 - _LINE_SEAM * card
        above = self._above(box(left, top + _APART * card, right, depth / 2 - _APART * card))
        return (flipped(below) if mirrored else below) | (flipped(above) if mirrored or rtl else above)

    def _controls(self) -> dict[str, Place]:
        """Return the places of the controls."""
        (width, depth), side, gap = self.size, self.control, _CLOSE * self.card
        right, middle = width / 2 - _SEAM * self.card - side / 2, -depth / 2 + self._reach / 2
        step = min(self._reach - side, _SPREAD * side)
        upper, lower = middle + step / 2, middle - step / 2
        corners = ((right, upper), (right - side - gap, upper), (right - side - gap, lower), (right, lower))
        places = {f"control {index}": Place(*corner, side, side) for index, corner in enumerate(corners)}
        places |= {"leave": places["control 0"], "door": places["control 2"]}
        return places if self.pieces.is_full else {**places, "rules": places["leave"]}

    def _above(self, line: Place) -> dict[str, Place]:
        """Return the parts of the name line."""
        gap, side = GAP * self.card, min(line.h, _SIGN * self.card)
        places = {"sign": Place(line.left + side / 2, line.y, side, side)}
        right, name = line.right, line.left + line.w * NAME
        if self.pieces.is_full:
            places["end"] = box(right - COUNT * self.card, line.bottom, right, line.top)
            right -= COUNT * self.card + gap
            name = line.left + (right - line.left) * SHORT_NAME
        places["head"] = box(line.left, line.bottom, name, line.top)
        places["ticker"] = box(name + gap, line.bottom, right, line.top)
        return places

    @property
    def _reach(self) -> float:
        """The depth in which everything lies that is pressed."""
        return math.floor(REACH * self.size[1])

    @property
    def control(self) -> float:
        """The size of a control: two of them lie above one another."""
        return min(max(self.hit, _CONTROL * self.card), math.floor(self._reach / 2))

    @property
    def room(self) -> float:
        """The width of the pieces' own tray, whose sides may be narrower here."""
        return self._beside + (2 * PAD - _SIDE - _CLOSE) * self.card

    @property
    def _beside(self) -> float:
        """The width of the part of the tray that lies beside the controls."""
        return self.size[0] - 2 * self.control - (_CLOSE + _SEAM) * self.card


def near_tray(whole: Tray, usual: Body, tight: Body, least: float, worth: float) -> NearTray:
    """Return a tray as large as ``whole`` with the widest cards that fit, at most as wide as its own.

    ``usual``, ``tight``: parts of the game; the tight ones are used if they make cards larger by ``worth``, or at least
    ``least`` wide.
    """
    size = whole.size
    one, other = (_widest(whole, size, parts) for parts in (usual, tight))
    return other if other.card >= worth * one.card or one.card < least <= other.card else one


def has_room(whole: Tray, options: Iterable[Body], least: float) -> bool:
    """Return whether cards ``least`` wide fit a tray as large as ``whole``, beside controls that can be hit.

    No tray has wider cards than ``whole``.
    """
    if least > whole.card:
        return False
    size = whole.size
    trays = (NearTray(size, Tray(least, parts, whole.hit), whole.hit) for parts in options)
    return any(tray.fits and tray.control >= whole.hit for tray in trays)


def _widest(whole: Tray, size: tuple[float, float], parts: Body) -> NearTray:
    """Return the tray with the widest cards of these parts."""

    def tray(card: int) -> NearTray:
        return NearTray(size, Tray(card, parts, whole.hit), whole.hit)

    cards = range(1, math.floor(whole.card) + 1)
    widest = tray(bisect_left(cards, True, lo=1, key=lambda card: not tray(card).fits))
    return replace(widest, pieces=widest.pieces.as_wide_as(widest.room))
