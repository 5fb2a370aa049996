"""While the table invites: pieces stream from the wheel to every tray, in arms that turn as a pinwheel.

Then the wheel opens, bots play a round in its place, and it comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from kiosk.display.games.motion import Dealt
from kiosk.display.motion.effects import STILL, Break, Coming, Effect, Flash, Fly, Moment, MomentContext, Stream
from kiosk.display.motion.lanes import SMALL, Gate, busiest, choose, gate_of, lanes_of
from kiosk.display.motion.stop import stop
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, HALO, STREAK, WHEEL_LIGHT
from kiosk.display.paint.motions import Lane, LaneRunner, Pose, within_half
from kiosk.display.paint.theme import BLACK, WHITE, seat_color
from kiosk.display.paint.wheel_art import GOLD, HALOED, PetalsLook, WheelLook
from kiosk.game.seats import SeatNumber
from kiosk.layout.inviting import free_corners, list_corners, wheel_place
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import SeatView
from kiosk.protocol.state import AttractScene

_LANES: Final = {2: 6, 3: 3, 4: 3, 5: 2, 6: 2}
"""Lanes to each seat, by the number of seats; one at larger tables."""
_LONG: Final = 2.6
"""Where the middle is longer, in its shorter sides, more than two arms beside the wheel have room for one lane each."""
_FLIGHTS: Final = (3.0, 2.6, 2.8)
"""Seconds that a piece takes, lane by lane: neighbours do not fly in step."""
_LEANS: Final = (38.0, 8.0)
"""Degrees by which pieces are turned askew at the wheel and before the tray, at most."""
_UNEVEN: Final = 0.14
"""By how much a piece leaves too early or too late at most, as a part of the time between two."""
_OPENS: Final = 0.9
"""Seconds in which the wheel opens."""
_GROWS: Final = 1.4
"""How much its rim grows meanwhile."""
_FEW: Final = 4
"""Up to this number of seats every piece has both lights."""
_LARGE: Final = 0.055
_LARGER: Final = 1.1
"""Width of a piece at the end of its way at least, as a fraction of the table's shorter side, and in widths of a piece
in its tray.
"""
_HIGHEST: Final = 0.23
"""Height of a piece there at most, as a fraction of the middle's shorter side."""
_FACES: Final = 20
"""The number of pieces that are told apart."""
_AT_ONCE: Final = 5
"""The number of pieces that come in one frame at most: each may be a picture that has not been shown yet."""
_TURNS: Final = 2
"""The number of pieces of a lane that are told apart, in those that fly on it at a time."""
_OPEN: Final = 0.7
"""The share of pieces that fly face up."""
_GLOW, _STREAK, _SHADOW = 1.6, 3.2, 1.5
"""Size of the light around a piece, length of the streak behind it, and size of its shadow, in heights of the piece."""


_Seat: TypeAlias = tuple[Panel, list[Dealt]]
"""A panel, and the pieces that are dealt to it."""


class _Arm(NamedTuple):
    """The lanes to one seat, and the pieces that may fly on them."""

    seat: SeatNumber
    lanes: tuple[Lane, ...]
    faces: tuple[Look, ...]
    back: Look
    turn: float


def invite(context: MomentContext) -> Moment:
    """Return what moves in this scene."""
    return _SCENES[context.snapshot.scene](context)


def _lasts(context: MomentContext) -> float:
    """Return how many seconds the scene lasts at most."""
    return (context.snapshot.deadline - context.snapshot.since) / 1e9


def _rain(context: MomentContext) -> Moment:
    """Return the stream of pieces with their shadows, and of the light around them; calm: nothing.

    The last pieces leave so that they arrive before the scene ends.
    """
    return STILL if context.calm else Moment(Coming(_streams(context, _lasts(context) - max(_FLIGHTS))))


def _open(context: MomentContext) -> Moment:
    """Return the wheel as it opens: its rim grows, its petals whirl into the middle, and both fade."""
    place = wheel_place(context.layout.centre)
    size, lies = round(place.w), Pose(0.0, place.x, place.y)
    grown = lies._replace(at=_OPENS, scale=1.0 if context.calm else _GROWS, alpha=0.0, ease=1.6)
    gone = grown if context.calm else lies._replace(at=_OPENS, turn=-150.0, scale=0.2, alpha=0.0)
    wheel, petals = Fly((WheelLook(size),), (lies, grown), low=True), Fly((PetalsLook(size),), (lies, gone), low=True)
    if context.calm:
        return Moment((wheel, petals), _OPENS)
    wide = HALOED * place.w / HALO
    light = Flash(WHEEL_LIGHT, (lies._replace(scale=wide), grown._replace(scale=_GROWS * wide)), GOLD, low=True)
    return Moment((light, wheel, petals), _OPENS)


def _close(context: MomentContext) -> Moment:
    """Return the pieces of the middle as they go home into the wheel, which comes back."""
    place, lasts = wheel_place(context.layout.centre), _lasts(context)
    looks = WheelLook(round(place.w)), PetalsLook(round(place.w))
    full = Pose(lasts, place.x, place.y, ease=1.6)
    if context.calm:
        return Moment([Fly((look,), (full._replace(at=0.0, alpha=0.0), full)) for look in looks], lasts)
    middle = Pose(lasts, place.x, place.y, scale=0.3, ease=0.6)
    homeward = [
        Fly((lying.look,), (Pose(0.0, lying.place.x, lying.place.y, lying.turn, lying.scale), middle), low=True)
        for lying in context.game.uppermost(context.snapshot, context.layout)
    ]
    small = Pose(0.0, place.x, place.y, turn=-120.0, scale=0.1, alpha=0.0)
    return Moment([*homeward, *(Fly((look,), (small, full)) for look in looks)], lasts)


_SCENES: Final[dict[AttractScene, Callable[[MomentContext], Moment]]] = {
    AttractScene.NONE: lambda _: STILL,
    AttractScene.RAIN: _rain,
    AttractScene.PLAY: _open,
    AttractScene.STOP: stop,
    AttractScene.CLOSE: _close,
    AttractScene.BEST: _rain,
}


def _streams(context: MomentContext, until: float) -> Iterator[Effect]:
    """Yield the light and the pieces, lane by lane: all of it takes several frames."""
    yield Break()
    seats = _seats(context)
    yield Break()
    gates, centre = _gates(seats, context.layout), context.layout.centre
    taken = tuple(_taken(context.layout))
    for _ in choose(gates, centre, taken):
        yield Break()
    lanes = lanes_of(gates, centre, taken)
    found = _arms(seats, [lanes[number] for number in range(len(gates))])
    draw = Random("rain")  # noqa: S311  the same on every display
    for arm in found:
        for number, lane in enumerate(arm.lanes):
            runners = _runners(arm, lane, number, draw)
            lights = [
                _light(one, arm.seat, streak=streak)
                for at, one in enumerate(runners)
                for streak in (False, True)
                if streak == ((at + number) % 2 > 0) or (len(found) <= _FEW and not streak)
            ]
            yield Stream(tuple(lights), light=True, more=True)
            for at in range(0, len(runners), _AT_ONCE):
                part = runners[at : at + _AT_ONCE]
                yield Stream(tuple(each for one in part for each in (_shadow(one), one)), more=True)
    yield Stream((), light=True, until=until)
    yield Stream((), until=until)


def _seats(context: MomentContext) -> list[_Seat]:
    """Return the panels to which pieces are dealt, and these."""
    layout, snapshot = context.layout, context.snapshot
    return [
        (panel, dealt)
        for view in snapshot.seats
        if (panel := layout.panels.get(view.seat)) and (dealt := _dealt(context, view, panel))
    ]


def _gates(seats: Sequence[_Seat], layout: Layout) -> tuple[Gate, ...]:
    """Return where the arms end."""
    count = _LANES.get(len(seats), 1)
    if len(seats) > 2 and max(layout.centre[2:]) > _LONG * min(layout.centre[2:]):
        count = 1
    return tuple(gate_of(panel, layout.centre, *dealt[0].looks[0].extent, count) for panel, dealt in seats)


def _arms(seats: Sequence[_Seat], lanes: Iterable[tuple[Lane, ...]]) -> list[_Arm]:
    """Return an arm for every seat; the same pieces fly to all of them."""
    faces = _faces([one for _, dealt in seats for one in dealt])
    return [
        _Arm(panel.seat, own, faces, dealt[0].looks[0], within_half(panel.frame.rotation))
        for (panel, dealt), own in zip(seats, lanes, strict=True)
    ]


def _dealt(context: MomentContext, view: SeatView, panel: Panel) -> list[Dealt]:
    """Return the pieces of a seat, neither small beside the wheel nor too large for the felt around it."""
    dealt = context.game.dealt(view, panel)
    if not dealt:
        return []
    least = _LARGE * min(context.layout.area.w, context.layout.area.h)
    centre, first = context.layout.centre, dealt[0].place
    most = _HIGHEST * min(centre.w, centre.h) / max(first.w, first.h)
    scale = min(max(_LARGER, least / first.w), most)
    places = {name: place._replace(w=scale * place.w, h=scale * place.h) for name, place in panel.places.items()}
    large = context.game.dealt(view, replace(panel, places=places))
    return [one._replace(looks=other.looks) for one, other in zip(dealt, large, strict=True)]


def _faces(dealt: list[Dealt]) -> tuple[Look, ...]:
    """Return some of the pieces as they lie open, all of one size."""
    first = dealt[0].looks[1].extent if dealt else (0, 0)
    faces = [one.looks[1] for one in dealt if one.looks[1].extent == first]
    opened = [one.looks[1] for one in dealt if one.looks[0] != one.looks[1] and one.looks[1].extent == first]
    return tuple(dict.fromkeys(opened or faces))[:_FACES]


def _taken(layout: Layout) -> list[Place]:
    """Return what lanes keep clear of: the lists and the pieces in the corners."""
    return [place for place, _ in (*list_corners(layout), *free_corners(layout))]


def _runners(arm: _Arm, lane: Lane, number: int, draw: Random) -> list[LaneRunner]:
    """Return the pieces that run along a lane, as close as they may follow each other.

    Those of every second lane fly beside the gaps of the lanes next to it. ``number``: the lane's.
    """
    flying = max(2.0, busiest(lane, arm.back.extent[1]))
    count, lasts = round(_TURNS * flying), _FLIGHTS[number % len(_FLIGHTS)]
    every, (first_lean, last_lean) = lasts / flying, _LEANS
    faces = draw.sample(arm.faces, len(arm.faces))  # so that none follows itself
    first = every * (0.5 * (number % 2) + draw.uniform(0.0, 0.1))
    return [
        LaneRunner(
            faces[at % len(faces)] if draw.random() < _OPEN else arm.back,
            lane,
            first + every * (at + draw.uniform(-_UNEVEN, _UNEVEN)),
            lasts,
            count * every,
            (arm.turn + draw.uniform(-first_lean, first_lean), arm.turn + draw.uniform(-last_lean, last_lean)),
            (SMALL, 1.0),
        )
        for at in range(count)
    ]


def _shadow(piece: LaneRunner) -> LaneRunner:
    """Return the soft shadow below a piece."""
    scale = _SHADOW * piece.look.extent[1] / GLOW.size
    return piece._replace(look=GLOW, scales=(SMALL * scale, scale), tint=BLACK.fade(0.5))


def _light(piece: LaneRunner, seat: SeatNumber, *, streak: bool) -> LaneRunner:
    """Return the light around a piece, or the streak along its way."""
    color, size = seat_color(seat), piece.look.extent[1]
    if streak:
        scales = tuple(_STREAK * size / STREAK.w * scale for scale in piece.scales)
        tint = color.mix(WHITE, 0.25)
        return piece._replace(look=STREAK, scales=(scales[0], scales[1]), tint=tint, heads=True)
    scales = tuple(_GLOW * size / GLOW.size * scale for scale in (1.6 * SMALL, 0.9))
    return piece._replace(look=GLOW, turns=(0.0, 0.0), scales=(scales[0], scales[1]), tint=color.fade(0.9))
