"""The deal: pieces fly from the middle to their places in every tray, within a second."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.games.motion import Dealt
from kiosk.display.games.times import DEAL_FLIGHT_S, starts
from kiosk.display.motion.count_in import count_in
from kiosk.display.motion.effects import Effect, Flash, Fly, Moment, MomentContext
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.motions import Pose, within_half
from kiosk.display.paint.theme import seat_color
from kiosk.layout.table_layout import Panel, Place

_TURNS_OVER: Final = 0.62
"""The part of its flight after which a piece is seen from its edge."""
_RESTS: Final = 0.12
"""Seconds for which it lies in its place in flight, until the picture below shows it."""
_GLOW: Final = 1.6
"""Size of the light around it, in heights of the piece."""
_SMALL: Final = 0.55


def deal(context: MomentContext) -> Moment:
    """Return the deal of a countdown, and the numerals after it; one that ends a pause deals nothing."""
    snapshot = context.snapshot
    effects: list[Effect] = []
    dealt = () if snapshot.resumes or context.calm else snapshot.seats
    for view in dealt:
        panel = context.layout.panels.get(view.seat)
        if panel is None or view.state != "playing":
            continue
        pieces = context.game.dealt(view, panel)
        for piece, start in zip(pieces, starts(len(pieces)), strict=True):
            flight = _flight(piece, panel, context.layout.centre, start)
            effects += [_light(flight, panel), flight]
    effects += count_in(context)
    return Moment(effects, (snapshot.deadline - snapshot.since) / 1e9)


def _light(flight: Fly, panel: Panel) -> Flash:
    """Return the light around a piece in flight, in its seat's colour."""
    size = _GLOW * flight.looks[0].extent[1] / GLOW.size
    *ways, end = (pose._replace(turn=0.0, scale=size * pose.scale, flip=1.0) for pose in flight.poses)
    poses = (*ways, end._replace(at=end.at + _RESTS, scale=1.3 * size, alpha=0.0))
    return Flash(GLOW, poses, seat_color(panel.seat), flight.start, low=True)


def _flight(piece: Dealt, panel: Panel, centre: Place, start: float) -> Fly:
    """Return the flight of one piece, which grows, spins in and turns over."""
    place = panel.in_window(piece.place)
    turn = within_half(panel.frame.rotation)
    x, y = centre.x + (place.x - centre.x) * _TURNS_OVER, centre.y + (place.y - centre.y) * _TURNS_OVER
    bend = 0.10 * math.dist((centre.x, centre.y), (place.x, place.y))
    over = _SMALL + (1 - _SMALL) * _TURNS_OVER
    back, face = piece.looks
    flips = 1.0 if back == face else 0.0
    home = Pose(DEAL_FLIGHT_S, place.x, place.y, turn, ease=1.6)
    return Fly(
        (back, face, face),
        (
            Pose(0.0, centre.x, centre.y, turn - 120, _SMALL, 0.0),
            Pose(_TURNS_OVER * DEAL_FLIGHT_S, x, y, turn - 25, over, flip=flips, bend=bend, ease=1.0),
            home,
            home._replace(at=DEAL_FLIGHT_S + _RESTS),
        ),
        start,
    )
