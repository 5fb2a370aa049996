"""Every state is drawn, off-screen. With KIOSK_PICTURES set to a directory the pictures are kept there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.ui

SIZES = ((1280, 720), (1920, 1080))
STATES = ("attract", "ready", "countdown", "play", "stopped", "round_result", "match_result", "paused")


def _render(view: Any, size: tuple[int, int]) -> Any:
    from kivy.core.window import Window  # noqa: PLC0415  # opens a window: only where this test really runs
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415

    assert Window is not None
    fbo = Fbo(size=size)
    fbo.add(ClearColor(0, 0, 0, 1))
    fbo.add(ClearBuffers())
    fbo.add(view.canvas)
    fbo.draw()
    return fbo.texture


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("state", STATES)
def test_every_state_is_drawn(canned: Any, state: str, seats: int, size: tuple[int, int]) -> None:
    from PIL import Image  # noqa: PLC0415

    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    view.show(canned.snapshot(state, seats))
    texture = _render(view, size)
    picture = Image.frombytes("RGBA", size, texture.pixels).transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB")
    assert len(picture.resize((160, 90)).getcolors(160 * 90)) > 200
    if folder := os.environ.get("KIOSK_PICTURES"):
        picture.save(Path(folder) / f"{state}-{seats}-{size[1]}.png")
