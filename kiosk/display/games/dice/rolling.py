"""A roll of a seat's dice: swept together, thrown along the well, they tumble, come to rest, and show their faces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Final, TypeAlias

from kiosk.display.games.dice.panel import die_place, lying
from kiosk.display.games.dice.wells import die_sizes, well_places
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Flyer
from kiosk.display.paint.dice_art import ROLLING, DieLook, RollLook
from kiosk.display.paint.light_art import GLOW, MARK
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import seat_light
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Panel
from kiosk.protocol import SeatView

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
_ROOMY: Final = 1.35
"""The widths of a well for each die in it that make it roomy."""
_FREE: Final = 0.75
_CROWDED: Final = 0.4
"""How lively dice hop in such a well, and in others."""
_ROLLED: Final = 110
"""The width of a rolling die's picture at most, in pixels: nobody sees it sharp."""
_SWEPT_S: Final = 0.16
_THROWN_S: Final = 0.70
"""Seconds in which dice are swept together beside the roll control, and then roll along the well until they rest."""
_SLOWS: Final = (1.5, 3.2)
"""How much they slow down on that way, each another one, so that they spread: 1 not at all."""
_SPREAD: Final = (0.3, 0.55)
"""The part of its way to an end of the well that a die does not go, so that they do not meet in one point there."""
_MARGIN: Final = 0.8
"""How far from the ends of the well their middles keep, in widths of a die."""
_COMES_BACK: Final = 0.6
"""The share of the dice that roll on to the far end and come back from there."""

Point: TypeAlias = tuple[float, float]


def tumble(
    home: Pose,
    width: float,
    seconds: float,
    draw: Random,
    lively: float = 1.0,
    way: Callable[[float], Point] = lambda _: (0.0, 0.0),
) -> tuple[list[Pose], list[int]]:
    """Return the poses of a die that comes to rest at ``home`` after ``seconds``, and the step that each leg shows.

    ``lively``: how far and high it hops, at most 1; ``way``: how far from home it is so many seconds before it rests.
    There is no step for the last leg, which shows the die as it lies.
    """
    rests, phase, over = home._replace(at=seconds, ease=1), draw.choice(_PHASES), draw.choice((-1, 1))
    poses, hops = [rests._replace(at=seconds + REST), rests], _hops(rests, width, draw, lively)
    while poses[-1].at > 0:
        hop, (x, y) = next(hops), way((len(poses) - 1) * FRAME)
        poses.append(hop._replace(at=poses[-1].at - FRAME, x=hop.x + x, y=hop.y + y))
    return poses[::-1], [(over * back + phase) % len(ROLLING) for back in range(len(poses) - 2, 0, -1)]


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


def die_widths(panel: Panel) -> list[int]:
    """Return the widths of dice in a panel, the largest first."""
    return [round(die_place(Place(0, 0, size, size)).w) for size in die_sizes(panel)]


def turning_width(panel: Panel) -> int:
    """Return the width in which a panel's dice are painted as they turn over."""
    return min(_ROLLED, die_widths(panel)[0])


def roll(flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
    """Make every die tumble in a way that does not reveal its face, while the roll control fills."""
    if not flyer.calm:
        _shine(flyer, panel, seconds)
    for slot, die in enumerate(kept):
        if die is not None:
            draw = Random(f"{panel.seat} {slot} {view.rolling_until}")  # noqa: S311  the same on every display
            _tumble(flyer, panel, kept, slot, seconds, draw)
    control = panel.window_place("tray")
    tint = seat_light(panel.seat)
    high, long = 0.10 * control.w / MARK.h, 1.33 * math.pi * control.w / MARKS / MARK.w
    for poses in arc(control.x, control.y, 0.5 * control.w, seconds, panel.frame.rotation):
        flyer.show([MARK], [pose._replace(scale=high, flip=long / high) for pose in poses], light=tint)


def _shine(flyer: Flyer, panel: Panel, seconds: float) -> None:
    """Let a well glow in its seat's light while its dice roll."""
    well = panel.window_place("well")
    size, across = 1.1 * well.h / GLOW.size, 0.7 * well.w / GLOW.size
    pose = Pose(0.0, well.x, well.y, panel.frame.rotation, size, 0.2, flip=across / size, ease=1)
    flyer.show([GLOW], [pose, pose._replace(at=seconds, alpha=0.0)], light=seat_light(panel.seat))


def throw(panel: Panel, place: Place, draw: Random) -> Callable[[float], Point]:
    """Return the way of the die whose place this is: how far from it, in the window, so many seconds before it rests.

    From its place to the hand at the roll control's end of the well, along the well, and to its place.
    """
    well = panel.places["well"]
    end = math.copysign(max(0.0, well.w / 2 - _MARGIN * place.w), panel.places["tray"].x - well.x)
    ends = (well.x + end, well.x - end)
    hand, far = (one + draw.uniform(*_SPREAD) * (place.x - one) for one in ends)
    aside, slows = draw.uniform(-1, 1) * max(0.0, (well.h - 1.3 * place.h) / 2), draw.uniform(*_SLOWS)
    turns = far if draw.random() < _COMES_BACK else place.x
    first, second = abs(turns - hand), abs(place.x - turns)
    cos, sin = panel.frame.turned

    def way(back: float) -> Point:
        if back < _THROWN_S:
            share = 1 - (back / _THROWN_S) ** slows
            ran = share * (first + second)
            x = (
                hand + math.copysign(ran, turns - hand)
                if ran < first
                else place.x + math.copysign(first + second - ran, turns - place.x)
            )
            y = well.y + 2 * share * (1 - share) * aside + share * share * (place.y - well.y)
        else:
            swept = max(0.0, 1 - (back - _THROWN_S) / _SWEPT_S)
            x, y = place.x + (hand - place.x) * swept, place.y + (well.y - place.y) * swept
        x, y = x - place.x, y - place.y
        return x * cos - y * sin, x * sin + y * cos

    return way


def _tumble(flyer: Flyer, panel: Panel, kept: Kept, slot: int, seconds: float, draw: Random) -> None:
    """Make the die in a slot tumble; where nothing may shake, it rolls over at its place."""
    die, place, thrown = kept[slot], well_places(panel, len(kept))[slot], len(kept)
    heading, yaw = lying(slot, die)
    width = round(die_place(place).w)
    home = Pose(0.0, *panel.frame.to_window(place.x, place.y), panel.frame.rotation + yaw)
    few = panel.places["well"].w / thrown > _ROOMY * width
    way = throw(panel, place, draw)
    poses, steps = tumble(home, width, seconds, draw, _FREE if few else _CROWDED, way)
    if flyer.calm:
        poses = [home._replace(at=pose.at, ease=1) for pose in poses]
    painted = turning_width(panel)
    looks = [RollLook(die[0], painted, step) for step in steps]
    if painted != width:  # at its last pose, the picture is replaced by one in full size
        poses = [*(pose._replace(scale=pose.scale * width / painted) for pose in poses[:-1]), *poses[-2:]]
        looks.append(looks[-1])
    flyer.show([*looks, DieLook(die, width, heading)], poses)
