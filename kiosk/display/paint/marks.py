"""A part of the picture as plain values: marks to be drawn and items that can be touched.

A control is drawn and made touchable by the same call, so that picture, hit-testing and ``kiosk scene`` cannot differ.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple, TypeAlias

from kiosk.display.paint.art import Look, PatchLook, SignLook
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.card_art import BackLook, FaceLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.text import fit, wrap
from kiosk.display.paint.theme import DARK_INK, INK, WHITE, Rgba
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Place


class Picture(NamedTuple):
    """A picture centred on x, y; ``turn``: degrees counter-clockwise; ``scale``: relative to its original size."""

    look: Look
    x: float
    y: float
    tint: Rgba = WHITE
    turn: float = 0.0
    scale: float = 1.0


class Stretch(NamedTuple):
    """A picture stretched to a size; the corners of a ``PatchLook`` or ``PlaqueLook`` keep their size."""

    look: Look
    x: float
    y: float
    w: float
    h: float
    tint: Rgba = WHITE


class Curve(NamedTuple):
    """A line through points (x, y, x, y ...); ``width``: from its middle to its edge."""

    points: tuple[float, ...]
    width: float
    tint: Rgba


class Light(NamedTuple):
    """A picture drawn as light: added to what lies below all other marks of its sketch.

    ``beat``: how often a second it grows dim and bright again, 0: it is steady; ``least``: the part of it that is left
    when it is dimmest; ``spin``: degrees a second; ``grows``: with each beat it runs out from a quarter of its size and
    fades instead; ``phase``: the share of a beat by which it is ahead.
    """

    look: Look
    x: float
    y: float
    w: float
    h: float
    tint: Rgba
    beat: float = 0.0
    spin: float = 0.0
    turn: float = 0.0
    least: float = 0.1
    phase: float = 0.0
    grows: bool = False


Mark: TypeAlias = Picture | Stretch | Curve | Light


_RING_STEPS: Final = (24, 64)
"""The straight parts of the smallest and of the largest ring."""
_ARROWS: Final = frozenset({"icon open", "icon back"})
"""Signs that point along the text, or against it."""


class Sketch:
    """The marks and items of one part of the table, in the coordinates of ``frame``.

    ``rtl``: its texts run from right to left, so arrows and rings that empty do, too.
    """

    def __init__(self, frame: Frame, seat: SeatNumber | None = None, *, rtl: bool = False) -> None:
        self.frame = frame
        self.seat = seat
        self.rtl = rtl
        self.marks: list[Mark] = []
        self.items: list[Item] = []
        self.whole: object = None
        """What it is the sketch of, if its parts are kept (``kiosk.display.parts``)."""

    # ---- drawing

    def picture(self, look: Look, x: float, y: float, tint: Rgba = WHITE, turn: float = 0.0) -> None:
        """Add a picture centred on x, y."""
        self.marks.append(Picture(look, x, y, tint, turn))

    def sign(self, sign: str, x: float, y: float, size: float, tint: Rgba = INK) -> None:
        """Add a seat's symbol, a colour's shape, an icon or a disc (``SignLook``)."""
        turn = 180.0 if self.rtl and sign in _ARROWS else 0.0
        self.picture(SignLook(sign, max(6, round(size))), x, y, tint, turn)

    def face(self, card: str, place: Place, ways: int = 1, tint: Rgba = WHITE) -> None:
        """Add a face-up card."""
        self.picture(FaceLook(card, round(place.w), round(place.h), ways), place.x, place.y, tint)

    def back(self, seat: SeatNumber, place: Place, tint: Rgba = WHITE) -> None:
        """Add a face-down card."""
        self.picture(BackLook(seat, round(place.w), round(place.h)), place.x, place.y, tint)

    def die(self, die: str, place: Place, tint: Rgba = WHITE, *, heading: int = 0, turn: float = 0.0) -> None:
        """Add a die, with or without a face."""
        self.picture(DieLook(die, round(place.w), heading), place.x, place.y, tint, turn)

    def fill(self, place: Place, radius: float, tint: Rgba) -> None:
        """Add a rectangle with rounded corners."""
        self._patch("fill", place, radius, 0, tint)

    def outline(self, place: Place, radius: float, width: float, tint: Rgba) -> None:
        """Add the rim of such a rectangle."""
        self._patch("line", place, radius, max(1, round(width)), tint)

    def plaque(self, kind: str, place: Place, radius: float) -> None:
        """Add a plate with a rim of brass (``PlaqueLook``); its shadow lies outside its place."""
        look = PlaqueLook(kind, max(4, round(min(radius, place.w / 2 - 4, place.h / 2 - 4))))
        self.marks.append(Stretch(look, *place.inset(-look.margin)))

    def glow(self, place: Place, radius: float, width: float, tint: Rgba) -> None:
        """Add a soft light around such a rectangle."""
        grown = place.inset(-width)
        self._patch("glow", grown, radius, round(width), tint)

    def shade(self, look: PatchLook, place: Place, tint: Rgba) -> None:
        """Add a soft shadow around such a rectangle; its middle is left out, where something else covers it."""
        self.marks.append(Stretch(look, *place.inset(-look.width), tint))

    def _patch(self, kind: str, place: Place, radius: float, width: int, tint: Rgba) -> None:
        look = PatchLook(kind, max(1, round(min(radius, place.w / 2 - 3, place.h / 2 - 3))), width)
        self.marks.append(Stretch(look, *place, tint))

    def light(
        self, look: Look, x: float, y: float, w: float, h: float, tint: Rgba, *, beat: float = 0.0, spin: float = 0.0
    ) -> None:
        """Add light (``Light``) of this size, centred on x, y."""
        self.marks.append(Light(look, x, y, w, h, tint, beat, spin))

    def curve(self, points: list[tuple[float, float]], width: float, tint: Rgba) -> None:
        """Add a line; ``tint`` must be opaque (``theme.HAIRLINE``)."""
        self.marks.append(Curve(tuple(part for point in points for part in point), width, tint))

    def ring(
        self, x: float, y: float, radius: float, width: float, share: float, tint: Rgba, *, begins: float = 0.0
    ) -> None:
        """Add an arc that shows how much is left or done: from the top, over ``share`` (0..1) of the circle.

        It runs counter-clockwise, or clockwise beside texts from right to left. ``begins``: how far from the top it
        begins, likewise.
        """
        whole = min(_RING_STEPS[1], max(_RING_STEPS[0], round(1.2 * radius)))
        steps, way = max(2, round(whole * share)), -1 if self.rtl else 1
        turns = [math.pi / 2 + way * 2 * math.pi * (begins + share * step / steps) for step in range(steps + 1)]
        self.curve([(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns], width, tint)

    def text(
        self,
        text: str,
        place: Place,
        size: float,
        tint: Rgba = INK,
        *,
        bold: bool = False,
        heavy: bool = False,
        align: str = "center",
        turn: float = 0.0,
    ) -> float:
        """Add a line of text in its place, made smaller to fit if necessary; return its width in pixels."""
        if not text:
            return 0.0
        look = fit(text, min(size, place.h / 1.1), place.w, bold=bold, heavy=heavy)
        shift = {"left": -1, "center": 0, "right": 1}[align] * (place.w - look.extent[0]) / 2
        self.picture(look, place.x + shift, place.y, tint, turn)
        return look.extent[0]

    def paragraph(
        self, text: str, place: Place, size: float, tint: Rgba = INK, *, bold: bool = False, align: str = "center"
    ) -> None:
        """Add text in as many lines as it needs, vertically centred in its place."""
        lines = wrap(text, size, (place.w, place.h), bold=bold)
        step = lines[0].size * 1.25
        top = place.y + step * (len(lines) - 1) / 2
        for number, look in enumerate(lines):
            shift = {"left": -1, "center": 0, "right": 1}[align] * (place.w - look.extent[0]) / 2
            self.picture(look, place.x + shift, top - number * step, tint)

    def add(self, other: Sketch) -> None:
        """Add a sketch of the same frame."""
        self.marks += other.marks
        self.items += other.items

    def add_turned(self, other: Sketch, scale: float = 1.0) -> None:
        """Add a sketch of another frame, whose patches are rotated by quarter turns only, to this unrotated one.

        ``scale``: of its pictures and patches.
        """
        frame = other.frame
        quarter = frame.rotation % 180 != 0
        for mark in other.marks:
            match mark:
                case Picture(x=x, y=y, turn=turn):
                    x, y = frame.to_window(scale * x, scale * y)
                    turned = mark._replace(x=x, y=y, turn=turn + frame.rotation, scale=scale * mark.scale)
                    self.marks.append(turned)
                case Stretch(look, x, y, w, h, tint):
                    size = (scale * h, scale * w) if quarter else (scale * w, scale * h)
                    self.marks.append(Stretch(look, *frame.to_window(scale * x, scale * y), *size, tint))
                case Light(x=x, y=y, turn=turn):
                    x, y = frame.to_window(x, y)
                    self.marks.append(mark._replace(x=x, y=y, turn=turn + frame.rotation))
                case Curve(points, width, tint):
                    pairs = zip(points[::2], points[1::2], strict=True)
                    self.curve([frame.to_window(x, y) for x, y in pairs], width, tint)
        self.items += other.items

    # ---- touching

    def item(
        self,
        what: str,
        place: Place,
        *,
        slot: int | None = None,
        card: str | None = None,
        enabled: bool = True,
        text: str | None = None,
        seat: SeatNumber | None = None,
    ) -> None:
        """Add a touchable item at this place."""
        x, y = self.frame.to_window(place.x, place.y)
        self.items.append(
            Item(what, seat or self.seat, x, y, place.w, place.h, self.frame.rotation, slot, card, enabled, text)
        )

    def button(
        self,
        what: str,
        place: Place,
        text: str,
        size: float,
        *,
        fill: Rgba,
        ink: Rgba = DARK_INK,
        lit: bool = False,
        icon: str | None = None,
    ) -> None:
        """Add a control: its picture, text and item. ``lit``: highlighted as the one to press."""
        radius = min(place.h / 2, place.h * 0.32 + 4)
        if lit:
            self.glow(place, radius, max(6, place.h * 0.22), fill.fade(0.55))
        self.fill(place, radius, fill)
        room = place.inset(place.h * 0.16)
        side = min(room.h, size * 1.15) if icon else 0.0
        gap = size * 0.3 if icon and text else 0.0
        high = min(size, place.h / 1.4)  # capitals with accents are high
        look = fit(text, high, room.w - side - gap, bold=True) if text else None
        left = place.x - (side + gap + (look.extent[0] if look else 0)) / 2
        if icon:
            self.sign(f"icon {icon}", left + side / 2, place.y, side, ink)
        if look:
            self.picture(look, left + side + gap + look.extent[0] / 2, place.y, ink)
        self.item(what, place, text=text)
