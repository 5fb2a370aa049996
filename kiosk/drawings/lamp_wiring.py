"""The part of the wiring plan behind the header: lamp drivers, expanders, lamp supply."""

from __future__ import annotations

from typing import Final, NamedTuple

from hardware.api import ChipLine
from hardware.gpio.header import header_pin
from hardware.gpio.pin_uses import EXPANDERS
from kiosk.config.schema import Settings
from kiosk.drawings import symbols
from kiosk.drawings.svg import PALE, Paper
from kiosk.drawings.symbols import BUS, GROUND, LAMP, SUPPLY, THREE, WIRES, symbol
from kiosk.layout.table_layout import Place

CHANNELS: Final = 8
"""The lamps that one ULN2803A drives."""

FUSE: Final = "0.63 A slow"
"""Of all lamps together: twelve of 40 mA are 0.48 A."""

SDA, SCL = 2, 3
"""BCM numbers of the I2C bus."""

_ROW: Final = 24.0
_GAP: Final = 50.0
_DRIVER_HIGH: Final = (CHANNELS + 1) * _ROW
_SUPPLY_HIGH: Final = 150.0
_LAMP: Final = WIRES[LAMP]

_GPA, _GPB = range(21, 29), range(1, 9)
_LINES: Final = (*_GPA, *_GPB)
"""The pins of an MCP23017 by its lines: GPA0 to GPA7, then GPB0 to GPB7 (Microchip DS20001952)."""
_OTHER: Final = {
    9: ("VDD", "3.3 V", THREE),
    10: ("VSS", "ground", GROUND),
    11: ("NC", "", PALE),
    12: ("SCL", f"GPIO {SCL}, pin {header_pin(SCL)}", BUS),
    13: ("SDA", f"GPIO {SDA}, pin {header_pin(SDA)}", BUS),
    14: ("NC", "", PALE),
    15: ("A0", "ground", GROUND),
    16: ("A1", "ground", GROUND),
    17: ("A2", "ground", GROUND),
    18: ("RESET", "3.3 V", THREE),
    19: ("INTB", "", PALE),
    20: ("INTA", "", PALE),
}
"""Its other pins: name, what they are connected to, the colour of that wire."""
_DRAWN: Final = "mcp23017"
"""The label of the expander whose pins are known here; of another one the lines are listed."""


class Channel(NamedTuple):
    """A lamp, and the channel that drives it."""

    seat: int
    pin: int | ChipLine
    driver: str
    number: int

    @property
    def input(self) -> int:
        """The ULN2803A's pin of its input."""
        return 1 + self.number

    @property
    def output(self) -> int:
        """The ULN2803A's pin of its output."""
        return 18 - self.number


class LampWiring:
    """The lamps of a table, with their drivers, expanders and supply."""

    def __init__(self, settings: Settings) -> None:
        wired = [(wires.seat, wires.lamp_pin) for wires in settings.wiring() if wires.lamp_pin is not None]
        self.channels = [
            Channel(seat, pin, f"U{1 + index // CHANNELS}", index % CHANNELS) for index, (seat, pin) in enumerate(wired)
        ]
        chips = sorted({channel.pin.chip for channel in self.channels if isinstance(channel.pin, ChipLine)})
        self._expanders = {chip: f"E{index}" for index, chip in enumerate(chips, 1)}

    @property
    def drivers(self) -> list[str]:
        """The names of the drivers."""
        return list(dict.fromkeys(channel.driver for channel in self.channels))

    @property
    def inputs(self) -> dict[int, str]:
        """The driver's input of each lamp at the header, by BCM number."""
        return {
            channel.pin: f"{channel.driver}, pin {channel.input}"
            for channel in self.channels
            if not isinstance(channel.pin, ChipLine)
        }

    @property
    def bus(self) -> dict[int, str]:
        """What the pins of the I2C bus lead to, by BCM number; empty without an expander."""
        known = self._expanders.get(_DRAWN)
        names = ", ".join(self._expanders.values())
        if not names:
            return {}
        return {
            SDA: f"SDA of {names}{', pin 13' if known else ''}",
            SCL: f"SCL of {names}{', pin 12' if known else ''}",
        }

    @property
    def three(self) -> str:
        """What 3.3 V leads to; empty: nothing."""
        return ", ".join(self._expanders.values())

    @property
    def parts(self) -> list[str]:
        """The parts, for a list."""
        if not self.channels:
            return []
        chips = [chip.upper() if chip in EXPANDERS else f"expander {chip}" for chip in self._expanders]
        capacitors = [f"{len(chips)} x 100 nF"] if chips else []
        return [f"{len(self.drivers)} x ULN2803A", *(f"1 x {chip}" for chip in chips), *capacitors, f"1 x fuse {FUSE}"]

    @property
    def heights(self) -> tuple[float, float]:
        """The heights of the drivers, and of what is drawn beside them."""
        if not self.channels:
            return 0.0, 0.0
        beside = _SUPPLY_HIGH + sum(self._high(chip) + _GAP for chip in self._expanders)
        return len(self.drivers) * (_DRIVER_HIGH + _GAP), beside

    def draw_drivers(self, paper: Paper, x: float, y: float) -> None:
        """Draw the drivers one below the other: sources at the left, lamps at the right."""
        for driver in self.drivers:
            place = Place(x + 330, y + _DRIVER_HIGH / 2, 150, _DRIVER_HIGH)
            symbols.chip(paper, place, f"{driver}: ULN2803A")
            mine = {channel.number: channel for channel in self.channels if channel.driver == driver}
            for number in range(CHANNELS):
                row = y + (number + 0.5) * _ROW
                self._channel(paper, place, row, number, mine.get(number))
            row = y + (CHANNELS + 0.5) * _ROW
            _pin(paper, place, row, -1, "9 GND", "ground", GROUND)
            _pin(paper, place, row, 1, "COM 10", "lamp +, after the fuse", SUPPLY)
            y += _DRIVER_HIGH + _GAP

    def _channel(self, paper: Paper, place: Place, y: float, number: int, channel: Channel | None) -> None:
        source = "" if channel is None else self._source(channel.pin)
        _pin(paper, place, y, -1, f"{1 + number} IN{1 + number}", source, _LAMP)
        lead = "" if channel is None else f"seat {channel.seat} Lamp, X{channel.seat}.6"
        _pin(paper, place, y, 1, f"OUT{1 + number} {18 - number}", lead, _LAMP, shift=32)
        if channel is not None:
            symbol(paper, LAMP, place.right + 42, y, 9)

    def _source(self, pin: int | ChipLine) -> str:
        if not isinstance(pin, ChipLine):
            return f"GPIO {pin}, pin {header_pin(pin)}"
        where = f"pin {_LINES[pin.line]}" if pin.chip == _DRAWN else f"line {pin.line}"
        return f"{self._expanders[pin.chip]}, {where}"

    def draw_beside(self, paper: Paper, x: float, y: float) -> None:
        """Draw the lamp supply and the expanders."""
        if not self.channels:
            return
        self._supply(paper, x, y)
        y += _SUPPLY_HIGH
        for chip, name in self._expanders.items():
            self._expander(paper, x, y, chip, name)
            y += self._high(chip) + _GAP

    def _supply(self, paper: Paper, x: float, y: float) -> None:
        symbols.chip(paper, Place(x + 65, y + 40, 130, 80), "Lamp supply")
        paper.write(x + 10, y + 34, "5 V or 12 V,", 14)
        paper.write(x + 10, y + 54, "as the lamps", 14)
        paper.write(x + 116, y + 24, "+", 18, anchor="middle", weight="bold", colour=SUPPLY)
        paper.write(x + 116, y + 67, "\N{MINUS SIGN}", 18, anchor="middle", weight="bold", colour=GROUND)
        symbols.wire(paper, SUPPLY, (x + 130, y + 18), (x + 245, y + 18))
        symbols.fuse(paper, x + 188, y + 18, SUPPLY)
        paper.write(x + 188, y + 4, f"fuse {FUSE}", 12.5, anchor="middle")
        paper.write(x + 253, y + 15, "Xn.5 of every seat (lamp +),", 14, colour=SUPPLY)
        paper.write(x + 253, y + 33, f"pin 10 of {', '.join(self.drivers)}", 14, colour=SUPPLY)
        symbols.wire(paper, GROUND, (x + 130, y + 62), (x + 245, y + 62))
        paper.write(x + 253, y + 67, "the Pi's ground, joined once", 14)

    def _high(self, chip: str) -> float:
        lines = sum(isinstance(channel.pin, ChipLine) and channel.pin.chip == chip for channel in self.channels)
        return (len(_LINES) + len(_OTHER)) / 2 * _ROW + 24 if chip == _DRAWN else (lines + 2) * _ROW

    def _expander(self, paper: Paper, x: float, y: float, chip: str, name: str) -> None:
        leads = {
            channel.pin.line: f"{channel.driver}, pin {channel.input}"
            for channel in self.channels
            if isinstance(channel.pin, ChipLine) and channel.pin.chip == chip
        }
        if chip == _DRAWN:
            _mcp23017(paper, x, y, f"{name}: MCP23017", leads)
            return
        high = (len(leads) + 1) * _ROW
        place = Place(x + 190, y + high / 2, 150, high)
        symbols.chip(paper, place, f"{name}: {chip}")
        for row, (line, lead) in enumerate(sorted(leads.items())):
            _pin(paper, place, y + (row + 0.5) * _ROW, 1, f"line {line}", lead, _LAMP)
        paper.write(x, y + high + 18, "3.3 V, ground, SDA, SCL and 100 nF by its data sheet", 14)


def _mcp23017(paper: Paper, x: float, y: float, title: str, leads: dict[int, str]) -> None:
    """Draw the chip with its pins as it lies, notch at the top."""
    pins: dict[int, tuple[str, str, str]] = dict(_OTHER)
    for line, pin in enumerate(_LINES):
        port = f"GP{'AB'[line // 8]}{line % 8}"
        pins[pin] = (port, leads.get(line, ""), _LAMP)
    rows = len(pins) // 2
    place = Place(x + 190, y + rows * _ROW / 2, 150, rows * _ROW)
    symbols.chip(paper, place, title)
    for pin, (port, lead, colour) in pins.items():
        left = pin <= rows
        row = pin - 1 if left else len(pins) - pin
        text = f"{pin} {port}" if left else f"{port} {pin}"
        _pin(paper, place, y + (row + 0.5) * _ROW, -1 if left else 1, text, lead, colour)
    paper.write(x, y + rows * _ROW + 18, "100 nF between pins 9 and 10, at the chip. Address 0x20.", 14)


def _pin(
    paper: Paper, place: Place, y: float, side: int, text: str, lead: str, colour: str, *, shift: float = 0.0
) -> None:
    """Draw a pin of a chip: its text inside, what it leads to outside. ``side``: -1 left, 1 right."""
    edge = place.right if side > 0 else place.left
    inside, outside = ("end", "start") if side > 0 else ("start", "end")
    paper.write(edge - side * 8, y + 5, text, 13, anchor=inside, colour=None if lead else PALE)
    if lead:
        symbols.wire(paper, colour, (edge, y), (edge + side * 26, y))
        paper.write(edge + side * (32 + shift), y + 5, lead, 14, anchor=outside)
