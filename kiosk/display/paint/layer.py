"""Sketches drawn onto the canvas by difference: unchanged parts are not touched, so that Kivy does not redraw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from kivy.graphics import InstructionGroup

from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.lights import Beats, Glow, Lights
from kiosk.display.paint.marks import Curve, Light, Mark, Picture, Stretch
from kiosk.display.paint.mesh import Drawn, Sheet
from kiosk.display.paint.vertices import resting
from kiosk.layout.table_layout import Frame

Drawable: TypeAlias = Picture | Stretch | Curve
"""A mark that is not light."""


class Layer:
    """A part of the picture that is sketched together, in one coordinate frame: its marks, and light below them.

    ``glow``: the canvas of its lights; None: it has none.
    """

    def __init__(self, atlas: Atlas, glow: Glow | None = None) -> None:
        self._atlas = atlas
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
        self._waits = any(drawn.spot is not None and drawn.spot.waits for drawn in self.drawn)
        before = [*zip(self._marks, self.drawn, strict=True)]
        if any(self._arrived(mark, drawn) for mark, drawn in before):
            self.drawn = [self._draw(mark) if self._arrived(mark, drawn) else drawn for mark, drawn in before]
            self._sheet.show(self.drawn)

    def _arrived(self, mark: Drawable, drawn: Drawn) -> bool:
        return drawn.spot is not None and drawn.spot.waits and not isinstance(mark, Curve) and mark.look in self._atlas


def _alike(marks: Sequence[Drawable], others: Sequence[Drawable]) -> int:
    """Return how many marks at the beginning are the same objects as the others."""
    count = 0
    for mark, other in zip(marks, others, strict=False):
        if mark is not other:
            break
        count += 1
    return count


class Tier:
    """Layers that lie side by side, with the light of all below all of them. ``canvas``: one of their own, if any."""

    def __init__(self, atlas: Atlas, beats: Beats, canvas: Any = None) -> None:
        self._atlas = atlas
        self._glow = Glow(beats)
        self.canvas = canvas or InstructionGroup()
        self.canvas.add(self._glow.canvas)

    def layer(self) -> Layer:
        """Return another layer, on top of the others."""
        layer = Layer(self._atlas, self._glow)
        self.canvas.add(layer.canvas)
        return layer
