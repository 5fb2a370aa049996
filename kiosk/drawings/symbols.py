"""Symbols: a seat's devices, each with a colour and a shape of its own, and the parts of a circuit."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

from hardware.api import ChipLine, Wiring
from hardware.installed_drivers import DriverRole
from kiosk.drawings.svg import INK, WHITE, Paper, short
from kiosk.layout.table_layout import Place


class RimDevice(NamedTuple):
    """A device in the rim of a seat: its colours, the text for a seat without it, and the driver's role."""

    name: str
    fill: str
    ink: str
    absent: str
    role: DriverRole
    pin: Callable[[Wiring], int | ChipLine | None]


PLAY: Final = RimDevice("Play", "#1f5fa8", WHITE, "tap the hand", DriverRole.BUTTONS, lambda wires: wires.play_pin)
STOP: Final = RimDevice("Stop", "#b3261e", WHITE, "on the screen", DriverRole.BUTTONS, lambda wires: wires.stop_pin)
LAMP: Final = RimDevice("Lamp", "#f2c230", INK, "none", DriverRole.LAMPS, lambda wires: wires.lamp_pin)
"""It is inside the Stop button."""

DEVICES: Final = (PLAY, STOP, LAMP)
"""All of them; the buttons as their player sees them, from the left."""


def symbol(paper: Paper, device: RimDevice, x: float, y: float, radius: float) -> ET.Element:
    """Draw the symbol of a device."""
    look = {"class": device.name.lower(), "fill": device.fill, "stroke": INK, "stroke-width": "0.8"}
    if device is PLAY:
        return paper.circle(x, y, radius, **look)
    sides, part = (8, 1.0) if device is STOP else (4, 0.9)  # a square seems larger than a circle
    return paper.polygon(x, y, part * radius, sides, **look)


THREE: Final = "#e08a00"
"""The colour of 3.3 V."""

SUPPLY: Final = "#7a3fb0"
"""The colour of the lamp supply's plus."""

BUS: Final = "#2e7d32"
"""The colour of I2C."""

GROUND: Final = INK
WIRES: Final[dict[RimDevice, str]] = {PLAY: PLAY.fill, STOP: STOP.fill, LAMP: "#a87c00"}
"""The colours of the wires by what is at their end; a lamp's yellow would not be seen as a line."""

_THICK: Final = 2.0


def wire(paper: Paper, colour: str, *points: tuple[float, float]) -> None:
    """Draw a wire through these points."""
    for start, end in pairwise(points):
        paper.line(start, end, colour=colour, thick=_THICK)


def resistor(paper: Paper, x: float, y: float, colour: str, *, upright: bool = False) -> None:
    """Draw a resistor around (x, y)."""
    wide, high = (8, 13) if upright else (34, 10)
    paper.rect(Place(x, y, wide, high), kind="resistor", fill=WHITE, stroke=colour, **{"stroke-width": "1.6"})


def pull_up(paper: Paper, x: float, y: float) -> None:
    """Draw a resistor from the wire at (x, y) to 3.3 V above it."""
    node(paper, x, y, THREE)
    wire(paper, THREE, (x, y), (x, y - 14))
    resistor(paper, x, y - 9, THREE, upright=True)
    paper.line((x - 6, y - 18), (x + 6, y - 18), colour=THREE, thick=3)
    paper.line((x, y - 18), (x, y - 15), colour=THREE, thick=_THICK)


def clamp(paper: Paper, x: float, y: float, colour: str) -> None:
    """Draw a clamp (a diode that leads a discharge away) from the wire at (x, y) to ground below it."""
    node(paper, x, y, colour)
    paper.line((x, y), (x, y + 13), colour=GROUND, thick=1.4)
    points = " ".join(f"{short(x + dx)},{short(y + dy)}" for dx, dy in ((-5, 12), (5, 12), (0, 5)))
    ET.SubElement(paper.root, "polygon", {"points": points, "fill": GROUND})
    paper.line((x - 5, y + 5), (x + 5, y + 5), colour=GROUND, thick=1.4)
    paper.line((x - 6, y + 14), (x + 6, y + 14), colour=GROUND, thick=2)


def node(paper: Paper, x: float, y: float, colour: str) -> None:
    """Draw a point at which wires are joined."""
    paper.circle(x, y, 2.8, fill=colour)


def terminal(paper: Paper, x: float, y: float) -> None:
    """Draw the screw terminal of a seat's cable."""
    paper.circle(x, y, 4.5, fill=WHITE, stroke=INK, **{"stroke-width": "1.6", "class": "terminal"})


def fuse(paper: Paper, x: float, y: float, colour: str) -> None:
    """Draw a fuse around (x, y)."""
    resistor(paper, x, y, colour)
    wire(paper, colour, (x - 17, y), (x + 17, y))


def chip(paper: Paper, place: Place, title: str) -> None:
    """Draw a chip, with its name above it."""
    paper.rect(place, kind="chip", fill="#e6ecf5", stroke=INK, rx="5", **{"stroke-width": "1.6"})
    paper.write(place.x, place.bottom - 8, title, 15, anchor="middle", weight="bold")
