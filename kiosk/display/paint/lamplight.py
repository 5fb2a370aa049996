"""Light on the table: a lamp over its middle and a bar of light before each seat, added up as light adds up.

Colours here are linear: amounts of light, three numbers from 0 on. ``shown`` makes them what a screen shows.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from kiosk.display.paint.theme import Rgba, rgb

Linear: TypeAlias = tuple[float, float, float]

_FELT: Final = rgb("084650")
_LAMP: Final = rgb("ffcb86")
_EXPOSURE: Final = 1.55
_STEPS: Final = 4095
_MOST: Final = 6.0
"""Light beyond this is white; where the lamp and the bars of all seats meet there is less."""
_STEP: Final = (_STEPS - 1) / _MOST
"""The steps in which light is counted, in a light of 1."""

_COARSE: Final = 12
"""By how much the felt is smaller while its light is reckoned, which is soft."""
_AMBIENT: Final[Linear] = (0.050, 0.105, 0.170)
_POOL: Final = (1.38, 1.95, 0.36, 1.25, 0.01)
"""The lamp's light: strength and narrowness of its inner and outer part, and what is everywhere."""
_WARM: Final = 1.75
_GLEAM: Final = 0.0148
"""What the felt's fibres throw back without their own colour."""
_ON_FELT: Final = 0.20
"""How much of a seat's light the felt throws back."""
_REACH: Final = (15.0, 85.0, 150.0)
"""Over how many pixels the parts of a seat's light fade."""
_PARTS: Final = (0.80, 0.46, 0.52, 0.10)
"""Their strengths: close to the bar, on the leather, on the felt, and how much of the last is on the leather."""

_FROM_START: Final = (2, 3)
"""The quarter turns of the bars at the upper and the left edge."""


class Bar(NamedTuple):
    """A bar of light at an edge: its middle at the rim, in pixels from the upper left; half its length.

    ``turn``: the rotation of its tray; ``depth``: of its tray; ``scale``: pixels in a pixel of a screen of 1080 lines.
    """

    x: float
    y: float
    half: float
    turn: float
    depth: float
    color: Linear
    scale: float

    @property
    def is_level(self) -> bool:
        """True at the upper and lower edge."""
        return round(self.turn / 90) % 2 == 0

    def far(self, at: float) -> float:
        """Return how far from the rim a point is; ``at``: its y if the bar is level, otherwise its x."""
        away = at - (self.y if self.is_level else self.x)
        return away if round(self.turn / 90) % 4 in _FROM_START else -away


def linear(color: Rgba) -> Linear:
    """Return a colour of the theme as light."""
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3])
    return r, g, b


@lru_cache(maxsize=1)
def _curve() -> bytes:
    def level(step: int) -> int:
        light = 1 - math.exp(-_EXPOSURE * _MOST * step / (_STEPS - 1))
        return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))

    return bytes(level(step) for step in range(_STEPS))


def shown(lights: Iterable[float]) -> list[int]:
    """Return the levels, 0 to 255, at which a screen shows these amounts of light."""
    curve, last = _curve(), _STEPS - 1
    return [curve[min(last, int(light * _STEP + 0.5))] for light in lights]


def _pool(count: int, flat: float) -> list[tuple[float, float]]:
    """Return how narrow and how wide the lamp's light is at each place along a side, whose ends are -1 and 1."""
    _, narrow, _, wide, _ = _POOL
    places = [flat * (2 * (place + 0.5) / count - 1) for place in range(count)]
    return [(math.exp(-((narrow * at) ** 2)), math.exp(-((wide * at) ** 2))) for at in places]


def strengths(asides: Sequence[float], far: float, bar: tuple[float, float], *, leather: bool) -> list[float]:
    """Return the strengths of a bar's light in a row of points that are equally ``far`` from the rim.

    ``asides``: pixels from its middle, to either side; ``bar``: half its length, and its scale; ``leather``: on a
    tray, not on felt.
    """
    half, scale = bar
    near, on_leather, on_felt = (math.exp(-far / (reach * scale)) for reach in _REACH)
    close, leathers, felts, share = _PARTS
    most = close * near + leathers * on_leather + (share if leather else felts) * on_felt
    narrow, end, tanh = 2 * (10 * scale + 0.32 * far), half + 0.3 * far, math.tanh
    each = most / 2
    return [each - each * tanh((aside - end) / narrow) for aside in asides]


def felt_light(size: tuple[int, int], bars: Sequence[Bar]) -> Iterator[Image.Image]:
    """Yield the parts of the felt's colour everywhere, without its fibre."""
    w, h = (max(2, -(-side // _COARSE)) for side in size)
    bands = [list(band) for band in _lit(w, h)]
    for bar in bars:
        tints = [_STEP * _ON_FELT * part for part in bar.color]
        for line, strong in _spill(bar, size, (w, h)):
            for band, tint in zip(bands, tints, strict=True):
                band[line] = [light + tint * part for light, part in zip(band[line], strong, strict=True)]
    curve = _curve()
    for band in bands:
        small = Image.frombytes("L", (w, h), bytes([curve[int(light)] for light in band]))
        yield small.resize(size, Image.Resampling.BICUBIC)


@lru_cache(maxsize=1)
def _lit(w: int, h: int) -> tuple[array[float], ...]:
    """Return the felt in the light of the lamp alone: for each part of its colour all points, in steps, row by row."""
    inner, _, outer, _, everywhere = _POOL
    across = _pool(w, 0.95)
    lamp = [
        inner * near_x * near_y + outer * wide_x * wide_y + everywhere
        for near_y, wide_y in _pool(h, 0.90)
        for near_x, wide_x in across
    ]
    tints, bands = linear(_LAMP), []
    for color, part, ambient in zip(linear(_FELT), tints, _AMBIENT, strict=True):
        tint = _WARM * part / max(tints)
        always, thrown = _STEP * color * ambient + 0.5, _STEP * (color * tint + _GLEAM * tint)
        bands.append(array("d", [always + thrown * strong for strong in lamp]))
    return tuple(bands)


def _spill(bar: Bar, size: tuple[int, int], small: tuple[int, int]) -> Iterator[tuple[slice, list[float]]]:
    """Yield the lines of the small picture that a bar's light reaches beside its tray, and how much of it.

    Each is as long as the bar's light is broad, and is given as the places of its points, counted row by row.
    """
    step_x, step_y = size[0] / small[0], size[1] / small[1]
    reach = bar.depth + 330 * bar.scale
    aside = bar.half + 0.5 * reach
    across, down = (aside, reach) if bar.is_level else (reach, aside)
    columns = range(max(0, int((bar.x - across) / step_x)), min(small[0], int((bar.x + across) / step_x) + 1))
    rows = range(max(0, int((bar.y - down) / step_y)), min(small[1], int((bar.y + down) / step_y) + 1))
    if bar.is_level:
        asides = [abs((x + 0.5) * step_x - bar.x) for x in columns]
        lines = [
            (bar.far((y + 0.5) * step_y), slice(y * small[0] + columns[0], y * small[0] + columns[-1] + 1))
            for y in rows
        ]
    else:
        asides = [abs((y + 0.5) * step_y - bar.y) for y in rows]
        lines = [
            (bar.far((x + 0.5) * step_x), slice(rows[0] * small[0] + x, rows[-1] * small[0] + x + 1, small[0]))
            for x in columns
        ]
    for far, line in lines:
        if far > -_COARSE:
            yield line, strengths(asides, max(0.0, far), (bar.half, bar.scale), leather=False)
