"""Touches on a running display, by the names of its scene."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kiosk.display.remote_control import ask_scene, move_finger
from kiosk.protocol.display import LONGEST_TOUCH_S
from kiosk.testing.places import point_of

TAP_NS: Final = 60_000_000
DRAG_NS: Final = 200_000_000
"""How long a tap and a drag last, unless said otherwise."""


def touch_places(display: Path, seat: int, places: Sequence[str], nanoseconds: int | None = None) -> None:
    """Touch the places one after the other, with one finger of that seat, and return after the lift.

    ``display``: the path of its socket. Raises NotRunning, and ValueError if that cannot be done; the messages are for
    the user.
    """
    if nanoseconds is None:
        nanoseconds = TAP_NS if len(places) == 1 else DRAG_NS
    if nanoseconds > LONGEST_TOUCH_S * 10**9:
        raise ValueError(f"a touch lasts at most {LONGEST_TOUCH_S} s")
    scene = json.loads(ask_scene(display))
    points = [point_of(scene, seat, place) for place in places]
    width, height = scene["size"]
    problem = move_finger(display, points, nanoseconds / 1e9, (width, height))
    if problem is not None:
        raise ValueError(problem)
