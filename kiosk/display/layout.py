"""Where everything lies: pure geometry, in window pixels with y upwards (Kivy's way).

A panel has coordinates of its own: the origin is its middle, x runs to its player's right, y away from its player.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.messages import CELLS, SeatPlan
from kiosk.seats import SeatNumber

TURN: Final[dict[str, float]] = {"south": 0.0, "east": 90.0, "north": 180.0, "west": 270.0}
"""How a panel is turned (degrees counter-clockwise) so that somebody at this edge reads upright."""

CARD_ASPECT: Final = 1.5
"""Height of a card in widths."""
MIN_CARD_PX: Final = 40
MIN_CARD_MM: Final = 12.0
"""The smaller card width is not legible, or not to be hit (TABLE_UX.md)."""
ROW_SLOTS: Final[dict[int, int]] = {2: 5, 3: 4}
"""Slots of a row by number of players, 3 for all others (RULES.md B2)."""

# Parts of a panel, in card widths.
_PAD = 0.18
_SLOT_GAP = 0.10
_PART_GAP = 0.34
_STACK = 1.12
_COUNT = 0.66
_END = 1.30
_HEAD = 0.86
_HEAD_GAP = 0.12
_MAX_DEPTH = 0.31  # of the table's shorter side
_CENTRE_CARD = 1.3  # a card in the centre is read from further away than one's own
_CELL_GAP = 0.14
_TAB = (4.8, 0.62)


class Place(NamedTuple):
    """A rectangle by its middle and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        """Its left side."""
        return self.x - self.w / 2

    @property
    def right(self) -> float:
        """Its right side."""
        return self.x + self.w / 2

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.y - self.h / 2

    @property
    def top(self) -> float:
        """Its upper side."""
        return self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies in it."""
        return abs(x - self.x) <= self.w / 2 and abs(y - self.y) <= self.h / 2

    def overlaps(self, other: Place) -> bool:
        """Whether they share more than an edge."""
        across = (self.w + other.w) / 2 - abs(self.x - other.x)
        return across > 1e-6 and (self.h + other.h) / 2 - abs(self.y - other.y) > 1e-6

    def inset(self, margin: float) -> Place:
        """Smaller by ``margin`` on every side."""
        return Place(self.x, self.y, max(0.0, self.w - 2 * margin), max(0.0, self.h - 2 * margin))


def box(left: float, bottom: float, right: float, top: float) -> Place:
    """The place between four sides."""
    return Place((left + right) / 2, (bottom + top) / 2, right - left, top - bottom)


class Frame(NamedTuple):
    """A turned coordinate system: its origin in the window, and its rotation in degrees counter-clockwise."""

    x: float = 0.0
    y: float = 0.0
    rotation: float = 0.0

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        """A local point, in the window."""
        cos, sin = _turn(self.rotation)
        return self.x + x * cos - y * sin, self.y + x * sin + y * cos


@lru_cache(maxsize=64)
def _turn(rotation: float) -> tuple[float, float]:
    if rotation % 90 == 0:  # exact, so that what is drawn turned lies on whole pixels
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(rotation // 90) % 4]
    return math.cos(math.radians(rotation)), math.sin(math.radians(rotation))


@dataclass(frozen=True, slots=True)
class Panel:
    """A seat's part of the table.

    ``card``: width of a card in pixels; ``size``: width along the edge and depth; ``places``: where its parts lie
    (local): ``row N``, ``stack`` and its ``count``, ``discard``, ``hand``, ``end`` (count of the centre, or the
    on-screen Stop), ``head`` (name line), ``ticker``, ``leave`` and ``body`` (all of the panel that is not the head).
    """

    seat: SeatNumber
    edge: str
    frame: Frame
    card: float
    size: tuple[float, float]
    places: Mapping[str, Place]

    @property
    def bounds(self) -> Place:
        """What it covers of the window."""
        w, h = self.size if self.frame.rotation % 180 == 0 else self.size[::-1]
        return Place(self.frame.x, self.frame.y, w, h)

    def window_place(self, name: str) -> Place:
        """A part's place in the window (its size not turned)."""
        place = self.places[name]
        return Place(*self.frame.to_window(place.x, place.y), place.w, place.h)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies. ``tabs``: the small marks of seats that play no part now; ``cells``: the centre's grid."""

    area: Place
    panels: Mapping[SeatNumber, Panel]
    tabs: Mapping[SeatNumber, Panel]
    centre: Place
    cells: tuple[Place, ...]
    legible: bool
    """False if the cards are smaller than can be read and hit: fewer seats should play."""

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        """The seat whose panel holds the window point."""
        return next((seat for seat, panel in self.panels.items() if panel.bounds.holds(x, y)), None)

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        """All cells, the nearest to the window point first."""
        distances = [math.hypot(cell.x - x, cell.y - y) for cell in self.cells]
        return tuple(sorted(range(len(self.cells)), key=distances.__getitem__))


def row_slots(players: int) -> int:
    """How many slots a row has among so many players, where nothing else is known (RULES.md B2)."""
    return ROW_SLOTS.get(players, 3)


def arrange(
    area: Place,
    plans: Sequence[SeatPlan],
    shown: Iterable[SeatNumber],
    diagonal_mm: float,
    *,
    slots: int | None = None,
    mirrored: Iterable[SeatNumber] = (),
) -> Layout:
    """Lay the table out: a panel for every seat in ``shown``, a tab for each other one where there is room.

    ``area`` in window pixels; ``slots`` of a row (None: by the number of players); ``mirrored``: left-handed seats.
    """
    panel_plans = [plan for plan in plans if plan.seat in set(shown)]
    players = max(2, len(panel_plans))
    slots = slots or row_slots(players)
    smallest = max(MIN_CARD_PX, MIN_CARD_MM * math.hypot(area.w, area.h) / diagonal_mm)
    card, middles = _largest_card(area, panel_plans, slots, smallest)
    left_handed = set(mirrored)
    size = _panel_size(card, slots)
    panels = {
        plan.seat: _panel(area, plan, middles[plan.seat], card, size, _places(card, slots, plan.seat in left_handed))
        for plan in panel_plans
    }
    taken = [panel.bounds for panel in panels.values()]
    tabs: dict[SeatNumber, Panel] = {}
    for plan in plans:
        tab = _tab(area, plan, card)
        if plan.seat not in panels and not any(tab.bounds.overlaps(other) for other in taken):
            tabs[plan.seat] = tab
            taken.append(tab.bounds)
    depths = {panel.edge: panel.size[1] for panel in (*tabs.values(), *panels.values())}
    centre = _centre(area, depths, card)
    cells = _grid(centre, min(CELLS, 4 * players), 1.45 * card)
    return Layout(area, panels, tabs, centre, cells, card >= smallest - 1)


def _panel_size(card: float, slots: int) -> tuple[float, float]:
    """Width and depth, in whole even pixels, so that a panel's middle lies on a pixel."""
    widths = _COUNT + _STACK + slots + (slots - 1) * _SLOT_GAP + 2 + _SLOT_GAP + _END + 3 * _PART_GAP + 2 * _PAD
    depth = 2 * _PAD + _STACK * CARD_ASPECT + _HEAD_GAP + _HEAD
    return 2.0 * math.ceil(widths * card / 2), 2.0 * math.ceil(depth * card / 2)


def _places(card: float, slots: int, mirrored: bool) -> dict[str, Place]:
    """A panel's parts: from left to right count, stack, row, discard, hand, end; above them name, ticker, leave."""
    width, depth = _panel_size(card, slots)
    tall = CARD_ASPECT * card
    y = -depth / 2 + _PAD * card + _STACK * tall / 2
    places: dict[str, Place] = {}
    x = -width / 2 + _PAD * card

    def put(name: str, wide: float, high: float, gap: float) -> None:
        nonlocal x
        places[name] = Place(x + wide / 2, y, wide, high)
        x += wide + gap * card

    put("count", _COUNT * card, _STACK * tall, 0)
    put("stack", _STACK * card, _STACK * tall, _PART_GAP)
    for slot in range(slots):
        put(f"row {slot}", card, tall, _SLOT_GAP if slot < slots - 1 else _PART_GAP)
    put("discard", card, tall, _SLOT_GAP)
    put("hand", card, tall, _PART_GAP)
    put("end", _END * card, _STACK * tall, 0)

    head = box(
        -width / 2 + _PAD * card,
        depth / 2 - (_PAD * 0.6 + _HEAD) * card,
        width / 2 - _PAD * card,
        depth / 2 - _PAD * 0.6 * card,
    )
    corner = head.h
    name_w = (head.w - corner) * 0.36
    places["head"] = box(head.left, head.bottom, head.left + name_w, head.top)
    places["ticker"] = box(head.left + name_w + 0.1 * card, head.bottom, head.right - corner - 0.1 * card, head.top)
    places["leave"] = box(head.right - corner, head.bottom, head.right, head.top)
    if mirrored:
        places = {name: place._replace(x=-place.x) for name, place in places.items()}
    places["body"] = box(-width / 2, -depth / 2, width / 2, head.bottom)
    return places


def _along(area: Place, plan: SeatPlan) -> float:
    """The middle of the seat's buttons along its edge, in window pixels (x or y)."""
    if plan.edge in ("south", "north"):
        return area.left + plan.position * area.w
    return area.top - plan.position * area.h


def _panel(
    area: Place, plan: SeatPlan, middle: float, card: float, size: tuple[float, float], places: Mapping[str, Place]
) -> Panel:
    depth = size[1] / 2
    x, y = {
        "south": (middle, area.bottom + depth),
        "north": (middle, area.top - depth),
        "west": (area.left + depth, middle),
        "east": (area.right - depth, middle),
    }[plan.edge]
    return Panel(plan.seat, plan.edge, Frame(round(x), round(y), TURN[plan.edge]), card, size, places)


def _tab(area: Place, plan: SeatPlan, card: float) -> Panel:
    w, h = (2.0 * round(part * card / 2) for part in _TAB)
    length, start = (area.w, area.left) if plan.edge in ("south", "north") else (area.h, area.bottom)
    middle = min(max(_along(area, plan), start + w / 2), start + length - w / 2)
    return _panel(area, plan, middle, card, (w, h), {"body": Place(0, 0, w, h)})


def _largest_card(
    area: Place, plans: Sequence[SeatPlan], slots: int, smallest: float
) -> tuple[float, dict[SeatNumber, float]]:
    """The widest card with which all panels fit, and the panels' middles along their edges.

    Should nothing fit even at the smallest legible size, cards shrink further (and the layout says so).
    """
    depth_of_one = _panel_size(100, slots)[1] / 100
    widest = int(_MAX_DEPTH * min(area.w, area.h) / depth_of_one)
    edges = {plan.edge for plan in plans}
    cells = min(CELLS, 4 * max(2, len(plans)))
    for card in range(max(widest, math.ceil(smallest)), 7, -1):
        size = _panel_size(card, slots)
        centre = _centre(area, dict.fromkeys(edges, size[1]), card)
        if card > smallest and _grid_columns(centre, cells, math.inf)[1] < _CENTRE_CARD * card:
            continue
        for limits in _corner_plans(area, size[1]):
            middles = _middles(area, plans, size[0], limits)
            if middles is not None and _apart(area, plans, middles, size):
                return card, middles
    raise ValueError(f"{len(plans)} seats do not fit on {area.w:.0f} x {area.h:.0f} pixels")


def _corner_plans(area: Place, depth: float) -> tuple[dict[str, tuple[float, float]], ...]:
    """Ways to share the corners: how far the panels of each edge may reach along it."""
    x, y = (area.left, area.right), (area.bottom, area.top)
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


def _middles(
    area: Place, plans: Sequence[SeatPlan], width: float, limits: Mapping[str, tuple[float, float]]
) -> dict[SeatNumber, float] | None:
    """Each panel as near to its buttons as its neighbours at the same edge allow; None if an edge is too short."""
    middles: dict[SeatNumber, float] = {}
    for edge, (start, end) in limits.items():
        queue = sorted((_along(area, plan), plan.seat) for plan in plans if plan.edge == edge)
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


def _apart(
    area: Place, plans: Sequence[SeatPlan], middles: Mapping[SeatNumber, float], size: tuple[float, float]
) -> bool:
    spans = [_panel(area, plan, middles[plan.seat], 0, size, {}).bounds.inset(1) for plan in plans]
    return not any(one.overlaps(other) for index, one in enumerate(spans) for other in spans[index + 1 :])


def _centre(area: Place, depths: Mapping[str, float], card: float) -> Place:
    """What the panels, so deep at each edge, leave free in the middle."""
    west, south, east, north = (depths.get(edge, 0.0) for edge in ("west", "south", "east", "north"))
    return box(area.left + west, area.bottom + south, area.right - east, area.top - north).inset(0.14 * card)


def _grid_columns(centre: Place, count: int, widest: float) -> tuple[int, float]:
    """The number of columns with which ``count`` cells get the widest cards, and that width."""

    def card_width(columns: int) -> float:
        rows = -(-count // columns)
        tall = (1 + _CELL_GAP) * CARD_ASPECT
        return min(centre.w / columns / (1 + _CELL_GAP), centre.h / rows / tall, widest)

    columns = max(range(1, count + 1), key=lambda number: (round(card_width(number)), -(-count % number), number))
    return columns, card_width(columns)


def _grid(centre: Place, count: int, widest: float) -> tuple[Place, ...]:
    """``count`` cells in rows and columns, with the largest cards that fit into ``centre``."""
    columns, width = _grid_columns(centre, count, widest)
    stretch = 1 + _CELL_GAP
    rows = -(-count // columns)
    card = math.floor(width)
    tall = round(card * CARD_ASPECT)
    step_x = min(centre.w / columns, card * (stretch + 0.12))
    step_y = min(centre.h / rows, tall * (stretch + 0.06))
    cells = []
    for index in range(count):
        row, column = divmod(index, columns)
        x = centre.x + (column - (columns - 1) / 2) * step_x
        y = centre.y + ((rows - 1) / 2 - row) * step_y
        cells.append(Place(round(x), round(y), card, tall))
    return tuple(cells)
