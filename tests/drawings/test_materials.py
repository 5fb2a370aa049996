"""The textures of the table's materials."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from kiosk.drawings import materials


@pytest.mark.parametrize("name", ["felt", "leather", "walnut"])
def test_the_packaged_texture_is_the_one_that_is_drawn(name: str) -> None:
    with Image.open(materials.FOLDER / f"{name}.png") as packaged:
        drawn = materials.tile(getattr(materials, name)())
        difference = ImageChops.difference(packaged.convert("L"), drawn).getextrema()
    assert difference[1] <= 1, "draw it again: python -m kiosk.drawings.materials"  # machines round differently


@pytest.mark.parametrize("name", ["felt", "leather", "walnut"])
def test_a_texture_repeats_without_a_seam(name: str) -> None:
    tile = materials.tile(getattr(materials, name)())
    across = _step(tile, ImageChops.offset(tile, 1, 0), column=0)
    inside = _step(tile, ImageChops.offset(tile, 1, 0), column=tile.width // 2)
    assert across < 1.5 * inside + 2


def _step(tile: Image.Image, moved: Image.Image, column: int) -> float:
    """Return the mean difference between a column and its left neighbour."""
    levels = ImageChops.difference(tile, moved).crop((column, 0, column + 1, tile.height)).tobytes()
    return sum(levels) / len(levels)
