"""Sketches onto the canvas, by difference: what is as before is not touched, so that Kivy has nothing to redraw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Rotate, Translate

from kiosk.display.atlas import Atlas
from kiosk.display.layout import Frame
from kiosk.display.quads import resting
from kiosk.display.sheet import Drawn, Sheet
from kiosk.display.sketch import Curve, Mark


class Layer:
    """A part of the picture that is sketched together, in one frame."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._frame = Frame()
        self._move = Translate(0, 0)
        self._turn = Rotate(angle=0, origin=(0, 0))
        self._sheet = Sheet()
        self._marks: Sequence[Mark] = ()
        self._drawn: list[Drawn] = []
        self.canvas = InstructionGroup()
        for instruction in (PushMatrix(), self._move, self._turn, self._sheet.canvas, PopMatrix()):
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
        return self._sheet.show(self._drawn)

    def _draw(self, mark: Mark) -> Drawn:
        """As it is on the canvas."""
        if isinstance(mark, Curve):
            return Drawn(None, mark)
        spot = self._atlas.spot(mark.look)
        return Drawn(spot.page, resting(mark, spot))
