"""Texts stand out in the drawn picture as their marks promise (``boxes``), from right to left too."""

from __future__ import annotations

import itertools
from typing import Any, Final

import pytest
from PIL import Image

from kiosk.display.paint.theme import Rgba, contrast_of, luminance
from kiosk.drawings.gallery import states as gallery
from kiosk.layout.place import Place
from tests.display import boxes, shown
from tests.display.conftest import Canned

pytestmark = pytest.mark.ui

SIZES: Final = {2: (1280, 720), 4: (1280, 720), 12: (1920, 1080)}
PLAYED: Final = tuple(itertools.product(("play-full",), SIZES, ("en", "xr")))
QUICK: Final = frozenset({("play-full", 2, "xr"), ("play-full", 4, "en"), ("play-full", 12, "en")})
STATES: Final = ("lobby", "more", "countdown", "play-early", "may-stop", "counting", "round-result", "paused", "closed")
ENOUGH: Final = 0.7
"""The part of the promised contrast that is seen at least: thin strokes are mixed with what lies beside them."""


def _drawn(state: shown.State, picture: shown.Picture, seats: int) -> Image.Image:
    """Return the picture of the state, drawn by the display."""
    from kivy.core.window import Window  # noqa: PLC0415  # opens a window: only when this test really runs
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415

    from kiosk.display.table_view import TableView  # noqa: PLC0415

    assert Window is not None
    area = picture.layout.area
    size = round(area.w), round(area.h)
    view: Any = TableView(Canned().welcome(seats), clock=lambda: state.now, size=size)
    view.show(picture.snapshot)
    for what in state.opens:
        for item in [item for item in view.items() if item.what == what]:
            view.tap(item, state.now)
    view.backdrop.finish()
    fbo = Fbo(size=size)
    for part in (ClearColor(0, 0, 0, 1), ClearBuffers(), view.canvas):
        fbo.add(part)
    fbo.draw()
    pixels = Image.frombytes("RGBA", size, fbo.texture.pixels)
    return pixels.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB")


def _seen(drawn: Image.Image, box: Place) -> float:
    """Return the contrast between the lightest and the darkest pixels in a box of the window."""
    crop = drawn.crop(
        (round(box.left), round(drawn.height - box.top), round(box.right), round(drawn.height - box.bottom))
    )
    colors = sorted((Rgba(*(level / 255 for level in pixel)) for pixel in crop.get_flattened_data()), key=luminance)
    rest = len(colors) // 50
    return contrast_of(colors[rest], colors[-1 - rest])


def _check(name: str, seats: int, language: str) -> None:
    state = shown.of_gallery(next(state for state in gallery.STATES if state.name == name), seats)
    picture = shown.picture(state, seats, shown.Way(SIZES[seats], (language,)))
    assert picture is not None
    drawn = _drawn(state, picture, seats)
    texts = [found for part in picture.parts for found in boxes.texts_of(picture, part)]
    assert texts
    told = [(text.look.text, round(_seen(drawn, box), 1), round(promised, 1)) for text, box, promised in texts]
    assert [one for one in told if one[1] < ENOUGH * min(one[2], boxes.CONTRAST_IN_PLAY)] == []


@pytest.mark.parametrize(
    ("name", "seats", "language"),
    [pytest.param(*one, marks=() if one in QUICK else pytest.mark.long) for one in PLAYED],
)
def test_texts_of_a_round_stand_out_in_the_picture(name: str, seats: int, language: str) -> None:
    _check(name, seats, language)


@pytest.mark.slow
@pytest.mark.parametrize("language", shown.LANGUAGES)
@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("name", STATES)
def test_texts_of_every_state_stand_out_in_the_picture(name: str, seats: int, language: str) -> None:
    _check(name, seats, language)
