"""Sketches onto the canvas, by difference: what is as before is not touched, so that Kivy has nothing to redraw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import (
    BorderImage,
    Color,
    InstructionGroup,
    Line,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    Translate,
)

from kiosk.display.art import PatchLook
from kiosk.display.atlas import Atlas
from kiosk.display.layout import Frame
from kiosk.display.sketch import Curve, Mark, Picture, Stretch


class _Drawn:
    """A mark on the canvas."""

    def __init__(self, mark: Mark, atlas: Atlas) -> None:
        self._atlas = atlas
        self.mark = mark
        self.group = InstructionGroup()
        self._color = Color(*mark.tint)
        self._turn: Any = None
        self._shape = self._make(mark)
        for instruction in self._instructions():
            self.group.add(instruction)

    def _instructions(self) -> list[Any]:
        if self._turn is None:
            return [self._color, self._shape]
        return [self._color, PushMatrix(), self._turn, self._shape, PopMatrix()]

    def _make(self, mark: Mark) -> Any:
        match mark:
            case Picture(look, x, y, _, turn):
                if turn:
                    self._turn = Rotate(angle=turn, origin=(x, y))
                return Rectangle(texture=self._atlas.texture(look), pos=_corner(x, y, *look.extent), size=look.extent)
            case Stretch(PatchLook() as look, x, y, w, h):
                border = min(look.border, round(w / 2), round(h / 2))
                sides = (border,) * 4
                pos = _corner(x, y, w, h)
                return BorderImage(
                    texture=self._atlas.texture(look),
                    pos=pos,
                    size=(round(w), round(h)),
                    border=(look.border,) * 4,
                    display_border=sides,
                )
            case Stretch(look, x, y, w, h):
                return Rectangle(texture=self._atlas.texture(look), pos=_corner(x, y, w, h), size=(round(w), round(h)))
            case Curve(points, width):
                return Line(points=points, width=width, joint="round", cap="round")

    def becomes(self, mark: Mark) -> bool:
        """Turn into ``mark`` by changing as little as possible; False if another kind of mark is needed."""
        old, self.mark = self.mark, mark
        if mark == old:
            return True
        if type(mark) is not type(old) or isinstance(mark, Curve) is not isinstance(old, Curve):
            return False
        if mark.tint != old.tint:
            self._color.rgba = mark.tint
        if isinstance(mark, Picture) and isinstance(old, Picture):
            return self._picture_becomes(mark, old)
        if isinstance(mark, Curve) and isinstance(old, Curve):
            if mark.width != old.width:
                return False
            self._shape.points = mark.points
            return True
        return mark[:5] == old[:5]

    def _picture_becomes(self, mark: Picture, old: Picture) -> bool:
        if (mark.turn == 0) is not (old.turn == 0):
            return False
        if self._turn is not None and (mark.turn, mark.x, mark.y) != (old.turn, old.x, old.y):
            self._turn.angle = mark.turn
            self._turn.origin = (mark.x, mark.y)
        if mark.look != old.look:
            self._shape.texture = self._atlas.texture(mark.look)
            self._shape.size = mark.look.extent
        self._shape.pos = _corner(mark.x, mark.y, *mark.look.extent)
        return True


def _corner(x: float, y: float, w: float, h: float) -> tuple[int, int]:
    """The lower left corner, on a whole pixel: pictures are drawn at the size at which they are shown, not blurred."""
    return round(x - w / 2), round(y - h / 2)


class Layer:
    """A part of the picture that is sketched together, in one frame."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._frame = Frame()
        self._move = Translate(0, 0)
        self._turn = Rotate(angle=0, origin=(0, 0))
        self._body = InstructionGroup()
        self._drawn: list[_Drawn] = []
        self.canvas = InstructionGroup()
        for instruction in (PushMatrix(), self._move, self._turn, self._body, PopMatrix()):
            self.canvas.add(instruction)

    def show(self, marks: Sequence[Mark], frame: Frame) -> int:
        """Show these marks instead of those before; how many had to be drawn anew."""
        if frame != self._frame:
            self._frame = frame
            self._move.x, self._move.y = frame.x, frame.y
            self._turn.angle = frame.rotation
        kept = 0
        for drawn, mark in zip(self._drawn, marks, strict=False):
            if not drawn.becomes(mark):
                break
            kept += 1
        for drawn in self._drawn[kept:]:
            self._body.remove(drawn.group)
        del self._drawn[kept:]
        for mark in marks[kept:]:
            drawn = _Drawn(mark, self._atlas)
            self._drawn.append(drawn)
            self._body.add(drawn.group)
        return len(marks) - kept
