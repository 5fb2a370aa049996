"""The turntable in the middle of the table: turned wood, leather, a rim of brass, and on it the scores of a match."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter

from kiosk.display.paint.art import SignLook, SquareLook, disc, put_centred, reduced, shape_mask, soft_disc, tinted
from kiosk.display.paint.brass_art import CoinLook, LaurelLook, PrizeLook, metal_of
from kiosk.display.paint.page_code import code_card
from kiosk.display.paint.score_chart import Chart, Scorer, Scores, chart_of, told
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.text import BOLD, CAP_HEIGHT, HEAVY, REGULAR, font
from kiosk.display.paint.theme import ACCENT, BLACK, DARK_INK, IVORY, LEATHER, WHITE, Rgba, seat_color
from kiosk.display.paint.wheel_art import hoop, hub_leather, turned_wood
from kiosk.game.seats import SeatNumber

PLATE: Final = 0.92
"""The diameter of the leather, as a fraction of the turntable's."""
CODE: Final = 1.1
"""The side of the card with a page's code, in radii of the leather."""
STAGE: Final = SignLook("disc", 160)
STAGE_TINT: Final = LEATHER.mix(BLACK, 0.6)
"""What covers its leather while places are told on it: stretched, as a large picture takes long to send."""
LEAST_TEXT: Final = 12
"""The smallest text on it, in pixels: a name that would be smaller is left out."""
_LEAST_BADGE: Final = 22
"""The smallest coin of a place on a medal, in pixels."""
_MARGIN: Final = 0.04
"""The margin for its shadow."""
_QUICK, _COARSER = 340, 3
"""The size up to which it is quickly painted, and how much smaller a coarse one is."""
_SMOOTH: Final = 2
_COARSE: Final = 4
"""The pixels of the drawing in a pixel of the light below its lines."""
_SPREAD: Final = 3.5
"""How far that light spreads, in deviations of its blur."""
_RIM: Final = LEATHER.mix(BLACK, 0.8)
_GROOVE: Final = LEATHER.mix(IVORY, 0.1)
"""What the bars lie in."""
_RIMMED: Final = 1.16
"""The colour of the rim of a seat's sign, and the sign's size with it."""
_CASING: Final = 1.5
"""The width of the dark casing that parts crossing lines, relative to theirs."""
_TITLE: Final = 0.125
"""The largest height of the title."""


class Prize(Struct, frozen=True):
    """A medal on the turntable: its seat and place in the match, and where it lies, in radii of the plate.

    ``star``: of somebody who is celebrated.
    """

    seat: SeatNumber
    rank: int
    x: float
    y: float
    size: float
    star: bool = False


class TurntableLook(Struct, frozen=True):
    """The turntable, ``size`` pixels wide without its shadow, with scores or with medals on its leather.

    ``page``: the address that the code between the medals leads to; empty: there is none.
    """

    size: int
    scores: Scores | None = None
    prizes: tuple[Prize, ...] = ()
    page: str = ""

    @property
    def meanwhile(self) -> TurntableLook | None:
        """An empty one, which takes long to paint, and is there before."""
        return TurntableLook(self.size) if self.scores or self.prizes else None

    @property
    def coarse(self) -> TurntableLook | None:
        """The same much smaller: an empty turntable tells nothing for as long as this one takes."""
        if self.is_coarse or self.meanwhile is None:
            return None
        return TurntableLook(self.size // _COARSER, self.scores, self.prizes, self.page)

    @property
    def is_coarse(self) -> bool:
        """True if it is quickly painted."""
        return self.size <= _QUICK

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        side = self.size + 2 * round(_MARGIN * self.size)
        return side, side

    @property
    def hides(self) -> tuple[float, float]:
        """The sides of a square within its rim, as parts of the picture's."""
        part = 0.97 * math.sqrt(0.5) * self.size / self.extent[0]
        return part, part

    def paint(self) -> Image.Image:
        """Draw it."""
        picture = empty_turntable(self.size).copy()
        if self.scores is not None and self.scores.scorers:
            plate = _Plate(round(PLATE * self.size))
            plate.draw(self.scores)
            put_centred(picture, plate.done(), picture.width / 2, picture.height / 2)
        _lay_out(picture, self.prizes, PLATE * self.size / 2, beside_code=bool(self.page))
        if self.page:
            card = code_card(self.page, round(CODE * PLATE * self.size / 2))
            put_centred(picture, card, picture.width / 2, picture.height / 2)
        return picture


class HeadLook(SquareLook, frozen=True):
    """A seat's sign on its colour, as it lies on the leather at the end of a line: ``size`` pixels wide."""

    seat: SeatNumber

    def paint(self) -> Image.Image:
        """Draw it."""
        inner = round(self.size / _RIMMED)
        picture = tinted(disc(self.size), _RIM)
        put_centred(picture, tinted(disc(inner), seat_color(self.seat)), self.size / 2, self.size / 2)
        sign = tinted(shape_mask(f"seat {self.seat}", max(6, round(0.65 * inner))), DARK_INK)
        put_centred(picture, sign, self.size / 2, self.size / 2)
        return picture


def _lay_out(picture: Image.Image, prizes: tuple[Prize, ...], radius: float, *, beside_code: bool) -> None:
    """Draw the medals with the numbers of their places; a single star's in a laurel, unless a code needs the room."""
    middle = picture.width / 2
    alone = sum(prize.star for prize in prizes) == 1
    for prize in prizes:
        x, y, size = middle + prize.x * radius, middle - prize.y * radius, round(prize.size * radius)
        metal = metal_of(prize.rank)
        if alone and prize.star and not beside_code:
            put_centred(picture, LaurelLook(round(1.42 * size)).paint(), x, y)
        put_centred(picture, PrizeLook(metal, prize.seat, size).paint(), x, y)
        badge = max(_LEAST_BADGE, round((0.26 if prize.star and not beside_code else 0.36) * size))
        right, down = (0.55 * size, 0.0) if beside_code else (0.0, 0.46 * size)
        put_centred(picture, CoinLook(metal, str(prize.rank), badge).paint(), x + right, y + down)


class _Blank:
    """An empty turntable: wood, brass and leather on their shadow, with a notch that points to the lower edge."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._margin = round(_MARGIN * size)
        side = size + 2 * self._margin
        self._picture = Image.new("RGBA", (side, side))

    def paint(self) -> Image.Image:
        """Return the picture."""
        for part in (self._shade, self._wood, self._leather, self._rim, self._hoop, self._notches):
            part()
        return self._picture

    def _put(self, part: Image.Image) -> None:
        put_centred(self._picture, part, self._picture.width / 2, self._picture.height / 2)

    def _shade(self) -> None:
        margin = self._margin
        self._picture = tinted(soft_disc(self._size, margin, margin // 3, margin / 2.2), BLACK.fade(0.75))

    def _wood(self) -> None:
        self._put(turned_wood(self._size, PLATE))

    def _leather(self) -> None:
        self._put(hub_leather(round(PLATE * self._size)))
        self._put(tinted(disc(round(PLATE * self._size)), LEATHER.mix(BLACK, 0.4).fade(0.55)))

    def _rim(self) -> None:
        self._put(hoop(self._size, max(2.0, 0.009 * self._size), _SMOOTH))

    def _hoop(self) -> None:
        self._put(hoop(round((PLATE + 0.004) * self._size), max(2.0, 0.009 * self._size), _SMOOTH))

    def _notches(self) -> None:
        middle, far = self._picture.width / 2, (1 + PLATE) / 4 * self._size
        for turn in range(4):
            put_centred(
                self._picture, _notch(round(0.045 * self._size), lit=turn == 0), *_below(middle, far, 90 * turn)
            )


@lru_cache(maxsize=4)  # of a count and of a match, both coarse, too: painting one takes as long as ten frames
def empty_turntable(size: int) -> Image.Image:
    """Return an empty turntable, ``size`` pixels wide without its shadow. Do not modify it."""
    return _Blank(size).paint()


def _below(middle: float, radius: float, turn: float) -> Point:
    """Return a point of a circle, ``turn`` degrees counter-clockwise from its lowest one."""
    angle = math.radians(turn)
    return middle + radius * math.sin(angle), middle + radius * math.cos(angle)


def _notch(size: int, *, lit: bool) -> Image.Image:
    """Return a mark in the wood: an arrow to the lower edge if it is ``lit``, otherwise a dark dot."""
    large = Image.new("RGBA", (2 * size * _SMOOTH, 2 * size * _SMOOTH))
    draw, middle, reach = ImageDraw.Draw(large), size * _SMOOTH, 0.36 * size * _SMOOTH
    if lit:
        arrow = [
            (middle - reach, middle - 0.5 * reach),
            (middle + reach, middle - 0.5 * reach),
            (middle, middle + 0.7 * reach),
        ]
        draw.polygon(arrow, ACCENT.mix(WHITE, 0.35).bytes)
    else:
        draw.ellipse(
            (middle - 0.4 * reach, middle - 0.4 * reach, middle + 0.4 * reach, middle + 0.4 * reach),
            fill=(20, 10, 4, 200),
        )
    sharp = large.resize((2 * size, 2 * size), Image.Resampling.LANCZOS)
    if not lit:
        return sharp
    glow = sharp.filter(ImageFilter.GaussianBlur(0.16 * size))
    glow.alpha_composite(sharp)
    return glow


@lru_cache(maxsize=256)  # names are the same from one round to the next
def _wide(text: str, height: int, weight: int) -> float:
    """Return the width of a text in pixels."""
    return font(height, weight).getlength(text)


def _around(points: Iterable[Point], reach: float, room: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return corner and size of a rectangle around points, in whole pixels of the light, within a picture."""
    starts, ends = [], []
    for places, most in zip(zip(*points, strict=True), room, strict=True):
        starts.append(max(0, math.floor((min(places) - reach) / _COARSE) * _COARSE))
        ends.append(min(most, math.ceil((max(places) + reach) / _COARSE) * _COARSE))
    return (starts[0], starts[1]), (ends[0] - starts[0], ends[1] - starts[1])


class _Plate:
    """The drawing on the leather, in the chart's coordinates."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._half = size / 2
        self._axis = max(Chart.axis_size, LEAST_TEXT / self._half)
        self._picture = Image.new("RGBA", (size * _SMOOTH, size * _SMOOTH))
        self._pen = ImageDraw.Draw(self._picture)

    def done(self) -> Image.Image:
        """Return the drawing at its real size."""
        return reduced(self._picture, _SMOOTH)

    def draw(self, scores: Scores) -> None:
        """Draw the list at the right, lines or bars at the left."""
        chart = chart_of(scores)
        self._title(scores.title, chart.title_y)
        if chart.bars:
            for scorer in scores.scorers:
                self._line([*chart.groove(scorer)], chart.stroke, _GROOVE)
        else:
            self._grid(chart)
        self._glow(chart, scores)
        rows = [*enumerate(scores.scorers)]
        if not scores.counting:
            for index, scorer in rows:
                self._lead(chart, scorer, chart.row(index))
        for draw in (self._curve, self._marks):  # no line runs over a sign
            for scorer in reversed(scores.scorers):
                draw(chart, scorer, counting=scores.counting)
        name = self._name_size(chart, scores)
        for index, scorer in rows:
            self._entry(chart, scorer, index, scores, name)

    def _title(self, title: str, y: float) -> None:
        """Draw the words above the chart, smaller to fit."""
        size, room = _TITLE, 2 * math.sqrt(0.92**2 - (y + _TITLE / 2) ** 2)
        if title:
            size = min(size, size * room / self._width(title, size, BOLD))
            self._text(title, 0.0, y, size, ACCENT.mix(IVORY, 0.55), "mm", BOLD)

    def _glow(self, chart: Chart, scores: Scores) -> None:
        """Draw a faint light below the lines, in the part of the picture that they and their light reach."""
        if chart.bars:
            return
        lines = [
            ([self._at(*point) for point in self._points(chart, scorer, counting=scores.counting)], scorer.seat)
            for scorer in reversed(scores.scorers)
        ]
        if not any(line for line, _ in lines):
            return
        soft, width = self._px(0.02) / _COARSE, max(_SMOOTH, round(self._px(2.0 * chart.stroke)))
        reach = width + _COARSE * (math.ceil(_SPREAD * soft) + 2)
        corner, size = _around((point for line, _ in lines for point in line), reach, self._picture.size)
        light = Image.new("RGBA", size)
        pen = ImageDraw.Draw(light)
        for line, seat in lines:
            pen.line([(x - corner[0], y - corner[1]) for x, y in line], seat_color(seat).bytes, width, "curve")
        light = light.reduce(_COARSE).filter(ImageFilter.GaussianBlur(soft))
        light.putalpha(light.getchannel("A").point(lambda level: level * 2 // 5))
        self._picture.alpha_composite(light.resize(size), corner)

    def _points(self, chart: Chart, scorer: Scorer, *, counting: bool) -> list[Point]:
        """Return the points of a seat's line; only what came before while the latest round is counted."""
        totals = scorer.totals[:-1] if counting else scorer.totals
        return [(chart.x(number), chart.y(total)) for number, total in enumerate(totals)]

    def _grid(self, chart: Chart) -> None:
        left, right = chart.left, chart.right + 0.02
        for value in chart.values:
            y, is_base = chart.y(value), value == chart.base
            self._line([(left, y), (right, y)], 0.009 if is_base else 0.005, IVORY.fade(0.55 if is_base else 0.22))
            text = str(value).replace("-", "\N{MINUS SIGN}")
            if value != chart.target or not chart.target:
                self._text(text, left - chart.scale_gap, y, self._axis, IVORY, "rm", BOLD)
        if chart.target:
            y = chart.y(chart.target)
            for step in range(9):
                x = left + (right - left) * step / 9
                self._line([(x, y), (x + (right - left) / 16, y)], 0.011, ACCENT)
            self._text(str(chart.target), left - chart.scale_gap, y, self._axis, ACCENT, "rm", HEAVY)
        for number in chart.numbers:
            self._text(str(number), chart.x(number), chart.low - 0.11, self._axis, IVORY, "mm", BOLD)

    def _curve(self, chart: Chart, scorer: Scorer, *, counting: bool) -> None:
        """Draw a seat's line or bar; only what came before while the latest round is counted."""
        color = seat_color(scorer.seat)
        if not chart.bars:  # opaque: a translucent stroke would erase the lines below it
            points = self._points(chart, scorer, counting=counting)
            self._line(points, _CASING * chart.stroke, _RIM)
            self._line(points, chart.stroke, color)
        elif not counting:
            self._line([chart.foot(scorer), chart.head(scorer, scorer.totals[-1])], chart.stroke, color)

    def _marks(self, chart: Chart, scorer: Scorer, *, counting: bool) -> None:
        """Draw a seat's sign at the end of each round, larger at the end of the latest one."""
        if not chart.bars:
            for point in self._points(chart, scorer, counting=True)[1:]:
                self._head(scorer.seat, *point, chart.mark_size)
        if not counting:
            self._head(scorer.seat, *chart.head(scorer, scorer.totals[-1]), chart.head_size)

    def _lead(self, chart: Chart, scorer: Scorer, y: float) -> None:
        """Draw a thin line from a seat's line to its name."""
        if not chart.bars:
            x, at = chart.head(scorer, scorer.totals[-1])
            self._line([(x, at), (chart.sign_x, y)], chart.lead, seat_color(scorer.seat).fade(0.8))

    def _head(self, seat: SeatNumber, x: float, y: float, radius: float) -> None:
        """Draw a seat's sign on its colour."""
        self._disc(x, y, _RIMMED * radius, _RIM)
        self._disc(x, y, radius, seat_color(seat))
        self._sign(f"seat {seat}", x, y, 1.3 * radius)

    def _entry(self, chart: Chart, scorer: Scorer, index: int, scores: Scores, name: float) -> None:
        """Draw sign, name, handicap and total of a line of the list; ``name``: the height of names."""
        y = chart.row(index)
        if not chart.bars:
            self._head(scorer.seat, chart.sign_x, y, chart.sign_size)
        if not scores.counting:
            self._text(told(scorer.totals[-1]), chart.total_right, y, chart.total_size, IVORY, "rm", HEAVY)
        right, small, y = chart.name_right(scorer) - chart.gap, self._small(chart), chart.name_y(index)
        if scorer.handicap:
            self._text(scorer.handicap, right, y, small, ACCENT, "rm", BOLD)
            right -= self._width(scorer.handicap, small, BOLD) + 0.01
            if scores.handicap and right - small > chart.name_x:
                self._sign(f"icon {scores.handicap}", right - 0.4 * small, y, 0.8 * small, ACCENT)
                right -= small
        if scorer.on_screen:
            self._sign("icon hand", right - 0.5 * small, y, small, ACCENT)
            right -= 1.2 * small
        self._name(scorer.name, chart.name_x, right - 0.01, y, name)

    def _small(self, chart: Chart) -> float:
        return max(0.8 * self._axis, min(self._axis, 0.6 * chart.line_h))

    def _name_size(self, chart: Chart, scores: Scores) -> float:
        """Return the size at which all names but the longest fit beside their totals, without handicaps."""
        left, largest = chart.name_x, chart.name_size
        fits = [
            largest * (chart.name_right(scorer) - chart.gap - left) / self._width(scorer.name, largest, BOLD)
            for scorer in scores.scorers
            if scorer.name
        ]
        return min(largest, max(min(fits, default=largest), 0.75 * largest))

    def _name(self, name: str, left: float, right: float, y: float, size: float) -> None:
        """Draw a name, smaller to fit; left out if it could not be read."""
        least = LEAST_TEXT / self._half
        while name and size > least and self._width(name, size, BOLD) > right - left:
            size -= 0.004
        if name and self._width(name, size, BOLD) <= right - left:
            self._text(name, left, y, size, IVORY, "lm", BOLD)

    # ---- strokes

    def _at(self, x: float, y: float) -> Point:
        return self._half * _SMOOTH * (1 + x), self._half * _SMOOTH * (1 - y)

    def _px(self, length: float) -> float:
        return length * self._half * _SMOOTH

    def _line(self, points: list[Point], width: float, color: Rgba) -> None:
        self._pen.line(
            [self._at(*point) for point in points], color.bytes, max(_SMOOTH, round(self._px(width))), "curve"
        )

    def _disc(self, x: float, y: float, radius: float, color: Rgba) -> None:
        (at_x, at_y), reach = self._at(x, y), self._px(radius)
        self._pen.ellipse((at_x - reach, at_y - reach, at_x + reach, at_y + reach), fill=color.bytes)

    def _sign(self, sign: str, x: float, y: float, size: float, color: Rgba = DARK_INK) -> None:
        mark = tinted(shape_mask(sign, max(6, round(self._px(size)))), color)
        put_centred(self._picture, mark, *self._at(x, y))

    def _width(self, text: str, size: float, weight: int) -> float:
        return _wide(text, max(6, round(self._px(size))), weight) / (self._half * _SMOOTH)

    def _text(
        self, text: str, x: float, y: float, size: float, color: Rgba, anchor: str, weight: int = REGULAR
    ) -> None:
        """Draw text; ``anchor``: l, m or r, then m: the middle of a capital letter lies at y."""
        height = max(6, round(self._px(size)))
        at_x, at_y = self._at(x, y)
        self._pen.text((at_x, at_y + CAP_HEIGHT / 2 * height), text, color.bytes, font(height, weight), f"{anchor[0]}s")
