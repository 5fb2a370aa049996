"""Touches on a running display, by the names of its scene."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kiosk.display.remote_control import ask_scene, move_finger
from kiosk.protocol import MoveFinger
from kiosk.testing.places import APPEARS_NS, NotThereError, Stay, point_of

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_AGAIN_S: Final = 0.004


def touch_way(display: Path, seat: int, way: Sequence[Stay], at: int = 0) -> None:
    """Move one finger of that seat over these places, and return after the lift.

    ``display``: the path of its socket; ``at``: when it begins, nanoseconds of CLOCK_MONOTONIC, 0: now. The places are
    where they are when this is called. Raises NotRunning, and ValueError if that cannot be done; the messages are for
    the user.
    """
    scene = json.loads(ask_scene(display))
    points = tuple(point_of(scene, seat, stay.place) for stay in way)
    width, height = scene["size"]
    problem = move_finger(display, MoveFinger(points, tuple(stay.after / 1e9 for stay in way), (width, height), at))
    if problem is not None:
        raise ValueError(problem)


def touch_at_place(display: Path, seat: int, way: Sequence[Stay], at: int = 0) -> None:
    """Do the same as soon as the places are there; they are looked for until two seconds after ``at``, or from now."""
    deadline = max(at, time.monotonic_ns()) + APPEARS_NS
    while True:
        try:
            touch_way(display, seat, way, 0 if at < time.monotonic_ns() else at)
        except NotThereError:
            if time.monotonic_ns() > deadline:
                raise
            time.sleep(_AGAIN_S)
        else:
            return
