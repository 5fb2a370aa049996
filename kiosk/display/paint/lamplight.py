"""Light on the table: a lamp over its middle and a bar of light before each seat, added up as light adds up.

Colours here are linear: amounts of light, three numbers from 0 on. ``shown`` makes them what a screen shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from kiosk.display.paint.theme import Rgba, rgb

Linear: TypeAlias = tuple[float, float, float]

_FELT: Final = rgb("084650")
_LAMP: Final = rgb("ffcf8f")
_EXPOSURE: Final = 1.55
_STEPS: Final = 2048
_MOST: Final = 3.0
"""Light beyond this is white."""

_COARSE: Final = 12
"""By how much the felt is smaller while its light is reckoned, which is soft."""
_AMBIENT: Final[Linear] = (0.066, 0.100, 0.150)
_POOL: Final = (1.38, 1.95, 0.40, 1.25, 0.02)
"""The lamp's light: strength and narrowness of its inner and outer part, and what is everywhere."""
_WARM: Final = 1.60
_GLEAM: Final = 0.0148
"""What the felt's fibres throw back without their own colour."""
_ON_FELT: Final = 0.20
"""How much of a seat's light the felt throws back."""
_REACH: Final = (15.0, 85.0, 150.0)
"""Over how many pixels the parts of a seat's light fade."""
_PARTS: Final = (0.80, 0.46, 0.52, 0.10)
"""Their strengths: close to the bar, on the leather, on the felt, and how much of the last is on the leather."""


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

    def local(self, x: float, y: float) -> tuple[float, float]:
        """Return how far aside of its middle, and how far from the rim a point is."""
        x, y = x - self.x, y - self.y
        return ((x, -y), (-y, -x), (-x, y), (y, x))[round(self.turn / 90) % 4]


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


def shown(light: float) -> int:
    """Return the level, 0 to 255, at which a screen shows this amount of light."""
    return _curve()[min(_STEPS - 1, int(light * ((_STEPS - 1) / _MOST) + 0.5))]


def pool(x: float, y: float) -> float:
    """Return the strength of the lamp at a point; both from -1 to 1, in the middle 0."""
    inner, narrow, outer, wide, everywhere = _POOL
    far = math.hypot(0.95 * x, 0.90 * y)
    return inner * math.exp(-((narrow * far) ** 2)) + outer * math.exp(-((wide * far) ** 2)) + everywhere


def strength(aside: float, far: float, half: float, scale: float, leather: float) -> float:
    """Return the strength of a bar's light.

    ``aside``, ``far``: pixels from its middle, and from the rim; ``half``: of its length; ``leather``: 1 on a tray,
    0 on the felt.
    """
    near, on_leather, on_felt = (math.exp(-far / (reach * scale)) for reach in _REACH)
    close, leathers, felts, share = _PARTS
    soft = 10 * scale + 0.32 * far
    spread = 1 / (1 + math.exp(min(60.0, (abs(aside) - half - 0.3 * far) / soft)))
    felt = felts if not leather else share
    return (close * near + leathers * on_leather + felt * on_felt) * spread


def felt_light(size: tuple[int, int], bars: Sequence[Bar]) -> Image.Image:
    """Return the felt's colour everywhere, without its fibre, RGB."""
    w, h = (max(2, -(-side // _COARSE)) for side in size)
    lamp, felt = linear(_LAMP), linear(_FELT)
    warm = [_WARM * part / max(lamp) for part in lamp]
    light = [
        list(_lit(felt, warm, pool(2 * (x + 0.5) / w - 1, 2 * (y + 0.5) / h - 1))) for y in range(h) for x in range(w)
    ]
    for bar in bars:
        for at, amount in _spill(bar, size, (w, h)):
            for band, part in enumerate(bar.color):
                light[at][band] += amount * part
    small = Image.new("RGB", (w, h))
    small.putdata([(shown(r), shown(g), shown(b)) for r, g, b in light])
    return small.resize(size, Image.Resampling.BICUBIC)


def _lit(felt: Linear, warm: Sequence[float], lamp: float) -> Iterator[float]:
    for color, tint, ambient in zip(felt, warm, _AMBIENT, strict=True):
        yield color * (lamp * tint + ambient) + _GLEAM * tint * lamp


def _spill(bar: Bar, size: tuple[int, int], small: tuple[int, int]) -> Iterator[tuple[int, float]]:
    """Yield the points of the small picture that a bar's light reaches beside its tray, and how much of it."""
    step_x, step_y = size[0] / small[0], size[1] / small[1]
    reach = bar.depth + 330 * bar.scale
    aside = bar.half + 0.5 * reach
    across, down = (aside, reach) if round(bar.turn) % 180 == 0 else (reach, aside)
    left, right = (int((bar.x + side * across) / step_x) for side in (-1, 1))
    top, bottom = (int((bar.y + side * down) / step_y) for side in (-1, 1))
    for y in range(max(0, top), min(small[1], bottom + 1)):
        for x in range(max(0, left), min(small[0], right + 1)):
            beside, far = bar.local((x + 0.5) * step_x, (y + 0.5) * step_y)
            if far > -_COARSE:
                yield y * small[0] + x, _ON_FELT * strength(beside, max(0.0, far), bar.half, bar.scale, 0.0)
