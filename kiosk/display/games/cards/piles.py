"""The piles in the middle of the table: their heights, shadows and medals, and the places where one may begin."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from kiosk.display.paint.art import Look, PatchLook
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.card_art import RADIUS
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.pile_art import AHEAD, EdgesLook, PlaceLook
from kiosk.display.paint.theme import BLACK, Rgba, seat_color
from kiosk.game.cards.cards import NUMBERS
from kiosk.game.refusals import RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.layout.call_room import askew, parted
from kiosk.layout.table_layout import Frame, Layout, Place
from kiosk.system.latest import latest

_STEP: Final = 0.026
"""The thickness of a card as it is seen in a pile, in heights of a card."""
_HIGHEST: Final = NUMBERS - 1
"""The number of cards in the highest open pile."""
_LEANS_FROM: Final = 0.12
"""How far beside the lamp a pile is seen at an angle, in widths of the table."""
_MEDAL: Final = (0.27, 0.34)
"""Diameter of a medal in card widths, at least and at most."""
_MEDAL_PX: Final = 26
"""The diameter that it has between the two."""
_INSET: Final = 0.05
"""Distance of a medal's middle from the card's corner, in card widths."""
_LINE: Final = 0.08
"""The width of the line of light in its owner's colour around a top card, in card widths."""
_CAST: Final = 1.1
"""How far a shadow falls where ``PilePlace.away`` is 1, in heights of the pile."""


class PilePlace(NamedTuple):
    """A cell of the grid, and how a pile in it is seen.

    ``step``: the thickness of a card, in pixels; ``lean``: the side on which the lower cards show, that of the middle
    (-1 left, 0 neither, 1 right); ``away``: the direction away from the lamp, (0, 0) below it, 0.5 at the edges;
    ``turn``: degrees counter-clockwise by which the pile lies askew; ``scale``: how large it is seen then, relative to
    its cell.
    """

    place: Place
    step: float
    lean: int
    away: tuple[float, float]
    turn: float = 0.0
    scale: float = 1.0

    def top(self, height: int) -> Place:
        """Return where the top card of a pile of ``height`` cards lies, its sides on whole pixels.

        A pile grows to both sides of its cell's middle.
        """
        x, y, w, h = self.place
        return Place(round(x - w / 2) + w / 2, round(y - h / 2 + self._rise(height)) + h / 2, w, h)

    def top_seen(self, height: int) -> Place:
        """Return the same for a pile that may lie askew: its top card's middle, and its size in its cell."""
        if self.is_upright:
            return self.top(height)
        x, y, w, h = self.place
        top = self._replace(place=Place(0, 0, w, h)).top(height)
        return Place(*Frame(x, y, self.turn).to_window(self.scale * top.x, self.scale * top.y), w, h)

    @property
    def seen(self) -> Place:
        """The place of a card on it, before it was turned."""
        return self.place._replace(w=self.scale * self.place.w, h=self.scale * self.place.h)

    @property
    def is_upright(self) -> bool:
        """True if it lies as in its cell, neither askew nor smaller."""
        return not self.turn and self.scale == 1

    def _rise(self, height: int) -> float:
        """Return how far the top card lies above the cell's middle, and the lowest one below it."""
        return (height - 1) * self.step / 2

    def edges(self, height: int) -> tuple[EdgesLook, ...]:
        """Return the strips of the cards under the top card."""
        parts = ("foot", "side") if self.lean and height > 1 else ("foot",)
        w, h = round(self.place.w), round(self.place.h)
        return tuple(EdgesLook(w, h, height, self.step, self.lean, part) for part in parts)

    def draw_shadow(self, sketch: Sketch, height: int) -> None:
        """Draw the shadow of a pile, which falls away from the lamp; a higher pile's is longer and softer."""
        x, y, w, h = self.place
        right, up = (side * self._cast(height) for side in self.away)
        middle = Frame(x, y).to_window(self.scale * right, self.scale * (up - self._rise(height)))
        below = Place(*middle, self.scale * w, self.scale * h)
        sketch.shade(self.shadow(height), below, BLACK.fade(0.7))

    def shadow(self, height: int) -> PatchLook:
        """Return the shadow of a pile; its middle, which is not drawn, is below the pile wherever it falls."""
        w, thick = self.place.w, height * self.step
        radius = max(0.09 * w, 0.03 * w + self._cast(height) / 2)
        return PatchLook("shade", round(radius), round(0.06 * w + 0.3 * thick))

    def _cast(self, height: int) -> float:
        """Return how far a shadow falls where ``away`` is 1, in pixels."""
        return _CAST * height * self.step + 0.04 * self.place.w

    def draw_edges(self, sketch: Sketch, height: int, tint: Rgba) -> None:
        """Draw the strips of the cards under the top card."""
        top = self.top(height)
        for look in self.edges(height):
            left, upper, right, lower = look.box
            sketch.picture(look, top.left + (left + right) / 2, top.top - (upper + lower) / 2, tint)

    def draw_empty(self, sketch: Sketch, tint: Rgba) -> None:
        """Draw the place where a pile may begin."""
        sketch.picture(self.empty, self.place.x, self.place.y, tint)

    @property
    def empty(self) -> PlaceLook:
        """The place where a pile may begin."""
        return PlaceLook(round(self.place.w), round(self.place.h))


def pile_places(layout: Layout) -> tuple[PilePlace, ...]:
    """Return the cells of the grid with what the piles in them look like."""
    return _pile_places(layout.cells, layout.area)


def places_now(
    layout: Layout, piles: Collection[tuple[int, str]], caller: SeatNumber | None, ended_by: str | None
) -> tuple[PilePlace, ...]:
    """Return the same, as the piles lie now: a Stop that was called has moved them aside, and turned the nearest.

    Where they need it, they are smaller than their cells.
    """
    if caller is None or ended_by != RoundEnd.STOP:
        return pile_places(layout)
    return _moved_places(layout, frozenset(cell for cell, _ in piles), caller)


@latest  # ground, middle and effects of a Stop ask for the same, in one frame
def _moved_places(layout: Layout, taken: frozenset[int], caller: SeatNumber) -> tuple[PilePlace, ...]:
    moved, turns = parted(layout, taken, askew(layout, caller))
    return tuple(
        place._replace(place=place.place._replace(x=cell.x, y=cell.y), turn=turn, scale=cell.w / place.place.w)
        for place, cell, turn in zip(pile_places(layout), moved, turns, strict=True)
    )


@lru_cache(maxsize=4)
def _pile_places(cells: tuple[Place, ...], area: Place) -> tuple[PilePlace, ...]:
    step = _step(cells)
    found = []
    for place in cells:
        away = (place.x - area.x) / area.w, (place.y - area.y) / area.h
        lean = 0 if abs(away[0]) < _LEANS_FROM else -round(math.copysign(1, away[0]))
        found.append(PilePlace(place, step, lean, away))
    return tuple(found)


def _step(cells: Sequence[Place]) -> float:
    """Return the thickness of a card: less where the cells are so close together that the highest piles would touch."""
    wide, tall = cells[0].w, cells[0].h
    rows = sorted({place.y for place in cells})
    columns = sorted(place.x for place in cells if place.y == cells[0].y)
    above = min((high - low for low, high in pairwise(rows)), default=2 * tall) - tall
    beside = min((right - left for left, right in pairwise(columns)), default=2 * wide) - wide
    return max(1.0, min(_STEP * tall, above / _HIGHEST, (0.8 * beside - 2) / (AHEAD * (_HIGHEST - 1))))


def looks_of_all(layout: Layout) -> Iterator[Look]:
    """Yield the edges and shadows of every pile that a round may show, and the empty place."""
    for place in {place.lean: place for place in pile_places(layout)}.values():
        yield from (place.empty, _line(place.place))
        for height in range(1, _HIGHEST + 1):
            yield place.shadow(height)
            yield from place.edges(height)


def medal(seat: SeatNumber, place: Place) -> MedalLook:
    """Return the sign of the seat that laid a pile's top card."""
    least, most = (share * place.w for share in _MEDAL)
    return MedalLook(seat, round(min(max(least, _MEDAL_PX), most)))


def draw_medal(sketch: Sketch, seat: SeatNumber, top: Place, tint: Rgba) -> None:
    """Draw the medal on a top card, half over its upper right corner, where it covers no numeral."""
    sketch.picture(medal(seat, top), top.right - _INSET * top.w, top.top - _INSET * top.w, tint)


def draw_owner(sketch: Sketch, seat: SeatNumber, top: Place, tint: Rgba, *, turned: bool = False) -> None:
    """Draw the line of light around a top card in its owner's colour, and the medal; of a ``turned`` one the medal."""
    if turned:
        draw_medal(sketch, seat, top, tint)
        return
    look, color = _line(top), seat_color(seat)
    shaded = Rgba(color.r * tint.r, color.g * tint.g, color.b * tint.b, tint.a)
    sketch.shade(look, top, shaded)
    draw_medal(sketch, seat, top, tint)


def _line(place: Place) -> PatchLook:
    return PatchLook("rim", round(RADIUS * place.w), max(4, round(_LINE * place.w)))
