"""The camera of the gallery: scenes drawn off-screen by the display's own widget, in a time of its own.

Import this module after ``open_window`` has configured Kivy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Self

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Fbo, InstructionGroup
from kivy.graphics.context import get_context
from PIL import Image

from kiosk.display.dev.simulated_buttons import Pins
from kiosk.display.dev.strip import Strip
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.layer import Beats, Tier
from kiosk.display.paint.mesh import new_canvas
from kiosk.display.scene import Item
from kiosk.display.table_view import TableView
from kiosk.drawings.gallery.states import Scene
from kiosk.protocol import Fault

STEP: Final = 1 / 30
"""Seconds between two frames of the display while a picture is prepared."""
AHEAD: Final = 2.5
"""Seconds that the display has run before a picture or a film begins."""
_NS: Final = 1_000_000_000


class Camera:
    """Draws scenes of this size in pixels. While it is used (``with``), Kivy's clock shows the scenes' time."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._now = 0
        self._usual_fps = Clock._max_fps  # noqa: SLF001  there is no other way to keep it from waiting for a frame

    def __enter__(self) -> Self:
        Clock.time = lambda: self._now / _NS
        Clock._max_fps = 0  # noqa: SLF001
        return self

    def __exit__(self, *_: object) -> None:
        del Clock.time  # that of the class is seen again
        Clock._max_fps, Clock._last_tick = self._usual_fps, Clock.time()  # noqa: SLF001

    def picture(self, scene: Scene) -> Image.Image:
        """Return the picture of a scene."""
        *_, last = self._frames(scene, scene.at, scene.at, STEP)
        return last

    def film(self, scene: Scene, fps: int) -> Iterator[Image.Image]:
        """Yield the frames of a scene's moment."""
        yield from self._frames(scene, scene.begins, scene.begins + round(scene.state.moment * _NS), 1 / fps)

    def _frames(self, scene: Scene, begins: int, ends: int, step: float) -> Iterator[Image.Image]:
        """Yield a picture every ``step`` seconds from ``begins`` to ``ends``; the display has run before."""
        rehearsed = begins - round(AHEAD * _NS)
        snapshots = [*scene.film.shown]
        first = max([0, *(place for place, one in enumerate(snapshots) if one.now <= rehearsed)])
        self._now = min(begins, max(rehearsed, snapshots[first].now))
        Clock._last_tick = Clock.time()  # noqa: SLF001  what is scheduled before the first frame counts from here
        Clock._last_tick = Clock.time()  # noqa: SLF001  or events wait until the clock is where it was before
        showing = _Showing(scene, self._size, lambda: self._now)
        waiting = snapshots[first:]
        while self._now <= ends:
            while waiting and waiting[0].now <= self._now:
                showing.view.show(waiting.pop(0))
            showing.follow()
            self._tick()
            if self._now >= begins:
                yield showing.picture()
            after = self._now + round((step if self._now >= begins else STEP) * _NS)
            self._now = min(after, begins) if self._now < begins else after
        showing.close()

    def _tick(self) -> None:
        Clock.tick()
        Clock.tick_draw()


class _Showing:
    """A display of a scene, drawn into memory."""

    def __init__(self, scene: Scene, size: tuple[int, int], clock: Any) -> None:
        self._scene = scene
        self._clock = clock
        self._opened = False
        strip = Strip(Pins(lambda _: None, lambda: None), lambda _: None)
        strip.connect([plan.seat for plan in scene.welcome.seats] if scene.state.strip else [])
        strip.apply(scene.snapshot)
        self.view = TableView(scene.welcome, clock, size=(size[0], size[1] - strip.height), size_hint=(None, None))
        self._fbo = Fbo(size=size)
        for part in (ClearColor(0, 0, 0, 1), ClearBuffers(), self.view.canvas, _drawn(strip, size, clock)):
            self._fbo.add(part)

    def follow(self) -> None:
        """Apply the state's faults, and open what it shows open, once it has begun."""
        state = self._scene.state
        self.view.touch_lost(Fault("touch.none") if state.touch_dead else None)
        self.view.table_gone(state.gone)
        if self._opened or self._clock() < self._scene.begins:
            return
        self._opened = True
        for what in state.opens:
            for item in [item for item in self.view.items() if what in _names(item)]:
                self.view.tap(item, self._clock())

    def picture(self) -> Image.Image:
        """Return what is shown now."""
        self.view.backdrop.finish()
        self._fbo.draw()
        texture = self._fbo.texture
        drawn = Image.frombytes("RGBA", texture.size, texture.pixels)
        return drawn.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB")

    def close(self) -> None:
        """Free its textures, which Kivy does in its main loop only."""
        self._fbo.clear()
        get_context().gl_dealloc()


def _names(item: Item) -> tuple[str, ...]:
    """Return the names under which a state opens an item: its kind alone, with its text, or with its seat."""
    return item.what, f"{item.what} {item.text}", f"{item.what} of {item.seat}"


def _drawn(strip: Strip, size: tuple[int, int], clock: Any) -> Any:
    """Return the developer's strip on a canvas; empty if it has no seats."""
    atlas, beats, drawn = Atlas(512), Beats(clock), InstructionGroup()
    for sketch in (strip.ground(*size), strip.sketch(*size)):
        tier = Tier(atlas, beats, new_canvas())
        tier.layer().show(sketch.marks, sketch.frame)
        drawn.add(tier.canvas)
    return drawn
