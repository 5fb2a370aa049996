"""The packaged bodies of dice."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from kiosk.display.paint.dice_art import POSES
from kiosk.drawings import die_bodies
from kiosk.drawings.materials import FOLDER


@pytest.mark.parametrize("place", [0, len(POSES) - 1])
def test_the_packaged_body_is_the_one_that_is_drawn(place: int) -> None:
    side = die_bodies.SIDE
    with Image.open(FOLDER / die_bodies.NAME) as packaged:
        assert packaged.size == (side * len(POSES), side)
        body = packaged.convert("RGB").crop((side * place, 0, side * (place + 1), side))
    difference = ImageChops.difference(body, die_bodies.body(POSES[place]))
    assert max(high for _, high in difference.getextrema()) <= 1, "draw it again: python -m kiosk.drawings.die_bodies"
