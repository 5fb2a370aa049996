"""The Stop: a wave of light from the caller's edge that drains all colours but the caller's; without a caller: grey."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any, Final

from kivy.clock import Clock
from msgspec.structs import replace

from kiosk.display.motion.effects import Break, Burst, Coming, Effect, Flash, Fly, Moment, MomentContext, Wave
from kiosk.display.paint.light_art import GLOW, SPARK, lifted_looks
from kiosk.display.paint.mesh import Tide
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import INK, WHITE, seat_color
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import reckon_places
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import Snapshot
from kiosk.protocol.state import State

FRONT: Final = 0.38
"""Seconds in which the front runs over the table."""
GREY: Final = 0.8
"""The same for the grey of an end without a caller."""
_PALE: Final = 0.45
"""The strength of its light, which comes from the middle."""
_HALTS: Final = 0.49
"""The part of its way after which the light of the front stays behind."""
_LIFTED: Final = 0.36
"""The part of its way on which it lifts cards."""
AHEAD: Final = 0.5
"""Cards are thrown ahead of the front: after this part of the time that it takes to them."""
_SPARKS, _SHEAVES = 260, 4
"""All sparks, and the parts in which they are made."""
_LASTS: Final = 2.2
"""Seconds for which sparks and the lamp at the caller's edge are seen."""
_GLOWS: Final = 1.6
"""Seconds after which the light around cards that it has thrown askew begins to fade."""
_RIM_INKS: Final = (0.1, 0.7)
"""How white that light is (``lifted_looks``)."""
_LIFTS: Final = 0.07
"""Seconds in which a card is lifted by the front; it falls back in twice as many."""


def stop(context: MomentContext) -> Moment:
    """Return the wave of the round's end."""
    area = context.layout.area
    panel, x, y, reach = _origin(context.snapshot, context.layout)
    scale, halts = area.h / 1080, _HALTS * reach
    if panel is None:
        middle = Place(area.x, area.y - 4.0, 2.0, 2.0)  # its direction is that of no way
        wave = Wave(x, y, reach, GREY, INK, middle, front=_PALE, halts=halts, scale=scale)
        return Moment((wave._replace(front=0.0, fades=True) if context.calm else wave,), GREY)
    wave = Wave(x, y, reach, FRONT, seat_color(panel.seat).vivid, panel.bounds, halts=halts, scale=scale)
    if context.calm:
        return Moment((wave._replace(front=0.0, fades=True),), _LASTS)
    return Moment(Coming(chain((wave,), _lifted(context, wave), _light(context, panel, wave))), _LASTS)


def _origin(snapshot: Snapshot, layout: Layout) -> tuple[Panel | None, float, float, float]:
    """Return the caller's panel, if there is one, where the wave begins, and how far it runs."""
    area = layout.area
    panel = layout.panels.get(snapshot.caller) if snapshot.caller is not None else None
    if panel is None:
        return None, area.x, area.y, math.hypot(area.w, area.h) / 2 + 120.0
    x, y = edge_of(panel)
    return panel, x, y, math.hypot(area.w / 2 + abs(x - area.x), area.h / 2 + abs(y - area.y)) + 40.0


def still_grey(snapshot: Snapshot | None, layout: Layout, now: int, *, calm: bool) -> frozenset[SeatNumber]:
    """Return the seats whose trays the returning colours have not reached: until then they show the end of the round.

    ``now``: nanoseconds; ``calm``: nobody's tray waits.
    """
    if snapshot is None or snapshot.state != State.ROUND_RESULT or calm:
        return frozenset()
    ran = (now - snapshot.since) / 1e9
    if ran >= RETURN:
        return frozenset()
    _, x, y, reach = _origin(snapshot, layout)
    gone = reach * ran / RETURN
    return frozenset(seat for seat, one in layout.panels.items() if math.dist((x, y), one.bounds[:2]) > gone)


_REPLAYED: Final = 0.72
"""The part of the colours that goes while a round is shown again: what lies there can still be told apart."""


def replayed(context: MomentContext) -> Moment:
    """Return the grey in which a round is shown again, and from its end on the light of its Stop."""
    area = context.layout.area
    grey = Wave(area.x, area.y, math.hypot(area.w, area.h), 0.0, INK, front=0.0, fades=True, drains=_REPLAYED)
    if context.snapshot.ended_by is None:
        return Moment((grey,), 0.0)
    ended = stop(context)
    return Moment(Coming(chain((grey,), (one for one in ended.effects if not isinstance(one, Wave)))), ended.lasts)


def edge_of(panel: Panel) -> tuple[float, float]:
    """Return the middle of the panel's outer edge, where its player stands."""
    return panel.frame.to_window(0, -panel.size[1] / 2)


def _light(context: MomentContext, panel: Panel, wave: Wave) -> Iterator[Effect]:
    """Yield the flare at the caller's edge, and sparks that fly out with the front."""
    inward = panel.frame.rotation + 90
    draw = Random(f"stop {context.snapshot.since}")  # noqa: S311  the same on every display
    scale = 0.32 * min(context.layout.area.w, context.layout.area.h) / GLOW.size
    flare = Pose(0.1, wave.x, wave.y, 0.0, scale, 0.9)
    gone = flare._replace(at=_LASTS, scale=0.5 * scale, alpha=0.0)
    yield Flash(GLOW, (flare._replace(at=0.0, scale=0.2 * scale), flare, gone), wave.tint, low=True)
    yield Break()
    others = [other.bounds for other in context.layout.panels.values() if other is not panel]
    for _ in range(_SHEAVES):
        sparks = [_spark(wave, inward, draw) for _ in range(_SPARKS // _SHEAVES)]
        yield Burst(SPARK, tuple(one for one in sparks if not _crosses(one, others)), low=True)
    yield Break(GREY)
    for _ in reckon_places(context.layout):  # they are kept, and the first frame of the count has enough to do
        yield Break(GREY)


def _crosses(spark: Particle, trays: Collection[Place]) -> bool:
    """Return whether it would fly over one of these trays."""
    reach = 1 / spark.drag
    ways = [
        (spark.x + part * reach * spark.vx, spark.y + part * reach * spark.vy) for part in (0.3, 0.5, 0.7, 0.85, 1.0)
    ]
    return any(
        abs(x - across) <= w / 2 and abs(y - up) <= h / 2 for across, up, w, h in trays for x, y in ways
    )  # as ``Place.holds``, which would be called some ten thousand times


def _spark(wave: Wave, inward: float, draw: Random) -> Particle:
    """Return a spark that flies from the caller's edge, some as far as the front."""
    turn = inward + draw.uniform(-85, 85)
    drag = 2.0
    speed = drag * wave.reach * draw.uniform(0.15, 0.85)
    along = math.radians(turn)
    return Particle(
        *(wave.x, wave.y, speed * math.cos(along), speed * math.sin(along)),
        *(wave.scale * draw.uniform(5, 12), wave.tint.mix(WHITE, draw.uniform(0.3, 0.9))),
        life=draw.uniform(0.6, 2.0),
        turn=turn,
        drag=drag,
    )


def _lifted(context: MomentContext, wave: Wave) -> list[Effect]:
    """Return the uppermost pieces that the front throws aside; those on the caller's side are lifted, in light."""
    effects: list[Effect] = []
    draw = Random(f"lifted {context.snapshot.since}")  # noqa: S311  the same on every display
    before = context.game.uppermost(replace(context.snapshot, caller=None), context.layout)
    after = context.game.uppermost(context.snapshot, context.layout)
    for (place, look, *_), (ends, _, turned, scale) in zip(before, after, strict=True):
        dx, dy = place.x - wave.x, place.y - wave.y
        far = math.hypot(dx, dy)
        is_near = far <= _LIFTED * wave.reach
        if not is_near and ends == place and not turned and scale == 1:
            continue
        near = max(0.35, 1.0 - far / wave.reach) if is_near else 0.15
        reached = AHEAD * front_at(wave, far)
        away = 0.3 * place.w * near / max(1.0, far)
        turn = math.copysign(1.0, turned or draw.choice((-1, 1))) * draw.uniform(9, 19) * near + turned
        lies = Pose(0.0, place.x, place.y)
        x, y = (place.x + ends.x) / 2 + dx * away, place.y + dy * away
        high = Pose(reached + _LIFTS, x, y, turn, scale + 0.18 * near)
        rests = Pose(reached + 3 * _LIFTS, ends.x, ends.y, turned, scale, ease=1.0)
        effects.append(Fly((look,), (lies, lies._replace(at=reached), high, rests)))
        if turned:
            lit = (lies._replace(at=reached, alpha=0.0), high, rests)
            gone = (rests._replace(at=_GLOWS), rests._replace(at=_LASTS, alpha=0.0))
            for rim, ink in zip(lifted_looks(place), _RIM_INKS, strict=True):
                effects.append(Flash(rim, lit + gone, wave.tint.mix(WHITE, ink), low=True))
    return effects


_SLOWS: Final = 1.05
"""How much the front slows down towards its end: 1 not at all."""
_FRONT_FADES: Final = 0.5
"""Seconds in which the light of the front fades after it has reached the other end of the table."""
_BEGINS: Final = 0.14
"""The part of its way at which it is seen first."""
_FOLLOWS: Final = 0.7
"""Seconds in which the light behind it reaches the place where it halts."""
_DIMS: Final = (0.9, 2.4, 0.9)
"""Seconds from which on and until which that light grows dimmer, and what is left of it then."""
_TURNS: Final = 24.0
"""How far its rays turn meanwhile, in radians of their pattern."""
_ON_PIECES: Final = 0.3
"""The share of the light at the caller's edge that falls on pieces and words, which have to stay legible."""
_FRONT_ON_PIECES: Final = 0.7
"""The share of the front's own light that runs over them."""
RETURN: Final = 0.8
"""Seconds in which the colours come back, from where the wave began outwards."""
_FADES: Final = 0.35
"""The same where nothing runs, all at once."""
_TURN_RATE: Final = 6.5
"""How fast the rays turn on, in radians of their pattern a second."""
_BREATHES: Final = (0.36, 1.25)
"""How much the light at the caller's edge breathes, outwards from there, and how long a breath takes in seconds."""


class Draining:
    """The colours of these canvases. ``time``: seconds; ``floor``: the one on which light falls with full strength."""

    def __init__(self, canvases: Sequence[Any], time: Callable[[], float], floor: Any = None) -> None:
        self._canvases, self._time, self._floor = canvases, time, floor
        self._wave: Wave | None = None
        self._began = 0.0
        self._ended = 0.0  # when the colours began to return; 0: they have not
        self._loop = Clock.create_trigger(lambda _: self._frame(), 0, interval=True)

    def start(self, wave: Wave, after: float) -> None:
        """Let the wave run ``after`` so many seconds."""
        self._wave, self._began, self._ended = wave, self._time() + after, 0.0
        self._frame()
        self._loop()

    def clear(self) -> None:
        """Let the colours come back."""
        if self._wave is not None and not self._ended:
            self._ended = self._time()
            self._loop()

    def _frame(self) -> None:
        wave, now = self._wave, self._time()
        if wave is None:
            return
        returned = _share(now - self._ended, _FADES if wave.fades else RETURN) if self._ended else 0.0
        if returned == 1.0:
            self._wave = None
            self._loop.cancel()
            for canvas in self._canvases:
                Tide().tell(canvas)
            return
        ran = now - self._began
        fading = _share(ran - wave.lasts, _FRONT_FADES)
        strength = _share(ran, wave.lasts) * (1 - returned) if wave.fades else 1.0
        spared, radius = wave.spared, wave.reach * (1.0 if wave.fades else _eased(ran, wave.lasts, _SLOWS, _BEGINS))
        begins, ends, left = _DIMS
        dimmed = _share(ran - begins, ends - begins)
        deep, lasts = _BREATHES
        breath = 2 * math.pi * max(0.0, ran - begins) / lasts, deep * _share(ran - begins, lasts / 4)
        light = wave.front * (1 - returned) * (1 - (1 - left) * dimmed) if wave.halts else 0.0
        back = _NOWHERE if wave.fades or not self._ended else wave.reach * returned
        follows = min(radius, wave.halts * _eased(ran, _FOLLOWS, 1.5, _BEGINS))
        turned = _TURNS * _eased(ran, ends, 3.0) + _TURN_RATE * max(0.0, ran)

        def tide(rim: float, share: float) -> Tide:
            return Tide(
                wave=(wave.x, wave.y, radius, wave.drains * strength if ran >= 0 else 0.0),
                spared=(spared.left, spared.bottom, spared.right, spared.top),
                front=(*wave.tint[:3], rim * wave.front * (1 - returned) * (1 - fading)),
                light=(follows, share * light, turned, wave.scale),
                breath=breath,
                back=back,
            )

        on_floor, on_pieces = tide(1.0, 1.0), tide(_FRONT_ON_PIECES, _ON_PIECES)
        for canvas in self._canvases:
            (on_floor if canvas is self._floor else on_pieces).tell(canvas)
        if ran >= wave.lasts and fading == 1.0 and not light and not self._ended:
            self._loop.cancel()


_NOWHERE: Final = -1000.0
"""The way that returning colours have gone before they return."""


def front_at(wave: Wave, far: float) -> float:
    """Return when the front reaches a point so many pixels from where it begins, in seconds after its start."""
    left = (1.0 - min(1.0, far / wave.reach)) / (1.0 - _BEGINS)
    return wave.lasts * max(0.0, 1.0 - math.pow(left, 1 / _SLOWS))


def _share(ran: float, lasts: float) -> float:
    return min(1.0, max(0.0, ran / lasts)) if lasts else 1.0


def _eased(ran: float, lasts: float, slows: float, begins: float = 0.0) -> float:
    """Return how much of its way something has gone that ``begins`` there; ``slows``: how much it slows down."""
    return 1.0 - (1.0 - begins) * math.pow(1.0 - _share(ran, lasts), slows)
