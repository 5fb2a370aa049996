"""Where the buttons are in the rim of a table, for all drawings of it. Seen from above; y runs downwards."""

from __future__ import annotations

from typing import Final

from hardware.api import ChipLine, Wiring
from hardware.gpio.header import header_pin
from kiosk.config.schema import Settings
from kiosk.drawings.symbols import DEVICES, LAMP, RimDevice

OUTWARD: Final = {"south": (0, 1), "north": (0, -1), "west": (-1, 0), "east": (1, 0)}
RIGHT: Final = {"south": (1, 0), "north": (-1, 0), "west": (0, 1), "east": (0, -1)}
"""The direction to the right of a person who sits there and faces the table."""
FROM: Final = {"south": "left", "north": "left", "west": "top", "east": "top"}
"""The end of each edge from which its places are measured."""

BUTTONS: Final = tuple(device for device in DEVICES if device is not LAMP)
"""The devices that need a hole, as their player sees them, from the left."""


def length_of(edge: str, wide: float, high: float) -> float:
    """Return the length of an edge of a screen of this size."""
    return wide if OUTWARD[edge][1] else high


def middles(settings: Settings, wide: float, high: float, room: float) -> dict[int, float]:
    """Return the middle of each seat's buttons, measured along its edge, without overlaps and clear of the corners.

    ``wide``, ``high``: the screen; ``room``: what the buttons of a seat take. If there is too little of it, the seats
    are pushed beyond the beginning of the edge.
    """
    found: dict[int, float] = {}
    for edge in OUTWARD:
        length = length_of(edge, wide, high)
        seats = sorted((seat for seat in settings.seat if seat.edge == edge), key=lambda seat: seat.position)
        start, end, placed = 0.0, length, []
        for seat in seats:
            placed.append(max(seat.position * length, start + room / 2))
            start = placed[-1] + room / 2
        for index in reversed(range(len(seats))):
            placed[index] = min(placed[index], end - room / 2)
            end = placed[index] - room / 2
            found[seats[index].number] = placed[index]
    return found


def holes(settings: Settings, wires: Wiring) -> list[RimDevice]:
    """Return the buttons of a seat, from its left; a driver of another package has both at every seat."""
    driven = settings.hardware.buttons is not None
    return [device for device in BUTTONS if driven or device.pin(wires) is not None]


def connected(pin: int | ChipLine) -> str:
    """Return the name of a wire's end: at the header, or at a line of an expander."""
    return str(pin) if isinstance(pin, ChipLine) else f"GPIO {pin}, pin {header_pin(pin)}"


def beside(pin: int | ChipLine) -> str:
    """Return the short name of a wire's end."""
    return f"line {pin.line}" if isinstance(pin, ChipLine) else f"pin {header_pin(pin)}"
