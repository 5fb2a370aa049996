"""What is seen of a pile besides its top card: the edges of the cards below it, and the place where one may begin.

The edges are painted as two strips, below the top card and beside it: what it covers is neither kept nor drawn.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import RectLook, SquareLook, rounded, tinted
from kiosk.display.paint.card_art import RADIUS
from kiosk.display.paint.cuts import Cut, frame
from kiosk.display.paint.shapes import SMOOTH, Pen
from kiosk.display.paint.theme import BLACK, DARK_INK, IVORY, IVORY_EDGE, WHITE, Rgba, rgb

AHEAD: Final = 0.5
"""How far a card lies beside the one above it in a pile seen at an angle, in steps."""
_LOOSE: Final = 0.004
"""How far a card lies out of line, at most, in card widths."""
_OWN: Final = 0.6
"""The thickness of the top card itself, in steps."""

_ON_FELT, _ON_LEATHER = 24, 46
"""How dark a place is in its middle, in 255 parts: felt keeps its own colour there, as nothing has to stand out."""
_PRESSED: Final = rgb("03171a")
"""The shade in pressed felt."""


class EdgesLook(Struct, frozen=True):
    """The edges of the cards in a pile of ``cards``, ``w`` by ``h`` pixels each; the top card covers the rest.

    ``step``: how far each card lies below the one above it, in pixels. ``lean``: the side on which the lower cards
    show: -1 left, 0 neither, 1 right. ``part``: ``foot``, below the top card, or ``side``, beside it.
    """

    w: int
    h: int
    cards: int
    step: float
    lean: int
    part: str

    @property
    def depth(self) -> int:
        """How far the pile reaches below its top card, in pixels."""
        return ceil((self.cards - 1 + _OWN) * self.step) + 1

    @property
    def _margins(self) -> tuple[int, int]:
        """How far the pile reaches beside its top card, left and right, in pixels."""
        loose, leaning = _LOOSE * self.w, (self.cards - 1) * self.step * AHEAD
        return ceil(loose + leaning * (self.lean < 0)) + 1, ceil(loose + leaning * (self.lean > 0)) + 1

    @property
    def _corner(self) -> int:
        return ceil(RADIUS * self.w) + 1

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the strip, in pixels from the top card's upper left corner, y downwards."""
        (before, behind), corner = self._margins, self._corner
        if self.part == "foot":
            return -before, self.h - corner, self.w + behind, self.h + self.depth
        left, right = (self.w - corner, self.w + behind) if self.lean > 0 else (-before, corner)
        return left, 0, right, self.h - corner

    @property
    def extent(self) -> tuple[int, int]:
        """Its size."""
        left, top, right, bottom = self.box
        return right - left, bottom - top

    def paint(self) -> Image.Image:
        """Draw the cards from the lowest to the highest, and cut the top card out."""
        before, behind = self._margins
        left, top, right, bottom = self.box
        body = _body(replace(self, part=""), before, behind)
        return body.crop((left + before, top, right + before, bottom))


@lru_cache(maxsize=4)  # both strips of a pile are painted one after the other
def _body(pile: EdgesLook, before: int, behind: int) -> Image.Image:
    """Return the whole pile without its top card, with this much room beside that on the left and on the right."""
    w, h, step = pile.w, pile.h, pile.step
    size, radius = (before + w + behind, h + pile.depth), RADIUS * w * SMOOTH
    line = max(1, round(0.007 * w * SMOOTH))
    large = Image.new("RGBA", (size[0] * SMOOTH, size[1] * SMOOTH))
    draw, loose = ImageDraw.Draw(large), Random(3 * pile.cards + pile.lean)  # noqa: S311
    for below in range(pile.cards - 1, -1, -1):
        aside = below * step * AHEAD * pile.lean + (loose.uniform(-1, 1) * _LOOSE * w if below else 0.0)
        x, y = (before + aside) * SMOOTH, (below or _OWN) * step * SMOOTH
        paper = (IVORY if below % 2 else IVORY_EDGE).mix(DARK_INK, 0.10 if below else 0.38)
        box = (x, y, x + w * SMOOTH - 1, y + h * SMOOTH - 1)
        draw.rounded_rectangle(box, radius, paper.bytes, IVORY_EDGE.mix(BLACK, 0.62).bytes, line)
    body = large.reduce(SMOOTH)
    top = Image.new("L", size)
    top.paste(rounded((w, h), RADIUS * w), (before, 0))
    body.putalpha(ImageChops.multiply(body.getchannel("A"), ImageChops.invert(top)))
    return body


class PlaceLook(RectLook, frozen=True):
    """A place for a pile, pressed into the felt or the leather; ``thread``: the colour of its stitches, if any."""

    thread: Rgba | None = None

    def paint(self) -> Image.Image:
        """Draw the shade along its edge, and light on the edge that faces the lamp's far side."""
        size, radius = self.extent, RADIUS * self.w
        mask = rounded(size, radius)
        reach = max(2.0, 0.055 * self.w)
        grown = Image.new("L", (self.w + 8, self.h + 8))
        grown.paste(mask, (4, 4))
        soft = grown.filter(ImageFilter.GaussianBlur(reach)).crop((4, 4, 4 + self.w, 4 + self.h))
        within, dark = (_ON_FELT, _PRESSED) if self.thread is None else (_ON_LEATHER, BLACK)
        shade = ImageChops.multiply(soft.point(lambda level: round(within + 0.75 * (255 - level))), mask)
        picture = tinted(shade, dark)
        inner = Image.new("L", size)
        line = max(1, round(0.012 * self.w))
        inner.paste(rounded((self.w - 2 * line, self.h - 2 * line), radius - line), (line, line))
        picture.alpha_composite(tinted(ImageChops.subtract(mask, inner), WHITE.fade(0.07)))
        if self.thread is not None:
            picture.alpha_composite(tinted(_stitches(self.w, self.h, radius), self.thread))
        return picture


_DASHES: Final = 0.12
"""The width of a dashed frame with its shadow, from the edge of its picture, in widths of that."""


class DashedLook(RectLook, frozen=True):
    """A dashed frame around a piece, white: it did not go there."""

    @property
    def cut(self) -> Cut:
        """Return the frame without what lies in it."""
        hidden = 2 * _DASHES * self.w
        return frame(self.extent, (self.w - hidden, self.h - hidden), self.extent, 0.04 * self.w)

    def paint(self) -> Image.Image:
        """Draw the dashes on their shadow."""
        mask = _stitches(self.w, self.h, RADIUS * self.w, 0.03)
        picture = tinted(mask.filter(ImageFilter.GaussianBlur(0.02 * self.w)), BLACK)
        picture.alpha_composite(tinted(mask, WHITE))
        return picture


class ArrowLook(SquareLook, frozen=True):
    """A bold arrow that points up, white on its shadow: a piece goes there."""

    def paint(self) -> Image.Image:
        """Draw its shaft and its head."""
        pen = Pen(self.size)
        pen.stroke([(0, 0.76), (0, -0.6)], 0.27)
        pen.stroke([(-0.56, -0.1), (0, -0.66), (0.56, -0.1)], 0.27)
        mask = pen.done()
        shade = mask.filter(ImageFilter.GaussianBlur(0.05 * self.size)).point(lambda level: min(255, 3 * level))
        picture = tinted(shade, BLACK.fade(0.85))
        picture.alpha_composite(tinted(mask, WHITE))
        return picture


def _stitches(w: int, h: int, radius: float, thick: float = 0.014) -> Image.Image:
    """Return dashes along the inside of a rounded rectangle; ``thick``: their width, in widths of the rectangle."""
    inset, dash = max(3.0, 0.05 * w), max(3.0, 0.06 * w)
    mask = Image.new("L", (w * SMOOTH, h * SMOOTH), 0)
    draw, width = ImageDraw.Draw(mask), max(1, round(max(1.0, thick * w) * SMOOTH))
    for length, line in (
        (w - 2 * inset - radius, lambda at: [(at, inset), (at, h - inset)]),
        (h - 2 * inset - radius, lambda at: [(inset, at), (w - inset, at)]),
    ):
        count = max(1, round(length / (2 * dash)))
        step = length / count
        for number in range(count):
            start = inset + radius / 2 + step * (number + 0.25)
            for (ax, ay), (bx, by) in zip(line(start), line(start + step / 2), strict=True):
                draw.line([(ax * SMOOTH, ay * SMOOTH), (bx * SMOOTH, by * SMOOTH)], 255, width)
    return mask.reduce(SMOOTH)
