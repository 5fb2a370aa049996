"""The faces of bots: each can be told from the others by its shape alone, and what it does is seen."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops, ImageStat

from kiosk.display.paint.art import shape_mask
from kiosk.display.paint.faces import FACES, GLAD, WINK
from kiosk.display.texts.people import BOTS

SMALL = 28
"""The size of a face in a small tray, in pixels."""


def _differ(one: Image.Image, other: Image.Image) -> float:
    """Return which part of the picture differs."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255


def test_every_character_has_a_face_that_is_told_apart_by_shape() -> None:
    assert len(FACES) == len(BOTS)
    masks = [shape_mask(f"bot {number}", SMALL) for number in range(len(FACES))]
    assert min(itertools.starmap(_differ, itertools.combinations(masks, 2))) > 0.08


@pytest.mark.parametrize("number", range(len(FACES)))
def test_a_wink_and_joy_are_seen(number: int) -> None:
    looks, winks, glad = (shape_mask(f"bot {number} {does}".strip(), SMALL) for does in ("", WINK, GLAD))
    assert _differ(looks, winks) > 0.015
    assert _differ(looks, glad) > 0.015
    assert (_differ(winks, glad) > 0.005) is (len(FACES[number].eyes) > 1)


@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_a_bots_strength_is_a_flight_of_four_bars_whatever_it_is(strength: int) -> None:
    mask = shape_mask(f"icon level {strength}", 2 * SMALL)
    columns = [mask.tobytes()[x :: mask.width] for x in range(mask.width)]
    bars = [[*bar] for seen, bar in itertools.groupby(columns, key=lambda column: max(column) > 60) if seen]
    heights = [max(sum(level > 60 for level in column) for column in bar) for bar in bars]
    lit = [max(map(max, bar)) > 200 for bar in bars]
    assert len(bars) == 4
    assert heights == sorted({*heights})
    assert lit == [number < strength for number in range(4)]
