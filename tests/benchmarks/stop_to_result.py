"""From the Stop to the count, as it is seen: it never stands still, and nothing is cut.

Arguments: numbers of seats (by default 2, 4 and 12), and names of states of the gallery (``STOPS``). Prints a line of
JSON for each: the smallest part of the pixels that changes within 0.3 s, the largest between two pictures 1/30 s apart,
when each is, and the flashes in a second. Drawn by software if there is no graphics card, which takes minutes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from tests.benchmarks.flashes import CHANGED, FPS, SIZE, flashes, luminance, panels, turns  # isort: skip  # before Kivy

from kiosk.display.window import open_window
from kiosk.drawings.gallery.states import STATES, scene

STOPS: Final = ("stop", "no-caller", "dice-stop")
"""The states that begin with the end of a round."""
LASTS_S: Final = 3.4
"""Seconds that are watched: the end of a round, which stands for 2.5 s at least, and the beginning of its count."""
WITHIN: Final = round(0.3 * FPS)
"""Pictures within which something has to move."""
LEAST: Final = 0.01
MOST: Final = 0.4
"""The part of the pixels that changes at least within these, and at most between two of them."""


class Liveliness(NamedTuple):
    """How much a film changes: parts of the pixels, each with the number of its picture."""

    least: float
    at_least: int
    most: float
    at_most: int

    @property
    def holds(self) -> bool:
        """True if it neither stands still nor is cut."""
        return self.least >= LEAST and self.most <= MOST


def liveliness(greys: Sequence[Any]) -> Liveliness:
    """Return how much pictures in grey change: the least within ``WITHIN`` of them, the most from one to the next."""
    slow = [changed(*pair) for pair in zip(greys, greys[WITHIN:], strict=False)]
    fast = [changed(*pair) for pair in pairwise(greys)]
    return Liveliness(min(slow), slow.index(min(slow)), max(fast), fast.index(max(fast)))


def changed(before: Any, after: Any) -> float:
    """Return the part of the pixels whose grey differs by ``CHANGED`` or more."""
    return float((np.abs(after - before) >= CHANGED).mean())


def main(arguments: Sequence[str]) -> None:
    """Print the figures."""
    if open_window(SIZE, fullscreen=False) is None:
        raise SystemExit(1)
    from kiosk.drawings.gallery.camera import Camera  # noqa: PLC0415  it imports Kivy, which is now configured

    seats = [int(one) for one in arguments if one.isdigit()] or [2, 4, 12]
    names = [one for one in arguments if not one.isdigit()] or STOPS
    states = [one._replace(moment=LASTS_S) for one in STATES if one.name in names]
    with Camera(SIZE) as camera:
        for state in states:
            for count in seats:
                shown = scene(state, count, "en", SIZE)
                greys = [np.asarray(picture.convert("L"), dtype=np.float32) for picture in camera.film(shown, FPS)]
                found = turns(np.array([luminance(grey) for grey in greys]))
                told = {**liveliness(greys)._asdict(), "flashes": flashes(found, panels(shown))}
                print(json.dumps({"name": state.name, "seats": count, **told}), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
