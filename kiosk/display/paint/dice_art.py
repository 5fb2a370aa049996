"""Dice and the spaces of their board, drawn like the cards (``kiosk.display.paint.art``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageFilter

from kiosk.display.paint.art import card_margin, color_field, put, put_centred, rounded, shadow, shape_mask, tinted
from kiosk.display.paint.theme import CARD_COLORS, CARD_INKS, TABLE_DEEP, WHITE, Rgba, color_of
from kiosk.game.colors import Color

_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The places of the pips of each value."""
_PIP_APART: Final = 0.24
_PIP: Final = 0.225
_ONLY_PIP: Final = 0.34
"""The size of the pip of a one, which is larger so that its shape can be recognised."""


def _paint_pips(field: Image.Image, value: int, color: Color, ink: Rgba) -> None:
    """Draw pips with the shape of the die's colour: legible from every side and for colour-blind players."""
    side = field.width
    pip = tinted(shape_mask(f"color {int(color)}", max(5, round(side * (_ONLY_PIP if value == 1 else _PIP)))), ink)
    for x, y in _PIPS[value]:
        put_centred(field, pip, side * (0.5 + x * _PIP_APART), side * (0.5 + y * _PIP_APART))


@dataclass(frozen=True, slots=True)
class DieLook:
    """A die, ``w`` pixels wide: with a face (``r3``) or without (``r``), at rest or rolling."""

    die: str
    w: int
    rolls: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Size with the shadow."""
        side = self.w + 2 * card_margin(self.w)
        return side, side

    def paint(self) -> Image.Image:
        """Draw it rounded and lit from above; a blank one has its colour's shape hollow, a rolling one whirls that."""
        color, ink = CARD_COLORS[color_of(self.die)], CARD_INKS[color_of(self.die)]
        margin, radius = card_margin(self.w), self.w * 0.22
        rim = max(1, round(self.w * 0.05))
        die = Image.new("RGBA", self.extent)
        put(die, tinted(rounded((self.w, self.w), radius), color.mix(TABLE_DEEP, 0.35)), margin, margin)
        side = self.w - 2 * rim
        field = color_field(side, side, color.mix(WHITE, 0.06), radius - rim).copy()
        if len(self.die) > 1:
            _paint_pips(field, int(self.die[1:]), color_of(self.die), ink)
        else:
            put_centred(
                field, tinted(_hollow(color_of(self.die), round(side * 0.66)), ink.fade(0.55)), side / 2, side / 2
            )
        put(die, field, margin + rim, margin + rim)
        if self.rolls:
            return _whirled(die)
        picture = shadow(self.w, self.w, margin, radius).copy()
        picture.alpha_composite(die)
        return picture


def _hollow(color: Color, size: int) -> Image.Image:
    """Return the colour's shape with its middle cut out, so that it is not mistaken for a pip."""
    shape, hole = (shape_mask(f"color {int(color)}", round(size * part)) for part in (1, 0.66))
    shape = shape.copy()
    corner = ((size - hole.width) // 2, (size - hole.height) // 2)
    shape.paste(0, (*corner, corner[0] + hole.width, corner[1] + hole.height), hole)
    return shape


def _whirled(die: Image.Image) -> Image.Image:
    """Return a blurred die that turns too fast for the eye."""
    small = die.resize((round(die.width * 0.84), round(die.height * 0.84)), Image.Resampling.LANCZOS)
    start = ((die.width - small.width) // 2, (die.height - small.height) // 2)
    still = Image.new("RGBA", die.size)
    still.paste(small, start)
    whirl = Image.new("RGBA", die.size)
    for turn, strength in ((50, 0.35), (34, 0.5), (18, 0.75)):
        ghost = still.rotate(turn, Image.Resampling.BICUBIC)
        ghost.putalpha(ghost.getchannel("A").point(lambda level, part=strength: round(level * part)))
        whirl.alpha_composite(ghost)
    return whirl.filter(ImageFilter.GaussianBlur(die.width * 0.03))


@dataclass(frozen=True, slots=True)
class SpaceLook:
    """A free space of the board: the pips of its die in a hollow; ``bright``: it is the next one of its colour."""

    die: str
    w: int
    bright: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return self.w, self.w

    def paint(self) -> Image.Image:
        """Draw the space in its colour, dark or bright."""
        color = CARD_COLORS[color_of(self.die)]
        radius = self.w * 0.18
        rim = max(1, round(self.w * (0.05 if self.bright else 0.022)))
        edge = color.mix(WHITE, 0.45) if self.bright else color.fade(0.6)
        ground = TABLE_DEEP.mix(color, 0.42 if self.bright else 0.16)
        picture = tinted(rounded((self.w, self.w), radius), edge)
        side = self.w - 2 * rim
        inner = Image.new("L", self.extent, 0)
        inner.paste(rounded((side, side), radius - rim), (rim, rim))
        picture.paste(tinted(inner, ground), (0, 0), inner)
        field = Image.new("RGBA", self.extent)
        _paint_pips(field, int(self.die[1:]), color_of(self.die), color.mix(WHITE, 0.75 if self.bright else 0.12))
        if not self.bright:
            field.putalpha(field.getchannel("A").point(lambda level: round(level * 0.62)))
        picture.alpha_composite(field)
        return picture
