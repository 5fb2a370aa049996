"""Flashes and celebrations as they are seen: pictures of moments, thirty a second, at twelve seats and 1920x1080.

Arguments: names of states of the gallery; by default all that are films. Prints a JSON object with a line for each.
Drawn by software if there is no graphics card, which takes minutes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from kiosk.display.motion import fireworks, stop
from kiosk.display.window import open_window
from kiosk.drawings.gallery.states import STATES, Scene, scene
from kiosk.layout.place import Place
from kiosk.layout.table_shape import TableShape

FPS: Final = 30
SEATS: Final = 12
SIZE: Final = (1920, 1080)
CHANGED: Final = 24
"""The change of a pixel's grey, of 255, that counts in a celebration."""
CELEBRATIONS: Final = {"stop": stop.FRONT, "match-won": fireworks.LASTS}
"""The seconds for which each lasts."""
FLASH: Final = 0.1
"""The change of relative luminance that counts, and the part of the screen over which it counts."""
TOGETHER: Final = 3
"""Frames within which changes count as one."""
_WHOLE: Final = 0.9
"""The part of a panel that counts as the whole."""
_BLOCK: Final = 20
"""Pixels of a block of the picture whose luminance is followed."""


def turns(blocks: Any) -> Any:
    """Return where the luminance of blocks turns by a flash's change: 1 brighter, -1 darker, 0 neither.

    ``blocks``: their luminance in each picture, pictures x rows x columns, as the result. The turns of a block are
    opposing changes, each against the one before.
    """
    extreme, rising = blocks[0].copy(), np.zeros(blocks[0].shape, int)
    found = np.zeros(blocks.shape, int)
    for number, now in enumerate(blocks):
        change = now - extreme
        brighter = (change >= FLASH) & (rising <= 0)
        darker = (-change >= FLASH) & (rising >= 0)
        further = ((rising > 0) & (change > 0)) | ((rising < 0) & (change < 0))
        rising[brighter], rising[darker] = 1, -1
        found[number] = brighter.astype(int) - darker
        extreme = np.where(further | brighter | darker, now, extreme)
    return found


def flashes(found: Any, panels: Sequence[Any]) -> int:
    """Return the largest number of flashes in a second: over a tenth of the screen or a whole panel.

    ``panels``: the blocks of each, as slices.
    """
    return max([_pairs(found, FLASH), *(_pairs(found[:, *part], _WHOLE) for part in panels)])


def _pairs(found: Any, share: float) -> int:
    """Return the largest number of pairs of opposing turns in a second, each of so many blocks together.

    A turn follows another one if enough of their blocks are the same: something that moves is no flash.
    """
    events: list[tuple[int, int, Any]] = []
    for frame in range(len(found)):
        last = events[-1] if events else None
        for sign in (1, -1) if last is None else (-last[1],):
            after = 0 if last is None else last[0] + 1
            turned = (found[max(after, frame + 1 - TOGETHER) : frame + 1] == sign).any(axis=0)
            if (turned if last is None else turned & last[2]).mean() >= share:
                events.append((frame, sign, turned))
                break
    within = [sum(start <= frame < start + FPS for frame, *_ in events) for start, *_ in events]
    return max(within, default=0) // 2


def luminance(grey: Any) -> Any:
    """Return the luminance of the blocks of a picture in grey."""
    height, width = grey.shape
    linear = ((grey / 255.0 + 0.055) / 1.055) ** 2.4
    return linear.reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK).mean(axis=(1, 3))


def changed(before: Any, after: Any) -> float:
    """Return the part of the pixels that change, after the mean change of the picture is subtracted."""
    change = after - before
    return float((np.abs(change - change.mean()) >= CHANGED).mean())


def measure(shown: Scene, pictures: Iterator[Any]) -> dict[str, Any]:
    """Return the figures of a moment."""
    greys = [np.asarray(picture.convert("L"), dtype=np.float32) for picture in pictures]
    found = turns(np.array([luminance(grey) for grey in greys]))
    lasts = round(FPS * CELEBRATIONS.get(shown.state.name, 0.0))
    changes = [changed(*pair) for pair in pairwise(greys[: lasts + 1])] if lasts else []
    return {"flashes": flashes(found, panels(shown)), "changed": changes}


def panels(shown: Scene) -> list[Any]:
    """Return the blocks of every panel."""
    snapshot = shown.snapshot
    area = Place(SIZE[0] / 2, SIZE[1] / 2, *SIZE)
    layout = TableShape.of(area, shown.welcome, snapshot, snapshot.game).layout(shown.welcome)
    parts = []
    for panel in layout.panels.values():
        bounds = panel.bounds
        sides = bounds.left, bounds.right, SIZE[1] - bounds.top, SIZE[1] - bounds.bottom
        left, right, top, bottom = (round(side / _BLOCK) for side in sides)
        parts.append(np.s_[top:bottom, left:right])
    return parts


def main(names: list[str]) -> None:
    """Print the figures of these moments as JSON."""
    if open_window(SIZE, fullscreen=False) is None:
        raise SystemExit(1)
    from kiosk.drawings.gallery.camera import Camera  # noqa: PLC0415  it imports Kivy, which is now configured

    states = [one for one in STATES if one.moment and (one.name in names or not names)]
    told = {}
    with Camera(SIZE) as camera:
        for state in states:
            shown = scene(state, SEATS, "en", SIZE)
            told[state.name] = measure(shown, camera.film(shown, FPS))
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
