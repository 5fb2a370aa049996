"""Layers: unchanged marks are not drawn again."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from kiosk.display.paint.art import SignLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import INK, Rgba
from kiosk.layout.table_layout import Frame, Place

pytestmark = pytest.mark.ui

FRAME = Frame(100, 50, 90)
RED = Rgba(1.0, 0.0, 0.0)


def marks(*heights: int) -> list[Any]:
    """Return a rectangle at each height."""
    sketch = Sketch(FRAME)
    for height in heights:
        sketch.fill(Place(100, height, 40, 30), 6, INK)
    return sketch.marks


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [((1, 2, 3), (1, 9, 2, 3), 1), ((1, 2, 3), (2, 3), 0), ((1, 2, 3), (1, 9, 3), 1), ((1, 2), (1, 1, 2), 0)],
    ids=["one comes", "one goes", "one changes", "one more of the same"],
)
def test_only_what_is_new_is_worked_out(
    monkeypatch: pytest.MonkeyPatch, before: tuple[int, ...], after: tuple[int, ...], new: int
) -> None:
    from kivy.core.window import Window  # noqa: PLC0415  # load Kivy only when such a test runs

    from kiosk.display.paint import layer as module  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    assert Window is not None  # pictures need its GL context

    atlas = Atlas()
    layer, anew = module.Layer(atlas), module.Layer(atlas)
    layer.show(marks(*before), FRAME)
    anew.show(marks(*after), FRAME)
    worked: list[Any] = []
    rest = module.resting
    monkeypatch.setattr(module, "resting", lambda mark, *args: worked.append(mark) or rest(mark, *args))
    layer.show(marks(*after), FRAME)
    assert len(worked) == new
    assert layer.drawn == anew.drawn


def test_lights_of_layers_side_by_side_are_one_canvas_and_only_while_there_are_any() -> None:
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.graphics import RenderContext  # noqa: PLC0415

    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415
    from kiosk.display.paint.layer import (  # noqa: PLC0415
        Beats,
        Tier,
    )

    assert Window is not None
    tier = Tier(Atlas(256), Beats(lambda: 0))
    layers = [tier.layer() for _ in range(2)]

    def canvases() -> int:
        return sum(isinstance(part, RenderContext) for part in tier.canvas.children[0].children)

    def shine(layer: Any, *, lit: bool) -> None:
        sketch = Sketch(FRAME)
        if lit:
            sketch.light(SignLook("disc", 20), 10, 10, 20, 20, INK)
        layer.show(sketch.marks, FRAME)

    assert canvases() == 0
    for layer in layers:
        shine(layer, lit=True)
    assert canvases() == 1
    shine(layers[0], lit=False)
    assert canvases() == 1
    shine(layers[1], lit=False)
    assert canvases() == 0


def test_a_canvas_of_its_own_is_part_of_the_picture_only_while_anything_is_on_it() -> None:
    from kivy.core.window import Window  # noqa: PLC0415

    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415
    from kiosk.display.paint.layer import Beats, Tier  # noqa: PLC0415
    from kiosk.display.paint.mesh import new_canvas  # noqa: PLC0415

    assert Window is not None
    tier = Tier(Atlas(256), Beats(lambda: 0), new_canvas())
    layers = [tier.layer() for _ in range(2)]
    seen = []
    for layer, shown in zip((*layers, *layers), (marks(1), marks(2), [], []), strict=True):
        seen.append(len(tier.canvas.children))
        layer.show(shown, FRAME)
    assert [*seen, len(tier.canvas.children)] == [0, 1, 1, 1, 0]


def drawn_curve(points: list[tuple[float, float]]) -> Image.Image:
    """Return the picture of a red curve above another canvas."""
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.graphics import Fbo  # noqa: PLC0415

    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415
    from kiosk.display.paint.layer import Layer  # noqa: PLC0415
    from kiosk.display.paint.mesh import new_canvas  # noqa: PLC0415

    assert Window is not None
    atlas = Atlas(256)
    picture, curve = Sketch(Frame()), Sketch(Frame())
    picture.fill(Place(32, 32, 20, 20), 6, INK)
    curve.curve(points, 8, RED)
    below, above = Layer(atlas), Layer(atlas)
    below.show(picture.marks, Frame())
    above.show(curve.marks, Frame())
    fbo = Fbo(size=(64, 64))
    for layer in (below, above):
        canvas = new_canvas()
        canvas.add(layer.canvas)
        fbo.add(canvas)
    for _ in range(2):
        fbo.draw()
    return Image.frombytes("RGBA", fbo.size, fbo.texture.pixels)


def test_a_curve_has_its_colour_whatever_another_canvas_has_drawn_before() -> None:
    drawn = drawn_curve([(8, 48), (56, 48)])
    assert {drawn.getpixel((x, 48)) for x in range(12, 52)} == {RED.bytes}


def test_a_curve_has_smooth_edges() -> None:
    red = drawn_curve([(8, 40), (56, 56)]).getchannel("R")
    columns = [[red.getpixel((x, y)) for y in range(64)] for x in range(16, 48)]
    assert all(any(20 < level < 235 for level in column) for column in columns)
