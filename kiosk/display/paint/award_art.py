"""The medals of a match's awards: a rosette of gold on ribbons, and in its enamel what it was given for."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageFilter

from kiosk.display.paint.art import disc, kept, put_centred, stamp, tinted
from kiosk.display.paint.brass_art import METALS, domed, margin_of, polished, with_shadow
from kiosk.display.paint.icons import ICONS
from kiosk.display.paint.shapes import Pen, arc
from kiosk.display.paint.theme import BLACK, IVORY, WHITE, Rgba, rgb
from kiosk.game.awards import AwardKind

_LOBES: Final = 14
_RIBBON: Final = rgb("b3262e")


def _hands(pen: Pen) -> None:
    """Draw a hand that leaves a trail."""
    for y, begin in ((-0.4, -0.95), (0.06, -0.75), (0.52, -0.95)):
        pen.stroke([(begin, y), (-0.42, y)], 0.16)
    for y, tip in ((-0.52, 0.78), (-0.2, 0.95), (0.12, 0.9), (0.42, 0.7)):
        pen.stroke([(0.0, y), (tip, y)], 0.24)
    pen.area([(-0.24, -0.6), (0.24, -0.64), (0.24, 0.56), (0.0, 0.62), (-0.24, 0.4)])
    pen.stroke([(-0.08, -0.5), (0.26, -0.88)], 0.24)


def _race(pen: Pen) -> None:
    """Draw two arrows, one ahead of the other."""
    for y, tip in ((-0.42, 0.85), (0.42, 0.2)):
        pen.stroke([(-0.85, y), (tip - 0.1, y)], 0.24)
        pen.stroke([(tip - 0.36, y - 0.32), (tip, y), (tip - 0.36, y + 0.32)], 0.22)


def _pennant(pen: Pen) -> None:
    pen.stroke([(-0.55, -0.85), (-0.55, 0.9)], 0.2)
    pen.area([(-0.55, -0.85), (0.85, -0.4), (-0.55, 0.1)])


def _chequered(pen: Pen) -> None:
    """Draw the flag at the finish."""
    pen.stroke([(-0.7, -0.85), (-0.7, 0.9)], 0.18)
    for row in range(3):
        for column in range(4):
            if (row + column) % 2 == 0:
                x, y = -0.64 + 0.39 * column, -0.85 + 0.36 * row
                pen.area([(x, y), (x + 0.39, y), (x + 0.39, y + 0.36), (x, y + 0.36)])
    pen.stroke([(-0.64, -0.82), (0.9, -0.82), (0.9, 0.2), (-0.64, 0.2)], 0.09)


def _rocket(pen: Pen) -> None:
    pen.area([(0.0, -0.98), (0.3, -0.55), (0.34, 0.4), (-0.34, 0.4), (-0.3, -0.55)])
    for side in (-1, 1):
        pen.area([(side * 0.32, -0.02), (side * 0.78, 0.56), (side * 0.32, 0.42)])
    pen.area([(-0.22, 0.48), (0.22, 0.48), (0.0, 0.98)])
    pen.disc(0, -0.3, 0.15, 0)


def _row(pen: Pen) -> None:
    """Draw three cards that follow each other."""
    for x in (-0.98, -0.26, 0.46):
        pen.area([(x, -0.7), (x + 0.52, -0.7), (x + 0.52, 0.36), (x, 0.36)])
    pen.stroke([(-0.8, 0.72), (0.72, 0.72)], 0.16)
    pen.stroke([(0.5, 0.5), (0.78, 0.72), (0.5, 0.94)], 0.16)


def _target(pen: Pen) -> None:
    for radius, fill in ((0.92, 255), (0.68, 0), (0.5, 255), (0.27, 0), (0.14, 255)):
        pen.disc(0, 0, radius, fill)


def _flame(pen: Pen) -> None:
    pen.area([(0.1, -0.98), (0.5, -0.4), (0.66, 0.14), (0.6, 0.5), (0.34, 0.85), (-0.34, 0.85), (-0.6, 0.5)])
    pen.area([(-0.6, 0.5), (-0.62, 0.1), (-0.4, -0.3), (-0.2, 0.0), (0.1, -0.98), (0.2, 0.4)])
    pen.disc(0.02, 0.48, 0.5)
    pen.area([(0.04, -0.06), (0.3, 0.42), (0.2, 0.74), (-0.16, 0.74), (-0.24, 0.42)], 0)


def _octagon(pen: Pen) -> None:
    """Draw a hand on the sign that calls Stop."""
    pen.area(arc(0, 0, 0.98, 22.5, 382.5, 8))
    for x, tip in ((-0.27, -0.36), (-0.09, -0.52), (0.09, -0.48), (0.27, -0.32)):
        pen.stroke([(x, tip), (x, 0.1)], 0.13, 0)
    pen.stroke([(-0.46, 0.06), (-0.24, 0.36)], 0.15, 0)
    pen.area([(-0.335, 0.06), (0.335, 0.06), (0.24, 0.5), (-0.12, 0.56)], 0)


def _scales(pen: Pen) -> None:
    pen.stroke([(0, -0.78), (0, 0.78)], 0.16)
    pen.stroke([(-0.44, 0.84), (0.44, 0.84)], 0.18)
    pen.stroke([(-0.66, -0.56), (0.66, -0.56)], 0.15)
    for side in (-1, 1):
        pen.stroke([(side * 0.9, 0.12), (side * 0.64, -0.54), (side * 0.38, 0.12)], 0.08)
        pen.area([(side * 0.98, 0.12), (side * 0.3, 0.12), (side * 0.44, 0.4), (side * 0.84, 0.4)])


def _rise(pen: Pen) -> None:
    """Draw a line that rises in two steps."""
    pen.stroke([(-0.85, 0.7), (-0.3, 0.1), (0.02, 0.36), (0.7, -0.6)], 0.24)
    pen.stroke([(0.16, -0.66), (0.76, -0.7), (0.8, -0.1)], 0.22)


def _level(pen: Pen) -> None:
    """Draw equal bars."""
    pen.stroke([(-0.84, 0.8), (0.84, 0.8)], 0.14)
    for x in (-0.54, 0.0, 0.54):
        pen.stroke([(x, 0.5), (x, -0.4)], 0.32)
    pen.stroke([(-0.8, -0.84), (0.8, -0.84)], 0.1)


def _card(pen: Pen) -> None:
    pen.area([(-0.66, -0.94), (0.66, -0.94), (0.66, 0.94), (-0.66, 0.94)])


def _one(pen: Pen) -> None:
    """Draw a card with a 1."""
    _card(pen)
    pen.stroke([(-0.2, -0.3), (0.08, -0.54), (0.08, 0.54)], 0.24, 0)


def _ten(pen: Pen) -> None:
    """Draw a card with a 10."""
    _card(pen)
    pen.stroke([(-0.36, -0.46), (-0.36, 0.46)], 0.2, 0)
    pen.stroke([(0.16 + 0.22 * x, 0.44 * y) for x, y in arc(0, 0, 1, 0, 360)], 0.18, 0)


def _pile(pen: Pen) -> None:
    """Draw cards that lie on each other."""
    for y in (0.56, 0.28, 0.0, -0.28):
        pen.area([(0, y - 0.62), (0.98, y - 0.08), (0, y + 0.46), (-0.98, y - 0.08)], 0)
        pen.area([(0, y - 0.52), (0.84, y - 0.08), (0, y + 0.36), (-0.84, y - 0.08)])


def _throw(pen: Pen) -> None:
    """Draw a die that comes down."""
    pen.area([(-0.3, -0.35), (0.95, -0.35), (0.95, 0.9), (-0.3, 0.9)])
    for x, y in ((-0.02, -0.06), (0.33, 0.28), (0.67, 0.62)):
        pen.disc(x, y, 0.15, 0)
    for out in (0.0, 0.34):
        pen.stroke(arc(0.3, 0.3, 1.0 + out, 190, 245, 12), 0.13)


def _colors(pen: Pen) -> None:
    """Draw a rainbow."""
    for radius in (0.9, 0.58, 0.26):
        pen.stroke(arc(0, 0.5, radius, 180, 360), 0.2)


def _people(pen: Pen) -> None:
    for x, y in ((-0.5, 0.1), (0.5, 0.1), (0.0, -0.2)):
        pen.disc(x, y - 0.3, 0.42, 0)
        pen.disc(x, y - 0.3, 0.3)
        pen.area([*arc(x, y + 0.66, 0.56, 180, 360, 16)], 0)
        pen.area([*arc(x, y + 0.62, 0.44, 180, 360, 16)])


_SPEED: Final = rgb("a3341c")
_PLAY: Final = rgb("14618c")
_POINTS: Final = rgb("5b3a9b")
_GOOD: Final = rgb("1c7a4a")
"""The enamel of what is alike."""

_DRAWN: Final[Mapping[AwardKind, tuple[Callable[[Pen], None], Rgba]]] = {
    AwardKind.HANDS: (_hands, _SPEED),
    AwardKind.BUSIEST: (ICONS["stopwatch"], _SPEED),
    AwardKind.RACES: (_race, _SPEED),
    AwardKind.FIRST: (_pennant, _SPEED),
    AwardKind.LAST: (_chequered, _PLAY),
    AwardKind.SOONEST: (_rocket, _SPEED),
    AwardKind.IN_A_ROW: (_row, _PLAY),
    AwardKind.SURE: (_target, _GOOD),
    AwardKind.CLOSING: (_flame, _SPEED),
    AwardKind.STOPS: (_octagon, _PLAY),
    AwardKind.FAIR: (_scales, _GOOD),
    AwardKind.BEST: (ICONS["bars"], _POINTS),
    AwardKind.LEAP: (_rise, _POINTS),
    AwardKind.STEADY: (_level, _POINTS),
    AwardKind.OPENED: (_one, _PLAY),
    AwardKind.FINISHED: (_ten, _PLAY),
    AwardKind.PILE: (_pile, _PLAY),
    AwardKind.ROLL: (_throw, _PLAY),
    AwardKind.COLOR: (_colors, _POINTS),
    AwardKind.COMPANY: (_people, _GOOD),
}
"""What is drawn for each award, and its enamel."""


class AwardLook(Struct, frozen=True):
    """The medal of an award, ``size`` pixels wide and high without its shadow."""

    kind: AwardKind
    size: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        return with_shadow(self.size)

    def paint(self) -> Image.Image:
        """Draw ribbons, rosette, enamel and sign."""
        side, margin = self.extent[0], margin_of(self.size)
        icon, enamel = _DRAWN[self.kind]
        flat = _rosette(self.size).copy()
        middle, high = side / 2, margin + _HIGH * self.size
        put_centred(flat, domed(round(0.6 * self.size), enamel, 0.4), middle, high)
        pen = Pen(round(0.44 * self.size))
        icon(pen)
        stamp(flat, pen.done(), IVORY.mix(WHITE, 0.4).bytes, middle, high)
        shade = ImageChops.offset(flat.getchannel("A"), 0, max(1, margin // 3))
        picture = tinted(shade.filter(ImageFilter.GaussianBlur(margin / 2.4)), BLACK.fade(0.7))
        picture.alpha_composite(flat)
        return picture


_HIGH: Final = 0.43
"""The middle of a rosette, from the upper end of its ribbons, as a fraction of the medal's size."""


@kept
def _rosette(size: int) -> Image.Image:
    """Return a rosette on its ribbons, for a medal of this size, without the medal's shadow."""
    margin = margin_of(size)
    picture = Image.new("RGBA", with_shadow(size))
    put_centred(picture, _ribbons(size), picture.width / 2, picture.height / 2)
    put_centred(picture, _gold(round(0.84 * size)), picture.width / 2, margin + _HIGH * size)
    return picture


def _gold(size: int) -> Image.Image:
    """Return a disc of gold with a scalloped rim, and a bevel inside."""
    pen = Pen(size)
    pen.disc(0, 0, 0.9)
    for lobe in range(_LOBES):
        angle = 2 * math.pi * lobe / _LOBES
        pen.disc(0.86 * math.cos(angle), 0.86 * math.sin(angle), 0.14)
    picture = polished(size, size, *METALS["gold"]).copy()
    picture.putalpha(pen.done())
    inner = polished(round(0.8 * size), round(0.8 * size), *METALS["gold"]).rotate(180)
    inner.putalpha(disc(inner.width))
    put_centred(picture, inner, size / 2, size / 2)
    stamp(picture, disc(round(0.745 * size)), METALS["gold"][1].mix(BLACK, 0.6).bytes, size / 2, size / 2)
    return picture


def _ribbons(size: int) -> Image.Image:
    """Return two ribbons that hang from the middle, each with a notch."""
    picture = Image.new("RGBA", (size, size))
    for side, color in ((-1, _RIBBON.mix(BLACK, 0.25)), (1, _RIBBON)):
        pen = Pen(size)
        pen.area(
            [
                (side * 0.02, 0.1),
                (side * 0.42, 0.1),
                (side * 0.66, 0.98),
                (side * 0.42, 0.84),
                (side * 0.24, 1.0),
            ]
        )
        picture.alpha_composite(tinted(pen.done(), color))
    return picture
