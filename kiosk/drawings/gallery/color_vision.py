"""Colours as colour-blind eyes see them.

Matrices: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009; table of severity 1.0, for
linear RGB.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image
from PIL.ImageFilter import Color3DLUT

Color = tuple[float, float, float]
"""Red, green and blue from 0 to 1, in sRGB."""

KINDS: Final = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The matrix of each kind of colour blindness."""
_GRID: Final = 33


def seen(color: Color, kind: str) -> Color:
    """Return the colour that looks to everybody as ``color`` looks to these eyes."""
    linear = [_linear(part) for part in color]
    red, green, blue = (
        _gamma(sum(weight * part for weight, part in zip(row, linear, strict=True))) for row in KINDS[kind]
    )
    return red, green, blue


def seen_picture(picture: Image.Image, kind: str) -> Image.Image:
    """Return an RGB picture as these eyes see it."""
    return picture.filter(_table(kind))


@cache
def _table(kind: str) -> Color3DLUT:
    return Color3DLUT.generate(_GRID, lambda red, green, blue: seen((red, green, blue), kind))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _gamma(part: float) -> float:
    part = min(max(part, 0.0), 1.0)
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
