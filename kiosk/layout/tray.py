"""The parts of a seat's tray: the Stop sign and the game's pieces below, name, message and controls above them.

For a person who cannot reach far, from a wheelchair perhaps, all controls lie in its lower two thirds.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from kiosk.layout.place import Place, box

# Parts of a tray, in card widths.
PAD: Final = 0.16
LOW: Final = 0.10
_ABOVE = 0.08
_HEAD = 0.50
# The same of a tray with the number of placed pieces in its name line.
_FULL_HEAD = 0.84
_CLOSE_ABOVE = 0.08
_HEAD_GAP = 0.08
_STOP_GAP = 0.08
_CONTROL = 0.50
GAP: Final = 0.12
COUNT: Final = 1.4
NAME: Final = 0.32
SHORT_NAME: Final = 0.47
"""The name's part of the name line, and the same beside the number of placed pieces."""
_LARGEST_HIT = 1.12
_HAIR = 1e-6
# What becomes wider in a wider tray, as fractions of its further width: each side, the gap beside the Stop sign.
_WIDER_PAD = 0.10
_WIDER_GAP = 0.04

NESTED: Final = frozenset({"body", "sign", "door", "rules"})
"""Parts that lie within others."""


class Body(Protocol):
    """What a game lays into a tray."""

    @property
    def stop(self) -> float:
        """The diameter of the Stop sign beside it, in card widths."""

    def body(self, card: float, further: float = 0.0) -> dict[str, Place]:
        """Return its parts for a right-handed player, left to right, around the origin and not rotated.

        ``further``: pixels by which they are to reach further, together.
        """


class TrayLayout(Struct, frozen=True, dict=True):
    """A tray for cards ``card`` pixels wide; ``hit``: the smallest size in pixels of what is pressed.

    ``further``: pixels by which it is wider than its parts need.

    Below, from left to right: ``stop``, and the game's own parts. Above them ``door`` (where the seat is left),
    ``head`` (``sign`` and name), ``ticker`` (the message) and ``leave``, the control at the end of the line: "?", or on
    the tray of a bot the way to take its place. ``rules`` is the place of "?" too. If the game has no part ``end``, the
    number of its placed pieces stands in the line above; then there is room for the name or the message, not for both,
    the sign is the door, and ``rules`` is left out.
    """

    card: float
    parts: Body
    hit: float
    further: float = 0.0

    def as_wide_as(self, width: float) -> TrayLayout:
        """Return it with this width in pixels, but never narrower than its parts need."""
        return replace(self, further=max(0.0, self.further + width - self.size[0]))

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and depth in whole even pixels, so that its middle lies on a pixel."""
        wide, high = self.pieces_size
        width, depth = wide + 2 * self._pad, high + (LOW + _HEAD_GAP) * self.card + self._above_head + self._head
        return 2.0 * math.ceil(width / 2 - _HAIR), 2.0 * math.ceil(depth / 2 - _HAIR)

    @property
    def control(self) -> float:
        """The size of a control."""
        return max(self._hit, _CONTROL * self.card)

    @property
    def is_full(self) -> bool:
        """True if the number of placed pieces stands in the name line."""
        return "end" not in self._body

    @property
    def pieces_size(self) -> tuple[float, float]:
        """Width and height of the Stop sign and the game's parts together."""
        body = self._body.values()
        wide = max(place.right for place in body) - min(place.left for place in body)
        return wide + self._stop + self._stop_gap, max(self._stop, *(place.h for place in body))

    def places(self, *, mirrored: bool, rtl: bool) -> dict[str, Place]:
        """Return the parts; ``mirrored``: for a left hand, ``rtl``: for a language from right to left."""
        card, (width, depth) = self.card, self.size
        below = self.pieces(0.0, -depth / 2 + LOW * card + self.pieces_size[1] / 2)
        top = depth / 2 - self._above_head
        line = box(-width / 2 + self._pad, top - self._head, width / 2 - self._pad, top)
        above = self._above(line)
        places = (flipped(below) if mirrored else below) | (flipped(above) if mirrored or rtl else above)
        return {**places, "body": box(-width / 2, -depth / 2, width / 2, line.bottom)}

    def pieces(self, x: float, y: float) -> dict[str, Place]:
        """Return the Stop sign and the game's parts for a right hand, around this point."""
        aside = (self._stop + self._stop_gap) / 2
        places = {name: place._replace(x=x + place.x + aside, y=y + place.y) for name, place in self._body.items()}
        left = min(place.left for place in places.values()) - self._stop_gap
        places["stop"] = Place(left - self._stop / 2, y, self._stop, self._stop)
        return places

    def _above(self, line: Place) -> dict[str, Place]:
        """Return the parts of the name line."""
        gap, control = GAP * self.card, self.control
        leave = Place(line.right - control / 2, line.y, control, control)
        sign = Place(line.left + control / 2, line.y, control, control)
        places = {"leave": leave, "sign": sign}
        if self.is_full:
            right = leave.left - gap - COUNT * self.card
            places["end"] = box(right, line.bottom, leave.left - gap, line.top)
            middle = sign.left + (right - sign.left) * SHORT_NAME
            places |= {"head": box(line.left, line.bottom, middle, line.top), "door": sign}
            places["ticker"] = box(middle + gap / 2, line.bottom, right - gap, line.top)
            return places
        door, start = sign, sign.right + gap
        name = start + (line.w - control) * NAME
        places |= {"sign": sign._replace(x=start + control / 2), "door": door, "rules": leave}
        places["head"] = box(start, line.bottom, name, line.top)
        places["ticker"] = box(name + gap, line.bottom, leave.left - gap, line.top)
        return places

    @cached_property
    def _body(self) -> dict[str, Place]:
        """Return the game's parts."""
        return self.parts.body(self.card, (1 - 2 * _WIDER_PAD - _WIDER_GAP) * self.further)

    @property
    def _pad(self) -> float:
        """The room at its left and right side."""
        return PAD * self.card + _WIDER_PAD * self.further

    @property
    def _stop_gap(self) -> float:
        """The room between the Stop sign and the game's parts."""
        return _STOP_GAP * self.card + _WIDER_GAP * self.further

    @property
    def _hit(self) -> float:
        """The smallest size of what is pressed; cards too small to be read have controls too small to be hit."""
        return min(self.hit, _LARGEST_HIT * self.card)

    @property
    def _stop(self) -> float:
        """The diameter of the Stop sign."""
        return max(self._hit, self.parts.stop * self.card)

    @property
    def _head(self) -> float:
        """The height of the name line."""
        return max(self._hit, (_FULL_HEAD if self.is_full else _HEAD) * self.card)

    @property
    def _above_head(self) -> float:
        """The room above the name line."""
        return (_CLOSE_ABOVE if self.is_full else _ABOVE) * self.card


def flipped(places: Mapping[str, Place]) -> dict[str, Place]:
    """Return these places, mirrored."""
    return {name: place._replace(x=-place.x) for name, place in places.items()}


REACH: Final = 2 / 3
"""The part of a tray's depth in which its controls lie, from its owner's edge."""

# In card widths.
_APART = 0.10  # between name line and pieces, and above the name line
_SIDE = 0.10  # beside the pieces, at least
_CLOSE = 0.05  # beside the controls, whose discs are smaller than what is touched
_SEAM = 0.15  # the same towards the seam at the tray's side
_LINE_SEAM = 0.26  # beside the name line
_SIGN = 0.70
_NEAR_CONTROL = 0.60
_SPREAD = 1.45  # the distance of two rows of controls at most, in sizes of a control


class NearTray(Struct, frozen=True):
    """A tray of this ``size`` with smaller pieces than usual, and with its controls beside them instead of above.

    ``pieces``: a tray as for the pieces alone; ``hit``: the smallest size of what is pressed.

    Its parts are those of a ``TrayLayout``, but ``body`` reaches to the controls only. Nothing in the name line is
    pressed; ``control 0`` to ``control 3`` are the places of controls, in two rows and two columns: farthest from the
    Stop sign above, then in a circle towards it. ``leave`` (and ``rules``) is the first of them, and ``door`` the
    third, so that the door is never beside "?".
    """

    size: tuple[float, float]
    pieces: TrayLayout
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
        return min(max(self.hit, _NEAR_CONTROL * self.card), math.floor(self._reach / 2))

    @property
    def room(self) -> float:
        """The width of the pieces' own tray, whose sides may be narrower here."""
        return self._beside + (2 * PAD - _SIDE - _CLOSE) * self.card

    @property
    def _beside(self) -> float:
        """The width of the part of the tray that lies beside the controls."""
        return self.size[0] - 2 * self.control - (_CLOSE + _SEAM) * self.card


def near_tray(whole: TrayLayout, usual: Body, tight: Body, least: float, worth: float) -> NearTray:
    """Return a tray as large as ``whole`` with the widest cards that fit, at most as wide as its own.

    ``usual``, ``tight``: parts of the game; the tight ones are used if they make cards larger by ``worth``, or at least
    ``least`` wide.
    """
    size = whole.size
    one, other = (_widest(whole, size, parts) for parts in (usual, tight))
    return other if other.card >= worth * one.card or one.card < least <= other.card else one


def has_room(whole: TrayLayout, options: Iterable[Body], least: float) -> bool:
    """Return whether cards ``least`` wide fit a tray as large as ``whole``, beside controls that can be hit.

    No tray has wider cards than ``whole``.
    """
    if least > whole.card:
        return False
    size = whole.size
    trays = (NearTray(size, TrayLayout(least, parts, whole.hit), whole.hit) for parts in options)
    return any(tray.fits and tray.control >= whole.hit for tray in trays)


def _widest(whole: TrayLayout, size: tuple[float, float], parts: Body) -> NearTray:
    """Return the tray with the widest cards of these parts."""

    def tray(card: int) -> NearTray:
        return NearTray(size, TrayLayout(card, parts, whole.hit), whole.hit)

    cards = range(1, math.floor(whole.card) + 1)
    widest = tray(bisect_left(cards, True, lo=1, key=lambda card: not tray(card).fits))
    return replace(widest, pieces=widest.pieces.as_wide_as(widest.room))
