"""The seats' signs as SVG: a brass-rimmed disc in the seat's colour, drawn by the outlines that the table draws."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kiosk.display.paint.shapes import COLOR_OUTLINES, SEAT_SYMBOLS, Pen, Point
from kiosk.display.paint.theme import BLACK, WHITE, color_of, seat_color
from kiosk.game.seats import SeatNumber
from kiosk.web.palette import css


class SvgPen(Pen):
    """A pen that writes SVG: white where it draws, black where it cuts out; ``parts``: the elements so far."""

    def __init__(self) -> None:
        super().__init__(1)
        self.parts: list[str] = []

    def area(self, points: Sequence[Point], fill: int = 255) -> None:
        """Draw a filled outline."""
        self.parts.append(f'<polygon points="{_points(points)}" fill="{_shade(fill)}"/>')

    def disc(self, x: float, y: float, radius: float, fill: int = 255) -> None:
        """Draw a filled circle."""
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{_shade(fill)}"/>')

    def stroke(self, points: Sequence[Point], width: float, fill: int = 255) -> None:
        """Draw a line with round ends and corners."""
        look = f'fill="none" stroke="{_shade(fill)}" stroke-width="{width:g}" stroke-linecap="round"'
        self.parts.append(f'<polyline points="{_points(points)}" {look} stroke-linejoin="round"/>')


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in points)


def _shade(fill: int) -> str:
    return "#fff" if fill else "#000"


@cache
def seat_sign(seat: int) -> str:
    """Return the sign of a seat (from 1) as an SVG file."""
    color, pen = seat_color(SeatNumber(seat)), SvgPen()
    SEAT_SYMBOLS[(seat - 1) % len(SEAT_SYMBOLS)](pen)
    light, deep = css(color.mix(WHITE, 0.28)), css(color.mix(BLACK, 0.22))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 2 2"><defs>'
        '<linearGradient id="b" x2="0" y2="1"><stop stop-color="#f3d69a"/><stop offset=".5" stop-color="#a8783a"/>'
        '<stop offset="1" stop-color="#6b4620"/></linearGradient>'
        f'<radialGradient id="f" cx=".4" cy=".3" r=".8"><stop stop-color="{light}"/>'
        f'<stop offset=".55" stop-color="{css(color)}"/><stop offset="1" stop-color="{deep}"/></radialGradient>'
        f'<mask id="m" x="-1" y="-1" width="2" height="2" maskUnits="userSpaceOnUse">'
        f'<g transform="scale(.56)">{"".join(pen.parts)}</g></mask></defs>'
        '<circle r=".98" fill="url(#b)"/><circle r=".86" fill="#2a1a0c"/><circle r=".82" fill="url(#f)"/>'
        '<rect x="-1" y="-1" width="2" height="2" fill="#1c120a" mask="url(#m)"/></svg>'
    )


@cache
def piece_outline(piece: str) -> str:
    """Return the points of the shape of a piece's colour, in a square from -1 to 1."""
    return _points(COLOR_OUTLINES[color_of(piece)])
