"""The layout of the table: pure geometry, in window pixels with y upwards (Kivy's way).

Each panel has local coordinates: the origin is its middle, x runs to the player's right, y away from the player.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.layout.card_size import (
    LARGE_TYPE,
    MIN_CARD_PX,
    MIN_HIT_MM,
    MIN_HIT_PX,
    WORTH,
    CardNeeds,
    Parts,
    largest_card,
    middle_between,
    px_per_mm,
    shown_plans,
    tab_size,
)
from kiosk.layout.edges import TURN, Ground, covered, room, within
from kiosk.layout.place import Frame, Place, box
from kiosk.layout.tray import PAD, NearTray, TrayLayout, near_tray
from kiosk.protocol import SeatPlan

__all__ = [
    "CARD_ASPECT",
    "LARGE_TYPE",
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
]

CARD_ASPECT: Final = 1.5
"""Height of a card in widths."""
_ROOMY: Final = 1.28
"""By how much a tray becomes wider at most where there is room."""
_FELT: Final = (0.35, 1.8)
"""The felt that a wider tray leaves free beside the rim, and beside other trays, in card widths."""
_NEXT: Final = (0.0, 0.16)
"""The same for a tray that is as wide as its usual parts need."""

_CONTROLS_APART: Final = 0.12
"""The room between controls in a name line, in card widths."""

_LIT_EDGE: Final = 0.08
"""The leather that a lit Stop sign leaves free above and below it, in card widths."""


class Panel(Struct, frozen=True):
    """A seat's part of the table.

    ``card``: the width of a card in pixels (smaller for a die, if many lie in a tray); ``size``: width along the edge
    and depth; ``places``: its parts in local coordinates (``kiosk.layout.tray.TrayLayout``), and ``body``, the panel
    without its name line.
    """

    seat: SeatNumber
    edge: str
    frame: Frame
    card: float
    size: tuple[float, float]
    places: Mapping[str, Place]
    least: float = MIN_CARD_PX
    """The width of the smallest legible card on this screen, in pixels."""
    mm: float = 2.0
    """Pixels in a millimetre of this screen."""
    type_scale: float = 1.0
    """The factor by which its person wants all text to be larger."""
    mirrored: bool = False
    """True for a left hand: every part is mirrored."""
    rtl: bool = False
    """True if its language runs from right to left: name, message and controls do, too, but the hand chooses its side
    of the pieces."""
    near: bool = False
    """True if its controls lie in its lower two thirds, beside its pieces (``kiosk.layout.tray``)."""
    rim: float = 0.0
    """The width of the table's rim before it, in pixels."""
    curve: float = 1.0
    """How far its far side is arched and its corners are round, relative to a tray of its depth."""

    @property
    def button_in_rim(self) -> tuple[float, float]:
        """Where a hand points at the seat's button in the rim, in local coordinates: on the screen."""
        return self.places["stop"].x, -(self.size[1] + self.rim) / 2

    @property
    def lit_stop(self) -> Place:
        """The place of its Stop sign while that is lit: as large as there is room below the name line.

        It grows from its place over that of the count, which has nothing to tell then.
        """
        body, stop, edge = self.places["body"], self.places["stop"], _LIT_EDGE * self.card
        count = self.places.get("count", stop)
        left, right = min(stop.left, count.left), max(stop.right, count.right)
        high = 2 * (min(stop.y - body.bottom, body.top - stop.y) - edge)
        side = max(stop.w, min(right - left, high))
        way = math.copysign(1, count.x - stop.x)
        return Place(stop.x + way * (side - stop.w) / 2, stop.y, side, side)

    @property
    def roomy(self) -> bool:
        """True if its name line has room for the name and a message, and its corner for "?" (``rules``)."""
        return "rules" in self.places

    @property
    def finger(self) -> float:
        """The smallest size of a key or a value that fingers hit, in pixels."""
        return max(MIN_HIT_PX, self.least)

    def controls(self, count: int) -> tuple[Place, ...]:
        """Return the places of so many controls, from the end of the name line on; beside the pieces at most four."""
        if self.near:
            return tuple(self.places[f"control {index}"] for index in range(count))
        end = self.places["leave"]
        step = self.runs * (end.w + _CONTROLS_APART * self.card)
        return tuple(end._replace(x=end.x - index * step) for index in range(count))

    def line(self, controls: int) -> Place:
        """Return the name line, or what this number of controls at its end leave of it."""
        head, far = self.places["head"], self.runs * (self.size[0] / 2 - PAD * self.card)
        if self.near:
            last = self.places["ticker" if self.roomy else "end"]
            return box(min(head.left, last.left), head.bottom, max(head.right, last.right), head.top)
        end = far
        if controls:
            last = self.controls(controls)[-1]
            end = last.x - self.runs * (last.w / 2 + _CONTROLS_APART * self.card)
        return box(min(-far, end), head.bottom, max(-far, end), head.top)

    @property
    def runs(self) -> int:
        """The direction in which name, message and controls follow each other: 1 to the right, -1 to the left."""
        return -1 if self.mirrored or self.rtl else 1

    @property
    def bounds(self) -> Place:
        """The part of the window that it covers, with the rim before it."""
        return covered(self.frame, self.size, self.rim)

    def window_place(self, name: str) -> Place:
        """Return a part's place in the window (its size is not rotated)."""
        return self.in_window(self.places[name])

    def covers(self, place: Place) -> Place:
        """Return the part of the window that a place of the panel covers."""
        return covered(Frame(*self.frame.to_window(place.x, place.y), self.frame.rotation), (place.w, place.h), 0.0)

    def in_window(self, place: Place) -> Place:
        """Return a place of the panel in the window (its size is not rotated)."""
        return Place(*self.frame.to_window(place.x, place.y), place.w, place.h)


class Layout(Struct, frozen=True):
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
    rim: float = 0.0
    """The width of the table's rim, in pixels."""

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


class Wishes(Struct, frozen=True):
    """What persons want of their panels.

    ``mirrored``: left-handed seats; ``rtl``: those whose language runs from right to left; ``large``: with large type;
    ``near``: with controls in the lower two thirds.
    """

    mirrored: Collection[SeatNumber] = ()
    rtl: Collection[SeatNumber] = ()
    large: Collection[SeatNumber] = ()
    near: Collection[SeatNumber] = ()


USUAL: Final = Wishes()
"""Right hands, languages from left to right, and the usual type."""


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
    panel_plans = shown_plans(plans, shown)
    needs = CardNeeds.of(
        area,
        diagonal_mm,
        large=any(plan.seat in wishes.large for plan in panel_plans),
        near=any(plan.seat in wishes.near for plan in panel_plans),
    )
    smallest, hit = needs.smallest, needs.hit
    card, tray_parts, middles = largest_card(area, panel_plans, {plan.edge for plan in plans}, parts, needs)
    ground, tray = Ground.of(area, card), TrayLayout(card, tray_parts, hit)
    panels = {plan.seat: _panel(ground, plan, middles[plan.seat], card, tray.size) for plan in panel_plans}
    tabs = _tabs(ground, plans, panels, card)
    before: dict[SeatNumber, Panel] = {}
    if rim:
        before = _rim_tabs(ground, [plan for plan in plans if plan.seat not in {*panels, *tabs}], card, tray.size[1])
        tabs |= before
    mm = px_per_mm(area, diagonal_mm)
    tabs = {seat: replace(tab, least=smallest, mm=mm) for seat, tab in tabs.items()}
    for seat, panel in sorted(panels.items(), key=lambda one: one[1].edge in ("west", "east")):
        beside = [(other.edge, other.bounds) for other in (*panels.values(), *tabs.values()) if other is not panel]
        wide = _with_room(ground, panel, replace(tray, parts=parts), tray, beside)
        middle = panel.frame.x if panel.edge in ("south", "north") else panel.frame.y
        frame = ground.frame(panel.edge, middle, wide.size[1])
        placed = replace(panel, frame=frame, size=wide.size, least=smallest, mm=mm)
        own = near_tray(wide, wide.parts, parts.tight, needs.near, WORTH) if seat in wishes.near else None
        if own is None or own.card < needs.near:  # another game, or a smaller window, may have no room for it
            panels[seat] = _for_person(placed, wide, wishes)
        else:
            panels[seat] = replace(_for_person(placed, own, wishes), near=True)
    depths = {panel.edge: panel.size[1] for panel in (*tabs.values(), *panels.values())}
    depths |= {tab.edge: tray.size[1] + tab.size[1] for tab in before.values()}
    centre = middle_between(ground.felt, depths, card)
    cells = tray_parts.cells(centre, card)
    return Layout(area, panels, tabs, centre, cells, needs.suited_by(card, tray_parts), tray_parts.spare, ground.rim)


def _for_person(panel: Panel, tray: TrayLayout | NearTray, wishes: Wishes) -> Panel:
    """Return the panel with its parts, as its person wants them."""
    mirrored, rtl = panel.seat in wishes.mirrored, panel.seat in wishes.rtl
    scale = LARGE_TYPE if panel.seat in wishes.large else 1.0
    placed = replace(panel, card=tray.card, places=tray.places(mirrored=mirrored, rtl=rtl))
    return replace(placed, type_scale=scale, mirrored=mirrored, rtl=rtl)


def _with_room(
    ground: Ground, panel: Panel, usual: TrayLayout, tray: TrayLayout, beside: Collection[tuple[str, Place]]
) -> TrayLayout:
    """Return a panel's tray with the room that it has: with the usual parts where they fit, and wider.

    ``beside``: the edges and places of all others.
    """

    def width(apart: tuple[float, float]) -> float:
        to_rim, to_others = (part * panel.card for part in apart)
        return room(ground, panel.edge, panel.bounds, beside, (to_rim, to_others))

    if usual.size[1] <= tray.size[1] and usual.size[0] <= width(_NEXT):
        tray = usual
    return tray.as_wide_as(2 * (min(width(_FELT), _ROOMY * tray.size[0]) // 2))


def _panel(
    ground: Ground, plan: SeatPlan, middle: float, card: float, size: tuple[float, float], before: float | None = None
) -> Panel:
    """Return a panel or tab with its part ``body`` alone; ``before``: its distance to the rim, None: it touches it."""
    frame = ground.frame(plan.edge, middle, size[1], before or 0.0)
    places = {"body": Place(0, 0, *size)}
    return Panel(plan.seat, plan.edge, frame, card, size, places, rim=ground.rim if before is None else 0.0)


def _tabs(
    ground: Ground, plans: Sequence[SeatPlan], panels: Mapping[SeatNumber, Panel], card: float
) -> dict[SeatNumber, Panel]:
    """Return a tab for each seat that has neither a panel nor a panel or another tab at its place."""
    w, h = tab_size(card)
    taken = [panel.bounds for panel in panels.values()]
    tabs: dict[SeatNumber, Panel] = {}
    for plan in plans:
        start, end = ground.span(plan.edge)
        middle = min(max(ground.along(plan), start + w / 2), end - w / 2)
        tab = _panel(ground, plan, middle, card, (w, h))
        if plan.seat not in panels and not any(tab.bounds.overlaps(other) for other in taken):
            tabs[plan.seat] = tab
            taken.append(tab.bounds)
    return tabs


def _rim_tabs(ground: Ground, plans: Sequence[SeatPlan], card: float, depth: float) -> dict[SeatNumber, Panel]:
    """Return tabs in front of panels of this ``depth``; none at an edge that is too short for all of its tabs."""
    w, h = tab_size(card)
    tabs: dict[SeatNumber, Panel] = {}
    for edge in TURN:
        at_edge = [plan for plan in plans if plan.edge == edge]
        start, end = ground.span(edge)
        aside = depth if edge in ("south", "north") else depth + h
        middles = within(ground, at_edge, w, {edge: (start + aside, end - aside)}) or {}
        tabs |= {
            plan.seat: _panel(ground, plan, middles[plan.seat], card, (w, h), depth) for plan in at_edge if middles
        }
    return tabs


def stay(before: Layout, after: Layout) -> bool:
    """Return whether all trays stay where they are."""
    places = ({seat: one.bounds for seat, one in (*of.panels.items(), *of.tabs.items())} for of in (before, after))
    return before.panels.keys() == after.panels.keys() and next(places) == next(places)
