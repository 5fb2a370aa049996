"""The bodies of dice in every pose, packaged as ``kiosk/display/materials/dice.png``; the display paints the pips.

``python -m kiosk.drawings.die_bodies`` writes the picture again, always the same. Poses stand side by side.
Red: how brightly the resin is lit; green: the light that its polish reflects; blue: the outline.
"""

from __future__ import annotations

import sys
from typing import Final

import numpy as np
from PIL import Image

from kiosk.display.paint.dice_art import POSES, ROUND, DiePose
from kiosk.drawings.materials import FOLDER, Field

SIDE: Final = 192
"""The side of a pose's picture in pixels."""
NAME: Final = "dice.png"

_SMOOTH: Final = 2
_STEPS: Final = 34
"""Steps along each ray, of which every one ends closer to the die."""
_LAMP: Final = (-0.28, -0.46, 0.84)
"""Where the light comes from: from above, and a little from the far left, as in the player's own tray."""


def body(pose: DiePose) -> Image.Image:
    """Return the picture of a pose."""
    turn = np.array(pose.matrix)
    inside, hit = _meeting(turn, pose.reach)
    edge = np.maximum(np.abs(inside) - (1 - ROUND), 0) * np.sign(inside)
    normal = edge / (np.linalg.norm(edge, axis=-1, keepdims=True) + 1e-9) @ turn.T
    lamp = np.array(_LAMP) / np.linalg.norm(_LAMP)
    between = lamp + np.array([0, 0, 1])
    between = between / np.linalg.norm(between)
    lit, mirrored = (np.clip(normal @ way, 0, 1) for way in (lamp, between))
    away = 1 - np.clip(normal[..., 2], 0, 1)
    through = 0.55 * away**1.5 * (0.4 + 0.6 * np.clip(normal[..., 1], 0, 1))  # resin: light leaves at the far edge
    resin = 0.30 + 0.78 * lit + through
    curved = np.where((np.abs(inside) > 1 - ROUND + 0.012).sum(axis=-1) > 1, 1.0, 0.05)
    polish = (0.62 * mirrored**60 + 0.16 * mirrored**14 + 0.16 * away**3) * curved
    parts = (_channel(resin / 1.6, hit), _channel(polish, hit), _shrunk(hit.astype(float)))
    return Image.merge("RGB", [Image.fromarray(np.rint(255 * part).astype(np.uint8), "L") for part in parts])


def _meeting(turn: Field, reach: float) -> tuple[Field, Field]:
    """Return for every pixel where its ray meets the die, in the die's own coordinates, and whether it does."""
    count = SIDE * _SMOOTH
    line = ((np.arange(count) + 0.5) / count * 2 - 1) * reach
    x, y = np.meshgrid(line, line)
    at: Field = np.stack([x, y, np.full_like(x, 4.0)], axis=-1) @ turn
    ray = np.array([0, 0, -1.0]) @ turn
    for _ in range(_STEPS):
        out = np.abs(at) - (1 - ROUND)
        far = np.linalg.norm(np.maximum(out, 0), axis=-1) + np.minimum(out.max(axis=-1), 0) - ROUND
        at = at + ray * np.clip(far, -1, 1)[..., None]
    return at, np.abs(far) < 0.012


def _shrunk(field: Field) -> Field:
    side = SIDE
    return np.asarray(field.reshape(side, _SMOOTH, side, _SMOOTH).mean(axis=(1, 3)), np.float64)


def _channel(field: Field, hit: Field) -> Field:
    """Return the field as it is stored: by its root, because eyes see small differences in the dark."""
    inside = _shrunk(np.where(hit, field, 0.0)) / np.maximum(_shrunk(hit.astype(float)), 1e-4)
    return np.sqrt(np.clip(inside, 0, 1))


def picture() -> Image.Image:
    """Return all poses side by side."""
    strip = Image.new("RGB", (SIDE * len(POSES), SIDE))
    for place, pose in enumerate(POSES):
        strip.paste(body(pose), (SIDE * place, 0))
    return strip


def main() -> int:
    """Write the picture."""
    picture().save(FOLDER / NAME, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
