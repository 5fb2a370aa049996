"""The picture of a domino."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from kiosk.display.paint.theme import DARK_INK, IVORY, IVORY_EDGE, seat_color
from kiosk.game.seats import SeatNumber

_SHARPER: Final = 4
_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_APART: Final = 0.25
_PIP: Final = 0.085


@dataclass(frozen=True, slots=True)
class DominoLook:
    """A tile of ``w`` by ``h`` pixels, upright if it is taller than wide: its first number is at the top or the left.

    ``seat``: the seat that laid it, whose colour surrounds it; None: it has not been laid.
    """

    first: int
    second: int
    w: int
    h: int
    seat: SeatNumber | None = None

    @property
    def extent(self) -> tuple[int, int]:
        """Its size in pixels."""
        return self.w, self.h

    def paint(self) -> Image.Image:
        """Draw it in ivory, with a line between the halves and round pips."""
        wide, high = self.w * _SHARPER, self.h * _SHARPER
        side = min(wide, high)
        picture = Image.new("RGBA", (wide, high))
        draw = ImageDraw.Draw(picture)
        rim = (IVORY_EDGE if self.seat is None else seat_color(self.seat)).bytes
        edge = max(_SHARPER, round(0.07 * side))
        draw.rounded_rectangle((0, 0, wide - 1, high - 1), 0.18 * side, fill=IVORY.bytes, outline=rim, width=edge)
        upright = high > wide
        line = (0.2 * wide, high / 2, 0.8 * wide, high / 2) if upright else (wide / 2, 0.2 * high, wide / 2, 0.8 * high)
        draw.line(line, fill=IVORY_EDGE.bytes, width=max(_SHARPER, round(0.03 * side)))
        for half, number in ((-1, self.first), (1, self.second)):
            x = wide / 2 + (0 if upright else half * wide / 4)
            y = high / 2 + (half * high / 4 if upright else 0)
            for across, down in _PIPS[number]:
                px, py, radius = x + across * _APART * side, y + down * _APART * side, _PIP * side
                draw.ellipse((px - radius, py - radius, px + radius, py + radius), fill=DARK_INK.bytes)
        return picture.resize((self.w, self.h), Image.Resampling.LANCZOS)


def tile_look(tile: str, w: float, h: float, seat: SeatNumber | None = None) -> DominoLook:
    """Return the look of a tile, written as in messages (``2-5``)."""
    first, second = tile.split("-")
    return DominoLook(int(first), int(second), max(8, round(w)), max(8, round(h)), seat)
