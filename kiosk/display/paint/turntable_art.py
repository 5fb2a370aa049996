"""The turntable in the middle of the table: turned wood, leather, a rim of brass, and on it the scores of a match."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from kiosk.display.paint.art import disc, put_centred, shape_mask, tinted
from kiosk.display.paint.coin_art import CoinLook, LaurelLook, PrizeLook, metal_of
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.text import BOLD, CAP_HEIGHT, HEAVY, REGULAR, font
from kiosk.display.paint.theme import ACCENT, BLACK, DARK_INK, INK, IVORY, LEATHER, WHITE, Rgba, seat_color
from kiosk.display.paint.wheel_art import hoop, hub_leather, turned_wood
from kiosk.game.seats import SeatNumber

PLATE: Final = 0.88
"""The diameter of the leather, as a fraction of the turntable's."""
LEAST_TEXT: Final = 12
"""The smallest text on it, in pixels: a name that would be smaller is left out."""
_LEAST_BADGE: Final = 22
"""The smallest coin of a place on a medal, in pixels."""
_MARGIN: Final = 0.04
"""The margin for its shadow."""
_SMOOTH: Final = 2
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_LINE: Final = 0.24
"""The largest height of a line of the list, in radii of the plate."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """A seat's line.

    ``name``: empty: none; ``totals``: from the start on; ``handicap``: empty: the usual one, which is not told;
    ``on_screen``: it rolled on the screen, others threw real dice.
    """

    seat: SeatNumber
    name: str
    totals: tuple[int, ...]
    handicap: str = ""
    on_screen: bool = False


@dataclass(frozen=True, slots=True)
class Scores:
    """What the turntable shows.

    ``scorers``: the best first; ``target``: the points that end the match, 0: none; ``handicap``: the icon before one.
    """

    scorers: tuple[Scorer, ...]
    target: int = 0
    handicap: str = ""


@dataclass(frozen=True, slots=True)
class Prize:
    """A medal on the turntable: its seat and place in the match, and where it lies, in radii of the plate."""

    seat: SeatNumber
    rank: int
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class TurntableLook:
    """The turntable, ``size`` pixels wide without its shadow, with scores or with medals on its leather."""

    size: int
    scores: Scores | None = None
    prizes: tuple[Prize, ...] = ()

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height, which are equal."""
        side = self.size + 2 * round(_MARGIN * self.size)
        return side, side

    def paint(self) -> Image.Image:
        """Draw it."""
        picture = _turntable(self.size, self.extent[0]).copy()
        if self.scores is not None and self.scores.scorers:
            plate = _Plate(round(PLATE * self.size))
            plate.draw(self.scores)
            put_centred(picture, plate.done(), picture.width / 2, picture.height / 2)
        _lay_out(picture, self.prizes, PLATE * self.size / 2)
        return picture


def _lay_out(picture: Image.Image, prizes: tuple[Prize, ...], radius: float) -> None:
    """Draw the medals with the numbers of their places; a single winner's in a laurel."""
    middle = picture.width / 2
    alone = sum(prize.rank == 1 for prize in prizes) == 1
    for prize in prizes:
        x, y, size = middle + prize.x * radius, middle - prize.y * radius, round(prize.size * radius)
        metal = metal_of(prize.rank)
        if alone and prize.rank == 1:
            put_centred(picture, LaurelLook(round(1.42 * size)).paint(), x, y)
        put_centred(picture, PrizeLook(metal, prize.seat, size).paint(), x, y)
        badge = max(_LEAST_BADGE, round((0.26 if prize.rank == 1 else 0.36) * size))
        put_centred(picture, CoinLook(metal, str(prize.rank), badge).paint(), x, y + 0.46 * size)


@lru_cache(maxsize=2)
def _turntable(size: int, side: int) -> Image.Image:
    """Return wood, brass and leather on their shadow, with a notch that points to the lower edge."""
    margin = (side - size) // 2
    mask = Image.new("L", (side, side))
    mask.paste(disc(size), (margin, margin + margin // 3))
    picture = tinted(mask.filter(ImageFilter.GaussianBlur(margin / 2.2)), BLACK.fade(0.75))
    middle = side / 2
    put_centred(picture, turned_wood(size, PLATE), middle, middle)
    leather = hub_leather(round(PLATE * size))
    put_centred(picture, leather, middle, middle)
    put_centred(picture, tinted(disc(round(PLATE * size)), LEATHER.mix(BLACK, 0.4).fade(0.55)), middle, middle)
    for part, width in ((1.0, 0.009), (PLATE + 0.004, 0.009)):
        put_centred(picture, hoop(round(part * size), max(2.0, width * size), _SMOOTH), middle, middle)
    for turn in range(4):
        put_centred(picture, _notch(round(0.05 * size), lit=turn == 0), *_below(middle, 0.47 * size, 90 * turn))
    return picture


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


class _Plate:
    """The drawing on the leather; its own coordinates: the middle is 0, the edge 1, y upwards."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._half = size / 2
        self._axis = max(0.085, LEAST_TEXT / self._half)
        self._picture = Image.new("RGBA", (size * _SMOOTH, size * _SMOOTH))
        self._pen = ImageDraw.Draw(self._picture)

    def done(self) -> Image.Image:
        """Return the drawing at its real size."""
        return self._picture.resize((self._size, self._size), Image.Resampling.LANCZOS)

    def draw(self, scores: Scores) -> None:
        """Draw the list at the right, the curves at the left, and lines between them."""
        scorers = scores.scorers
        line = min(_LINE, 1.5 / len(scorers))
        tops = [line * ((len(scorers) - 1) / 2 - number) for number in range(len(scorers))]
        plot = _Plot(scores, bottom=-0.56, top=0.48)
        self._grid(plot, scores.target)
        sign_x = 0.05
        for scorer, y in reversed(list(zip(scorers, tops, strict=True))):
            self._curve(plot, scorer, sign_x, y)
        for scorer, y in zip(scorers, tops, strict=True):
            self._entry(scorer, sign_x, y, line, scores.handicap)

    def _grid(self, plot: _Plot, target: int) -> None:
        soft = IVORY.fade(0.20)
        for value in plot.values:
            y = plot.y(value)
            self._line([(plot.left, y), (plot.right, y)], 0.005, soft)
            self._text(str(value).replace("-", "\N{MINUS SIGN}"), plot.left - 0.05, y, self._axis, IVORY, "rm")
        if target:
            y = plot.y(target)
            for step in range(9):
                x = plot.left + (plot.right - plot.left) * step / 9
                self._line([(x, y), (x + (plot.right - plot.left) / 16, y)], 0.011, ACCENT)
        for number in plot.rounds:
            self._text(str(number), plot.x(number), plot.low - 0.10, self._axis, IVORY, "mm")

    def _curve(self, plot: _Plot, scorer: Scorer, sign_x: float, y: float) -> None:
        color = seat_color(scorer.seat)
        points = [(plot.x(number), plot.y(total)) for number, total in enumerate(scorer.totals)]
        lead = [points[-1], (plot.right + 0.05, points[-1][1]), (sign_x - 0.08, y), (sign_x, y)]
        self._line(lead, 0.007, color.fade(0.75))
        self._line(points, 0.022, BLACK.fade(0.5))
        self._line(points, 0.016, color)
        dot = 0.022 if len(points) < 14 else 0.012
        for x, at in points[1:]:
            self._disc(x, at, dot, color)

    def _entry(self, scorer: Scorer, x: float, y: float, line: float, icon: str) -> None:
        """Draw sign, name, handicap and total of a line of the list."""
        color, radius = seat_color(scorer.seat), min(0.085, 0.43 * line)
        self._disc(x, y, radius * 1.1, BLACK.fade(0.6))
        self._disc(x, y, radius, color)
        self._sign(f"seat {scorer.seat}", x, y, 1.32 * radius)
        right = min(0.84, math.sqrt(max(0.0, 0.93**2 - (abs(y) + line / 2) ** 2)))
        size = min(0.135, 0.72 * line)
        total = str(scorer.totals[-1]).replace("-", "\N{MINUS SIGN}")
        self._text(total, right, y, size, INK, "rm", HEAVY)
        right -= self._width(total, size, HEAVY) + 0.05
        small = max(0.8 * self._axis, min(self._axis, 0.6 * line))
        if scorer.handicap:
            self._text(scorer.handicap, right, y, small, ACCENT, "rm", BOLD)
            right -= self._width(scorer.handicap, small, BOLD) + 0.01
            if icon:
                self._sign(f"icon {icon}", right - 0.4 * small, y, 0.8 * small, ACCENT)
                right -= small
        if scorer.on_screen:
            self._sign("icon hand", right - 0.5 * small, y, small, ACCENT)
            right -= 1.2 * small
        if scorer.name:
            self._name(scorer.name, x + radius + 0.035, right - 0.01, y, min(0.108, 0.66 * line))

    def _name(self, name: str, left: float, right: float, y: float, size: float) -> None:
        """Draw a name, smaller to fit; left out if it could not be read."""
        least = LEAST_TEXT / self._half
        while size > least and self._width(name, size, 500) > right - left:
            size -= 0.004
        if self._width(name, size, 500) <= right - left:
            self._text(name, left, y, size, IVORY, "lm", 500)

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
        return font(max(6, round(self._px(size))), weight).getlength(text) / (self._half * _SMOOTH)

    def _text(
        self, text: str, x: float, y: float, size: float, color: Rgba, anchor: str, weight: int = REGULAR
    ) -> None:
        """Draw text; ``anchor``: l, m or r, then m: the middle of a capital letter lies at y."""
        height = max(6, round(self._px(size)))
        at_x, at_y = self._at(x, y)
        self._pen.text((at_x, at_y + CAP_HEIGHT / 2 * height), text, color.bytes, font(height, weight), f"{anchor[0]}s")


class _Plot:
    """The place of rounds and totals on the plate."""

    left: Final = -0.58
    right: Final = -0.14

    def __init__(self, scores: Scores, *, bottom: float, top: float) -> None:
        totals = [total for scorer in scores.scorers for total in scorer.totals]
        if scores.target:
            totals.append(scores.target)
        least, most = min(totals), max(totals)
        step = next((step for step in _STEPS if (most - least) / step <= 4), _STEPS[-1])
        self._first, last = math.floor(least / step) * step, math.ceil(max(most, least + 1) / step) * step
        self.values = tuple(range(self._first, last + 1, step))
        self._span = last - self._first
        self.low, self._high = bottom + 0.06, top
        self._count = max(1, len(scores.scorers[0].totals) - 1)
        apart = next(step for step in (1, 2, 5, 10, 20, 50, 100) if self._count / step <= 8)
        self.rounds = tuple(range(apart, self._count + 1, apart))

    def x(self, number: float) -> float:
        """Return where a round lies; 0 is the start."""
        return self.left + (self.right - self.left) * number / self._count

    def y(self, total: float) -> float:
        """Return where a total lies."""
        return self.low + (self._high - self.low) * (total - self._first) / self._span
