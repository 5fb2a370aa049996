"""The layout of the lobby: the channel of light, wheel and discs in the middle, and where each seat practises."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.inviting import wheel_place
from kiosk.layout.table_layout import CARD_ASPECT, Layout, Panel, Place

_INSET: Final = 0.035
"""The distance of the channel from the edge of the middle, as a fraction of the middle's shorter side."""
_WHEEL: Final = 0.87
"""The diameter of the wheel at most, as a fraction of the depth that the channel encloses."""
_STACKED: Final = (0.455, 0.240)
"""Two rows of discs: their diameter at most, and their distance from the axis, as fractions of that depth."""
_BESIDE: Final = 1.3
"""By how much discs have to become larger to lie in one row instead."""
_IN_ROW: Final = (0.62, 0.235, 0.745)
"""One row of discs: their diameter at most, as a fraction of that depth, and where the near and the far ones lie beside
the wheel, as fractions of the room there. Between them somebody can practise.
"""
_PILE: Final = (1.1, 90)
"""The width of the pile on which a seat practises: in card widths, and in pixels for every 1080 of the screen."""
_APART: Final = 0.10
"""Its distance from the tray, in card widths."""
_CLEAR: Final = 0.1
"""The room around it that is enough, in its own widths."""
_STEPS: Final = 24
"""The number of places beside a tray that are tried for it."""
_BEFORE: Final = 0.32
"""Where it lies if that is free, in widths of the tray from its middle: before the controls. So what is carried there
passes over them, and not over the words of the lesson at the other end of the name line.
"""


class LobbyParts(NamedTuple):
    """The parts of the middle; ``discs``: both near ones and both far ones, or upper and lower, left and right."""

    channel: Place
    wheel: Place
    discs: tuple[Place, ...]


def lobby_parts(centre: Place) -> LobbyParts:
    """Return the parts of a middle with this place."""
    channel = centre.inset(_INSET * min(centre.w, centre.h))
    wheel = wheel_place(centre)
    side = min(_WHEEL * min(channel.w, channel.h), wheel.w)
    wheel = wheel._replace(w=side, h=side)
    return LobbyParts(channel, wheel, tuple(_discs(channel, wheel)))


def _discs(channel: Place, wheel: Place) -> Iterator[Place]:
    along, across = max(channel.w, channel.h), min(channel.w, channel.h)
    free = (along - wheel.w) / 2
    stacked, beside = min(_STACKED[0] * across, 0.80 * free), min(_IN_ROW[0] * across, 0.45 * free)
    x, y = wheel.w / 2 + 0.49 * free, _STACKED[1] * across
    side, places = stacked, [(-x, y), (-x, -y), (x, y), (x, -y)]
    if beside > _BESIDE * stacked:
        near, far = (wheel.w / 2 + part * free for part in _IN_ROW[1:])
        side, places = beside, [(-far, 0), (-near, 0), (near, 0), (far, 0)]
    for dx, dy in places:
        shift = (dx, dy) if channel.w >= channel.h else (dy, -dx)
        yield Place(wheel.x + shift[0], wheel.y + shift[1], side, side)


def practice_places(layout: Layout) -> dict[SeatNumber, Place]:
    """Return where each seat's practice pile lies: on the felt before its tray, in the coordinates of its panel."""
    parts = lobby_parts(layout.centre)
    found: dict[SeatNumber, Place] = {}
    taken: list[Place] = []
    for seat, panel in layout.panels.items():
        others = tuple(other.bounds for other in layout.panels.values() if other is not panel)
        clear = partial(_clear, panel, parts=parts, taken=tuple(taken), others=others)
        found[seat] = _clearest(_tried(layout, panel), clear)
        taken.append(panel.in_window(found[seat]))
    return found


def _tried(layout: Layout, panel: Panel) -> Iterator[Place]:
    """Yield places along the tray's edge, first those near the controls of its name line."""
    width, depth = panel.size
    unit = min(layout.area.w, layout.area.h) / 1080
    wide = round(min(_PILE[0] * panel.card, _PILE[1] * unit))
    high = round(CARD_ASPECT * wide)
    y = depth / 2 + _APART * panel.card + high / 2
    shifts = [step / _STEPS - 0.5 for step in range(_STEPS + 1)]
    for shift in sorted(shifts, key=lambda shift: abs(shift - panel.runs * _BEFORE)):
        yield Place(shift * (width - wide), y, wide, high)


def _clearest(places: Iterable[Place], clear: Callable[[Place], float]) -> Place:
    """Return the first place that is clear enough, or else the clearest one."""
    ways = {}
    for place in places:
        ways[place] = clear(place)
        if ways[place] >= _CLEAR * place.w:
            return place
    return max(ways, key=ways.__getitem__)


def _clear(panel: Panel, place: Place, parts: LobbyParts, taken: Sequence[Place], others: Sequence[Place]) -> float:
    """Return how far a place is from wheel, discs, others' places and trays, up to a little; then the first wins."""
    middle = panel.in_window(place)
    reach = math.hypot(place.w, place.h) / 2
    gaps = [math.dist(middle[:2], round_[:2]) - round_.w / 2 - 0.85 * reach for round_ in (parts.wheel, *parts.discs)]
    gaps += [math.dist(middle[:2], other[:2]) - 2 * reach for other in taken]
    gaps += [_distance(other, middle) - reach for other in others]
    return min(_CLEAR * place.w, *gaps)


def _distance(place: Place, point: Place) -> float:
    """Return how far the middle of ``point`` is from a place; 0: it lies in it."""
    dx = max(place.left - point.x, 0.0, point.x - place.right)
    dy = max(place.bottom - point.y, 0.0, point.y - place.top)
    return math.hypot(dx, dy)
