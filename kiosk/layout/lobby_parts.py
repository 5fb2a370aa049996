"""The layout of the lobby: the channel of light, wheel and discs in the middle, and where each seat practises."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.inviting import wheel_place
from kiosk.layout.table_layout import CARD_ASPECT, Layout, Panel, Place

_INSET: Final = 0.025
"""The distance of the channel from the edge of the middle, as a fraction of the middle's shorter side."""
_CHANNEL: Final = (0.158, 0.0274, 6.0)
"""The radius of its corners and its width, as fractions of its own shorter side, and its least width in pixels."""
_WHEEL: Final = 0.86
"""The diameter of the wheel at most, as a fraction of the depth that the channel encloses."""
_STACKED: Final = (0.43, 0.240)
"""Two rows of discs: their diameter at most, and their distance from the axis, as fractions of that depth."""
_INNER: Final = 0.55
"""The share of the room beside them that is left between them and the wheel: somebody may practise there."""
_BESIDE: Final = 1.3
"""By how much discs have to become larger to lie in one row instead."""
_IN_ROW: Final = (0.56, 0.235, 0.745)
"""One row of discs: their diameter at most, as a fraction of that depth, and where the near and the far ones lie beside
the wheel, as fractions of the room there. Between them somebody can practise.
"""
_PILE: Final = (1.05, 84)
"""The width of the pile on which a seat practises: in card widths, and in pixels for every 1080 of the screen."""
_CLEAR: Final = 0.22
"""The room around it that is enough, in its own widths."""
_BESIDE_CHANNEL: Final = 0.006
"""The felt between it and the channel at least, as a fraction of the channel's shorter side."""
_STEPS, _DEEPER = 24, 7
"""The number of places along a tray that are tried for it, and of those one behind the other."""
_HAIR: Final = 1e-6
_DEEP: Final = 0.12
"""How far behind the other these are, in card widths."""
_FAR: Final = 0.3
"""How much of the tray's width a place may be farther along it, instead of one step farther from it."""
_BEFORE: Final = 0.32
"""Where it lies if that is free, in widths of the tray from its middle: before the controls. So what is carried there
passes over them, and not over the words of the lesson at the other end of the name line.
"""


class LobbyParts(NamedTuple):
    """The parts of the middle; ``discs``: both near ones and both far ones, or upper and lower, left and right."""

    channel: Place
    wheel: Place
    discs: tuple[Place, ...]

    @property
    def radius(self) -> float:
        """The radius of the channel's corners, to the middle of its width."""
        return _CHANNEL[0] * min(self.channel.w, self.channel.h)

    @property
    def width(self) -> float:
        """The width of the channel."""
        return max(_CHANNEL[2], _CHANNEL[1] * min(self.channel.w, self.channel.h))


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
    x, y = (wheel.w + stacked) / 2 + _INNER * (free - stacked), _STACKED[1] * across
    side, places = stacked, [(-x, y), (-x, -y), (x, y), (x, -y)]
    if beside > _BESIDE * stacked:
        near, far = (wheel.w / 2 + part * free for part in _IN_ROW[1:])
        side, places = beside, [(-far, 0), (-near, 0), (near, 0), (far, 0)]
    for dx, dy in places:
        shift = (dx, dy) if channel.w >= channel.h else (dy, -dx)
        yield Place(wheel.x + shift[0], wheel.y + shift[1], side, side)


def practice_places(layout: Layout) -> dict[SeatNumber, Place]:
    """Return where each seat's practice pile lies, in the coordinates of its panel.

    It is on the felt before its tray, within the channel: the light that runs there passes it by.
    """
    parts = lobby_parts(layout.centre)
    bends = _Bends.of(parts)
    trays = {seat: panel.bounds for seat, panel in layout.panels.items()}
    found: dict[SeatNumber, Place] = {}
    taken: list[Place] = []
    for seat, panel in layout.panels.items():
        others = (*(bounds for other, bounds in trays.items() if other != seat), *taken)
        strip = _Strip.of(layout, panel, trays[seat], bends.inner)
        near = strip.reach(panel)
        rounds = [one for one in (parts.wheel, *parts.discs) if near.overlaps(one)]
        clear = partial(_clear, panel, bends=bends, rounds=rounds, others=[one for one in others if near.overlaps(one)])
        found[seat] = _clearest(strip.places(panel), clear)
        taken.append(panel.covers(found[seat]))
    return found


class _Strip(NamedTuple):
    """The felt before a tray, in its coordinates: the size of a pile, and the middle of the nearest ones."""

    wide: float
    high: float
    y: float

    @classmethod
    def of(cls, layout: Layout, panel: Panel, bounds: Place, inner: Place) -> _Strip:
        """Return that of a panel that covers ``bounds``; ``inner``: what the channel encloses."""
        unit = min(layout.area.w, layout.area.h) / 1080
        wide = round(min(_PILE[0] * panel.card, _PILE[1] * unit))
        high = round(CARD_ASPECT * wide)
        gap = {
            "south": inner.bottom - bounds.top,
            "north": bounds.bottom - inner.top,
            "west": inner.left - bounds.right,
            "east": bounds.left - inner.right,
        }[panel.edge]
        return cls(wide, high, panel.size[1] / 2 + gap + high / 2)

    def places(self, panel: Panel) -> Iterator[Place]:
        """Yield the places to try, first those near the controls of the name line and near the channel."""
        along = panel.size[0] - self.wide
        for shift, step in _order(panel.runs):
            yield Place(shift * along, self.y + step * _DEEP * panel.card, self.wide, self.high)

    def reach(self, panel: Panel) -> Place:
        """Return all that may be too near to one of these, in the window."""
        deep, room = (_DEEPER - 1) * _DEEP * panel.card, 2 * _CLEAR * self.wide
        whole = Place(0.0, self.y + deep / 2, panel.size[0] + room, self.high + deep + room)
        return panel.covers(whole)


@lru_cache
def _order(runs: int) -> tuple[tuple[float, int], ...]:
    """Return how far along the tray, in parts of it, and how deep the places lie, in the order of trying."""
    shifts = [along / _STEPS - 0.5 for along in range(_STEPS + 1)]
    places = [(shift, step) for step in range(_DEEPER) for shift in shifts]
    return tuple(sorted(places, key=lambda place: abs(place[0] - runs * _BEFORE) + place[1] * _FAR))


class _Bends(NamedTuple):
    """What the channel encloses, without a little felt beside it; its ``radius`` at the corners."""

    inner: Place
    radius: float

    @classmethod
    def of(cls, parts: LobbyParts) -> _Bends:
        """Return that of a middle."""
        channel = parts.channel
        inner = channel.inset(parts.width / 2 + _BESIDE_CHANNEL * min(channel.w, channel.h))
        return cls(inner, parts.radius - (channel.w - inner.w) / 2)

    def gap(self, place: Place) -> float:
        """Return how far a place reaches over the channel, negative; infinite if it lies within it."""
        x, y, w, h = self.inner
        aside, above = abs(place.x - x) + place.w / 2, abs(place.y - y) + place.h / 2
        bend = max(0.0, aside - w / 2 + self.radius), max(0.0, above - h / 2 + self.radius)
        gap = self.radius - math.hypot(*bend)
        return gap if gap < -_HAIR else math.inf


def _clearest(places: Iterable[Place], clear: Callable[[Place], float]) -> Place:
    """Return the first place that is clear enough, or else the clearest one."""
    ways = {}
    for place in places:
        ways[place] = clear(place)
        if ways[place] >= _CLEAR * place.w:
            return place
    return max(ways, key=ways.__getitem__)


def _clear(panel: Panel, place: Place, bends: _Bends, rounds: Sequence[Place], others: Sequence[Place]) -> float:
    """Return how far a place is from wheel, discs and channel, others' trays and places; negative: it lies on one."""
    lies = panel.covers(place)
    gap = bends.gap(lies)
    for round_ in rounds:
        gap = min(gap, _distance(lies, round_) - round_.w / 2)
    for one in others:
        gap = min(gap, max(abs(lies.x - one.x) - (lies.w + one.w) / 2, abs(lies.y - one.y) - (lies.h + one.h) / 2))
    return gap


def _distance(place: Place, point: Place) -> float:
    """Return how far the middle of ``point`` is from a place; 0: it lies in it."""
    dx = max(place.left - point.x, 0.0, point.x - place.right)
    dy = max(place.bottom - point.y, 0.0, point.y - place.top)
    return math.hypot(dx, dy)
