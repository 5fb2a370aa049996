"""Sketches onto the canvas, by difference: what is as before is not touched, so that Kivy has nothing to redraw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, zip_longest
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, PopMatrix, PushMatrix, Rotate, Translate

from kiosk.display.atlas import Atlas
from kiosk.display.layout import Frame
from kiosk.display.quads import fill_mesh, new_mesh, resting
from kiosk.display.sketch import Curve, Mark


class _Pictures:
    """Neighbouring pictures that lie on one page of the atlas."""

    def __init__(self, page: Any, quads: bytes) -> None:
        self._page = page
        self._quads = quads
        self.shape = new_mesh(page)
        fill_mesh(self.shape, quads)

    def becomes(self, page: Any, drawn: bytes | Curve) -> bool:
        """Show these instead by changing as little as possible; False if it cannot."""
        if page is not self._page or isinstance(drawn, Curve):
            return False
        if drawn != self._quads:
            self._quads = drawn
            fill_mesh(self.shape, drawn)
        return True


class _Line:
    """A curve."""

    def __init__(self, curve: Curve) -> None:
        self._width = curve.width
        self._color = Color(*curve.tint)
        self._line = Line(points=curve.points, width=curve.width, joint="round", cap="round")
        self.shape = InstructionGroup()
        for part in (self._color, self._line, Color(1, 1, 1, 1)):  # white: it would colour the pictures that follow
            self.shape.add(part)

    def becomes(self, _page: Any, drawn: bytes | Curve) -> bool:
        """Run like this instead; False if it cannot."""
        if not isinstance(drawn, Curve) or drawn.width != self._width:
            return False
        self._color.rgba = drawn.tint
        self._line.points = drawn.points
        return True


class Layer:
    """A part of the picture that is sketched together, in one frame."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._frame = Frame()
        self._move = Translate(0, 0)
        self._turn = Rotate(angle=0, origin=(0, 0))
        self._body = InstructionGroup()
        self._marks: Sequence[Mark] = ()
        self._drawn: list[tuple[Any, bytes | Curve]] = []
        self._parts: list[_Pictures | _Line] = []
        self.canvas = InstructionGroup()
        for instruction in (PushMatrix(), self._move, self._turn, self._body, PopMatrix()):
            self.canvas.add(instruction)

    def show(self, marks: Sequence[Mark], frame: Frame) -> int:
        """Show these marks instead of those before; how many parts of the canvas had to be made anew."""
        if frame != self._frame:
            self._frame = frame
            self._move.x, self._move.y = frame.x, frame.y
            self._turn.angle = frame.rotation
        self._drawn = [
            known if mark == before else self._draw(mark)
            for mark, before, known in zip_longest(marks, self._marks[: len(marks)], self._drawn[: len(marks)])
        ]
        self._marks = marks
        return self._lay(_joined(self._drawn))

    def _draw(self, mark: Mark) -> tuple[Any, bytes | Curve]:
        """The page on which it lies and its corners; a curve has neither."""
        if isinstance(mark, Curve):
            return None, mark
        spot = self._atlas.spot(mark.look)
        return spot.page, resting(mark, spot)

    def _lay(self, wanted: list[tuple[Any, bytes | Curve]]) -> int:
        """Make the canvas so: what is alike up to here stays, the rest is made anew."""
        kept = 0
        for part, (page, drawn) in zip(self._parts, wanted, strict=False):
            if not part.becomes(page, drawn):
                break
            kept += 1
        for part in self._parts[kept:]:
            self._body.remove(part.shape)
        del self._parts[kept:]
        for page, drawn in wanted[kept:]:
            part = _Line(drawn) if isinstance(drawn, Curve) else _Pictures(page, drawn)
            self._parts.append(part)
            self._body.add(part.shape)
        return len(wanted) - kept


def _joined(drawn: list[tuple[Any, bytes | Curve]]) -> list[tuple[Any, bytes | Curve]]:
    """Neighbours on one page as one."""
    parts: list[tuple[Any, bytes | Curve]] = []
    for page, run in groupby(drawn, key=lambda one: one[0]):
        if page is None:
            parts += run
        else:
            parts.append((page, b"".join(quads for _, quads in run if isinstance(quads, bytes))))
    return parts
