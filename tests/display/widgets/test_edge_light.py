"""The light of a press follows the edge of the tray, and is painted before anybody presses."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from kiosk.display.looks.ahead import effect_looks
from kiosk.display.paint.edge_art import PlateSize, extent, masks
from kiosk.display.paint.marks import Light
from kiosk.display.widgets.edge_light import edge_light
from tests.display.panels import layout_of_all

_BESIDE = 3
"""Pixels from the line of light at which leather lies on one side, and felt on the other."""


@pytest.mark.parametrize(("count", "size"), [(2, (1280, 720)), (12, (1920, 1080))])
def test_light_lies_on_the_edge_of_the_tray(canned: Any, count: int, size: tuple[int, int]) -> None:
    layout = layout_of_all(canned.welcome(count), size)
    panel = layout.panels[min(layout.panels)]
    w, h = extent(*panel.size)
    tray, lights = masks(PlateSize(w, h, w / 2, 1.0)).whole, [*edge_light(panel)]

    def is_leather(light: Light, aside: float) -> bool:
        turn = math.radians(light.turn + 90)
        x, y = light.x + aside * math.cos(turn) + w / 2, panel.size[1] / 2 + light.y + aside * math.sin(turn)
        at = round(x), round(h - y)
        return 0 <= at[0] < w and 0 <= at[1] < h and tray.getpixel(at) == 255

    sides = [(is_leather(light, -_BESIDE), is_leather(light, _BESIDE)) for light in lights]
    assert set(sides) == {(True, False)}
    ends = [_ends(light) for light in lights]
    assert all(math.dist(end, start) < 1e-6 for (_, end), (start, _) in pairwise(ends)), "without a gap"


def _ends(light: Light) -> tuple[tuple[float, float], tuple[float, float]]:
    turn = math.radians(light.turn)
    x, y = light.w / 2 * math.cos(turn), light.w / 2 * math.sin(turn)
    return (light.x - x, light.y - y), (light.x + x, light.y + y)


def test_it_is_painted_before_anybody_presses(canned: Any) -> None:
    layout = layout_of_all(canned.welcome(4), (1280, 720))
    looks = {light.look for panel in layout.panels.values() for light in edge_light(panel)}
    assert looks <= {*effect_looks(layout)}
