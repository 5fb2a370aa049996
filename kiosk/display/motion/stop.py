"""The Stop: a wave from the caller's edge that drains all colours but the caller's; grey alone if nobody called."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Moment, Wave
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.paint.light_art import GLOW, SPARK, STREAK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import INK, Rgba, seat_color
from kiosk.layout.table_layout import Frame, Panel

FRONT: Final = 0.55
"""Seconds in which the front runs over the table."""
GREY: Final = 0.8
"""The same for the grey of an end without a caller."""
_STREAKS: Final = 90
_LASTS: Final = 2.2
"""Seconds for which light is left after the wave."""


def stop(context: MomentContext) -> Moment:
    """Return the wave of the round's end."""
    area = context.layout.area
    reach = math.hypot(area.w, area.h) + 80.0
    panel = context.layout.panels.get(context.snapshot.caller) if context.snapshot.caller is not None else None
    if panel is None:
        return Moment((Wave(area.x, area.y, reach / 2 + 80, GREY, INK, front=0.0),), GREY)
    tint = seat_color(panel.seat)
    x, y = edge_of(panel)
    front = 0.0 if context.calm else 1.0
    effects: list[Effect] = [Wave(x, y, reach, FRONT, tint, panel.bounds, front=front)]
    if not context.calm:
        effects += _light(context, panel, tint)
    return Moment(effects, _LASTS)


def edge_of(panel: Panel) -> tuple[float, float]:
    """Return the middle of the panel's outer edge, where its player stands."""
    return panel.frame.to_window(0, -panel.size[1] / 2)


def _light(context: MomentContext, panel: Panel, tint: Rgba) -> list[Effect]:
    """Return the flare at the caller's edge, rays, and streaks that fly out ahead of the front."""
    x, y = edge_of(panel)
    inward = panel.frame.rotation + 90
    draw = Random(f"stop {context.snapshot.since}")  # noqa: S311  the same on every display
    far = 0.75 * math.hypot(context.layout.area.w, context.layout.area.h)
    size = 5.0 * context.unit
    effects: list[Effect] = [
        Flash(
            GLOW,
            (
                Pose(0, x, y, 0, size / 128, 0.0),
                Pose(0.06, x, y, 0, size / 128, 0.9),
                Pose(_LASTS, x, y, 0, size / 100, 0.0, ease=1.0),
            ),
            tint,
        )
    ]
    ray = STREAK
    for number in range(11):
        turn = inward + (number - 5) * 15 + draw.uniform(-4, 4)
        effects.append(Flash(ray, _ray(Frame(x, y, turn), draw.uniform(0.5, 0.9) * far, draw), tint))
    particles = []
    for _ in range(_STREAKS):
        turn = inward + draw.gauss(0, 38)
        speed = far * draw.uniform(0.9, 2.2)
        along = Frame(0, 0, turn).to_window(speed, 0)
        life = draw.uniform(0.5, 1.1)
        particles.append(
            Particle(x, y, *along, draw.uniform(5, 11), tint.mix(INK, draw.random() * 0.7), 0.0, life, turn, drag=2.0)
        )
    return [*effects, Burst(SPARK, tuple(particles))]


def _ray(frame: Frame, length: float, draw: Random) -> tuple[Pose, ...]:
    """Return the poses of a ray that shoots out along the frame and fades."""
    wide = draw.uniform(0.8, 1.8)
    start, middle, end = (frame.to_window(share * length, 0) for share in (0.05, 0.45, 0.55))
    stretch = length / (256 * wide)
    return (
        Pose(0.0, *start, frame.rotation, wide, 0.0, 0.1),
        Pose(0.18, *middle, frame.rotation, wide, 0.55, stretch),
        Pose(draw.uniform(1.2, 2.0), *end, frame.rotation, wide, 0.0, stretch),
    )
