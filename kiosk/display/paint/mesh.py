"""Pictures of the atlas on the canvas: one mesh for all neighbours on the same page.

Kivy would use a few instructions for each picture, processed in every frame; a mesh is one instruction.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from kivy.graphics import Color, InstructionGroup, Line, Mesh, RenderContext

from kiosk.display.paint.atlas import Spot
from kiosk.display.paint.marks import Curve


class Kind(NamedTuple):
    """A way to draw pictures: the shader, and its vertex attributes."""

    shader: str
    corner: tuple[tuple[bytes, int, str], ...]

    @property
    def quad_bytes(self) -> int:
        """The bytes of the four corners of a picture."""
        return 16 * sum(size for _, size, _ in self.corner)


_PLACE: Final = ((b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float"))
RESTING: Final = Kind(
    """
$HEADER$
attribute vec4 vShade;
void main(void) {
    frag_color = vec4(color.rgb * (1.0 - vShade.rgb), color.a * vShade.a);
    tex_coord0 = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(vPosition, 0.0, 1.0);
}
""",
    (*_PLACE, (b"vShade", 4, "float")),
)
"""For ``vertices.resting`` and ``vertices.moving``, and for Kivy's own instructions."""
FLYING: Final = Kind(
    """
$HEADER$
attribute vec4 vFrom;
attribute vec4 vTo;
attribute vec4 vTime;
uniform float now;
void main(void) {
    float left = clamp(1.0 - (now - vTime.x) / vTime.y, 0.0, 1.0);
    vec4 pose = mix(vTo, vFrom, left * left);
    vec2 along = pose.w * vec2(cos(pose.z), sin(pose.z));
    vec2 place = pose.xy + vPosition.x * along + vPosition.y * vec2(-along.y, along.x);
    frag_color = vec4(color.rgb, color.a * mix(vTime.w, vTime.z, left * left));
    tex_coord0 = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(place, 0.0, 1.0);
}
""",
    (*_PLACE, (b"vFrom", 4, "float"), (b"vTo", 4, "float"), (b"vTime", 4, "float")),
)
"""For ``vertices.flying``; pictures slow down towards the end of their path."""
_MOST: Final = 16_000
"""The maximum number of pictures in a mesh: their corners are numbered with 16 bits."""
_ORDER: Final = array("H", [4 * quad + corner for quad in range(_MOST) for corner in (0, 1, 2, 2, 3, 0)])


class Drawn(NamedTuple):
    """A mark on the canvas: a page of the atlas and corners on it (``vertices``), or a curve and no page.

    ``spot``: the place of the picture on the page, reserved for as long as this object is kept.
    """

    page: Any
    shape: bytes | Curve
    spot: Spot | None = None


def new_canvas(kind: Kind = RESTING) -> Any:
    """Return a canvas for sheets of this kind, in its parent's coordinates."""
    return RenderContext(vs=kind.shader, use_parent_projection=True, use_parent_modelview=True)


class Pictures:
    """A mesh of pictures that lie on one page of the atlas."""

    def __init__(self, page: Any, kind: Kind = RESTING) -> None:
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


class _Line:
    """A curve."""

    def __init__(self, curve: Curve) -> None:
        self._width = curve.width
        self._color = Color(*curve.tint)
        self._line = Line(points=curve.points, width=curve.width, joint="round", cap="round")
        self.shape = InstructionGroup()
        for part in (self._color, self._line, Color(1, 1, 1, 1)):  # white, so that later pictures are not tinted
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
    """Pictures and curves, later ones on top; changed by difference, so that Kivy redraws as little as possible."""

    def __init__(self, canvas: Any = None, kind: Kind = RESTING) -> None:
        self._kind = kind
        self._parts: list[Pictures | _Line] = []
        self.canvas = canvas or InstructionGroup()

    def show(self, drawn: Iterable[Drawn]) -> int:
        """Show these instead of the previous ones; return the number of canvas parts that had to be replaced."""
        wanted = _joined(drawn)
        kept = 0
        for part, one in zip(self._parts, wanted, strict=False):
            if not part.becomes(one):
                break
            kept += 1
        for part in self._parts[kept:]:
            self.canvas.remove(part.shape)
        del self._parts[kept:]
        for page, shape, _ in wanted[kept:]:
            part = self._new(page, shape)
            self._parts.append(part)
            self.canvas.add(part.shape)
        return len(wanted) - kept

    def _new(self, page: Any, shape: bytes | Curve) -> Pictures | _Line:
        if isinstance(shape, Curve):
            return _Line(shape)
        pictures = Pictures(page, self._kind)
        pictures.fill(shape)
        return pictures


class Sky(Sheet):
    """Pictures in flight: the GPU computes their current position."""

    def __init__(self) -> None:
        super().__init__(new_canvas(FLYING), FLYING)

    def tell(self, now: float) -> None:
        """Set the time, in the seconds of ``vertices.flying``."""
        self.canvas["now"] = now


def _joined(drawn: Iterable[Drawn]) -> list[Drawn]:
    """Return the marks with neighbours on the same page joined."""
    parts: list[Drawn] = []
    for page, run in groupby(drawn, key=itemgetter(0)):
        if page is None:
            parts += run
        else:
            parts.append(Drawn(page, b"".join([one.shape for one in run if isinstance(one.shape, bytes)])))
    return parts
