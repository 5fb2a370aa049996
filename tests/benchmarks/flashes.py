"""Flashes and celebrations as they are seen: pictures of moments, thirty a second, at twelve seats and 1920x1080.

Arguments: names of states of the gallery; by default all that are films. Prints a JSON object with a line for each.
Drawn by software if there is no graphics card, which takes minutes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from kiosk.display.window import open_window

FPS: Final = 30
SEATS: Final = 12
SIZE: Final = (1920, 1080)
CHANGED: Final = 24
"""The change of a pixel's grey, of 255, that counts in a celebration."""
CELEBRATIONS: Final = {"stop": 0.55, "match-won": 4.0}
"""The seconds for which each lasts."""
FLASH: Final = 0.1
"""The change of relative luminance that counts, and the part of the screen over which it counts."""
TOGETHER: Final = 3
"""Frames within which changes count as one."""
_BLOCK: Final = 20
"""Pixels of a block of the picture whose luminance is followed."""


class Luminances:
    """Follows the luminance of blocks: how many of them turn brighter, or darker, by a flash's change."""

    def __init__(self) -> None:
        self._extreme: Any = None
        self._rising: Any = None

    def turned(self, blocks: Any) -> tuple[float, float]:
        """Return the parts of the picture that have just turned brighter and darker: against their last turn."""
        if self._extreme is None:
            self._extreme, self._rising = blocks.copy(), np.zeros(blocks.shape, int)
            return 0.0, 0.0
        change = blocks - self._extreme
        brighter = (change >= FLASH) & (self._rising <= 0)
        darker = (-change >= FLASH) & (self._rising >= 0)
        follows = ((self._rising > 0) & (change > 0)) | ((self._rising < 0) & (change < 0)) | brighter | darker
        self._rising[brighter], self._rising[darker] = 1, -1
        self._extreme = np.where(follows, blocks, self._extreme)
        return float(brighter.mean()), float(darker.mean())


def flashes(turns: list[tuple[float, float]]) -> int:
    """Return the largest number of flashes in a second: pairs of opposing changes over a tenth of the screen."""
    signs = []
    for kind, sign in ((0, 1), (1, -1)):
        shares = [turn[kind] for turn in turns]
        frame = 0
        while frame < len(shares):
            if sum(shares[frame : frame + TOGETHER]) >= FLASH:
                signs.append((frame, sign))
                frame += TOGETHER
            else:
                frame += 1
    changes: list[tuple[int, int]] = []
    for frame, sign in sorted(signs):
        if not changes or changes[-1][1] != sign:
            changes.append((frame, sign))
    within = [sum(start <= frame < start + FPS for frame, _ in changes) for start, _ in changes]
    return max(within, default=0) // 2


def _luminance(grey: Any) -> Any:
    height, width = grey.shape
    linear = ((grey / 255.0 + 0.055) / 1.055) ** 2.4
    return linear.reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK).mean(axis=(1, 3))


def changed(before: Any, after: Any) -> float:
    """Return the part of the pixels that change, after the mean change of the picture is subtracted."""
    change = after - before
    return float((np.abs(change - change.mean()) >= CHANGED).mean())


def measure(name: str, pictures: Iterator[Any]) -> dict[str, Any]:
    """Return the figures of a moment."""
    greys = [np.asarray(picture.convert("L"), dtype=np.float32) for picture in pictures]
    follower = Luminances()
    turns = [follower.turned(_luminance(grey)) for grey in greys]
    lasts = round(FPS * CELEBRATIONS.get(name, 0.0))
    return {"flashes": flashes(turns), "changed": [changed(*pair) for pair in pairwise(greys[: lasts + 1])]}


def main(names: list[str]) -> None:
    """Print the figures of these moments as JSON."""
    if open_window(SIZE, fullscreen=False) is None:
        raise SystemExit(1)
    from kiosk.drawings.gallery.camera import Camera  # noqa: PLC0415  it imports Kivy, which is now configured
    from kiosk.drawings.gallery.states import STATES, scene  # noqa: PLC0415

    states = [one for one in STATES if one.moment and (one.name in names or not names)]
    told = {}
    with Camera(SIZE) as camera:
        for state in states:
            told[state.name] = measure(state.name, camera.film(scene(state, SEATS, "en", SIZE), FPS))
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
