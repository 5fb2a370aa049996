"""Line patterns: of the cards' faces, one a colour, and of their backs, one a seat. Masks of a rectangle."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from kiosk.display.paint.kept import kept
from kiosk.display.paint.shapes import COLOR_OUTLINES, SMOOTH, Point, arc
from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber

Line: TypeAlias = "list[Point]"

_RINGS: Final = 11
"""Number of outlines around the middle of a face."""
_LARGE: Final = (336, 528)
"""The size in which the pattern of a back is drawn, in pixels: that of a card, or a little higher."""
_CORNERS: Final = 9
"""The number of points up to which a line has corners, which are rounded; a longer one is an arc."""


@kept
def face_pattern(color: Color, w: int, h: int) -> Image.Image:
    """Return the outline of the colour's shape, repeated around the middle."""
    outline = COLOR_OUTLINES[color]
    reach = 1.35 * max(w, h) / 2
    lines = [
        [(w / 2 + x * reach * ring / _RINGS, h / 2 + y * reach * ring / _RINGS) for x, y in (*outline, outline[0])]
        for ring in range(1, _RINGS + 1)
    ]
    return _drawn(lines, w, h, 0.016 * w)


def back_pattern(seat: SeatNumber, w: int, h: int) -> Image.Image:
    """Return the pattern of a seat's backs."""
    large = _large_pattern((seat - 1) % len(_BACKS))
    high = min(large.height / 2, h / w * large.width / 2)
    box = (0, large.height / 2 - high, large.width, large.height / 2 + high)
    return large.resize((w, h), Image.Resampling.BOX, box)


def _large_pattern(number: int) -> Image.Image:
    """Return the pattern of a back, drawn once for all its sizes: the drawing takes longer than a card's rest."""
    return Image.frombytes("1", _LARGE, _large_bits(number)).convert("L")


@lru_cache(maxsize=12)
def _large_bits(number: int) -> bytes:
    """Return it as a bit for each pixel: all of them take a tenth of the kept parts' room."""
    w, h = _LARGE
    lines = [[(w / 2 + x * w / 84, h / 2 + y * w / 84) for x, y in line] for line in _BACKS[number]()]
    mask = Image.new("1", _LARGE)
    _draw_lines(mask, lines, 0.020 * w)
    return mask.tobytes()


def _drawn(lines: list[Line], w: int, h: int, width: float) -> Image.Image:
    mask = Image.new("L", (w * SMOOTH, h * SMOOTH), 0)
    _draw_lines(mask, [[(x * SMOOTH, y * SMOOTH) for x, y in line] for line in lines], width * SMOOTH)
    return mask.reduce(SMOOTH)


def _draw_lines(mask: Image.Image, lines: list[Line], width: float) -> None:
    draw = ImageDraw.Draw(mask)
    for line in lines:
        draw.line(line, 255, max(1, round(width)), joint="curve" if len(line) <= _CORNERS else None)


# ---------------------------------------------------------------- patterns of the backs, 84 wide, from their middle

_SIDE: Final = 84
"""Half of the height that a pattern fills; the field is narrower and lower."""


def _grid(across: float, down: float) -> Iterator[tuple[float, float, bool]]:
    """Yield the places of a grid, and whether its row is an odd one."""
    for row in range(-round(_SIDE / down), round(_SIDE / down) + 1):
        for column in range(-round(_SIDE / across), round(_SIDE / across) + 1):
            yield column * across, row * down, bool(row % 2)


def _scales() -> Iterator[Line]:
    for x, y, odd in _grid(14, 11):
        middle = x + 7 * odd
        yield arc(middle, y, 7, 180, 360, 12)
        yield arc(middle, y, 3.6, 180, 360, 8)


def _zigzag() -> Iterator[Line]:
    for row in range(-9, 10):
        yield [(-48 + 12 * step, row * 10 + (8 if step % 2 else -2)) for step in range(9)]


def _circles() -> Iterator[Line]:
    for ring in range(1, 14):
        yield arc(0, 0, 6.2 * ring, 0, 360, 48)


def _waves() -> Iterator[Line]:
    for row in range(-9, 10):
        yield [(x, row * 9 + 3.4 * math.sin(math.tau * x / 28)) for x in range(-48, 49, 3)]


def _rays() -> Iterator[Line]:
    for ray in range(36):
        angle = math.tau * ray / 36
        yield [(radius * math.cos(angle), radius * math.sin(angle)) for radius in (22, 90)]


def _lattice() -> Iterator[Line]:
    for step in range(-11, 12):
        yield [(step * 14 - 80, -80), (step * 14 + 80, 80)]
        yield [(step * 14 + 80, -80), (step * 14 - 80, 80)]


def _petals() -> Iterator[Line]:
    for x, y, _ in _grid(12, 12):
        yield arc(x, y, 8.5, 0, 360, 20)


def _fish_scales() -> Iterator[Line]:
    for x, y, odd in _grid(13, 9):
        yield arc(x + 6.5 * odd, y, 7, 0, 180, 12)


def _hourglasses() -> Iterator[Line]:
    for x, y, _ in _grid(14, 15):
        yield [(x - 5, y - 6), (x + 5, y - 6), (x - 5, y + 6), (x + 5, y + 6), (x - 5, y - 6)]


def _squares() -> Iterator[Line]:
    for x, y, odd in _grid(16, 8):
        middle = x + 8 * odd
        yield [(middle - 6, y), (middle, y - 6), (middle + 6, y), (middle, y + 6), (middle - 6, y)]


def _meander() -> Iterator[Line]:
    for x, y, _ in _grid(16, 16):
        turns = ((-8, 5), (5, 5), (5, -5), (-4, -5), (-4, 1), (1, 1))
        yield [(x + right, y + down) for right, down in turns]


def _triangles() -> Iterator[Line]:
    for step in range(-7, 8):
        yield [(-50, step * 13), (50, step * 13)]
        yield [(step * 15 - 45, -78), (step * 15 + 45, 78)]
        yield [(step * 15 + 45, -78), (step * 15 - 45, 78)]


_BACKS: Final[tuple[Callable[[], Iterator[Line]], ...]] = (
    *(_scales, _zigzag, _circles, _waves, _rays, _lattice),
    *(_petals, _fish_scales, _hourglasses, _squares, _meander, _triangles),
)
