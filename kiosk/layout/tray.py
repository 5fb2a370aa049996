"""The parts of a seat's tray: the Stop sign and the game's pieces below, name, message and controls above them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from kiosk.layout.place import Place, box

# Parts of a tray, in card widths.
PAD: Final = 0.18
_ABOVE = 0.10
_HEAD = 0.84
_HEAD_GAP = 0.12
_STOP = 0.98
_STOP_GAP = 0.12
_CONTROL = 0.62
_GAP = 0.12
_COUNT = 1.5
_NAME = 0.32  # of the name line
_SHORT_NAME = 0.44
_LARGEST_HIT = 1.12
_HAIR = 1e-6

NESTED: Final = frozenset({"body", "sign", "door"})
"""Parts that lie within others."""


class Body(Protocol):
    """What a game lays into a tray."""

    def body(self, card: float) -> dict[str, Place]:
        """Return its parts for a right-handed player, left to right, around the origin and not rotated."""


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray for cards ``card`` pixels wide; ``hit``: the smallest size in pixels of what is pressed.

    Below, from left to right: ``stop``, and the game's own parts. Above them ``head`` (``sign`` and name), ``rules``
    (the place of "?"), ``ticker`` (the message) and ``leave``, the control at the end of the line. ``door`` is where
    the seat is left. If the game has no part ``end``, the number of its placed pieces stands in the line above; then
    there is room for the name or the message, not for both, the sign is the door, and "?" has the place of ``leave``.
    """

    card: float
    parts: Body
    hit: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and depth in whole even pixels, so that its middle lies on a pixel."""
        card = self.card
        body = self.parts.body(card).values()
        wide = max(place.right for place in body) - min(place.left for place in body) + self._stop + _STOP_GAP * card
        high = max(self._stop, *(place.h for place in body))
        width, depth = wide + 2 * PAD * card, high + (PAD + _HEAD_GAP + _ABOVE) * card + self._head
        return 2.0 * math.ceil(width / 2 - _HAIR), 2.0 * math.ceil(depth / 2 - _HAIR)

    def places(self, *, mirrored: bool, rtl: bool) -> dict[str, Place]:
        """Return the parts; ``mirrored``: for a left hand, ``rtl``: for a language from right to left."""
        card, (width, depth) = self.card, self.size
        body = self.parts.body(card)
        y = -depth / 2 + PAD * card + max(self._stop, *(place.h for place in body.values())) / 2
        aside = (self._stop + _STOP_GAP * card) / 2
        below = {name: place._replace(x=place.x + aside, y=y + place.y) for name, place in body.items()}
        left = min(place.left for place in below.values()) - _STOP_GAP * card
        below["stop"] = Place(left - self._stop / 2, y, self._stop, self._stop)
        top = depth / 2 - _ABOVE * card
        line = box(-width / 2 + PAD * card, top - self._head, width / 2 - PAD * card, top)
        above = self._above(line, with_count="end" not in body)
        places = (_flipped(below) if mirrored else below) | (_flipped(above) if mirrored or rtl else above)
        return {**places, "body": box(-width / 2, -depth / 2, width / 2, line.bottom)}

    def _above(self, line: Place, *, with_count: bool) -> dict[str, Place]:
        """Return the parts of the name line; ``with_count``: the number of placed pieces stands there."""
        gap, control = _GAP * self.card, max(self._hit, _CONTROL * self.card)
        leave = Place(line.right - control / 2, line.y, control, control)
        sign = Place(line.left + control / 2, line.y, control, control)
        places = {"leave": leave, "sign": sign}
        if with_count:
            right = leave.left - gap - _COUNT * self.card
            places["end"] = box(right, line.bottom, leave.left - gap, line.top)
            middle = sign.left + (right - sign.left) * _SHORT_NAME
            places |= {"head": box(line.left, line.bottom, middle, line.top), "door": sign}
            places["ticker"] = box(middle + gap / 2, line.bottom, right - gap, line.top)
            return places
        name = line.left + (line.w - control) * _NAME
        places["rules"] = Place(name + gap + control / 2, line.y, control, control)
        places |= {"head": box(line.left, line.bottom, name, line.top), "door": leave}
        places["ticker"] = box(places["rules"].right + gap, line.bottom, leave.left - gap, line.top)
        return places

    @property
    def _hit(self) -> float:
        """The smallest size of what is pressed; cards too small to be read have controls too small to be hit."""
        return min(self.hit, _LARGEST_HIT * self.card)

    @property
    def _stop(self) -> float:
        """The diameter of the Stop sign."""
        return max(self._hit, _STOP * self.card)

    @property
    def _head(self) -> float:
        """The height of the name line."""
        return max(self._hit, _HEAD * self.card)


def _flipped(places: Mapping[str, Place]) -> dict[str, Place]:
    return {name: place._replace(x=-place.x) for name, place in places.items()}
