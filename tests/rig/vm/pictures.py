"""A comparison of a screen with the table's scene: each thing must be at its place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from PIL import Image

from tests.rig.scene import Scene, Thing

ALIKE: Final = 0.9
"""The normalised correlation from which two pictures count as the same."""

_MARGIN: Final = 6
"""Pixels around a thing: a plain one has an edge there, which can be found."""


def differing(screen: Image.Image, drawn: Image.Image, scene: Scene) -> dict[str, float]:
    """Return the things of the scene that are not on the ``screen`` as they were ``drawn``, with their correlations."""
    assert screen.size == drawn.size == scene.size, (screen.size, drawn.size, scene.size)
    grey_screen, grey_drawn = screen.convert("L"), drawn.convert("L")
    return {
        f"{thing.what} {thing.seat} {thing.text or thing.card or thing.slot}": round(found, 3)
        for thing in scene.things
        for box in boxes(thing, scene.size)
        if (found := correlation(grey_screen.crop(box), grey_drawn.crop(box))) < ALIKE
    }


def boxes(thing: Thing, size: tuple[int, int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the visible boxes of the thing on a screen of this size."""
    upright = thing.rotation % 180 == 0
    width, height = (thing.w, thing.h) if upright else (thing.h, thing.w)
    left, top = max(0, thing.x - width / 2 - _MARGIN), max(0, thing.y - height / 2 - _MARGIN)
    right, bottom = min(size[0], thing.x + width / 2 + _MARGIN), min(size[1], thing.y + height / 2 + _MARGIN)
    if right - left > 1 and bottom - top > 1:
        yield round(left), round(top), round(right), round(bottom)


def correlation(one: Image.Image, other: Image.Image) -> float:
    """Return the correlation of two grey pictures, whatever their brightness and contrast: -1 to 1 (same)."""
    a, b = one.tobytes(), other.tobytes()
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    spread_a = sum((value - mean_a) ** 2 for value in a)
    spread_b = sum((value - mean_b) ** 2 for value in b)
    if not spread_a or not spread_b:  # plain: only its grey can be compared
        return 1.0 if a == b else 0.0
    shared = sum((value_a - mean_a) * (value_b - mean_b) for value_a, value_b in zip(a, b, strict=True))
    return shared / math.sqrt(spread_a * spread_b)
