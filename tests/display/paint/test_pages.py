"""Pages of textures: a picture is put where it belongs, and whatever was drawn into before stays bound."""

from __future__ import annotations

from random import Random

import pytest

pytestmark = pytest.mark.ui


def test_a_picture_of_odd_width_is_put_onto_its_page_while_another_one_is_bound() -> None:
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context
    from kivy.graphics.opengl import GL_FRAMEBUFFER_BINDING, glGetIntegerv  # noqa: PLC0415

    from kiosk.display.paint.pages import new_page, put  # noqa: PLC0415

    assert Window is not None
    before = glGetIntegerv(GL_FRAMEBUFFER_BINDING)
    page, other = new_page((32, 32)), new_page((16, 16))
    assert glGetIntegerv(GL_FRAMEBUFFER_BINDING) == before
    assert (page.wrap, page.min_filter, page.mag_filter) == ("clamp_to_edge", "linear", "linear")
    width, height = size = 5, 3
    pixels = b"".join(Random(pixel).randbytes(3) + b"\xff" for pixel in range(width * height))  # noqa: S311
    other.bind()
    put(page, pixels, size, (7, 9))
    rows = page.pixels
    starts = [4 * (page.width * y + 7) for y in range(9, 9 + height)]
    assert b"".join(rows[start : start + 4 * width] for start in starts) == pixels
