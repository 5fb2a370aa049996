"""The well in a tray in which a seat's dice lie and roll: their places in it, and its look."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from msgspec import Struct
from PIL import Image, ImageChops, ImageFilter

from kiosk.display.paint.art import rounded, tinted
from kiosk.display.paint.materials import covered
from kiosk.display.paint.theme import BLACK, BRASS, WHITE, rgb, seat_color
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Panel
from kiosk.protocol import DIE, SeatView, Snapshot

_HIGH: Final = 0.78
"""The share of a well's height that dice cover at most."""
_STEP: Final = 1.2
"""From how much larger dice on there is a size between the largest and that of a full well."""
_EDGE: Final = 0.12
"""The room beside dice that lie in one row, in card widths."""
_GAP: Final = 0.06
"""The least gap between two dice, in widths of a card."""
_UNEVEN: Final = (0.4, -0.7, 0.9, -0.3, -1.0, 0.6, 0.0)
"""How far dice lie above the middle of the well, as parts of the room that there is."""


def well_places(panel: Panel, thrown: int) -> tuple[Place, ...]:
    """Return the place of each of the dice that were thrown together."""
    usual = [place for name, place in panel.places.items() if name.startswith(DIE)]
    row = sum(place.y == usual[0].y for place in usual)
    if not thrown or thrown >= len(usual):
        return tuple(usual[:thrown])
    first, last, well = usual[0], usual[row - 1], panel.places["well"]
    gap, full = _GAP * panel.card, abs(last.x - first.x) + first.w
    span = max(full, well.w - 2 * _EDGE * panel.card) + gap
    size = next((size for size in die_sizes(panel) if thrown * (size + gap) <= span), None)
    if size is None:
        return tuple(usual[:thrown])
    way = span / thrown * (1 if last.x >= first.x else -1)
    room = max(0.0, 0.5 * (0.84 * well.h - size))
    return tuple(
        Place(well.x + (number - (thrown - 1) / 2) * way, well.y + room * _UNEVEN[number % len(_UNEVEN)], size, size)
        for number in range(thrown)
    )


def die_sizes(panel: Panel) -> tuple[float, ...]:
    """Return the sizes of dice, the largest first: where there is room for it, between, and in a full well."""
    usual = panel.places[f"{DIE}0"].w
    large = max(usual, _HIGH * panel.places["well"].h)
    return (large, math.sqrt(large * usual), usual) if large > _STEP * usual else (large, usual)


Tray: TypeAlias = tuple[str | None, ...]
"""The content of each place: a die (``r3``), before the first roll its colour (``r``), None where one was taken."""


class Trays:
    """Every seat's tray across snapshots, which contain only a sorted list of the dice left."""

    def __init__(self) -> None:
        self._trays: dict[SeatNumber, Tray] = {}
        self._rolls: dict[SeatNumber, int] = {}

    def __getitem__(self, seat: SeatNumber) -> Tray:
        return self._trays.get(seat, ())

    def follow(self, snapshot: Snapshot) -> None:
        """Update from a newer snapshot."""
        for view in snapshot.seats:
            rolled = view.rolling_until not in (0, self._rolls.get(view.seat, 0))
            self._trays[view.seat] = view.dice if rolled else _kept(self[view.seat], view)
            self._rolls[view.seat] = view.rolling_until or self._rolls.get(view.seat, 0)


def slot_of(tray: Tray, die: str) -> int | None:
    """Return the first place of the tray with such a die, None if there is none."""
    return tray.index(die) if die in tray else None


def _kept(tray: Tray, view: SeatView) -> Tray:
    """Return the tray with only these dice left in it, or a new tray if there are dice that were not in it.

    Of equal dice the first one is removed: it is also the one that is seen to leave its place under a finger.
    """
    left = list(view.dice)
    kept: list[str | None] = []
    for die in reversed(tray):
        there = die in left
        if die is not None and there:
            left.remove(die)
        kept.append(die if there else None)
    return view.dice if left else tuple(reversed(kept))


_FELT: Final = rgb("22302e")
_CORNER: Final = 0.27
"""The radius of its corners, as a fraction of its height, but at most that of a well for one row of dice."""


class WellLook(Struct, frozen=True):
    """A well, lined with felt and lit by its seat's bar of light; ``unit``: as in the panel."""

    seat: SeatNumber
    w: int
    h: int
    unit: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height."""
        return self.w, self.h

    def paint(self) -> Image.Image:
        """Draw felt, light, the shade of its edge and a thin rim."""
        size, radius, unit = self.extent, _CORNER * min(self.h, 1.6 * self.unit), self.unit
        mask, color = rounded(size, radius), seat_color(self.seat)
        slope = Image.linear_gradient("L").resize(size, Image.Resampling.BICUBIC)
        near = slope.point(lambda level: round(0.34 * 255 * (level / 255) ** 2.4))
        felt = covered("felt", size, _FELT.mix(color, 0.12)).convert("RGBA")
        felt.alpha_composite(tinted(near, color))
        edge = Image.new("L", size, 0)
        inset, down = max(1, round(0.02 * unit)), max(1, round(0.05 * unit))
        edge.paste(rounded((size[0] - 2 * inset, size[1] - 2 * inset), radius - inset), (inset, inset + down))
        shade = ImageChops.invert(edge.filter(ImageFilter.GaussianBlur(0.10 * unit)))
        felt.alpha_composite(tinted(shade.point(lambda level: min(255, round(1.3 * level))), BLACK.fade(0.72)))
        felt.putalpha(mask)
        line = max(2, round(0.030 * unit))
        inner = Image.new("L", size, 0)
        inner.paste(rounded((size[0] - 2 * line, size[1] - 2 * line), max(1.0, radius - line)), (line, line))
        felt.alpha_composite(
            tinted(ImageChops.subtract(mask, inner), BRASS.mix(color, 0.45).mix(WHITE, 0.10).fade(0.85))
        )
        return felt
