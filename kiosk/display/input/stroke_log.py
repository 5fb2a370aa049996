"""The touches that have lifted lately, with what was under them: for ``kiosk capture``."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct, field

from kiosk.display.input.contact import ContactId
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Stroke, Strokes, Touched

KEPT: Final = 400
"""The number of touches that are kept: more than hands make between two queries."""
LONGEST: Final = 2000
"""The number of points that are kept of one touch."""

LASTS: Final = 10_000_000_000
"""How long touches are noted after a query, in nanoseconds."""

PanelAt: TypeAlias = Callable[[float, float], SeatNumber | None]


class _UnderWay(Struct):
    seat: SeatNumber | None
    first: Touched | None
    points: list[tuple[float, float, int]] = field(default_factory=list)


class StrokeLog:
    """The log of the touches of all fingers, once somebody has asked for it. Window pixels with y upwards.

    ``items``: returns everything that can be touched, topmost last; ``panel_at``: the seat whose panel has a point;
    ``is_secret``: whether touches are left out now, because a PIN may be typed. Nobody asks any more: it ends.
    """

    def __init__(
        self,
        items: Callable[[], Sequence[Item]],
        panel_at: PanelAt,
        is_secret: Callable[[], bool] = lambda: False,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._clock = clock
        self._items = items
        self._panel_at = panel_at
        self._is_secret = is_secret
        self._on_until = 0
        self._under_way: dict[ContactId, _UnderWay] = {}
        self._lifted: deque[Stroke] = deque(maxlen=KEPT)
        self._count, self._since = 0, clock()

    def down(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """Begin a touch."""
        if self._clock() < self._on_until and not self._is_secret():
            first = self._touched(x, y)
            seat = first.seat if first is not None and first.seat is not None else self._panel_at(x, y)
            self._under_way[contact] = _UnderWay(seat, first, [(x, y, at)])

    def move(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """Move it."""
        stroke = self._under_way.get(contact)
        if stroke is not None and len(stroke.points) < LONGEST and (x, y) != stroke.points[-1][:2]:
            stroke.points.append((x, y, at))

    def up(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """End it."""
        stroke = self._under_way.pop(contact, None)
        if stroke is not None:
            points = (*stroke.points, (x, y, at))
            self._lifted.append(Stroke(self._count, stroke.seat, stroke.first, self._touched(x, y), points))
            self._count += 1

    def drop(self, contact: ContactId) -> None:
        """Forget a touch whose lift was not seen."""
        self._under_way.pop(contact, None)

    def since(self, first: int, size: tuple[int, int]) -> Strokes:
        """Return the touches from the number ``first`` on, in a window of this size."""
        self._on_until = self._clock() + LASTS
        strokes = tuple(_from_top(stroke, size[1]) for stroke in self._lifted if stroke.number >= first)
        return Strokes(self._count, size, strokes, self._since)

    def _touched(self, x: float, y: float) -> Touched | None:
        """Return what is seen at this point."""
        items = self._items()
        item = next((item for item in reversed(items) if item.contains(x, y)), None)
        if item is None:
            return None
        alike = [one for one in items if one.what == item.what and one.seat in (item.seat, None)]
        return Touched(item.what, item.seat, item.slot, item.card, item.text, several=len(alike) > 1)


def _from_top(stroke: Stroke, height: float) -> Stroke:
    points = tuple((x, height - y, at) for x, y, at in stroke.points)
    return Stroke(stroke.number, stroke.seat, stroke.first, stroke.last, points)
