"""Felt, leather and wood: grey tiles (``kiosk.drawings.materials``) that are multiplied with the theme's colours."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PIL import Image

from kiosk.display.paint.theme import Rgba


@lru_cache(maxsize=4)
def material(name: str) -> Image.Image:
    """Return a material's grey tile, which repeats without a seam."""
    with (files("kiosk.display") / "materials" / f"{name}.png").open("rb") as file:
        return Image.open(file).convert("L")


def tiled(name: str, size: tuple[int, int]) -> Image.Image:
    """Return an area of this size in a material's grey: for an overlay, which leaves half a grey as it is."""
    tile = material(name)
    picture = Image.new("L", size)
    for left in range(0, size[0], tile.width):
        for top in range(0, size[1], tile.height):
            picture.paste(tile, (left, top))
    return picture


def covered(name: str, size: tuple[int, int], color: Rgba) -> Image.Image:
    """Return an area of this size, covered with a material in this colour."""
    return dyed(tiled(name, size), color)


def dyed(grey: Image.Image, color: Rgba) -> Image.Image:
    """Return a material's grey in this colour, RGB. The grey becomes levels of a palette: do not use it any more."""
    grey.putpalette(_dye(color))
    return grey.convert("RGB")


@lru_cache(maxsize=32)
def _dye(color: Rgba) -> bytes:
    return bytes(min(255, round(level * part * 2)) for level in range(256) for part in color[:3])
