"""The table painted small: the plan on the pages of the staff, and a knob of brass for its sliders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from kiosk.display.paint.art import RectLook, put_centred, rounded, tinted
from kiosk.display.paint.base import BaseLook, Tray
from kiosk.display.paint.brass_art import RoundLook, brass, with_shadow
from kiosk.display.paint.shapes import SMOOTH
from kiosk.display.paint.theme import BLACK, BRASS

LARGEST: Final = 1100
"""The longer side of a plan's picture at most, in pixels: on a larger screen it is shown enlarged."""


class PlanLook(RectLook, frozen=True):
    """The table from above, with a lit tray at each seat, ``w`` by ``h`` pixels."""

    trays: tuple[Tray, ...]

    def paint(self) -> Image.Image:
        """Draw the table as large tables are drawn, with rounded corners."""
        side = min(self.w, self.h)
        picture = BaseLook(self.w, self.h, 0.026 * side, self.trays).paint().convert("RGBA")
        picture.putalpha(rounded(picture.size, 0.03 * side))
        return picture


def plan_look(w: float, h: float, trays: Iterable[Tray]) -> PlanLook:
    """Return the picture of a plan that is shown at this size."""
    part = min(1.0, LARGEST / max(w, h))
    made = (
        Tray(tray.seat, part * tray.x, part * tray.y, part * tray.w, part * tray.h, tray.rotation) for tray in trays
    )
    return PlanLook(round(part * w), round(part * h), tuple(made))


class KnobLook(Struct, frozen=True):
    """The knob of a slider, with three grooves, ``size`` pixels wide without its shadow."""

    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw two discs of brass, one in the other, and the grooves."""
        picture = RoundLook(self.size, BRASS.mix(BLACK, 0.5), rim=0.12).paint()
        middle, inner = picture.width / 2, round(0.74 * self.size)
        disc = brass(inner, inner).convert("RGBA")
        disc.putalpha(rounded((inner, inner), inner / 2))
        put_centred(picture, disc, middle, middle)
        large = Image.new("L", (inner * SMOOTH, inner * SMOOTH), 0)
        draw = ImageDraw.Draw(large)
        for x, reach in ((0.34, 0.16), (0.5, 0.21), (0.66, 0.16)):
            ends = [(x * large.width, (0.5 + side * reach) * large.height) for side in (-1, 1)]
            draw.line(ends, 255, max(2, round(0.055 * large.width)))
        grooves = large.resize((inner, inner), Image.Resampling.LANCZOS)
        put_centred(picture, tinted(grooves, BRASS.mix(BLACK, 0.78)), middle, middle)
        return picture
