"""Contrast of two colours, as WCAG 2.2 defines it."""

from __future__ import annotations

from functools import lru_cache

from kiosk.display.paint.theme import Rgba


@lru_cache(maxsize=4096)
def luminance(color: Rgba) -> float:
    """Return the relative luminance of a colour, 0 to 1; its opacity does not count."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # sRGB
        for part in color[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_of(one: Rgba, other: Rgba) -> float:
    """Return the contrast of two opaque colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(color: Rgba, ground: Rgba) -> Rgba:
    """Return what is seen where a colour lies on an opaque ground."""
    return ground.mix(color, color.a)
