"""The textures of the table's materials, packaged in ``kiosk/display/materials``: felt, leather, walnut.

``python -m kiosk.drawings.materials`` writes them again, always the same.
Each is a tile that repeats without a seam, in grey: its mean is half, and the display multiplies it with a colour.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Field: TypeAlias = "NDArray[np.float64]"

FOLDER: Final = Path(__file__).parents[1] / "display" / "materials"

FELT: Final = (512, 512)
LEATHER: Final = (256, 256)
WALNUT: Final = (1024, 64)


class Noise:
    """Filtered noise on a tile of ``size`` (width, height), which repeats without a seam because of its Fourier sum."""

    def __init__(self, size: tuple[int, int], seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._shape = size[1], size[0]
        self._down = np.fft.fftfreq(size[1])[:, None]
        self._across = np.fft.rfftfreq(size[0])[None, :]

    def fibres(self, length: float, width: float, turn: float) -> Field:
        """Return soft lines of this length and width in pixels, turned by radians, with deviation 1."""
        along = self._across * math.cos(turn) + self._down * math.sin(turn)
        beside = self._down * math.cos(turn) - self._across * math.sin(turn)
        return self._filtered(np.exp(-2 * np.pi**2 * ((along * length) ** 2 + (beside * width) ** 2)))

    def grains(self, pitch: float) -> Field:
        """Return grains of about this pitch in pixels, with deviation 1."""
        return self._filtered(np.exp(-(((np.hypot(self._across, self._down) - 1 / pitch) * 3.6 * pitch) ** 2)))

    def _filtered(self, part: Field) -> Field:
        noise = np.fft.rfft2(self._random.standard_normal(self._shape))
        field: Field = np.fft.irfft2(noise * part, s=self._shape)
        return np.asarray((field - field.mean()) / field.std(), np.float64)


def felt() -> Field:
    """Return short fibres in all directions, matted into soft clouds."""
    noise = Noise(FELT, 7)
    turns = (0.3, 0.75, 1.2, 2.1, 2.9)
    fibre: Field = np.stack([noise.fibres(7, 0.55, turn) for turn in turns]).sum(axis=0) / math.sqrt(len(turns))
    return np.exp(0.085 * fibre + 0.02 * noise.fibres(40, 28, 0.5) + 0.035 * noise.fibres(3, 3, 0))


def leather() -> Field:
    """Return the cells of leather's grain, with lighter ridges."""
    noise = Noise(LEATHER, 11)
    return np.exp(-0.16 * np.abs(noise.grains(6)) + 0.06 * noise.grains(3.4) + 0.05 * noise.fibres(30, 30, 0))


def walnut() -> Field:
    """Return wood along the tile's length: broad bands, fine rings, dark pores."""
    noise = Noise(WALNUT, 21)
    down = np.arange(WALNUT[1])[:, None] * (2 * np.pi * 6 / WALNUT[1])
    rings = np.sin(down + 2.2 * noise.fibres(260, 9, 0))
    pores = np.clip(-noise.fibres(18, 0.6, 0) - 1.3, 0, 2)
    return np.exp(0.16 * rings + 0.13 * noise.fibres(120, 0.8, 0) + 0.10 * noise.fibres(300, 6, 0) - 0.22 * pores)


def tile(field: Field) -> Image.Image:
    """Return the texture in 8 bits of grey, with its mean at half."""
    return Image.fromarray(np.clip(np.rint(127.5 * field / field.mean()), 0, 255).astype(np.uint8), "L")


def main() -> int:
    """Write all tiles."""
    for draw in (felt, leather, walnut):
        tile(draw()).save(FOLDER / f"{draw.__name__}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
