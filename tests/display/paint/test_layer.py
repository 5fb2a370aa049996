"""Layers: unchanged marks are not drawn again."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import INK
from kiosk.layout.table_layout import Frame, Place

pytestmark = pytest.mark.ui

FRAME = Frame(100, 50, 90)


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

    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415
    from kiosk.display.paint.layer import Layer  # noqa: PLC0415

    assert Window is not None  # pictures need its GL context

    atlas = Atlas()
    layer, anew = Layer(atlas), Layer(atlas)
    layer.show(marks(*before), FRAME)
    anew.show(marks(*after), FRAME)
    worked: list[Any] = []
    draw = Layer._draw
    monkeypatch.setattr(Layer, "_draw", lambda self, mark: worked.append(mark) or draw(self, mark))
    layer.show(marks(*after), FRAME)
    assert len(worked) == new
    assert layer._drawn == anew._drawn
