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


def test_places_are_wiped_and_pictures_gathered_elsewhere_and_no_shader_is_compiled_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context
    from kivy.graphics.opengl import GL_FRAMEBUFFER_BINDING, glGetIntegerv  # noqa: PLC0415

    from kiosk.display.paint import pages  # noqa: PLC0415

    assert Window is not None
    page = pages.new_page((16, 16))
    monkeypatch.setattr(pages, "Fbo", None)
    before = glGetIntegerv(GL_FRAMEBUFFER_BINDING)
    pages.put(page, b"\xff" * 4 * 16 * 16, (16, 16), (0, 0))
    pages.wipe(page, (2, 3), (4, 5))
    gathered = pages.Gathered((4, 4))
    gathered.take(page, (3, 4))
    gathered.move(page, (12, 12))
    assert glGetIntegerv(GL_FRAMEBUFFER_BINDING) == before
    blank = {(x, y) for x in (4, 5) for y in (5, 6, 7)} | {(x, y) for x in (13, 14) for y in (13, 14, 15)}
    rows = page.pixels
    assert {(x, y) for y in range(16) for x in range(16) if not rows[4 * (16 * y + x) + 3]} == blank
