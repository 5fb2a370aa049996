"""The layout of the lobby: the channel of light, wheel and discs in the middle, and where each seat practises."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.inviting import wheel_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import CARD_ASPECT, Layout, Panel

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
        found[seat] = _Felt.before(panel, layout, bends, (parts.wheel, *parts.discs), others).clearest(panel)
        taken.append(panel.covers(found[seat]))
    return found


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


class _Felt(NamedTuple):
    """The felt before a tray, all in that tray's coordinates: hundreds of places are tried there.

    ``nearest``: a pile before the middle of the tray, as near to it as one can lie; ``rounds``: wheel and discs;
    ``others``: others' trays and piles; of both those that may be too near.
    """

    nearest: Place
    bends: _Bends
    rounds: Sequence[Place]
    others: Sequence[Place]

    @classmethod
    def before(
        cls, panel: Panel, layout: Layout, bends: _Bends, rounds: Sequence[Place], others: Sequence[Place]
    ) -> _Felt:
        """Return that of a panel; what lies around it is given in the window."""
        unit = min(layout.area.w, layout.area.h) / 1080
        wide = round(min(_PILE[0] * panel.card, _PILE[1] * unit))
        high = round(CARD_ASPECT * wide)
        inner = _seen_from(panel, bends.inner)
        nearest = Place(0.0, inner.bottom + high / 2, wide, high)
        deep, room = (_DEEPER - 1) * _DEEP * panel.card, 2 * _CLEAR * wide
        reach = Place(0.0, nearest.y + deep / 2, panel.size[0] + room, high + deep + room)
        near = (
            [one for one in (_seen_from(panel, place) for place in places) if reach.overlaps(one)]
            for places in (rounds, others)
        )
        return cls(nearest, bends._replace(inner=inner), *near)

    def clearest(self, panel: Panel) -> Place:
        """Return the first place that is clear enough, or else the clearest one.

        Those near the controls of the name line and near the channel are tried first.
        """
        x, y, w, h = self.nearest
        along, deep, enough = panel.size[0] - w, _DEEP * panel.card, _CLEAR * w
        found, most = self.nearest, -math.inf
        for shift, step in _order(panel.runs):
            place = Place(x + shift * along, y + step * deep, w, h)
            clear = self._clear(place, most)
            if clear > most + _HAIR:
                found, most = place, clear
                if clear >= enough:
                    break
        return found

    def _clear(self, place: Place, most: float) -> float:
        """Return how far a place is from wheel, discs and channel, others' trays and piles; negative: it lies on one.

        If that is no more than ``most``, what the first of them leaves that shows it.
        """
        x, y, w, h = place
        clear = math.inf
        for its_x, its_y, wide, high in self.others:
            clear = min(clear, max(abs(x - its_x) - (w + wide) / 2, abs(y - its_y) - (h + high) / 2))
            if clear <= most:
                return clear
        for its_x, its_y, wide, _ in self.rounds:
            aside, above = max(0.0, abs(x - its_x) - w / 2), max(0.0, abs(y - its_y) - h / 2)
            clear = min(clear, math.hypot(aside, above) - wide / 2)
            if clear <= most:
                return clear
        return min(clear, self.bends.gap(place))


def _seen_from(panel: Panel, place: Place) -> Place:
    """Return a place of the window in the coordinates of a panel."""
    turned = Frame(0, 0, -panel.frame.rotation)
    x, y = turned.to_window(place.x - panel.frame.x, place.y - panel.frame.y)
    return Place(x, y, place.w, place.h) if turned.rotation % 180 == 0 else Place(x, y, place.h, place.w)


@lru_cache
def _order(runs: int) -> tuple[tuple[float, int], ...]:
    """Return how far along the tray, in parts of it, and how deep the places lie, in the order of trying."""
    shifts = [along / _STEPS - 0.5 for along in range(_STEPS + 1)]
    places = [(shift, step) for step in range(_DEEPER) for shift in shifts]
    return tuple(sorted(places, key=lambda place: abs(place[0] - runs * _BEFORE) + place[1] * _FAR))
