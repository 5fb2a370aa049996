"""The layout of the table: pure geometry, in window pixels with y upwards (Kivy's way).

Each panel has local coordinates: the origin is its middle, x runs to the player's right, y away from the player.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.layout.edges import TURN, Ground, covered, room, stand, within
from kiosk.layout.place import Frame, Place, box
from kiosk.layout.tray import PAD, NearTray, TrayLayout, has_room, near_tray
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

CARD_ASPECT: Final = 1.5
"""Height of a card in widths."""
MIN_CARD_PX: Final = 40
MIN_CARD_MM: Final = 12.0
"""Cards that are narrower cannot be read or hit reliably (kiosk/display/README.md)."""

NEAR_CARD_MM: Final = 24.0
"""The same of a panel with all controls in its lower two thirds: beside them, longer texts need room."""

MIN_HIT_PX: Final = 44
MIN_HIT_MM: Final = 9.0
"""The smallest size of a control in a panel."""

_MAX_DEPTH = 0.275  # of the table's shorter side
_TAB = (4.8, 0.62)
_LEAST = 8
"""The width of the narrowest card to try, in pixels."""
_WORTH: Final = 1.15
"""The factor by which cards have to become larger for a tray with less room for words."""
_ROOMY: Final = 1.28
"""By how much a tray becomes wider at most where there is room."""
_FELT: Final = (0.35, 1.8)
"""The felt that a wider tray leaves free beside the rim, and beside other trays, in card widths."""
_NEXT: Final = (0.0, 0.16)
"""The same for a tray that is as wide as its usual parts need."""

_CONTROLS_APART: Final = 0.12
"""The room between controls in a name line, in card widths."""

_POINTED_AT: Final = 0.25
"""Where a button in the rim is pointed at: below the tray, in card widths."""

LARGE_TYPE: Final = 1.3
"""The factor of large type."""


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

    @property
    def button_in_rim(self) -> tuple[float, float]:
        """Where a hand points at the seat's button in the rim, in local coordinates."""
        return self.places["stop"].x, -self.size[1] / 2 - _POINTED_AT * self.card

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


class Wishes(NamedTuple):
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


class Parts(Protocol):
    """The parts of a game in a panel's body and in the centre. Equal parts give the same layout."""

    @property
    def stop(self) -> float:
        """The diameter of the Stop sign beside a panel's parts, in card widths."""

    def body(self, card: float, further: float = 0.0) -> dict[str, Place]:
        """Return a panel's parts for a right-handed player, left to right, around the origin and not rotated.

        ``further``: pixels by which they are to reach further, together, in a panel with so much room.
        """

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
    needs = _Needs.of(
        area,
        diagonal_mm,
        large=any(plan.seat in wishes.large for plan in panel_plans),
        near=any(plan.seat in wishes.near for plan in panel_plans),
    )
    smallest, hit = needs.smallest, needs.hit
    card, tray_parts, middles = _largest_card(area, panel_plans, {plan.edge for plan in plans}, parts, needs)
    ground, tray = Ground.of(area, card), TrayLayout(card, tray_parts, hit)
    panels = {plan.seat: _panel(ground, plan, middles[plan.seat], card, tray.size) for plan in panel_plans}
    tabs = _tabs(ground, plans, panels, card)
    before: dict[SeatNumber, Panel] = {}
    if rim:
        before = _rim_tabs(ground, [plan for plan in plans if plan.seat not in {*panels, *tabs}], card, tray.size[1])
        tabs |= before
    mm = _px_per_mm(area, diagonal_mm)
    tabs = {seat: replace(tab, least=smallest, mm=mm) for seat, tab in tabs.items()}
    for seat, panel in sorted(panels.items(), key=lambda one: one[1].edge in ("west", "east")):
        beside = [(other.edge, other.bounds) for other in (*panels.values(), *tabs.values()) if other is not panel]
        wide = _with_room(ground, panel, replace(tray, parts=parts), tray, beside)
        middle = panel.frame.x if panel.edge in ("south", "north") else panel.frame.y
        frame = ground.frame(panel.edge, middle, wide.size[1])
        placed = replace(panel, frame=frame, size=wide.size, least=smallest, mm=mm)
        own = near_tray(wide, wide.parts, parts.tight, needs.near, _WORTH) if seat in wishes.near else None
        if own is None or own.card < needs.near:  # another game, or a smaller window, may have no room for it
            panels[seat] = _for_person(placed, wide, wishes)
        else:
            panels[seat] = replace(_for_person(placed, own, wishes), near=True)
    depths = {panel.edge: panel.size[1] for panel in (*tabs.values(), *panels.values())}
    depths |= {tab.edge: tray.size[1] + tab.size[1] for tab in before.values()}
    centre = _centre(ground.felt, depths, card)
    cells = tray_parts.cells(centre, card)
    return Layout(area, panels, tabs, centre, cells, needs.suited_by(card, tray_parts), tray_parts.spare, ground.rim)


def is_legible(
    area: Place,
    plans: Sequence[SeatPlan],
    shown: Iterable[SeatNumber],
    diagonal_mm: float,
    parts: Parts,
    *,
    large: bool = False,
    near: bool = False,
) -> bool:
    """Return ``arrange(...).legible``, much faster if it is True; also False if ``arrange`` would find no room.

    ``large``: with large type; ``near``: with controls in the lower two thirds of a panel. Both fit where the cards are
    larger.
    """
    panel_plans, edges = _panel_plans(plans, shown), {plan.edge for plan in plans}
    needs = _Needs.of(area, diagonal_mm, large=large, near=near)
    widest = [(some, max(_widest(area, some), needs.wanted)) for some in (parts.tight, parts)]
    return any(
        card <= most
        and needs.suited_by(card, some)
        and _with_tray(TrayLayout(card, some, needs.hit), some, area, panel_plans, edges, needs.wanted) is not None
        for card in range(needs.wanted, max(most for _, most in widest) + 1)
        for some, most in widest
    )


def _panel_plans(plans: Sequence[SeatPlan], shown: Iterable[SeatNumber]) -> list[SeatPlan]:
    seats = set(shown)
    return [plan for plan in plans if plan.seat in seats]


class _Needs(NamedTuple):
    """The sizes that people need, in pixels.

    ``smallest``: the width of the smallest legible card; ``wanted``: of the smallest one that suits everybody's type;
    ``near``: of the smallest one in a panel with all controls in its lower two thirds, 0 if nobody wants that; ``hit``:
    the size of the smallest control.
    """

    smallest: int
    wanted: int
    near: int
    hit: int

    @classmethod
    def of(cls, area: Place, diagonal_mm: float, *, large: bool, near: bool) -> _Needs:
        """Return the needs on a screen of this size; ``large``: somebody wants large type."""
        fine = _px_per_mm(area, diagonal_mm)
        least = max(MIN_CARD_PX, MIN_CARD_MM * fine)
        hit = math.ceil(max(MIN_HIT_PX, MIN_HIT_MM * fine))
        wanted = math.ceil(least * LARGE_TYPE if large else least)
        return cls(math.ceil(least), wanted, max(wanted, math.ceil(NEAR_CARD_MM * fine)) if near else 0, hit)

    def suited_by(self, card: float, parts: Parts) -> bool:
        """Return whether panels with cards of this width suit everybody."""
        if not self.near or card < self.wanted:
            return card >= self.wanted
        return has_room(TrayLayout(card, parts, self.hit), (parts, parts.tight), self.near)


def _px_per_mm(area: Place, diagonal_mm: float) -> float:
    return math.hypot(area.w, area.h) / diagonal_mm


def _widest(area: Place, parts: Parts) -> int:
    """Return the width of the widest card to try, in pixels."""
    deepest = _MAX_DEPTH * min(area.w, area.h)
    return int(deepest / (TrayLayout(100, parts, 0).size[1] / 100))


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


def _tab_size(card: float) -> tuple[float, float]:
    """Return width and depth, in whole even pixels like a panel's."""
    wide, deep = _TAB
    return 2.0 * round(wide * card / 2), 2.0 * round(deep * card / 2)


def _tabs(
    ground: Ground, plans: Sequence[SeatPlan], panels: Mapping[SeatNumber, Panel], card: float
) -> dict[SeatNumber, Panel]:
    """Return a tab for each seat that has neither a panel nor a panel or another tab at its place."""
    w, h = _tab_size(card)
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
    w, h = _tab_size(card)
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


def _largest_card(
    area: Place, plans: Sequence[SeatPlan], edges: Collection[str], parts: Parts, needs: _Needs
) -> tuple[float, Parts, dict[SeatNumber, float]]:
    """Return the widest card with which all panels fit, the parts to use, and the panels' middles along their edges.

    Each of ``edges`` without a panel keeps room for a tab. The parts move closer together if that makes cards larger by
    ``_WORTH``, or suit everybody. If nothing fits at such a size, cards shrink further (and the layout is not legible).
    """
    wide, tight = (_widest_card(area, plans, edges, some, needs) for some in (parts, parts.tight))
    if wide is None or tight is None:
        if (only := wide or tight) is None:
            raise ValueError(f"{len(plans)} seats do not fit on {area.w:.0f} x {area.h:.0f} pixels")
        return only
    suits_wide, suits_tight = needs.suited_by(*wide[:2]), needs.suited_by(*tight[:2])
    if suits_wide != suits_tight:
        return wide if suits_wide else tight
    return tight if tight[0] >= _WORTH * wide[0] else wide


def _widest_card(
    area: Place, plans: Sequence[SeatPlan], edges: Collection[str], parts: Parts, needs: _Needs
) -> tuple[float, Parts, dict[SeatNumber, float]] | None:
    """Return the widest card with which these parts fit, the parts, and the panels' middles; None: none fits."""
    cards = range(_LEAST, max(_widest(area, parts), needs.wanted) + 1)
    at_edges = Counter(plan.edge for plan in plans)

    def too_wide(card: int) -> bool:
        """Return whether panels side by side are longer than their edge, as all with wider cards are then."""
        width, ground = TrayLayout(card, parts, needs.hit).size[0], Ground.of(area, card)
        spans = ((count * width, ground.span(edge)) for edge, count in at_edges.items())
        return any(long > end - start for long, (start, end) in spans)

    for card in reversed(cards[: bisect_left(cards, True, key=too_wide)]):
        least = needs.wanted if card >= needs.wanted else needs.smallest
        middles = _with_tray(TrayLayout(card, parts, needs.hit), parts, area, plans, edges, least)
        if middles is not None:
            return card, parts, middles
    return None


def _with_tray(
    tray: TrayLayout, parts: Parts, area: Place, plans: Sequence[SeatPlan], edges: Collection[str], smallest: int
) -> dict[SeatNumber, float] | None:
    """Return the panels' middles along their edges with this tray; None if they do not fit."""
    card, size, ground = tray.card, tray.size, Ground.of(area, tray.card)
    depths = dict.fromkeys(edges, _tab_size(card)[1]) | {plan.edge: size[1] for plan in plans}
    centre = _centre(ground.felt, depths, card)
    # at the smallest size the centre may do with less room, but its pieces are never smaller than those in a panel
    if not (parts.suits(centre, card) if card > smallest else parts.cells(centre, card)[0].w >= card):
        return None
    return stand(ground, plans, size)


def _centre(felt: Place, depths: Mapping[str, float], card: float) -> Place:
    """Return the space in the middle that panels of these depths leave free."""
    west, south, east, north = (depths.get(edge, 0.0) for edge in ("west", "south", "east", "north"))
    return box(felt.left + west, felt.bottom + south, felt.right - east, felt.top - north).inset(0.14 * card)
