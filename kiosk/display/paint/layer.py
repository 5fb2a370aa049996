"""Sketches drawn onto the canvas by difference: unchanged parts are not touched, so that Kivy does not redraw them.

Their light, which stands, beats or turns, is drawn by the GPU from the clock alone.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from kiosk.display.beats import HOUR_NS
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.marks import Curve, Light, Mark, Picture, Stretch
from kiosk.display.paint.mesh import Drawn, Presence, Sheet, new_canvas
from kiosk.display.paint.shaders import LIT
from kiosk.display.paint.vertices import light, resting
from kiosk.layout.table_layout import Frame, Place

_EVERY: Final = 1 / 30
"""Seconds between two steps of lights that beat or turn."""


class Beats:
    """The clock of all lights that beat or turn. It runs only while there are any, at half the screen's rate.

    These lights change slowly, and often nothing else moves: every other frame need not be drawn then.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._moving: weakref.WeakSet[Glow] = weakref.WeakSet()
        self._loop = Clock.create_trigger(self._frame, _EVERY, interval=True)

    def now(self) -> float:
        """Return the GPU's time in seconds."""
        return (self._clock() % HOUR_NS) / 1e9

    def keep(self, glow: Glow, *, moving: bool) -> None:
        """Tell these lights the time in every frame, or no more."""
        (self._moving.add if moving else self._moving.discard)(glow)
        if moving:
            self._loop()

    def _frame(self, _seconds: float) -> None:
        now = self.now()
        for glow in self._moving:
            glow.tell(now)
        if not self._moving:
            self._loop.cancel()


class Glow:
    """The lights of sketches that lie side by side, on one canvas below all of these, as each takes time to draw."""

    def __init__(self, beats: Beats) -> None:
        self._beats = beats
        self._context = new_canvas(LIT)
        self._presence = Presence(self._context, light=True)
        self._lit: set[Lights] = set()
        self._moving: set[Lights] = set()
        self.canvas: Any = self._presence.canvas

    def add(self, canvas: Any) -> None:
        """Add the canvas of a sketch's lights."""
        self._context.add(canvas)

    def change(self, lights: Lights, *, lit: bool, moving: bool) -> None:
        """Note whether a sketch has lights, and whether any of them beats or turns."""
        (self._lit.add if lit else self._lit.discard)(lights)
        (self._moving.add if moving else self._moving.discard)(lights)
        self._presence.show(bool(self._lit))
        self.tell(self._beats.now())
        self._beats.keep(self, moving=bool(self._moving))

    def tell(self, now: float) -> None:
        """Set the time in seconds."""
        self._context["now"] = now


class Lights:
    """The lights of a sketch."""

    def __init__(self, atlas: Atlas, glow: Glow) -> None:
        self._atlas, self._glow = atlas, glow
        self._sheet = Sheet(kind=LIT)
        self._shown: tuple[Sequence[Light], Frame] = ((), Frame())
        self._drawn: list[Drawn] = []
        glow.add(self._sheet.canvas)

    def show(self, lights: Sequence[Light], frame: Frame) -> None:
        """Show these lights instead of the previous ones."""
        if (lights, frame) == self._shown or not (lights or self._drawn):
            return
        self._shown = lights, frame
        self._drawn = [self._draw(mark, frame) for mark in lights]
        self._sheet.show(self._drawn)
        self._glow.change(self, lit=bool(lights), moving=any(mark.beat or mark.spin for mark in lights))

    def complete(self) -> None:
        """Draw lights again whose pictures have arrived."""
        lights, frame = self._shown
        if any(drawn.spot is not None and drawn.spot.waits for drawn in self._drawn):
            self._drawn = [self._draw(mark, frame) for mark in lights]
            self._sheet.show(self._drawn)

    def _draw(self, mark: Light, frame: Frame) -> Drawn:
        spot = self._atlas.shown(mark.look)
        return Drawn(spot.page, light(mark, spot, frame), spot)


Drawable: TypeAlias = Picture | Stretch | Curve
"""A mark that is not light."""
Covers: TypeAlias = Callable[[object, Place | None], None]
"""Takes a layer, and a place of the window in which nothing below is seen because of it; None: there is none."""
Fills: TypeAlias = Callable[[object, Sequence[Mark]], None]
"""Takes a layer, and what is on it."""


class Layer:
    """A part of the picture that is sketched together, in one coordinate frame: its marks, and light below them.

    ``glow``: the canvas of its lights; None: it has none. ``covers``: is told which place it hides (``Look.hides``);
    ``fills``: is told what is on it.
    """

    def __init__(
        self, atlas: Atlas, glow: Glow | None = None, covers: Covers | None = None, fills: Fills | None = None
    ) -> None:
        self._atlas, self._covers, self._fills = atlas, covers, fills
        self._frame = Frame()
        self._sheet = Sheet()
        self._marks: Sequence[Drawable] = ()
        self._waits = False  # whether a picture of these may not have been there
        self.drawn: list[Drawn] = []
        """Its marks on the canvas, without light."""
        self.canvas = self._sheet.canvas
        self._glow = glow
        self._lights: Lights | None = None

    def show(self, marks: Sequence[Mark], frame: Frame) -> int:
        """Show these marks instead of the previous ones; return the number of canvas parts that had to be replaced."""
        if self._fills is not None:
            self._fills(self, marks)
        lights = [mark for mark in marks if isinstance(mark, Light)]
        if lights and self._lights is None and self._glow is not None:
            self._lights = Lights(self._atlas, self._glow)
        if self._lights is not None:
            self._lights.show(lights, frame)
        rest: Any = [mark for mark in marks if not isinstance(mark, Light)] if lights else [*marks]
        return self._show(rest, frame)

    def _show(self, marks: Sequence[Drawable], frame: Frame) -> int:
        if frame != self._frame:
            self._frame, self._marks, self.drawn = frame, (), []
        before, drawn = self._marks, self.drawn
        same, rest = _alike(marks, before), 0  # most parts of a sketch are kept, so their marks are the same objects
        if same < min(len(marks), len(before)):
            rest = _alike(marks[: same - len(marks) - 1 : -1], before[: same - len(before) - 1 : -1])
        changed, old = marks[same : len(marks) - rest], slice(same, len(before) - rest)
        if len(changed) == len(before[old]):
            pairs = zip(changed, before[old], drawn[old], strict=True)
            middle = [known if mark == shown else self._draw(mark) for mark, shown, known in pairs]
        else:  # a mark was added or removed: reuse all others, so that a new pile does not redraw the whole centre
            known = dict(zip(before[old], drawn[old], strict=True))
            middle = [known.get(mark) or self._draw(mark) for mark in changed]
        self.drawn = [*drawn[:same], *middle, *drawn[len(before) - rest :]]
        self._marks = marks
        return self._redraw()

    def _redraw(self) -> int:
        if self._covers is not None:
            hidden = map(_hidden, self._marks, self.drawn) if self._frame == Frame() else ()
            self._covers(self, next((place for place in hidden if place is not None), None))
        return self._sheet.show(self.drawn)

    def _draw(self, mark: Drawable) -> Drawn:
        """Return the mark on the canvas, which is not rotated: a matrix would cost more in every frame."""
        if isinstance(mark, Curve):
            places = zip(mark.points[::2], mark.points[1::2], strict=True)
            points = tuple(part for x, y in places for part in self._frame.to_window(x, y))
            return Drawn(None, mark._replace(points=points))
        spot = self._atlas.shown(mark.look)
        self._waits = self._waits or spot.waits
        return Drawn(spot.page, resting(mark, spot, self._frame), spot)

    def complete(self) -> None:
        """Draw pictures again that have not been there, as some have arrived."""
        if self._lights is not None:
            self._lights.complete()
        if not self._waits:
            return
        waiting = [number for number, one in enumerate(self.drawn) if one.spot is not None and one.spot.waits]
        self._waits = bool(waiting)
        arrived = [number for number in waiting if self._arrived(self._marks[number], self.drawn[number])]
        for number in arrived:
            self.drawn[number] = self._draw(self._marks[number])
        if arrived:
            self._redraw()

    def _arrived(self, mark: Drawable, drawn: Drawn) -> bool:
        return drawn.spot is not None and not isinstance(mark, Curve) and self._atlas.betters(mark.look, drawn.spot)


def _hidden(mark: Drawable, drawn: Drawn) -> Place | None:
    """Return where a mark hides all that lies below it, once its picture is there."""
    if isinstance(mark, Curve) or drawn.spot is None or drawn.spot.waits:
        return None
    hides = getattr(mark.look, "hides", None)
    if hides is None or mark.tint.a < 1 or (isinstance(mark, Picture) and mark.turn):
        return None
    w, h = (mark.w, mark.h) if isinstance(mark, Stretch) else (mark.scale * side for side in mark.look.extent)
    return Place(mark.x, mark.y, hides[0] * w, hides[1] * h)


def _alike(marks: Sequence[Drawable], others: Sequence[Drawable]) -> int:
    """Return how many marks at the beginning are the same objects as the others."""
    count = 0
    for mark, other in zip(marks, others, strict=False):
        if mark is not other:
            break
        count += 1
    return count


class Tier:
    """Layers that lie side by side, with the light of all below all of them.

    ``own``: a canvas for them alone, which is part of the picture only while anything is on it; ``covers``: is told
    what each of them hides.
    """

    def __init__(self, atlas: Atlas, beats: Beats, own: Any = None, covers: Covers | None = None) -> None:
        self._atlas, self._covers = atlas, covers
        self._glow = Glow(beats)
        self._group = own or InstructionGroup()
        self._group.add(self._glow.canvas)
        self._presence = Presence(own, light=False) if own is not None else None
        self._filled: set[object] = set()
        self.canvas = self._group if self._presence is None else self._presence.canvas

    def layer(self) -> Layer:
        """Return another layer, on top of the others."""
        layer = Layer(self._atlas, self._glow, self._covers, self._fill if self._presence else None)
        self._group.add(layer.canvas)
        return layer

    def _fill(self, layer: object, marks: Sequence[Mark]) -> None:
        (self._filled.add if marks else self._filled.discard)(layer)
        if self._presence is not None:
            self._presence.show(bool(self._filled))
