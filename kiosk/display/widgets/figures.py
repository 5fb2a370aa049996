"""Figures in heavy type that count up: a picture for each character, so that a new number needs no new picture."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import LEGIBLE, TextLook, width
from kiosk.display.paint.theme import Rgba
from kiosk.layout.place import Place

FIGURES: Final = "0123456789+\N{MINUS SIGN}\N{MULTIPLICATION SIGN}"
"""The characters of a figure; anything else is written as one text."""
_STEP: Final = 2
"""The difference between two sizes in pixels: every size of a character is a picture of its own."""
_SPACE: Final = 0.12
"""The width of a space between them, in sizes of the text."""
_APART: Final = 0.04
"""The room between two of them."""
_MEASURED: Final = 96
"""The size at which they are measured: many sizes are tried, and a font of a size takes long to open."""


def figure_width(text: str, size: int) -> float:
    """Return the width of a figure in pixels."""
    return sum(_advance(one, size) for one in _split(text))


def draw_figure(sketch: Sketch, text: str, place: Place, size: float, tint: Rgba) -> None:
    """Draw a figure in the middle of its place, smaller to fit."""
    wanted = max(LEGIBLE, _STEP * math.floor(min(size, place.h / 0.8) / _STEP))
    while wanted > LEGIBLE and figure_width(text, wanted) > place.w:
        wanted -= _STEP
    left = place.x - figure_width(text, wanted) / 2
    for one in _split(text):
        wide = _advance(one, wanted)
        if one != " ":
            look = TextLook(one, wanted, heavy=True)
            sketch.picture(look, left - 1 + look.extent[0] / 2, place.y, tint)  # its ink begins after a pixel
        left += wide


def _split(text: str) -> list[str]:
    """Return the parts of a figure that have a picture each."""
    return [*text] if set(text) <= {*FIGURES, " "} else [text]


def _advance(one: str, size: int) -> float:
    if one == " ":
        return _SPACE * size
    return (width(one, _MEASURED, bold=False, heavy=True) / _MEASURED + _APART) * size
