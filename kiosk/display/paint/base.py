"""The table itself as one picture (felt, rim, a tray at each seat), and its plan, painted small.

Painting takes some tenths of a second, so that it is done beside the main thread (``kiosk.display.paint.backdrop``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from kiosk.display.paint.art import RectLook, put_centred, rounded, tinted
from kiosk.display.paint.brass_art import RoundLook, brass, with_shadow
from kiosk.display.paint.cuts import WHOLE
from kiosk.display.paint.edge_art import PlateSize, bar, bar_inset, extent, flat, frame, leather, masks, turned
from kiosk.display.paint.lamplight import Bar, felt_light, linear
from kiosk.display.paint.materials import tiled
from kiosk.display.paint.shapes import SMOOTH
from kiosk.display.paint.theme import BLACK, BRASS, CONTRAST, seat_color, seat_light
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout

LARGEST: Final = 1920
"""The longer side of the picture at most, in pixels; a larger window shows it enlarged."""
COARSE: Final = 288
"""The longer side of a coarse one, which is painted in a twentieth of the time (``BaseLook.coarse``)."""

_LINES: Final = 1080
"""The height of the screen for whose pixels all distances are given."""
_DEEP: Final = 235.0
"""The depth in such pixels of a tray whose seam and light are of full size; those of a flatter one are smaller."""
_BAR: Final = 0.70
"""The length of a bar of light, as a fraction of its tray's width."""
_BRIGHT: Final = 5.0
"""Up to so many bars of light shine at full strength; more of them are damped, or the table would be neon."""
_ON_TRAYS: Final = 0.28
"""The part of the light over the table that falls on trays, whose words have to stay legible."""


class Tray(Struct, frozen=True):
    """The place of a seat's tray in the window: its middle, width along the edge, depth, and rotation in degrees.

    ``curve``: how round it is (``Panel.curve``).
    """

    seat: SeatNumber
    x: float
    y: float
    w: float
    h: float
    rotation: float
    curve: float = 1.0


class BaseLook(Struct, frozen=True):
    """The table without anything on it, ``w`` by ``h`` pixels.

    ``rim``: the width of its rim; ``plain``: high contrast, without light and texture.
    """

    w: int
    h: int
    rim: float
    trays: tuple[Tray, ...] = ()
    plain: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Its size, at most ``LARGEST``."""
        scale = self._scale
        return max(2, round(self.w * scale)), max(2, round(self.h * scale))

    @property
    def _scale(self) -> float:
        return min(1.0, LARGEST / max(self.w, self.h))

    def coarse(self) -> BaseLook:
        """Return the same in few pixels, to be shown until it is painted."""
        return self.reduced(min(1.0, COARSE / max(self.w, self.h)))

    def reduced(self, scale: float) -> BaseLook:
        """Return the same in this size."""
        trays = tuple(
            replace(tray, **{side: scale * getattr(tray, side) for side in ("x", "y", "w", "h")}) for tray in self.trays
        )
        return BaseLook(round(self.w * scale), round(self.h * scale), self.rim * scale, trays, self.plain)

    def paint(self) -> Image.Image:
        """Draw it, RGB."""
        scale, size = self._scale, self.extent
        rim = max(4, round(self.rim * scale))
        plates = [_PaintedTray.of(tray, scale, size) for tray in self.trays]
        if self.plain:
            picture = Image.new("RGB", size, CONTRAST.felt.bytes[:3])
        else:
            fibre, light = tiled("felt", size), felt_light(size, [plate.light for plate in plates])
            picture = Image.merge("RGB", [ImageChops.overlay(band, fibre) for band in light])
        damp = min(1.0, math.sqrt(_BRIGHT / max(1, len(plates))))
        for plate in plates:
            plate.lay(picture, damp, plain=self.plain)
        if not self.plain:
            _shade_edges(picture, rim)
        frame(picture, rim, plain=self.plain)
        for plate in plates:
            plate.shine(picture, rim, damp)
        return picture

    def light_falls(self) -> Image.Image:
        """Return how much of the light that runs over the table falls where: all of it beside the trays."""
        size, rim = self.extent, max(4, round(self.rim * self._scale))
        falls = Image.new("L", size, 255)
        for tray in self.trays:
            _PaintedTray.of(tray, self._scale, size).darken(falls)
        for side in ((0, 0, size[0], rim), (0, 0, rim, size[1])):
            falls.paste(255, side)
            falls.paste(255, (size[0] - side[2], size[1] - side[3], *size))
        return falls


class FeltLook(Struct, frozen=True):
    """The table as the display shows it: its alpha says how much of the light that runs over it falls there."""

    base: BaseLook
    cut: ClassVar = WHOLE

    @property
    def extent(self) -> tuple[int, int]:
        """Its size."""
        return self.base.extent

    @property
    def is_coarse(self) -> bool:
        """True if it is painted soon, and only until the whole one is."""
        return max(self.extent) <= COARSE

    def paint(self) -> Image.Image:
        """Draw it."""
        picture = self.base.paint().convert("RGBA")
        picture.putalpha(self.base.light_falls())
        return picture


def base_look(layout: Layout, width: float = math.inf, *, plain: bool = False) -> BaseLook:
    """Return the table of this layout, at most ``width`` pixels wide; ``plain``: in high contrast."""
    area = layout.area
    trays = tuple(
        Tray(
            panel.seat,
            panel.frame.x - area.left,
            panel.frame.y - area.bottom,
            *panel.size,
            panel.frame.rotation,
            panel.curve,
        )
        for panel in layout.panels.values()
    )
    whole = BaseLook(round(area.w), round(area.h), layout.rim, trays, plain)
    return whole if area.w <= width else whole.reduced(width / area.w)


class _PaintedTray(Struct, frozen=True):
    """A tray in the picture, in its pixels from the upper left: the middle of its edge at the rim, its size."""

    seat: SeatNumber
    x: float
    y: float
    size: PlateSize
    turn: float

    @classmethod
    def of(cls, tray: Tray, scale: float, size: tuple[int, int]) -> _PaintedTray:
        """Return the place of a tray in a picture of this size."""
        w, h, turn = tray.w * scale, tray.h * scale, math.radians(tray.rotation)
        lines = min(size) / _LINES
        x = tray.x * scale + h / 2 * math.sin(turn)
        y = size[1] - tray.y * scale + h / 2 * math.cos(turn)
        fine = lines * min(1.0, max(0.6, h / lines / _DEEP))
        return cls(tray.seat, x, y, PlateSize(*extent(w, h, tray.curve), _BAR * w / 2, fine, tray.curve), tray.rotation)

    @property
    def light(self) -> Bar:
        """The light of its bar."""
        glow = linear(seat_light(self.seat))
        return Bar(self.x, self.y, self.size.bar, self.turn, self.size.h, glow, self.size.scale)

    def lay(self, picture: Image.Image, damp: float, *, plain: bool) -> None:
        """Press it into the felt, and let it go on below the rim."""
        color = seat_color(self.seat)
        tray, mask = flat(self.size, color) if plain else leather(self.size, color, linear(seat_light(self.seat)), damp)
        shade = masks(self.size).shade
        self._put(picture, Image.new("RGB", shade.size), shade)
        self._put(picture, tray, mask)

    def darken(self, falls: Image.Image) -> None:
        """Let little of the light fall on it."""
        self._put(falls, round(255 * _ON_TRAYS), masks(self.size).whole)

    def _put(self, picture: Image.Image, part: Image.Image | tuple[int, int, int] | int, mask: Image.Image) -> None:
        """Lay a part or a plain colour where this mask says, which begins at the rim."""
        left, top = self._corner(mask.size, mask.height / 2)
        picture.paste(
            turned(part, self.turn) if isinstance(part, Image.Image) else part, (left, top), turned(mask, self.turn)
        )

    def _corner(self, size: tuple[int, int], away: float) -> tuple[int, int]:
        """Return the upper left corner of a turned part whose middle lies ``away`` from the rim."""
        turn = math.radians(self.turn)
        x, y = self.x - away * math.sin(turn), self.y - away * math.cos(turn)
        w, h = size if round(self.turn) % 180 == 0 else size[::-1]
        return round(x - w / 2), round(y - h / 2)

    def shine(self, picture: Image.Image, rim: int, damp: float) -> None:
        """Let its bar in the rim shine."""
        strip = bar(self.size.bar, rim, self.size.scale, seat_color(self.seat), linear(seat_light(self.seat)), damp)
        left, top = self._corner(strip.size, -bar_inset(rim))
        strip = turned(strip, self.turn)
        box = (left, top, left + strip.width, top + strip.height)
        picture.paste(ImageChops.add(picture.crop(box), strip), (left, top))


def _shade_edges(picture: Image.Image, rim: int) -> None:
    """Darken what lies beside the rim, which is higher."""
    w, h = picture.size
    reach = max(4, rim)
    for length, turn in ((w, 0), (h, 90), (w, 180), (h, 270)):
        slope = Image.new("L", (1, reach))
        slope.putdata([round(255 * 0.62 * math.exp(-4.2 * y / reach)) for y in range(reach)])
        shade = turned(slope.resize((length, reach)), turn)
        left, top = {0: (0, rim), 90: (rim, 0), 180: (0, h - rim - reach), 270: (w - rim - reach, 0)}[turn]
        picture.paste((0, 0, 0), (left, top), shade)


LARGEST_PLAN: Final = 1100
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
    part = min(1.0, LARGEST_PLAN / max(w, h))
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
        disc = brass(inner, inner).copy()
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
