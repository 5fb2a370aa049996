"""The layout of the table: pure geometry, in window pixels with y upwards (Kivy's way).

Each panel has local coordinates: the origin is its middle, x runs to the player's right, y away from the player.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place, box
from kiosk.layout.tray import PAD, Tray
from kiosk.protocol import SeatPlan

__all__ = [
    "CARD_ASPECT",
    "LARGE_TYPE",
    "MIN_CARD_MM",
    "MIN_CARD_PX",
    "MIN_HIT_MM",
    "MIN_HIT_PX",
    "PAD",
    "TURN",
    "USUAL",
    "Frame",
    "Layout",
    "Panel",
    "Parts",
    "Place",
    "Wishes",
    "arrange",
    "box",
    "is_legible",
]

TURN: Final[dict[str, float]] = {"south": 0.0, "east": 90.0, "north": 180.0, "west": 270.0}
"""The rotation of a panel (degrees counter-clockwise) that is upright for somebody at this edge."""

CARD_ASPECT: Final = 1.5
"""Height of a card in widths."""
MIN_CARD_PX: Final = 40
MIN_CARD_MM: Final = 12.0
"""Cards that are narrower cannot be read or hit reliably (kiosk/display/README.md)."""

MIN_HIT_PX: Final = 44
MIN_HIT_MM: Final = 9.0
"""The smallest size of a control in a panel."""

_MAX_DEPTH = 0.31  # of the table's shorter side
_TAB = (4.8, 0.62)
_LEAST = 8
"""The width of the narrowest card to try, in pixels."""
_WORTH: Final = 1.1
"""The factor by which cards have to become larger for a tray with less room for words."""

LARGE_TYPE: Final = 1.3
"""The factor of large type."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A seat's part of the table.

    ``card``: the width of a card in pixels (smaller for a die, if many lie in a tray); ``size``: width along the edge
    and depth; ``places``: its parts in local coordinates (``kiosk.layout.tray.Tray``), and ``body``, the panel without
    its name line.
    """

    seat: SeatNumber
    edge: str
    frame: Frame
    card: float
    size: tuple[float, float]
    places: Mapping[str, Place]
    least: float = MIN_CARD_PX
    """The smallest size in pixels that a finger can hit on this screen: the width of the smallest legible card."""
    mm: float = 2.0
    """Pixels in a millimetre of this screen."""
    type_scale: float = 1.0
    """The factor by which its person wants all text to be larger."""
    mirrored: bool = False
    """True for a left hand: every part is mirrored."""
    rtl: bool = False
    """True if its language runs from right to left: name, message and controls do, too, but the hand chooses its side
    of the pieces."""

    @property
    def runs(self) -> int:
        """The direction in which name, message and controls follow each other: 1 to the right, -1 to the left."""
        return -1 if self.mirrored or self.rtl else 1

    @property
    def bounds(self) -> Place:
        """The part of the window that it covers."""
        w, h = self.size if self.frame.rotation % 180 == 0 else self.size[::-1]
        return Place(self.frame.x, self.frame.y, w, h)

    def window_place(self, name: str) -> Place:
        """Return a part's place in the window (its size is not rotated)."""
        return self.in_window(self.places[name])

    def in_window(self, place: Place) -> Place:
        """Return a place of the panel in the window (its size is not rotated)."""
        return Place(*self.frame.to_window(place.x, place.y), place.w, place.h)


@dataclass(frozen=True, slots=True)
class Layout:
    """The place of everything on the table.

    ``tabs``: the small marks of seats that are not playing; ``cells``: the grid in the centre, or the board's spaces.
    """

    area: Place
    panels: Mapping[SeatNumber, Panel]
    tabs: Mapping[SeatNumber, Panel]
    centre: Place
    cells: tuple[Place, ...]
    legible: bool
    """False if the cards are too small to be read and hit, or for somebody's large type: fewer seats should play."""
    spare: int | None = None
    """As in ``Parts``."""

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        """Return the seat whose panel contains the window point, None if none does."""
        return next((seat for seat, panel in self.panels.items() if panel.bounds.holds(x, y)), None)

    def near_cells(self, x: float, y: float, taken: Collection[int] = ()) -> tuple[int, ...]:
        """Return all cells, the nearest to the window point first; after them the free ones that are not needed yet.

        ``taken``: the cells that hold a pile.
        """
        distances = [math.hypot(cell.x - x, cell.y - y) for cell in self.cells]
        known = {*taken, *self.free_cells(taken)}
        return tuple(sorted(range(len(self.cells)), key=lambda cell: (cell not in known, distances[cell])))

    def free_cells(self, taken: Collection[int]) -> tuple[int, ...]:
        """Return the free cells on which the next piles are begun: the lowest ones, ``Parts.spare`` of them."""
        free = [cell for cell in range(len(self.cells)) if cell not in taken]
        return tuple(free if self.spare is None else free[: self.spare])


class Wishes(NamedTuple):
    """What persons want of their panels.

    ``mirrored``: left-handed seats; ``rtl``: those whose language runs from right to left; ``large``: with large type.
    """

    mirrored: Collection[SeatNumber] = ()
    rtl: Collection[SeatNumber] = ()
    large: Collection[SeatNumber] = ()


USUAL: Final = Wishes()
"""Right hands, languages from left to right, and the usual type."""


class Parts(Protocol):
    """The parts of a game in a panel's body and in the centre. Equal parts give the same layout."""

    def body(self, card: float) -> dict[str, Place]:
        """Return a panel's parts for a right-handed player, left to right, around the origin and not rotated."""

    @property
    def spare(self) -> int | None:
        """The number of free places in the centre that are offered at a time, the lowest first; None: all."""

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """Return the places of the pieces in the centre."""

    def suits(self, centre: Place, card: float) -> bool:
        """Return whether pieces in the centre are large enough to be read from further away than a panel's cards."""

    @property
    def tight(self) -> Parts:
        """The same parts with smaller gaps, for panels that would not fit at the smallest legible size.

        With fewer players each panel is wider: a few at one edge may need more of it than many around the table.
        """


def arrange(
    area: Place,
    plans: Sequence[SeatPlan],
    shown: Iterable[SeatNumber],
    diagonal_mm: float,
    parts: Parts,
    *,
    wishes: Wishes = USUAL,
    rim: bool = False,
) -> Layout:
    """Return the layout: a panel for every seat in ``shown``, and a tab for each other seat if there is room.

    ``area`` in window pixels; ``rim``: where panels take up the whole edge, tabs go in front of them, on the rim of the
    centre.
    """
    panel_plans = _panel_plans(plans, shown)
    smallest = _smallest(area, diagonal_mm)
    wanted = _smallest(area, diagonal_mm, large=any(plan.seat in wishes.large for plan in panel_plans))
    hit = _hit(area, diagonal_mm)
    card, parts, middles = _largest_card(
        area, panel_plans, {plan.edge for plan in plans}, parts, (smallest, wanted), hit
    )
    tray = Tray(card, parts, hit)
    size = tray.size
    panels = {
        plan.seat: replace(
            _for_person(_panel(area, plan, middles[plan.seat], card, size, {}), tray, wishes),
            least=smallest,
            mm=_px_per_mm(area, diagonal_mm),
        )
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
    if rim:
        before = _rim_tabs(area, [plan for plan in plans if plan.seat not in {*panels, *tabs}], card, size[1])
        depths |= {tab.edge: size[1] + tab.size[1] for tab in before.values()}
        tabs |= before
    centre = _centre(area, depths, card)
    return Layout(area, panels, tabs, centre, parts.cells(centre, card), card >= wanted, parts.spare)


def is_legible(
    area: Place,
    plans: Sequence[SeatPlan],
    shown: Iterable[SeatNumber],
    diagonal_mm: float,
    parts: Parts,
    *,
    large: bool = False,
) -> bool:
    """Return ``arrange(...).legible``, much faster if it is True; also False if ``arrange`` would find no room.

    ``large``: with large type, which fits where the cards are larger, too.
    """
    panel_plans, edges = _panel_plans(plans, shown), {plan.edge for plan in plans}
    smallest, hit = _smallest(area, diagonal_mm, large=large), _hit(area, diagonal_mm)
    cards = range(smallest, max(_widest(area, parts), smallest) + 1)
    tries = ((Tray(card, some, hit), some) for card in cards for some in (parts.tight, parts))
    return any(_with_tray(tray, some, area, panel_plans, edges, smallest) is not None for tray, some in tries)


def _panel_plans(plans: Sequence[SeatPlan], shown: Iterable[SeatNumber]) -> list[SeatPlan]:
    seats = set(shown)
    return [plan for plan in plans if plan.seat in seats]


def _smallest(area: Place, diagonal_mm: float, *, large: bool = False) -> int:
    """Return the width of the smallest legible card, in pixels; ``large``: of one beside large type."""
    least = max(MIN_CARD_PX, MIN_CARD_MM * _px_per_mm(area, diagonal_mm))
    return math.ceil(least * LARGE_TYPE if large else least)


def _px_per_mm(area: Place, diagonal_mm: float) -> float:
    return math.hypot(area.w, area.h) / diagonal_mm


def _hit(area: Place, diagonal_mm: float) -> int:
    """Return the smallest size of a control, in pixels."""
    return math.ceil(max(MIN_HIT_PX, MIN_HIT_MM * _px_per_mm(area, diagonal_mm)))


def _widest(area: Place, parts: Parts) -> int:
    """Return the width of the widest card to try, in pixels."""
    deepest = _MAX_DEPTH * min(area.w, area.h)
    return int(deepest / (Tray(100, parts, 0).size[1] / 100))


def _for_person(panel: Panel, tray: Tray, wishes: Wishes) -> Panel:
    """Return the panel with its parts, as its person wants them."""
    mirrored, rtl = panel.seat in wishes.mirrored, panel.seat in wishes.rtl
    scale = LARGE_TYPE if panel.seat in wishes.large else 1.0
    return replace(panel, places=tray.places(mirrored=mirrored, rtl=rtl), type_scale=scale, mirrored=mirrored, rtl=rtl)


def _along(area: Place, plan: SeatPlan) -> float:
    """Return the middle of the seat's buttons along its edge, in window pixels (x or y)."""
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


def _tab_size(card: float) -> tuple[float, float]:
    """Return width and depth, in whole even pixels like a panel's."""
    wide, deep = _TAB
    return 2.0 * round(wide * card / 2), 2.0 * round(deep * card / 2)


def _tab(area: Place, plan: SeatPlan, card: float) -> Panel:
    w, h = _tab_size(card)
    length, start = (area.w, area.left) if plan.edge in ("south", "north") else (area.h, area.bottom)
    middle = min(max(_along(area, plan), start + w / 2), start + length - w / 2)
    return _panel(area, plan, middle, card, (w, h), {"body": Place(0, 0, w, h)})


def _rim_tabs(area: Place, plans: Sequence[SeatPlan], card: float, depth: float) -> dict[SeatNumber, Panel]:
    """Return tabs in front of panels of this ``depth``; none at an edge that is too short for all of its tabs."""
    w, h = _tab_size(card)
    rim = area.inset(depth)
    x, y = (rim.left, rim.right), (rim.bottom + h, rim.top - h)
    middles: dict[SeatNumber, float] = {}
    for edge, limits in {"south": x, "north": x, "west": y, "east": y}.items():
        middles |= _middles(area, [plan for plan in plans if plan.edge == edge], w, {edge: limits}) or {}
    return {
        plan.seat: _panel(rim, plan, middles[plan.seat], card, (w, h), {"body": Place(0, 0, w, h)})
        for plan in plans
        if plan.seat in middles
    }


def _largest_card(
    area: Place, plans: Sequence[SeatPlan], edges: Collection[str], parts: Parts, leasts: tuple[int, int], hit: int
) -> tuple[float, Parts, dict[SeatNumber, float]]:
    """Return the widest card with which all panels fit, the parts to use, and the panels' middles along their edges.

    Each of ``edges`` without a panel keeps room for a tab. ``leasts``: the widths of the smallest legible card, and of
    the smallest one that suits everybody's type. The parts move closer together if that makes cards larger by
    ``_WORTH``, or large enough. If nothing fits at such a size, cards shrink further (and the layout is not legible).
    """
    wide, tight = (_widest_card(area, plans, edges, some, leasts, hit) for some in (parts, parts.tight))
    if tight is not None and (wide is None or tight[0] >= _WORTH * wide[0] or wide[0] < leasts[1] <= tight[0]):
        return tight
    if wide is not None:
        return wide
    raise ValueError(f"{len(plans)} seats do not fit on {area.w:.0f} x {area.h:.0f} pixels")


def _widest_card(
    area: Place, plans: Sequence[SeatPlan], edges: Collection[str], parts: Parts, leasts: tuple[int, int], hit: int
) -> tuple[float, Parts, dict[SeatNumber, float]] | None:
    """Return the widest card with which these parts fit, the parts, and the panels' middles; None: none fits."""
    smallest, wanted = leasts
    for card in range(max(_widest(area, parts), wanted), _LEAST - 1, -1):
        least = wanted if card >= wanted else smallest
        middles = _with_tray(Tray(card, parts, hit), parts, area, plans, edges, least)
        if middles is not None:
            return card, parts, middles
    return None


def _with_tray(
    tray: Tray, parts: Parts, area: Place, plans: Sequence[SeatPlan], edges: Collection[str], smallest: int
) -> dict[SeatNumber, float] | None:
    """Return the panels' middles along their edges with this tray; None if they do not fit."""
    card, size = tray.card, tray.size
    depths = dict.fromkeys(edges, _tab_size(card)[1]) | {plan.edge: size[1] for plan in plans}
    centre = _centre(area, depths, card)
    # at the smallest size the centre may do with less room, but its pieces are never smaller than those in a panel
    if not (parts.suits(centre, card) if card > smallest else parts.cells(centre, card)[0].w >= card):
        return None
    for limits in _corner_plans(area, size[1]):
        middles = _middles(area, plans, size[0], limits)
        if middles is not None and _apart(area, plans, middles, size):
            return middles
    return None


def _corner_plans(area: Place, depth: float) -> tuple[dict[str, tuple[float, float]], ...]:
    """Return ways to share the corners: the limits of the panels along each edge."""
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
    """Return each panel's middle, as near to its buttons as its neighbours allow; None if an edge is too short."""
    middles: dict[SeatNumber, float] = {}
    for edge, (start, end) in limits.items():
        # whole pixels from the start, as panels are drawn: rounded later, neighbours could share a pixel
        queue = sorted((round(_along(area, plan)), plan.seat) for plan in plans if plan.edge == edge)
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
    spans = [_panel(area, plan, middles[plan.seat], 0, size, {}).bounds for plan in plans]
    return not any(one.overlaps(other) for index, one in enumerate(spans) for other in spans[index + 1 :])


def _centre(area: Place, depths: Mapping[str, float], card: float) -> Place:
    """Return the space in the middle that panels of these depths leave free."""
    west, south, east, north = (depths.get(edge, 0.0) for edge in ("west", "south", "east", "north"))
    return box(area.left + west, area.bottom + south, area.right - east, area.top - north).inset(0.14 * card)
