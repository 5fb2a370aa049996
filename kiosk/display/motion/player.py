"""The player of effects: it draws them on its canvases, from any time of a moment on.

Bursts and streams are sent to the GPU once, and move there by the clock alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias
from weakref import WeakSet

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from kiosk.display.motion.effects import Break, Burst, Effect, Flash, Fly, Moment, Stream, Wave
from kiosk.display.motion.flights import Flight, Flights
from kiosk.display.motion.quality import Quality, QualityControl
from kiosk.display.motion.stop import Draining
from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.mesh import Drawn, Pictures, Presence, Sheet, Sky, new_canvas
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.shaders import RUNNING, SCATTERED
from kiosk.display.paint.spot import Spot
from kiosk.display.paint.vertices import running, scattered


class Scattered(NamedTuple):
    """A burst on the canvas until this time; the spot keeps the particles' picture on its page."""

    mesh: Any
    until: float
    spot: Spot


class Bursts:
    """All bursts of one kind, light or paper. ``time``: seconds; the frame loop runs only while there are any."""

    def __init__(self, atlas: Atlas, time: Callable[[], float], *, light: bool) -> None:
        self._atlas, self._time = atlas, time
        self._context = new_canvas(SCATTERED)
        self._began = 0.0
        self._shown: list[Scattered] = []
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)
        self._presence = Presence(self._context, light=light)
        self.canvas: Any = self._presence.canvas

    @property
    def moving(self) -> bool:
        """True if there are any."""
        return bool(self._shown)

    def __iter__(self) -> Iterator[Scattered]:
        return iter(self._shown)

    def start(self, burst: Burst, after: float) -> Scattered | None:
        """Scatter the particles ``after`` so many seconds; those whose time has passed are not seen. None: all has."""
        lasts = after + max((particle.delay + particle.life for particle in burst.particles), default=0.0)
        if lasts <= 0:
            return None
        if not self._shown:
            self._began = self._time()
        now = self._time() - self._began
        spot = self._atlas.spot(burst.look)
        pictures = Pictures(spot.page, SCATTERED)
        pictures.fill(scattered(spot, burst.particles, now + after))
        self._context.add(pictures.shape)
        shown = Scattered(pictures.shape, now + lasts, spot)
        self._shown.append(shown)
        self._context["now"] = now
        self._presence.show(True)
        self._loop()
        return shown

    def drop(self, shown: Scattered) -> None:
        """End this burst, if it is one of these."""
        if shown in self._shown:
            self._shown.remove(shown)
            self._context.remove(shown.mesh)
            self._presence.show(bool(self._shown))

    def clear(self) -> None:
        """Drop all particles."""
        for shown in self._shown:
            self._context.remove(shown.mesh)
        self._shown.clear()
        self._presence.show(False)
        self._loop.cancel()

    def _frame(self, _seconds: float) -> None:
        now = self._time() - self._began
        for shown in self._shown:
            if now >= shown.until:
                self._context.remove(shown.mesh)
        self._shown = [shown for shown in self._shown if now < shown.until]
        self._context["now"] = now
        if not self._shown:
            self._presence.show(False)
            self._loop.cancel()


class Streams:
    """The stream of one kind, light or pieces. ``time``: seconds; the frame loop runs only while there is one."""

    def __init__(self, atlas: Atlas, time: Callable[[], float], *, light: bool) -> None:
        self._atlas, self._time = atlas, time
        self._context = new_canvas(RUNNING)
        self._sheet = Sheet(self._context, RUNNING, light=light)
        self._began = 0.0
        self._drawn: list[Drawn] = []
        self._coming: list[Drawn] = []
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)
        self.canvas: Any = self._sheet.canvas

    @property
    def moving(self) -> bool:
        """True if there is one."""
        return bool(self._drawn)

    def start(self, stream: Stream, after: float) -> None:
        """Show this stream, which begins ``after`` so many seconds, in place of the one before, once all is here."""
        for runner in stream.runners:
            spot = self._atlas.spot(runner.look)
            self._coming.append(Drawn(spot.page, running(spot, runner), spot))
        if stream.more:
            return
        self._began = self._time() + after
        self._context["until"] = stream.until
        self._drawn, self._coming = self._coming, []
        self._drawn.sort(key=lambda drawn: id(drawn.page))  # one mesh a page: the pictures do not cover each other
        self._show()

    def clear(self) -> None:
        """Drop it."""
        self._drawn, self._coming = [], []
        self._show()

    def _show(self) -> None:
        self._sheet.show(self._drawn)
        self._frame(0)
        (self._loop if self._drawn else self._loop.cancel)()

    def _frame(self, _seconds: float) -> None:
        self._context["now"] = self._time() - self._began


Playing: TypeAlias = Flight | Scattered
"""What is shown, and may be dropped before its time."""
_SOON: Final = 0.1
"""Seconds before which pictures and light begin at once."""
_LATE: Final = Burst | Stream | Break
"""What may always come a few frames later."""


def _no_time() -> bool:
    """Return that this frame has no time for what may come later."""
    return False


class Run:
    """Effects that are begun one after the other: those to come, when they ``began``, and the lights that are shown."""

    def __init__(self, effects: Iterator[Effect], began: int) -> None:
        self._effects, self.began = effects, began
        self._next: Effect | None = None
        self.shown: list[Playing] = []

    def next(self) -> Effect | None:
        """Return the next effect, the same until it is ``begun``; None: there is none."""
        if self._next is None:
            self._next = next(self._effects, None)
        return self._next

    def begun(self) -> None:
        """Go on to the one after it."""
        self._next = None


class Height(NamedTuple):
    """The effects at one height: pieces and light in flight, paper and sparks that are scattered."""

    pieces: Flights
    light: Flights
    paper: Bursts
    sparks: Bursts


class Player:
    """All effects over one table.

    ``low``, ``high``: its canvases below the pieces in the middle, and above the panels; ``clock``: nanoseconds, as in
    the snapshots; ``stage``: the canvases whose colours a wave drains, if any; ``floor``: the one of these with the
    picture of the table; ``has_time``: whether this frame has time for effects that may begin later; None: all begin at
    once.
    """

    def __init__(
        self,
        atlas: Atlas,
        clock: Callable[[], int],
        quality: QualityControl,
        stage: Sequence[Any] = (),
        floor: Any = None,
        has_time: Callable[[], bool] | None = None,
    ) -> None:
        self._clock, self._quality, self._has_time = clock, quality, has_time
        self._runs: list[Run] = []
        self._go_on = Clock.create_trigger(self._begin_more)
        self.low, self.high = InstructionGroup(), InstructionGroup()
        self.pieces: list[Any] = []
        """The canvases of flying pieces, which a wave may drain."""
        self._light_stream, self._piece_stream = (Streams(atlas, self._seconds, light=light) for light in (True, False))
        self.below, self.above = self._height(atlas), self._height(atlas)
        """The effects below the pieces in the middle, and above the panels."""
        below, above = self.below, self.above
        for lower in (self._light_stream, self._piece_stream, below.paper, below.sparks, below.light, below.pieces):
            self.low.add(lower.canvas)
        for upper in (above.pieces, above.light, above.paper, above.sparks):
            self.high.add(upper.canvas)
        self._rims: WeakSet[Flight] = WeakSet()
        """What effects show below the pieces, besides light."""
        self._draining = Draining((*stage, *self.pieces), self._seconds, floor) if stage else None

    def _height(self, atlas: Atlas) -> Height:
        sky, time = Sky(light=False), self._seconds
        self.pieces.append(sky.context)
        light = Flights(atlas, Sky(light=True), time)
        return Height(
            Flights(atlas, sky, time), light, Bursts(atlas, time, light=False), Bursts(atlas, time, light=True)
        )

    def _at(self, *, low: bool) -> Height:
        return self.below if low else self.above

    @property
    def moving(self) -> bool:
        """True if anything flies or flashes."""
        return any(effects.moving for effects in self._all)

    @property
    def now(self) -> int:
        """The instant of this moment, in nanoseconds."""
        return self._clock()

    @property
    def _all(self) -> list[Flights | Bursts | Streams]:
        """All kinds of effects but the wave."""
        return [*self.below, *self.above, self._light_stream, self._piece_stream]

    def play(self, effect: Effect, after: float = 0.0) -> Playing | None:
        """Show an effect, unless the quality leaves it out; return it if it may be dropped.

        ``after``: seconds until its moment begins, negative if it has begun.
        """
        after += effect.start
        level = self._quality.level
        match effect:
            case Fly(poses=poses) | Flash(poses=poses) if after + poses[-1].at <= 0:  # its pictures need not come
                pass
            case Flash() | Stream(light=True) if level < Quality.LIGHT:
                pass
            case Burst() if level < Quality.ALL:
                pass
            case Fly(looks, poses, low=low, tint=tint):
                flight = self._at(low=low).pieces.start(looks, poses, after, tint)
                if low:
                    self._rims.add(flight)
                return flight
            case Flash(look, poses, tint, low=low):
                return self._at(low=low).light.start([look], poses, after, tint)
            case Burst(light=light, low=low):
                height = self._at(low=low)
                return (height.sparks if light else height.paper).start(effect, after)
            case Stream(light=light):
                (self._light_stream if light else self._piece_stream).start(effect, after)
            case Wave() if self._draining is not None:
                self._draining.start(effect if level >= Quality.WAVES else effect._replace(lasts=0.0, front=0.0), after)
            case Wave() | Break():
                pass
        return None

    def fly(self, looks: Sequence[Look], poses: Sequence[Pose], *, low: bool = False) -> Flight:
        """Send a picture through its poses now, and return its flight; of several, each leg shows the next one."""
        return self._at(low=low).pieces.start(looks, poses)

    def pose(self, flight: Flight) -> Pose:
        """Return where a flight of ``fly`` is now."""
        low, high = self.below.pieces, self.above.pieces
        return low.now(flight) if flight in low else high.now(flight)

    def flies(self, flight: Flight) -> bool:
        """Return whether a flight of ``fly`` is still on its way."""
        return any(flight in height.pieces or flight in height.light for height in (self.below, self.above))

    def drop(self, playing: Playing) -> None:
        """End an effect before its time."""
        for height in (self.below, self.above):
            if isinstance(playing, Scattered):
                height.paper.drop(playing)
                height.sparks.drop(playing)
            else:
                height.pieces.drop(playing)
                height.light.drop(playing)

    def put_out(self) -> None:
        """Drop the light below the pieces, and the rims of those that have just landed."""
        for effects in (self.below.light, self.below.paper, self.below.sparks):
            effects.clear()
        for rim in [*self._rims]:
            self.below.pieces.drop(rim)

    def begin(self, moment: Moment, began: int) -> None:
        """Show a moment, in place of the one before, that ``began`` then (nanoseconds).

        What does not begin at once is made and begun in the next frames, if this one has no time for it.
        """
        self.clear()
        self.run(moment.effects, began)

    def run(self, effects: Iterable[Effect], began: int | None = None) -> Run:
        """Begin effects, which ``began`` then (nanoseconds, None: now): what may come later in the next frames."""
        run = Run(iter(effects), self._clock() if began is None else began)
        self._runs.append(run)
        self._begin_some(_no_time)
        return run

    def end(self, run: Run) -> None:
        """End the light and the particles of a run; its pictures stay until they vanish."""
        self._runs = [one for one in self._runs if one is not run]
        for playing in run.shown:
            self.drop(playing)

    def _begin_more(self, *_: object) -> None:
        self._begin_some(self._has_time)

    def _begin_some(self, has_time: Callable[[], bool] | None) -> None:
        """Begin what comes next, and what may come later as long as there is time for it.

        What waits in one run keeps nothing of another from beginning at its time.
        """
        wait = has_time if self._has_time else None
        for run in [*self._runs]:
            if not self._begin_run(run, wait):
                wait = _no_time
                self._go_on()

    def _begin_run(self, run: Run, wait: Callable[[], bool] | None) -> bool:
        """Begin effects of a run; return False if some are left for another frame."""
        ran, made = (self._clock() - run.began) / 1e9, False
        while (effect := run.next()) is not None:
            waits = effect.start - ran > _SOON or isinstance(effect, _LATE)
            if wait is not None and waits and not (made and isinstance(effect, Burst)) and not wait():
                return False
            made = isinstance(effect, Break)  # there was time to make what follows, and to begin it
            run.begun()
            shown = self.play(effect, -ran)
            if shown is not None and not isinstance(effect, Fly):
                run.shown.append(shown)
        self._runs.remove(run)
        return True

    def clear(self) -> None:
        """Drop all effects; drained colours come back."""
        self._go_on.cancel()
        self._runs.clear()
        for effects in self._all:
            effects.clear()
        if self._draining is not None:
            self._draining.clear()

    def _seconds(self) -> float:
        return self._clock() / 1e9
