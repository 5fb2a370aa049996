"""The board of the dice game: wood with a dyed track for each colour, whose spaces are pressed in and printed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.art import colored, disc, far, kept, put_centred, rounded, shape_mask, tinted
from kiosk.display.paint.brass_art import brass
from kiosk.display.paint.dice_art import PIP_APART, PIP_SIZES, PIPS
from kiosk.display.paint.materials import covered
from kiosk.display.paint.shapes import COLOR_OUTLINES, SMOOTH
from kiosk.display.paint.theme import BLACK, LAMP, WALNUT, WHITE, Rgba, color_of, rgb
from kiosk.game.colors import Color
from kiosk.game.dice.dice import FACES
from kiosk.layout.dice_layout import BoardLayout
from kiosk.layout.table_layout import Place

LARGEST: Final = 128
"""The unit of a board's picture at most, which is 1500 pixels wide then; a larger board shows it enlarged."""

DYES: Final[dict[Color, Rgba]] = {
    Color.RED: rgb("a8142d"),
    Color.GREEN: rgb("0b7c4e"),
    Color.BLUE: rgb("1c58cc"),
    Color.YELLOW: rgb("b4800c"),
}
"""The felt of each colour's track."""
LIGHTS: Final[dict[Color, Rgba]] = {
    Color.RED: rgb("ff8a93"),
    Color.GREEN: rgb("7fe0b4"),
    Color.BLUE: rgb("9cc4ff"),
    Color.YELLOW: rgb("ffd766"),
}
"""What is printed on each track, and the light over it."""
_WOOD: Final = WALNUT.mix(rgb("b5622a"), 0.12)
_GRAIN: Final = (2, 4)
"""How much larger the grain of a board is than that of the rim."""
_LAMP_LIT: Final = 0.38
"""How much brighter the middle of a board is in the light of the lamp."""
_LAMP_GLOW: Final = rgb("ffdca8")
_BURNT: Final = rgb("0d0603")

# In heights of a space.
_MARGIN: Final = 0.11
_CORNER: Final = 0.30
_CORNER_CUT: Final = 1 - math.sqrt(0.5)
"""How far within its sides a rounded corner reaches at most, in radii: there a rectangle has room in it."""
_TRACK_CORNER: Final = 0.26
SPACE_CORNER: Final = 0.20
_LINE: Final = 0.042
_SIGN: Final = 0.68
_DIM: Final = 0.50
"""How much of the print is seen on a space that waits."""
_PRINTED: Final = 0.50
"""Half an edge of a die, as it is printed on its space."""
_BEYOND: Final = 4
"""Nothing of a blur reaches further, in its own units: three boxes, and the rectangle may lie aside of the middle."""
_ROUND: Final = 8
"""The pixels around a print that are made smaller with it: a smooth edge reaches three of them."""


class BoardLook(Struct, frozen=True):
    """The board without dice; ``unit`` and ``high`` as in ``BoardLayout``."""

    unit: int
    high: bool

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height with its shadow."""
        frame = BoardLayout(0, 0, self.unit, self.high).frame
        return round(frame.w) + 2 * self._margin, round(frame.h) + 2 * self._margin

    @property
    def hides(self) -> tuple[float, float]:
        """The parts of its width and height that are wood, however its corners are rounded."""
        (w, h), edge = self.extent, self._margin + math.ceil(_CORNER_CUT * _CORNER * self.unit) + 2
        return (w - 2 * edge) / w, (h - 2 * edge) / h

    @property
    def _margin(self) -> int:
        return max(2, round(_MARGIN * self.unit))

    def paint(self) -> Image.Image:
        """Draw it lying, turn it, and print its signs and spaces, which are upright."""
        picture = self._lying()
        if self.high:
            picture = picture.transpose(Image.Transpose.ROTATE_90)
        board = BoardLayout(picture.width / 2, picture.height / 2, self.unit, self.high)
        for color in Color:
            for value in range(1, FACES + 1):
                place = _flipped(board.space(int(color), value), picture.height)
                size = round(place.w), round(place.h)
                picture.alpha_composite(
                    tinted(_print(color, value, size, self.unit), LIGHTS[color].fade(_DIM)), _corner(place)
                )
            for x, y in board.signs(int(color)):
                put_centred(picture, _sign(color, round(_SIGN * self.unit)), x, picture.height - y)
        return picture

    def _lying(self) -> Image.Image:
        margin, unit = self._margin, self.unit
        w, h = self.extent[::-1] if self.high else self.extent
        board = BoardLayout(0, 0, unit, high=False)
        frame = _moved(board.frame, w, h)
        shade = _soft_area((w, h), frame._replace(y=frame.y + margin / 3), _CORNER * unit, margin / 2.2)
        picture = tinted(shade, BLACK.fade(0.7))
        wood = _wood((w - 2 * margin, h - 2 * margin), unit)
        picture.alpha_composite(wood, (margin, margin))
        for color in Color:
            place = _moved(board.track(int(color)), w, h)
            picture.alpha_composite(_groove(color, round(place.w), round(place.h), unit), _corner(place))
        _warm(picture)
        return picture


def _moved(place: Place, w: int, h: int) -> Place:
    """Return a place of a board around the origin in a picture whose rows count from above."""
    return place._replace(x=w / 2 + place.x, y=h / 2 - place.y)


def _flipped(place: Place, h: int) -> Place:
    """Return a place in a picture of this height whose rows count from above."""
    return place._replace(y=h - place.y)


def _corner(place: Place) -> tuple[int, int]:
    return round(place.left), round(place.bottom)


def _soft_area(size: tuple[int, int], place: Place, radius: float, reach: float) -> Image.Image:
    """Return the blurred mask of a large rectangle with rounded corners.

    Along each side it is the same everywhere, so that a small one is blurred and made larger.
    """
    side = 2 * (math.ceil(radius) + _BEYOND * math.ceil(reach))
    small = Image.new("L", (size[0] - round(place.w) + side, size[1] - round(place.h) + side), 0)
    small.paste(_plate((side, side), radius), (round(place.left), round(place.bottom)))
    return _larger(_soft(small, reach), size)


def _soft(mask: Image.Image, reach: float) -> Image.Image:
    return mask.filter(ImageFilter.GaussianBlur(reach))


def _plate(size: tuple[int, int], radius: float) -> Image.Image:
    """Return the mask of a large rectangle with rounded corners, of which only the corners are smoothed."""
    side = math.ceil(radius) + 1
    return _larger(rounded((2 * side, 2 * side), radius), size)


def _larger(mask: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a mask in this larger size: its middle column and row are repeated."""
    (w, h), (x, y) = mask.size, (mask.width // 2, mask.height // 2)
    wide = mask.crop((x, 0, x + 1, h)).resize((size[0], h), Image.Resampling.NEAREST)
    wide.paste(mask.crop((0, 0, x, h)), (0, 0))
    wide.paste(mask.crop((x, 0, w, h)), (size[0] - w + x, 0))
    larger = wide.crop((0, y, size[0], y + 1)).resize(size, Image.Resampling.NEAREST)
    larger.paste(wide.crop((0, 0, size[0], y)), (0, 0))
    larger.paste(wide.crop((0, y, size[0], h)), (0, size[1] - h + y))
    return larger


def _inside(size: tuple[int, int], radius: float, inset: int) -> Image.Image:
    """Return the mask of such a rectangle, ``inset`` pixels smaller on every side, in the middle of ``size``."""
    mask = Image.new("L", size, 0)
    mask.paste(_plate((size[0] - 2 * inset, size[1] - 2 * inset), max(1.0, radius - inset)), (inset, inset))
    return mask


def _lay_line(picture: Image.Image, radius: float, width: int) -> None:
    """Lay a line of brass along the edge of a rounded rectangle: above and below with the corners, then aside."""
    (w, h), deep, metal = picture.size, math.ceil(radius) + 1, brass(64, 64).convert("RGB")
    line = ImageChops.subtract(_plate((w, h), radius), _inside((w, h), radius, width))
    for box in ((0, 0, w, deep), (0, h - deep, w, h), (0, deep, width, h - deep), (w - width, deep, w, h - deep)):
        scaled = box[0] * 64 / w, box[1] * 64 / h, box[2] * 64 / w, box[3] * 64 / h
        part = metal.resize((box[2] - box[0], box[3] - box[1]), Image.Resampling.BICUBIC, scaled).convert("RGBA")
        part.putalpha(line.crop(box))
        picture.alpha_composite(part, box[:2])


def _wood(size: tuple[int, int], unit: int) -> Image.Image:
    """Return the board itself: lighter along its rounded edge, which a line of brass follows."""
    radius, line = _CORNER * unit, max(1, round(_LINE * unit))
    small = covered("walnut", (-(-size[0] // _GRAIN[0]), -(-size[1] // _GRAIN[1])), _WOOD)
    wood = Image.blend(small, Image.new("RGB", small.size, _WOOD.bytes[:3]), 0.3).resize(size, Image.Resampling.BICUBIC)
    picture = wood.convert("RGBA")
    reach = round(0.10 * unit)
    inside = Place(size[0] / 2, size[1] / 2, size[0] - 2 * reach, size[1] - 2 * reach)
    edge = ImageChops.invert(_soft_area(size, inside, max(1.0, radius - reach), reach / 2))
    picture.alpha_composite(tinted(edge, rgb("ffb877").fade(0.20)))
    picture.putalpha(_plate(size, radius))
    _lay_line(picture, radius, line)
    return picture


def _groove(color: Color, w: int, h: int, unit: int) -> Image.Image:
    """Return a track: dyed felt, sunk into the wood, with its spaces pressed in."""
    radius, line = _TRACK_CORNER * unit, max(1, round(0.8 * _LINE * unit))
    mask = _plate((w, h), radius)
    felt = covered("felt", (w, h), DYES[color].mix(WHITE, 0.03)).convert("RGBA")
    sunk = _larger(_sunk(_plate((2 * unit, h), radius), 0.09 * unit), (w, h))
    felt.alpha_composite(tinted(sunk, BLACK.fade(0.55)))
    board = BoardLayout(w / 2, h / 2, unit, high=False)
    for value in range(1, FACES + 1):
        place = board.space(1, value)._replace(y=h / 2)
        size = round(place.w), round(place.h)
        felt.alpha_composite(_pressed(size, unit), _corner(place))
    felt.putalpha(mask)
    _lay_line(felt, radius, line)
    return felt


def _sunk(mask: Image.Image, reach: float) -> Image.Image:
    """Return the shade inside the edge of an area that lies deeper, strongest at the upper edge."""
    shade = ImageChops.invert(_soft(ImageChops.offset(mask, 0, max(1, round(reach / 3))), reach))
    return ImageChops.multiply(shade.point(lambda level: min(255, round(1.6 * level))), mask)


@kept
def _pressed(size: tuple[int, int], unit: int) -> Image.Image:
    """Return the shade of a space that was pressed into the felt, with light on its lower edge."""
    mask = rounded(size, SPACE_CORNER * unit)
    picture = tinted(mask, BLACK.fade(0.28))
    picture.alpha_composite(tinted(_sunk(mask, 0.07 * unit), BLACK.fade(0.60)))
    lower = ImageChops.subtract(mask, ImageChops.offset(mask, 0, -max(1, round(0.015 * unit))))
    picture.alpha_composite(tinted(lower, WHITE.fade(0.10)))
    return picture


@kept
def _print(color: Color, value: int, size: tuple[int, int], unit: int) -> Image.Image:
    """Return the mask of what is printed on a space: the pips of its die, in all that lies around them."""
    large = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH), 0)
    draw = ImageDraw.Draw(large)
    for pip in _pips(color, value):
        draw.polygon([((size[0] / 2 + x * unit) * SMOOTH, (size[1] / 2 + y * unit) * SMOOTH) for x, y in pip], 255)
    left, top, right, bottom = large.getbbox() or (0, 0, 1, 1)
    box = (left // SMOOTH - _ROUND, top // SMOOTH - _ROUND, right // SMOOTH + _ROUND, bottom // SMOOTH + _ROUND)
    left, top, right, bottom = (max(0, box[0]), max(0, box[1]), min(size[0], box[2]), min(size[1], box[3]))
    part = large.crop((left * SMOOTH, top * SMOOTH, right * SMOOTH, bottom * SMOOTH))
    mask = Image.new("L", size, 0)
    mask.paste(part.resize((right - left, bottom - top), Image.Resampling.LANCZOS), (left, top))
    return mask


def _pips(color: Color, value: int) -> Iterator[list[tuple[float, float]]]:
    """Yield the outline of each pip, in heights of a space around its middle."""
    for x, y in PIPS[value]:
        yield [
            (
                _PRINTED * (x * PIP_APART + PIP_SIZES[value] * across),
                _PRINTED * (y * PIP_APART + PIP_SIZES[value] * down),
            )
            for across, down in COLOR_OUTLINES[color]
        ]


@kept
def _sign(color: Color, size: int) -> Image.Image:
    """Return a colour's sign in a burnt hollow with a rim of brass."""
    picture = brass(size, size).copy()
    picture.putalpha(disc(size))
    put_centred(picture, tinted(disc(round(0.86 * size)), _BURNT), size / 2, size / 2)
    put_centred(
        picture, tinted(shape_mask(f"color {int(color)}", round(0.48 * size)), LIGHTS[color]), size / 2, size / 2
    )
    return picture


def _warm(picture: Image.Image) -> None:
    """Lay the lamp's light over the board: warm in its middle, darker towards its ends."""
    levels = far().resize(picture.size, Image.Resampling.BICUBIC)
    warm = levels.copy()
    warm.putpalette(_warmth())
    lit = ImageChops.multiply(picture.convert("RGB"), colored(levels, LAMP, LAMP.mix(BLACK, 0.30), mode="RGB"))
    lit = ImageChops.add(lit, ImageChops.multiply(lit, warm.convert("RGB")), scale=1.0)
    picture.paste(lit, (0, 0), picture.getchannel("A"))


@lru_cache(maxsize=1)
def _warmth() -> bytes:
    """Return the light that is added at each level of the distance from the middle."""
    glow = [round(_LAMP_LIT * (255 - level) ** 2 / 255) for level in range(256)]
    return bytes(round(level * part) for level in glow for part in _LAMP_GLOW[:3])


class SpaceLook(Struct, frozen=True):
    """The print of a space that is the next one of its colour: bright, in a bright frame."""

    die: str
    unit: int
    high: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are those of the space."""
        place = BoardLayout(0, 0, self.unit, self.high).space(0, 1)
        return round(place.w), round(place.h)

    def paint(self) -> Image.Image:
        """Draw the frame and the pips."""
        color, value, unit = color_of(self.die), int(self.die[1:]), self.unit
        light = LIGHTS[color]
        picture = tinted(rounded(self.extent, SPACE_CORNER * unit), light.fade(0.24))
        picture.alpha_composite(tinted(_rim(self.extent, unit), light.mix(rgb("fff6e0"), 0.8)))
        picture.alpha_composite(tinted(_print(color, value, self.extent, unit), light.mix(WHITE, 0.5)))
        return picture


def _rim(size: tuple[int, int], unit: int) -> Image.Image:
    """Return the mask of a line along the edge of a space."""
    width, radius = max(2, round(0.045 * unit)), SPACE_CORNER * unit
    inner = Image.new("L", size, 0)
    inner.paste(rounded((size[0] - 2 * width, size[1] - 2 * width), radius - width), (width, width))
    return ImageChops.subtract(rounded(size, radius), inner)


class SpaceLightLook(Struct, frozen=True):
    """The light of such a frame, on the felt inside and around it; ``unit`` and ``high`` as in ``BoardLayout``."""

    unit: int
    high: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height with the light around the space."""
        w, h = SpaceLook("r1", self.unit, self.high).extent
        return w + 2 * self._reach, h + 2 * self._reach

    @property
    def _reach(self) -> int:
        return max(3, round(0.17 * self.unit))

    def paint(self) -> Image.Image:
        """Draw the frame, blurred, and a weak light inside."""
        reach = self._reach
        size = self.extent[0] - 2 * reach, self.extent[1] - 2 * reach
        area, line = Image.new("L", self.extent, 0), Image.new("L", self.extent, 0)
        area.paste(rounded(size, SPACE_CORNER * self.unit), (reach, reach))
        line.paste(_rim(size, self.unit), (reach, reach))
        near, far = (_soft(line, reach / part).point(_brighter) for part in (5.5, 2.6))
        inside = area.point(lambda level: round(0.20 * level))
        return tinted(ImageChops.add(ImageChops.lighter(near, far), inside), WHITE)


def _brighter(level: int) -> int:
    return min(255, round(2.2 * level))
