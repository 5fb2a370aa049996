"""The ghost hand that shows how something is done; its finger points upwards."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageChops, ImageFilter

from kiosk.display.paint.art import shape_mask, tinted
from kiosk.display.paint.theme import DARK_INK, INK, Rgba


@dataclass(frozen=True, slots=True)
class HandLook:
    """A white hand with a dark outline and a soft shadow, in a square of ``size`` pixels."""

    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.size, self.size

    def paint(self) -> Image.Image:
        """Draw shadow, outline and hand."""
        margin = max(2, self.size // 10)
        hand = Image.new("L", self.extent, 0)
        hand.paste(shape_mask("icon hand", self.size - 2 * margin), (margin, margin))
        wide = max(3, 2 * (self.size // 28) + 1)
        outline = hand.filter(ImageFilter.MaxFilter(wide))
        fallen = ImageChops.offset(outline.filter(ImageFilter.GaussianBlur(margin / 3)), 0, margin // 3)
        picture = tinted(fallen, Rgba(0, 0, 0, 0.45))
        picture.alpha_composite(tinted(outline, DARK_INK))
        picture.alpha_composite(tinted(hand, INK))
        return picture
