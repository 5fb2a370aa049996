"""Elements of an SVG drawing, with reproducible output: the same settings give the same text on every machine."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from typing import Final

from kiosk.layout.table_layout import Place

INK: Final = "#222222"
PALE: Final = "#666666"
WHITE: Final = "#ffffff"


class Paper:
    """A white sheet of this size; x runs to the right, y downwards. ``unit``: of a drawing to scale, such as ``mm``."""

    def __init__(self, width: float, height: float, unit: str = "") -> None:
        printed = {"width": f"{short(width)}{unit}", "height": f"{short(height)}{unit}"} if unit else {}
        self.root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                **printed,
                "viewBox": f"0 0 {short(width)} {short(height)}",
                "font-family": "sans-serif",
                "fill": INK,
            },
        )
        self.rect(Place(width / 2, height / 2, width, height), fill=WHITE)

    def text(self) -> str:
        """Return the drawing as the text of an SVG file."""
        ET.indent(self.root)
        return ET.tostring(self.root, encoding="unicode") + "\n"

    def rect(self, place: Place, *, kind: str = "paper", **look: str) -> ET.Element:
        """Add a rectangle; ``kind`` is its class."""
        corner = {"x": short(place.left), "y": short(place.bottom), "width": short(place.w), "height": short(place.h)}
        return ET.SubElement(self.root, "rect", {"class": kind, **corner, **look})

    def circle(self, x: float, y: float, radius: float, **look: str) -> ET.Element:
        """Add a circle around (x, y)."""
        return ET.SubElement(self.root, "circle", {"cx": short(x), "cy": short(y), "r": short(radius), **look})

    def polygon(self, x: float, y: float, reach: float, sides: int, **look: str) -> ET.Element:
        """Add a regular polygon around (x, y) that rests on one of its sides; ``reach``: from the centre to a side."""
        reach, turn = reach / math.cos(math.pi / sides), math.pi / sides
        corners = ((turn + side * math.tau / sides) for side in range(sides))
        points = " ".join(
            f"{short(x + reach * math.cos(angle))},{short(y + reach * math.sin(angle))}" for angle in corners
        )
        return ET.SubElement(self.root, "polygon", {"points": points, **look})

    def line(
        self, start: tuple[float, float], end: tuple[float, float], *, colour: str = PALE, thick: float = 1.0
    ) -> None:
        """Add a straight line."""
        ends = {"x1": short(start[0]), "y1": short(start[1]), "x2": short(end[0]), "y2": short(end[1])}
        ET.SubElement(self.root, "line", {**ends, "stroke": colour, "stroke-width": short(thick)})

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        anchor: str = "start",
        weight: str | None = None,
        colour: str | None = None,
        turned: float = 0.0,
    ) -> None:
        """Add a line of text with its baseline at y; ``anchor``: ``start``, ``middle`` or ``end`` is at x."""
        look = {"x": short(x), "y": short(y), "font-size": short(size), "text-anchor": anchor}
        look |= {"font-weight": weight} if weight else {}
        look |= {"fill": colour} if colour else {}
        look |= {"transform": f"rotate({short(turned)} {short(x)} {short(y)})"} if turned else {}
        ET.SubElement(self.root, "text", look).text = text


def short(number: float) -> str:
    """Return a number with at most one decimal, the same on every machine."""
    return f"{number:.1f}".removesuffix(".0")
