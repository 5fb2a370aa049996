"""Pictures of the atlas on the canvas: one mesh for all neighbours on the same page.

Kivy would use a few instructions for each picture, processed in every frame; a mesh is one instruction.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from kivy.graphics import Callback, Color, InstructionGroup, Mesh, RenderContext, SmoothLine
from kivy.graphics.opengl import GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_SRC_ALPHA, glBlendFunc
from kivy.graphics.transformation import Matrix

from kiosk.display.paint.marks import Curve
from kiosk.display.paint.shaders import FLYING, RESTING, ShaderKind
from kiosk.display.paint.spot import Spot

Four: TypeAlias = tuple[float, float, float, float]


class Tide(NamedTuple):
    """What a wave does to a canvas that could be drained (``paint.shaders``); by default it does nothing.

    ``wave``: x, y, how far it has come, and how much it drains; ``spared``: the sides of the place that it spares;
    ``front``: the light of its front; ``light``: how far the light behind reaches, its strength, its turn, and the
    scale; ``breath``: of that light; ``back``: the way on which the colours have come back.
    """

    wave: Four = (0.0, 0.0, 0.0, 0.0)
    spared: Four = (0.0, 0.0, 0.0, 0.0)
    front: Four = (0.0, 0.0, 0.0, 0.0)
    light: Four = (0.0, 0.0, 0.0, 1.0)
    breath: tuple[float, float] = (0.0, 0.0)
    back: float = -1000.0

    def tell(self, canvas: Any) -> None:
        """Set the uniforms of a canvas. One that was never told has zeros, which do nothing."""
        columns = Matrix()
        columns.set(flat=[*self.wave, *self.spared, *self.front, *self.light])
        canvas["tide"] = columns
        canvas["ebb"] = (*self.breath, self.back)


_MOST: Final = 16_000
"""The maximum number of pictures in a mesh: their corners are numbered with 16 bits."""


def _triangles() -> array[int]:
    """Return the numbers of the corners of all triangles, two for each picture."""
    corners, order = array("H", range(4 * _MOST)), array("H", bytes(2 * 6 * _MOST))
    for at, corner in enumerate((0, 1, 2, 2, 3, 0)):
        order[at::6] = corners[corner::4]
    return order


_ORDER: Final = _triangles()

_SOFT: Final = 2.0
"""The width in pixels in which a line fades at its edges."""

_NOTHING: Final = [0.0] * (3 * sum(size for _, size, _ in RESTING.corner))
"""The corners of a triangle of no size."""


class Drawn(NamedTuple):
    """A mark on the canvas: a page of the atlas and corners on it (``vertices``), or a curve and no page.

    ``spot``: the place of the picture on the page, reserved for as long as this object is kept.
    """

    page: Any
    shape: bytes | Curve
    spot: Spot | None = None


def new_canvas(kind: ShaderKind = RESTING) -> Any:
    """Return a canvas for sheets of this kind, in its parent's coordinates."""
    return RenderContext(vs=kind.shader, fs=kind.fragment, use_parent_projection=True, use_parent_modelview=True)


class Presence:
    """The place of a canvas of its own, which is part of the picture only while something is on it.

    Kivy sets the shader and all uniforms of every canvas in every frame: those of twenty empty ones took as much time
    as drawing the table. ``light``: it is added to what lies below it.
    """

    def __init__(self, own: Any, *, light: bool) -> None:
        self._parts = [own]
        if light:
            begin = Callback(lambda _: glBlendFunc(GL_SRC_ALPHA, GL_ONE) or True)
            self._parts = [begin, own, Callback(lambda _: glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA) or True)]
        self._present = False
        self.canvas = InstructionGroup()

    def show(self, present: bool) -> None:
        """Make it part of the picture, or no more."""
        if present is not self._present:
            self._present = present
            for part in self._parts:
                (self.canvas.add if present else self.canvas.remove)(part)


class Pictures:
    """A mesh of pictures that lie on one page of the atlas."""

    def __init__(self, page: Any, kind: ShaderKind = RESTING) -> None:
        self._page = page
        self._quad_bytes = kind.quad_bytes
        self._quads = b""
        self.shape = Mesh(fmt=list(kind.corner), mode="triangles", texture=page)

    def fill(self, quads: bytes) -> None:
        """Show these pictures."""
        if quads != self._quads:
            if len(quads) != len(self._quads):
                self.shape.indices = _ORDER[: 6 * (len(quads) // self._quad_bytes)]
            self.shape.vertices = array("f", quads)
            self._quads = quads

    def becomes(self, drawn: Drawn) -> bool:
        """Show these pictures instead; False if they are on another page."""
        if drawn.page is not self._page or isinstance(drawn.shape, Curve):
            return False
        self.fill(drawn.shape)
        return True


class _CurveLine:
    """A curve.

    Kivy's own line has no ``vShade``, and its shader would read that from whatever another canvas has left enabled. A
    picture of no size before the line makes Kivy turn it off.
    """

    def __init__(self, curve: Curve) -> None:
        self._width = curve.width
        self._color = Color(*curve.tint)
        self._line = SmoothLine(points=curve.points, width=curve.width, overdraw_width=_SOFT)
        self.shape = InstructionGroup()
        nothing = Mesh(fmt=list(RESTING.corner), mode="triangles", vertices=_NOTHING, indices=[0, 1, 2])
        white = Color(1, 1, 1, 1)  # so that later pictures are not tinted
        for part in (nothing, self._color, self._line, white):
            self.shape.add(part)

    def becomes(self, drawn: Drawn) -> bool:
        """Change to this curve; False if that is not possible."""
        curve = drawn.shape
        if not isinstance(curve, Curve) or curve.width != self._width:
            return False
        self._color.rgba = curve.tint
        self._line.points = curve.points
        return True


class Sheet:
    """Pictures and curves, later ones on top; changed by difference, so that Kivy redraws as little as possible.

    ``own``: a canvas for them alone, which is part of the picture only while there are any; ``light``: as light.
    """

    def __init__(self, own: Any = None, kind: ShaderKind = RESTING, *, light: bool = False) -> None:
        self._kind = kind
        self._parts: list[Pictures | _CurveLine] = []
        self._group = own or InstructionGroup()
        self._presence = Presence(own, light=light) if own is not None else None
        self.canvas = self._group if self._presence is None else self._presence.canvas

    def show(self, drawn: Iterable[Drawn]) -> int:
        """Show these instead of the previous ones; return the number of canvas parts that had to be replaced."""
        wanted = _joined(drawn)
        kept = 0
        for part, one in zip(self._parts, wanted, strict=False):
            if not part.becomes(one):
                break
            kept += 1
        for part in self._parts[kept:]:
            self._group.remove(part.shape)
        del self._parts[kept:]
        for page, shape, _ in wanted[kept:]:
            part = self._new(page, shape)
            self._parts.append(part)
            self._group.add(part.shape)
        if self._presence is not None:
            self._presence.show(bool(self._parts))
        return len(wanted) - kept

    def _new(self, page: Any, shape: bytes | Curve) -> Pictures | _CurveLine:
        if isinstance(shape, Curve):
            return _CurveLine(shape)
        pictures = Pictures(page, self._kind)
        pictures.fill(shape)
        return pictures


class Sky:
    """Pictures in flight, in bunches: the GPU computes their current position. ``light``: added to what lies below."""

    def __init__(self, *, light: bool = False) -> None:
        self.context: Any = new_canvas(FLYING)
        """The canvas with its uniforms."""
        self._presence = Presence(self.context, light=light)
        self._bunches = 0
        self.canvas: Any = self._presence.canvas

    def bunch(self) -> Sheet:
        """Return another bunch, above the others."""
        sheet = Sheet(kind=FLYING)
        self.context.add(sheet.canvas)
        self._bunches += 1
        self._presence.show(True)
        return sheet

    def drop(self, bunch: Sheet) -> None:
        """Show a bunch no more."""
        self.context.remove(bunch.canvas)
        self._bunches -= 1
        self._presence.show(bool(self._bunches))

    def tell(self, now: float) -> None:
        """Set the time, in the seconds of ``vertices.flying``."""
        self.context["now"] = now


def _joined(drawn: Iterable[Drawn]) -> list[Drawn]:
    """Return the marks with neighbours on the same page joined."""
    parts: list[Drawn] = []
    for page, run in groupby(drawn, key=itemgetter(0)):
        if page is None:
            parts += run
        else:
            shapes: list[Any] = [shape for _, shape, _ in run]
            parts.append(Drawn(page, b"".join(shapes)))
    return parts
