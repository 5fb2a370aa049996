"""The well in a tray in which a seat's dice lie and roll."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageFilter

from kiosk.display.paint.art import rounded, tinted
from kiosk.display.paint.materials import covered
from kiosk.display.paint.theme import BLACK, BRASS, WHITE, rgb, seat_color
from kiosk.game.seats import SeatNumber

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
