"""The size of the cards: what people need to read and hit, and the widest cards with which all panels fit. Pure."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from kiosk.game.seats import SeatNumber
from kiosk.layout.edges import Ground, stand
from kiosk.layout.place import Place, box
from kiosk.layout.tray import TrayLayout, has_room
from kiosk.protocol import SeatPlan

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
WORTH: Final = 1.15
"""The factor by which cards have to become larger for a tray with less room for words."""

LARGE_TYPE: Final = 1.3
"""The factor of large type."""


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
    panel_plans, edges = shown_plans(plans, shown), {plan.edge for plan in plans}
    needs = CardNeeds.of(area, diagonal_mm, large=large, near=near)
    widest = [(some, max(_widest(area, some), needs.wanted)) for some in (parts.tight, parts)]
    return any(
        card <= most
        and needs.suited_by(card, some)
        and _with_tray(TrayLayout(card, some, needs.hit), some, area, panel_plans, edges, needs.wanted) is not None
        for card in range(needs.wanted, max(most for _, most in widest) + 1)
        for some, most in widest
    )


def shown_plans(plans: Sequence[SeatPlan], shown: Iterable[SeatNumber]) -> list[SeatPlan]:
    """Return the plans of the seats that are shown."""
    seats = set(shown)
    return [plan for plan in plans if plan.seat in seats]


class CardNeeds(NamedTuple):
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
    def of(cls, area: Place, diagonal_mm: float, *, large: bool, near: bool) -> CardNeeds:
        """Return the needs on a screen of this size; ``large``: somebody wants large type."""
        fine = px_per_mm(area, diagonal_mm)
        least = max(MIN_CARD_PX, MIN_CARD_MM * fine)
        hit = math.ceil(max(MIN_HIT_PX, MIN_HIT_MM * fine))
        wanted = math.ceil(least * LARGE_TYPE if large else least)
        return cls(math.ceil(least), wanted, max(wanted, math.ceil(NEAR_CARD_MM * fine)) if near else 0, hit)

    def suited_by(self, card: float, parts: Parts) -> bool:
        """Return whether panels with cards of this width suit everybody."""
        if not self.near or card < self.wanted:
            return card >= self.wanted
        return has_room(TrayLayout(card, parts, self.hit), (parts, parts.tight), self.near)


def px_per_mm(area: Place, diagonal_mm: float) -> float:
    """Return the pixels in a millimetre of this screen."""
    return math.hypot(area.w, area.h) / diagonal_mm


def _widest(area: Place, parts: Parts) -> int:
    """Return the width of the widest card to try, in pixels."""
    deepest = _MAX_DEPTH * min(area.w, area.h)
    return int(deepest / (TrayLayout(100, parts, 0).size[1] / 100))


def tab_size(card: float) -> tuple[float, float]:
    """Return width and depth, in whole even pixels like a panel's."""
    wide, deep = _TAB
    return 2.0 * round(wide * card / 2), 2.0 * round(deep * card / 2)


def largest_card(
    area: Place, plans: Sequence[SeatPlan], edges: Collection[str], parts: Parts, needs: CardNeeds
) -> tuple[float, Parts, dict[SeatNumber, float]]:
    """Return the widest card with which all panels fit, the parts to use, and the panels' middles along their edges.

    Each of ``edges`` without a panel keeps room for a tab. The parts move closer together if that makes cards larger by
    ``WORTH``, or suit everybody. If nothing fits at such a size, cards shrink further (and the layout is not legible).
    """
    wide, tight = (_widest_card(area, plans, edges, some, needs) for some in (parts, parts.tight))
    if wide is None or tight is None:
        if (only := wide or tight) is None:
            raise ValueError(f"{len(plans)} seats do not fit on {area.w:.0f} x {area.h:.0f} pixels")
        return only
    suits_wide, suits_tight = needs.suited_by(*wide[:2]), needs.suited_by(*tight[:2])
    if suits_wide != suits_tight:
        return wide if suits_wide else tight
    return tight if tight[0] >= WORTH * wide[0] else wide


def _widest_card(
    area: Place, plans: Sequence[SeatPlan], edges: Collection[str], parts: Parts, needs: CardNeeds
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
    depths = dict.fromkeys(edges, tab_size(card)[1]) | {plan.edge: size[1] for plan in plans}
    centre = middle_between(ground.felt, depths, card)
    # at the smallest size the centre may do with less room, but its pieces are never smaller than those in a panel
    if not (parts.suits(centre, card) if card > smallest else parts.cells(centre, card)[0].w >= card):
        return None
    return stand(ground, plans, size)


def middle_between(felt: Place, depths: Mapping[str, float], card: float) -> Place:
    """Return the space in the middle that panels of these depths leave free."""
    west, south, east, north = (depths.get(edge, 0.0) for edge in ("west", "south", "east", "north"))
    return box(felt.left + west, felt.bottom + south, felt.right - east, felt.top - north).inset(0.14 * card)
