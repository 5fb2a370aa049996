"""Three, two, one, and the call: numerals land in beats with light from the middle, and the start is shouted.

All of it is seen from every edge. The call lies below the pieces of the middle: whoever is fast plays over it. Beside a
board nothing lies on its spaces.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Final

from kiosk.display.games.times import count_in_times
from kiosk.display.motion.effects import STILL, Break, Burst, Effect, Flash, Fly, Moment, MomentContext
from kiosk.display.paint.lettering import CallLook, fit_shout
from kiosk.display.paint.light_art import GLOW, RING, SPARK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.text import LEGIBLE
from kiosk.display.paint.theme import ACCENT, WHITE
from kiosk.display.texts.games import texts_of_game
from kiosk.display.widgets.all_sides import centre_unit, depth_for, width_for
from kiosk.layout.place import Place
from kiosk.layout.sides import Side, beside_board, is_board, sides
from kiosk.layout.table_layout import Layout
from kiosk.locale.speaker import speaker

_NUMERAL: Final = (2.6, 0.44)
"""The size of the last numeral at most: in units of the middle, and in depths of it as seen from an edge."""
_OUTLINED: Final = 1.4
"""The height of a numeral with its outline, in sizes of it."""
_BESIDE: Final = 0.06
"""The least room beside a board, in parts of the felt's shorter side; where there is less, words lie on the board."""
_SMALLER: Final = 0.1
"""How much smaller each numeral before it is."""
_FALLS: Final = 0.12
_LANDS: Final = 0.19
_LEAVES: Final = 0.15
"""Seconds in which a numeral falls, those after which it lies still, and those in which it is gone: while the next one
falls, and the last one before the start."""
_FADES: Final = 0.15
"""Seconds of a fade where it has to be calm."""
_HIGH: Final = 2.2
"""The scale from which it falls."""
_SPARKS: Final = 9
"""The sparks of a numeral that lands."""
_CALL: Final = 3.0
"""The size of the call at most, in units of the middle."""
_FAR_OUT: Final = 0.40
"""How far from the middle the call of a short side lies, in depths as seen from there: there it may be as wide."""
_AWAY: Final = 1.12
"""Its size, and its way from the middle, at its end."""
_LARGEST: Final = 1.14
"""Its largest size, as it comes."""
_SHOUTED: Final = (0.09, 0.17, 0.50, 0.85)
"""Seconds after which the call is largest, lies still, leaves for its edge, and is gone."""
_RAYS: Final = 70
"""The sparks that fly out with it."""


def count_in(context: MomentContext) -> Iterator[Effect]:
    """Yield the numerals of a countdown, each with the light of its beat."""
    snapshot, layout = context.snapshot, context.layout
    here, most = _sides(context), min(layout.centre.w, layout.centre.h)
    largest, rooms = _numerals(layout, here)
    for number, start, lasts in count_in_times(snapshot):
        yield Break(start)  # numerals are large pictures
        last = number == 1
        if not context.calm:
            yield from _beat(context, start, lasts, 0.55 + 0.15 * (3 - number))
        for side, room in zip(here, rooms, strict=True):
            look = fit_shout(str(number), largest * (1 - _SMALLER * (number - 1)), room.w)
            x, y = side.frame.to_window(room.x, room.y)
            lies = Pose(_LANDS, x, y, side.frame.rotation)
            leaves = _FADES if context.calm else _LEAVES
            over = lasts if last else lasts + leaves  # it hands over to the next one, so that no frame is bare
            gone = lies._replace(at=over, alpha=0.0)
            if context.calm:
                fades = lies._replace(at=0.0, alpha=0.0), lies._replace(at=_FADES), lies._replace(at=over - leaves)
                yield Fly((look,), (*fades, gone), start)
                continue
            falls = lies._replace(at=0.0, scale=_HIGH, alpha=0.0), lies._replace(at=_FALLS, scale=0.92, ease=1.0)
            ends = lies._replace(at=over - leaves, scale=1.05, ease=1.0), gone._replace(scale=0.6)
            yield Fly((look,), (*falls, lies, *ends), start)
            yield _dust(f"{number} {side.edge}", x, y, start + _FALLS, most)


def numeral_places(layout: Layout, here: list[Side]) -> list[Place]:
    """Return the places of the numerals in the window, as each edge reads them."""
    size, rooms = _numerals(layout, here)
    ends = (side.frame.to_window(room.x, room.y) for side, room in zip(here, rooms, strict=True))
    return [Place(x, y, size, size) for x, y in ends]


def _numerals(layout: Layout, here: list[Side]) -> tuple[float, list[Place]]:
    """Return the size of the last one, the others are smaller, and the room for each edge, in its coordinates."""
    unit = centre_unit(layout)
    size = min(_NUMERAL[0] * unit, _NUMERAL[1] * min((side.h for side in here), default=0.0))
    if rooms := _beside(layout, here):
        return min(size, *(min(room.w, room.h) / _OUTLINED for room in rooms)), rooms
    depths = (depth_for(side, here, unit) for side in here)
    widths = (width_for(side, here, unit, size) for side in here)
    return size, [Place(0.0, -depth, wide, size) for depth, wide in zip(depths, widths, strict=True)]


def _beside(layout: Layout, here: list[Side]) -> list[Place]:
    """Return the room of each edge beside a board; empty without one, or if it leaves too little of the felt."""
    rooms = beside_board(layout, here) if is_board(layout) else []
    least = _BESIDE * min(layout.centre.w, layout.centre.h)
    return rooms if all(min(room.w, room.h) >= least for room in rooms) else []


def _beat(context: MomentContext, start: float, lasts: float, strength: float) -> Iterator[Effect]:
    """Yield the light of a beat: it swells in the middle, and a ring runs out over the felt, as far as the trays."""
    x, y, w, h = context.layout.centre
    small, wide = 0.2 * min(w, h) / RING.size, 1.08 * min(w, h) / RING.size
    ring = Pose(0.0, x, y, 0.0, small, strength)
    way = ring._replace(at=0.8 * lasts, scale=0.8 * wide, alpha=0.75 * strength, ease=1.3)
    yield Flash(RING, (ring, way, way._replace(at=lasts, scale=wide, alpha=0.0, ease=1.0)), ACCENT, start, low=True)
    size = 1.1 * min(w, h) / GLOW.size
    glow = Pose(0.08, x, y, 0.0, size, 0.7 * strength)
    gone = glow._replace(at=0.9 * lasts, scale=0.75 * size, alpha=0.0)
    yield Flash(GLOW, (glow._replace(at=0.0, scale=0.5 * size, alpha=0.0), glow, gone), ACCENT, start, low=True)


def _dust(seed: str, x: float, y: float, start: float, most: float) -> Burst:
    """Return the sparks that a landing numeral strikes."""
    draw = Random(seed)  # noqa: S311  the same on every display
    sparks = (_spark(draw, x, y, draw.uniform(0, 360), 0.42 * most, 0.011 * most) for _ in range(_SPARKS))
    return Burst(SPARK, tuple(sparks), start, low=True)


def _spark(draw: Random, x: float, y: float, turn: float, reach: float, size: float) -> Particle:
    along, drag = math.radians(turn), 2.5
    speed = drag * reach * draw.uniform(0.35, 1.0)
    return Particle(
        *(x, y, speed * math.cos(along), speed * math.sin(along), size * draw.uniform(0.7, 1.3)),
        ACCENT.mix(WHITE, draw.uniform(0.2, 0.9)),
        life=draw.uniform(0.35, 0.7),
        turn=turn,
        drag=drag,
    )


def shout(context: MomentContext) -> Moment:
    """Return the call with which a round begins."""
    snapshot, (x, y, w, h) = context.snapshot, context.layout.centre
    words, here, unit = texts_of_game(snapshot.game).words.start, _sides(context), centre_unit(context.layout)
    largest, lies, leaves, over = _SHOUTED
    if snapshot.now - snapshot.since > over * 1e9:  # a display that comes in the middle of a round
        return STILL
    effects: list[Effect] = []
    if not context.calm:
        effects += _beat(context, 0.0, over, 1.0)
        draw = Random("go")  # noqa: S311  the same on every display
        turns = ((number + draw.random()) * 360 / _RAYS for number in range(_RAYS))
        sparks = (_spark(draw, x, y, turn, 0.55 * math.hypot(w, h), 0.014 * min(w, h)) for turn in turns)
        effects.append(Burst(SPARK, tuple(sparks), low=True))
    beside = bool(_beside(context.layout, here))
    for side, room in zip(here, _call_rooms(context.layout, here), strict=True):
        text = speaker(side.language)(words).upper()
        size = _call_size(text, min(_CALL * unit, side.h / 2), room.h, room.w)
        rests = Pose(lies, *side.frame.to_window(room.x, room.y), side.frame.rotation)
        farther = 1.0 if beside else _AWAY
        end = side.frame.to_window(room.x, farther * room.y)
        away = Pose(over, *end, side.frame.rotation, _AWAY, 0.0, ease=1.0)
        poses: tuple[Pose, ...]
        if context.calm:
            gone = rests._replace(at=over, alpha=0.0)
            poses = gone._replace(at=0.0), rests, rests._replace(at=leaves), gone
        else:
            comes = rests._replace(at=0.0, scale=0.45, alpha=0.0), rests._replace(at=largest, scale=_LARGEST, ease=1.0)
            poses = *comes, rests, rests._replace(at=leaves, scale=1.03, ease=1.0), away
        for shine, tint in ((False, ACCENT), (True, WHITE)):
            effects.append(Fly((CallLook(text, size, shine),), poses, low=True, tint=tint))
    return Moment(effects, over)


def _call_rooms(layout: Layout, here: list[Side]) -> list[Place]:
    """Return the room of the call for each edge, in its coordinates.

    Nothing is in the middle yet, so those of short sides lie far out; but a board, of which nothing is covered.
    """
    if rooms := _beside(layout, here):
        return [room._replace(w=room.w / _LARGEST, h=room.h / _LARGEST) for room in rooms]
    unit = centre_unit(layout)
    for side in here:
        depth = depth_for(side, here, unit) if side.long else _FAR_OUT * side.h
        rooms.append(Place(0.0, -depth, _call_width(side, here), 2 * min(depth, side.h / 2 - depth)))
    return rooms


def _call_width(side: Side, here: list[Side]) -> float:
    """Return the width of a call: of a long side as far as the calls of the short ones leave room, if any."""
    columns = side.long and any(not one.long for one in here)
    return (4 * _FAR_OUT - 1) * side.w if columns else (0.8 if side.long else 0.92) * side.w


def _call_size(text: str, most: float, deep: float, wide: float) -> int:
    """Return the size, at ``most`` so large, at which a call with its glow fits so deep and wide a room."""
    size = round(most)
    w, h = CallLook(text, size).extent
    size = round(size * min(1.0, deep / h, wide / w))
    while size > LEGIBLE and not _fits(CallLook(text, size), deep, wide):
        size -= 1
    return size


def _fits(look: CallLook, deep: float, wide: float) -> bool:
    w, h = look.extent
    return h <= deep and w <= wide


def _sides(context: MomentContext) -> list[Side]:
    return sides(context.layout, ((view.seat, view.language) for view in context.snapshot.seats))
