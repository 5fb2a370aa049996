"""The same picture of a round by plain Kivy: a texture per look, a rectangle per picture, a matrix per rotation.

Replaces the atlas, the meshes and the shaders of ``kiosk.display.paint``; everything else is the real display, without
light and particles, for which plain Kivy has nothing. Takes the arguments of ``tests.benchmarks.table_picture``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from tests.benchmarks.measuring import measure  # isort: skip  # before Kivy: it says how Kivy draws

from kivy.clock import Clock
from kivy.graphics import (
    BorderImage,
    Color,
    InstructionGroup,
    Line,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    Scale,
    Translate,
)
from kivy.graphics.texture import Texture

from kiosk.display import table_view
from kiosk.display.motion import movement, player
from kiosk.display.motion.dragging import LIFTED, Dragging
from kiosk.display.motion.flights import Flights
from kiosk.display.paint.art import Look, PatchLook
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.marks import Curve, Light, Mark, Picture
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.spot import Spot
from kiosk.layout.table_layout import Frame
from tests.benchmarks.table_picture import TablePicture
from tests.rig.flying import shown_spot


class PlainAtlas(Atlas):
    """Looks, each on a texture of its own."""

    def __init__(self, **_: object) -> None:
        super().__init__()
        self._spots: dict[Look, Spot] = {}

    def __contains__(self, look: Look) -> bool:
        return look in self._spots

    def spot(self, look: Look) -> Spot:
        found = self._spots.get(look)
        if found is None:
            picture = look.paint()
            texture = Texture.create(size=picture.size, colorfmt="rgba")
            texture.blit_buffer(picture.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
            texture.flip_vertical()
            found = self._spots[look] = Spot(texture, 0.0, 0.0, 1.0, 1.0, *picture.size)
        return found


class PlainLayer:
    """Marks as instructions; unchanged ones stay."""

    def __init__(self, atlas: Atlas, beats: object = None) -> None:
        self._atlas = atlas
        self._frame = Frame()
        self._marks: Sequence[Mark] = ()
        self._groups: list[InstructionGroup] = []
        self._place, self._turn, self._body = Translate(), Rotate(axis=(0, 0, 1)), InstructionGroup()
        self.canvas = InstructionGroup()
        for part in (PushMatrix(), self._place, self._turn, self._body, PopMatrix()):
            self.canvas.add(part)

    def show(self, marks: Sequence[Mark], frame: Frame) -> int:
        marks = [mark for mark in marks if not isinstance(mark, Light)]
        if frame != self._frame:
            self._frame = frame
            self._place.xy, self._turn.angle = frame[:2], frame.rotation
        if len(marks) != len(self._marks):
            known = dict(zip(self._marks, self._groups, strict=True))
            self._body.clear()
            self._groups = [known.get(mark) or self._group(mark) for mark in marks]
            for group in self._groups:
                self._body.add(group)
        else:
            for index, (mark, shown) in enumerate(zip(marks, self._marks, strict=True)):
                if mark != shown:
                    self._groups[index].clear()
                    self._fill(self._groups[index], mark)
        self._marks = marks
        return len(self._groups)

    def _group(self, mark: Mark) -> InstructionGroup:
        group = InstructionGroup()
        self._fill(group, mark)
        return group

    def _fill(self, group: InstructionGroup, mark: Mark) -> None:
        group.add(Color(*mark.tint))
        if isinstance(mark, Curve):
            group.add(Line(points=mark.points, width=mark.width, joint="round", cap="round"))
            return
        spot = self._atlas.spot(mark.look)
        w, h = (spot.w, spot.h) if isinstance(mark, Picture) else (mark.w, mark.h)
        corner = round(mark.x - w / 2), round(mark.y - h / 2)
        if isinstance(mark.look, PatchLook):
            border = (mark.look.border,) * 4
            group.add(BorderImage(texture=spot.page, pos=corner, size=(w, h), border=border))
        elif isinstance(mark, Picture) and mark.turn:
            group.add(PushMatrix())
            group.add(Rotate(angle=mark.turn, axis=(0, 0, 1), origin=(mark.x, mark.y)))
            group.add(Rectangle(texture=spot.page, pos=corner, size=(w, h)))
            group.add(PopMatrix())
        else:
            group.add(Rectangle(texture=spot.page, pos=corner, size=(w, h)))


class Sprite:
    """A picture that moves."""

    def __init__(self, spot: Spot) -> None:
        self._color, self._place = Color(), Translate()
        self._turn, self._scale = Rotate(axis=(0, 0, 1)), Scale()
        rectangle = Rectangle(texture=spot.page, pos=(-spot.w / 2, -spot.h / 2), size=(spot.w, spot.h))
        self.group = InstructionGroup()
        for part in (PushMatrix(), self._color, self._place, self._turn, self._scale, rectangle, PopMatrix()):
            self.group.add(part)

    def show(self, pose: Pose) -> None:
        self._place.xy = pose.x, pose.y
        self._turn.angle, self._scale.xyz = pose.turn, (pose.scale, pose.scale, 1)
        self._color.a = pose.alpha


class PlainDragging(Dragging):
    """Carried pieces as sprites."""

    def __init__(self, canvas: Any, atlas: Atlas) -> None:
        super().__init__(canvas, atlas)
        self._canvas = canvas
        self._sprites: dict[object, Sprite] = {}

    def _draw(self, _seconds: float) -> None:
        wanted = {id(carried): carried for carried in self._cards.values()}
        for gone in self._sprites.keys() - wanted.keys():
            self._canvas.remove(self._sprites.pop(gone).group)
        for key, carried in wanted.items():
            if key not in self._sprites:
                self._sprites[key] = Sprite(carried.spot)
                self._canvas.add(self._sprites[key].group)
            self._sprites[key].show(Pose(0.0, carried.x, carried.y, carried.turn, LIFTED))


class PlainFlights(Flights):
    """Flights as sprites whose position is computed in every frame."""

    def __init__(self, atlas: Atlas, sky: Any, time: Any = Clock.get_boottime) -> None:
        super().__init__(atlas, sky, time)
        self._sprites: dict[int, Sprite] = {}

    def _frame(self, _seconds: float) -> None:
        now = self._time() - self._began
        for bunch in self._bunches:
            bunch.flights = [flight for flight in bunch.flights if now < flight.until]
        self._bunches = [bunch for bunch in self._bunches if bunch.flights]
        flying = {id(flight): flight for flight in self if now >= flight.start + flight.poses[0].at}
        for gone in self._sprites.keys() - flying.keys():
            self._sky.canvas.remove(self._sprites.pop(gone).group)
        for key, flight in flying.items():
            if key not in self._sprites:
                self._sprites[key] = Sprite(shown_spot(flight, now - flight.start))
                self._sky.canvas.add(self._sprites[key].group)
            self._sprites[key].show(flight.pose(now))
        if not self._bunches:
            self._loop.cancel()


class PlainSky:
    """The canvas of the flights' sprites."""

    def __init__(self, *, light: bool = False) -> None:
        self.canvas = self.context = InstructionGroup()

    def bunch(self) -> None:
        """Return nothing: each sprite is drawn by itself."""


vars(table_view).update(Atlas=PlainAtlas, Layer=PlainLayer, new_canvas=InstructionGroup)
vars(movement).update(Dragging=PlainDragging)
vars(player).update(Flights=PlainFlights, Sky=PlainSky, Draining=lambda *_: None)


if __name__ == "__main__":
    measure(TablePicture(*sys.argv[1:]))
