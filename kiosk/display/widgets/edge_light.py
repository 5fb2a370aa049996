"""The line of light along the edge of a tray: a press of one of its buttons was heard."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from kiosk.display.paint.channel_art import BEAM, BeamLook
from kiosk.display.paint.edge_art import extent, outline
from kiosk.display.paint.marks import Light
from kiosk.layout.table_layout import Panel

_WIDE: Final = 0.26
"""The width of the light with its glow, in card widths."""
_BENDS, _ARCH = 6, 10
"""The number of its pieces at a corner, and along the far side."""


def edge_light(panel: Panel) -> Iterator[Light]:
    """Yield the light along a tray's edge: below everything that lies in the tray, so it crosses no word."""
    w, h = extent(*panel.size, panel.curve)
    look = BeamLook(round(_WIDE * panel.card))
    left, bottom = -w / 2, -panel.size[1] / 2
    points = [(left + x, bottom + h - y) for x, y in outline(w, h, 0.0, panel.curve, bends=_BENDS, arch=_ARCH)]
    for (ax, ay), (bx, by) in pairwise(points):
        turn, length = math.degrees(math.atan2(by - ay, bx - ax)), math.hypot(bx - ax, by - ay)
        yield Light(look, (ax + bx) / 2, (ay + by) / 2, length, look.width, BEAM, turn=turn)
