"""The tumbling of dice in their well, as poses and steps (``die_poses.ROLLING``): computed back from its end.

So a display that sees only the end of a roll shows the same one. All dice change their steps at the same times, so
that the pictures in flight are updated seldom.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Final

from kiosk.display.paint.dice_art import ROLLING
from kiosk.display.paint.motions import Pose

FRAME: Final = 0.045
"""Seconds for which a step is shown."""
REST: Final = 0.05
"""Seconds for which a die at rest is still shown in flight, until its panel has drawn it."""
MARKS: Final = 20
"""The marks around the roll control that fill during a roll of 0.9 seconds."""
_PHASES: Final = (0, 3, 6, 9)
"""The steps in which a die that rolls lies almost flat."""
_HOPS: Final = ((2, 0.03), (3, 0.07), (4, 0.12), (5, 0.17), (6, 0.20))
"""Frames and height of the hops, the last one first; earlier ones are like the first. A height is what the die grows
by, because it comes nearer to the eye."""
_SWAY: Final = 0.24
"""How far from its place a die lands at most, in its own widths."""
_TURN: Final = (20.0, 60.0)
"""Degrees by which a die turns in a hop."""
_FIRST_SWAYS: Final = 4
"""The last hops are shorter and shorter, from this one on."""


def tumble(home: Pose, width: float, seconds: float, draw: Random, lively: float = 1.0) -> tuple[list[Pose], list[int]]:
    """Return the poses of a die that comes to rest at ``home`` after ``seconds``, and the step that each leg shows.

    ``lively``: how far and high it hops, at most 1. There is no step for the last leg, which shows the die as it lies.
    """
    rests, phase, way = home._replace(at=seconds, ease=1), draw.choice(_PHASES), draw.choice((-1, 1))
    poses, hops = [rests._replace(at=seconds + REST), rests], _hops(rests, width, draw, lively)
    while poses[-1].at > 0:
        poses.append(next(hops)._replace(at=poses[-1].at - FRAME))
    return poses[::-1], [(way * back + phase) % len(ROLLING) for back in range(len(poses) - 2, 0, -1)]


def _hops(rests: Pose, width: float, draw: Random, lively: float) -> Iterator[Pose]:
    """Yield the poses of all frames before the die rests, the last one first."""
    lands = rests
    for number in count():
        frames, height = _HOPS[min(number, len(_HOPS) - 1)]
        far, way = _SWAY * lively * width * min(1.0, (number + 1) / _FIRST_SWAYS), draw.uniform(0, math.tau)
        turn = lands.turn + draw.uniform(*_TURN) * draw.choice((-1, 1))
        begins = rests._replace(x=rests.x + far * math.cos(way), y=rests.y + far * math.sin(way), turn=turn)
        for frame in range(1, frames + 1):
            back = frame / frames
            x, y, turn = (end + (start - end) * back for end, start in zip(lands[1:4], begins[1:4], strict=True))
            yield Pose(0.0, x, y, turn, 1 + 4 * lively * height * back * (1 - back), ease=1)
        lands = begins


def arc(x: float, y: float, radius: float, seconds: float, turn: float) -> list[list[Pose]]:
    """Return the poses of the marks around a control that fill while dice roll, for ``seconds`` more.

    They fill clockwise from the top, as seen by a player whose panel is turned by ``turn`` degrees, and all end
    together. Marks lie along the circle.
    """
    filled = []
    for number in range(MARKS):
        angle = turn + 90 - 360 * (number + 0.5) / MARKS
        across = math.radians(angle)
        pose = Pose(0.0, x + radius * math.cos(across), y + radius * math.sin(across), angle + 90, ease=1)
        begins = seconds - (MARKS - number) * FRAME
        filled.append(
            [pose._replace(at=begins, alpha=0.0), pose._replace(at=begins + FRAME), pose._replace(at=seconds)]
        )
    return filled
