"""Symbols of a seat's devices, each with a colour and a shape of its own."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Final, NamedTuple

from hardware.api import ChipLine, Wiring
from hardware.installed_drivers import Role
from kiosk.drawings.svg import INK, WHITE, Paper


class Device(NamedTuple):
    """A device in the rim of a seat: its colours, the text for a seat without it, and the driver's role."""

    name: str
    fill: str
    ink: str
    absent: str
    role: Role
    pin: Callable[[Wiring], int | ChipLine | None]


PLAY: Final = Device("Play", "#1f5fa8", WHITE, "tap the hand", Role.BUTTONS, lambda wires: wires.play_pin)
STOP: Final = Device("Stop", "#b3261e", WHITE, "on the screen", Role.BUTTONS, lambda wires: wires.stop_pin)
LAMP: Final = Device("Lamp", "#f2c230", INK, "none", Role.LAMPS, lambda wires: wires.lamp_pin)
"""It is inside the Stop button."""

DEVICES: Final = (PLAY, STOP, LAMP)
"""All of them; the buttons as their player sees them, from the left."""


def symbol(paper: Paper, device: Device, x: float, y: float, radius: float) -> ET.Element:
    """Draw the symbol of a device."""
    look = {"class": device.name.lower(), "fill": device.fill, "stroke": INK, "stroke-width": "0.8"}
    if device is PLAY:
        return paper.circle(x, y, radius, **look)
    sides, part = (8, 1.0) if device is STOP else (4, 0.9)  # a square seems larger than a circle
    return paper.polygon(x, y, part * radius, sides, **look)
