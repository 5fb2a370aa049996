"""Touches on a running display, by the names of its scene."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from kiosk.display.remote_control import ask_scene, move_finger
from kiosk.testing.places import point_of, touch_time


def touch_places(display: Path, seat: int, places: Sequence[str], nanoseconds: int | None = None) -> None:
    """Touch the places one after the other, with one finger of that seat, and return after the lift.

    ``display``: the path of its socket. Raises NotRunning, and ValueError if that cannot be done; the messages are for
    the user.
    """
    lasts = touch_time(places, nanoseconds)
    scene = json.loads(ask_scene(display))
    points = [point_of(scene, seat, place) for place in places]
    width, height = scene["size"]
    problem = move_finger(display, points, lasts / 1e9, (width, height))
    if problem is not None:
        raise ValueError(problem)
