"""The edges of the table: where panels may stand along them, within the rim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.protocol import SeatPlan

TURN: Final[dict[str, float]] = {"south": 0.0, "east": 90.0, "north": 180.0, "west": 270.0}
"""The rotation of a panel (degrees counter-clockwise) that is upright for somebody at this edge."""

_RIM: Final = (0.024, 0.3)
"""The width of the rim, as a fraction of the table's shorter side, and at most in card widths."""

_LEVEL: Final = frozenset({"south", "north"})

Span: TypeAlias = tuple[float, float]


class Ground(NamedTuple):
    """The table in the window: ``area``, and within its ``rim`` (its width in pixels) the felt."""

    area: Place
    rim: float

    @classmethod
    def of(cls, area: Place, card: float) -> Ground:
        """Return the table with a rim for cards of this width."""
        return cls(area, float(round(min(_RIM[0] * min(area.w, area.h), _RIM[1] * card))))

    @property
    def felt(self) -> Place:
        """What the rim leaves free."""
        return self.area.inset(self.rim)

    def along(self, plan: SeatPlan) -> float:
        """Return the middle of the seat's buttons along its edge, in window pixels (x or y)."""
        if plan.edge in _LEVEL:
            return self.area.left + plan.position * self.area.w
        return self.area.top - plan.position * self.area.h

    def span(self, edge: str) -> Span:
        """Return both ends of an edge within the rim, in window pixels (x or y)."""
        return _extent(self.felt, edge)

    def frame(self, edge: str, middle: float, depth: float, before: float = 0.0) -> Frame:
        """Return the frame of something this deep at an edge; ``before``: its distance to the rim."""
        felt, away = self.felt, before + depth / 2
        x, y = {
            "south": (middle, felt.bottom + away),
            "north": (middle, felt.top - away),
            "west": (felt.left + away, middle),
            "east": (felt.right - away, middle),
        }[edge]
        return Frame(round(x), round(y), TURN[edge])


@lru_cache(maxsize=128)  # of all trays, for each piece that flies
def covered(frame: Frame, size: tuple[float, float], rim: float) -> Place:
    """Return what something at an edge covers of the window, together with the rim before it."""
    x, y = frame.to_window(0, -rim / 2)
    w, h = size[0], size[1] + rim
    return Place(x, y, w, h) if frame.rotation % 180 == 0 else Place(x, y, h, w)


def stand(ground: Ground, plans: Sequence[SeatPlan], size: tuple[float, float]) -> dict[SeatNumber, float] | None:
    """Return the middles along their edges of panels of this size; None if they do not fit."""
    for limits in _corner_plans(ground, size[1]):
        middles = within(ground, plans, size[0], limits)
        if middles is not None and _apart(ground, plans, middles, size):
            return middles
    return None


def within(
    ground: Ground, plans: Sequence[SeatPlan], width: float, limits: Mapping[str, Span]
) -> dict[SeatNumber, float] | None:
    """Return each panel's middle, as near to its buttons as its neighbours allow; None if an edge is too short."""
    middles: dict[SeatNumber, float] = {}
    for edge, (start, end) in limits.items():
        # whole pixels from the start, as panels are drawn: rounded later, neighbours could share a pixel
        queue = sorted((round(ground.along(plan)), plan.seat) for plan in plans if plan.edge == edge)
        if len(queue) * width > end - start:
            return None
        free = start
        placed: list[float] = []
        for wish, _ in queue:
            placed.append(max(wish, free + width / 2))
            free = placed[-1] + width / 2
        free = end
        for index in range(len(placed) - 1, -1, -1):
            placed[index] = min(placed[index], free - width / 2)
            free = placed[index] - width / 2
        middles.update({seat: middle for (_, seat), middle in zip(queue, placed, strict=True)})
    return middles


def room(ground: Ground, edge: str, cover: Place, beside: Iterable[tuple[str, Place]], apart: Span) -> float:
    """Return the width of the widest panel around the middle of ``cover``, the place of the panel itself.

    ``beside``: the edges and places of all others; ``apart``: its least distance in pixels to the rim, and to others.
    """
    to_rim, to_others = apart
    across = "west" if edge in _LEVEL else "south"
    near, far = _extent(cover, across)
    middle = sum(_extent(cover, edge)) / 2
    start, end = ground.span(edge)
    start, end = start + to_rim, end - to_rim
    for its_edge, other in beside:
        low, high = _extent(other, across)
        if low >= far or high <= near:
            continue
        left, right = _extent(other, edge)
        if its_edge == edge:  # neighbours share what lies between them
            left = right = (middle + (left + right) / 2) / 2
        if left < middle:
            start = max(start, right + to_others)
        else:
            end = min(end, left - to_others)
    return 2 * min(middle - start, end - middle)


def _extent(place: Place, edge: str) -> Span:
    """Return both ends of a place along an edge."""
    return (place.left, place.right) if edge in _LEVEL else (place.bottom, place.top)


def _corner_plans(ground: Ground, depth: float) -> tuple[dict[str, Span], ...]:
    """Return ways to share the corners: the limits of the panels along each edge."""
    x, y = ground.span("south"), ground.span("west")
    short_x, short_y = (x[0] + depth, x[1] - depth), (y[0] + depth, y[1] - depth)
    pinwheel = {
        "south": (x[0], x[1] - depth),
        "east": (y[0], y[1] - depth),
        "north": (x[0] + depth, x[1]),
        "west": (y[0] + depth, y[1]),
    }
    return (
        {"south": x, "north": x, "west": y, "east": y},
        {"south": x, "north": x, "west": short_y, "east": short_y},
        {"south": short_x, "north": short_x, "west": y, "east": y},
        pinwheel,
    )


def _apart(
    ground: Ground, plans: Sequence[SeatPlan], middles: Mapping[SeatNumber, float], size: tuple[float, float]
) -> bool:
    """Return whether panels of this size do not overlap there."""
    spans = [covered(ground.frame(plan.edge, middles[plan.seat], size[1]), size, ground.rim) for plan in plans]
    return not any(one.overlaps(other) for index, one in enumerate(spans) for other in spans[index + 1 :])
