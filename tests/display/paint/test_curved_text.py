"""Text along an arc: whole, and bent downwards."""

from __future__ import annotations

import pytest

from kiosk.display.paint.lettering import CurvedLook
from kiosk.display.paint.text import TextLook


@pytest.mark.parametrize(("text", "size", "radius"), [("Tischregeln", 20, 80), ("5 rounds", 30, 60), ("קלפים", 24, 90)])
def test_bent_text_is_whole_and_lowest_in_its_middle(text: str, size: int, radius: int) -> None:
    look = CurvedLook(TextLook(text, size, bold=True), radius)
    mask = look.paint().getchannel("A").point(lambda level: 255 if level > 60 else 0)
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    w, h = look.extent
    assert mask.size == (w, h)
    assert left > 0
    assert top > 0
    assert right < w
    assert bottom < h
    straight = look.text.extent[0]
    assert right - left < straight
    ends = mask.crop((0, 0, w // 6, h)).getbbox() or (0, 0, 0, h)
    assert ends[3] < bottom - 2
