"""The wiring of a table as SVG: from every pin of the header over its parts to the seat, by colour.

The header is in the middle, so that each wire is a straight line outwards. What a builder has to know besides is in
hardware/README.md.
"""

from __future__ import annotations

from typing import Final

from hardware.api import ChipLine
from hardware.gpio.header import HEADER, HeaderPin
from kiosk.config.schema import Settings
from kiosk.drawings import symbols
from kiosk.drawings.lamp_wiring import LampWiring
from kiosk.drawings.pinout import Use, uses
from kiosk.drawings.svg import INK, PALE, WHITE, Paper
from kiosk.drawings.symbols import BUS, GROUND, LAMP, PLAY, STOP, THREE, WIRES, RimDevice, symbol
from kiosk.layout.table_layout import Place

_WIDTH: Final = 1240.0
_MIDDLE: Final = _WIDTH / 2
_LEFT: Final = 40.0
_HEAD: Final = 130.0
_ROW: Final = 36.0
_LINE: Final = 20.0
_BESIDE: Final = 740.0  # the left of what is beside the lamps' drivers
_CABLE_HIGH: Final = 250.0

# Distances from the middle of the header outwards.
_NAME, _FROM, _PULL, _SERIES, _CLAMP, _TERMINAL, _SEAT = 30.0, 112.0, 140.0, 196.0, 244.0, 284.0, 340.0

_PINS: Final = {"3V3": (THREE, WHITE), "5V": (PALE, WHITE), "GND": (GROUND, WHITE)}
_FREE: Final = ("#d5d5d5", INK)
_ON_THE_BOARD: Final = frozenset({2, 3})
"""BCM numbers of the pins with a pull-up on the Pi's board, beside which another would spoil the low level."""

TERMINALS: Final = {PLAY: (1, 2), STOP: (3, 4), LAMP: (5, 6)}
"""The terminals of a seat's cable: a button's signal and ground, the lamp's plus and minus."""


def draw(settings: Settings, name: str) -> str:
    """Return the wiring of the table ``name`` as an SVG file, which is the same for the same settings."""
    return _WiringDrawing(settings, name).text()


class _WiringDrawing:
    """One drawing under construction."""

    def __init__(self, settings: Settings, name: str) -> None:
        self._settings, self._name = settings, name
        self._uses = uses(settings)
        self._lamps = LampWiring(settings)
        self._below = _HEAD + len(HEADER) / 2 * _ROW + 2 * _LINE
        self._notes = self._told()
        drivers, beside = self._lamps.heights
        self._end = self._below + max(drivers, _CABLE_HIGH + beside)
        self._paper = Paper(_WIDTH, self._end + (len(self._notes) + 2) * _LINE)

    def text(self) -> str:
        """Draw everything, and return the SVG text."""
        paper, high = self._paper, len(HEADER) / 2 * _ROW
        title = f"{self._name}: the wiring of {len(self._settings.seat)} seats"
        paper.write(_LEFT, 42, title, min(24.0, 1500 / len(title)), weight="bold")
        _legend(paper)
        paper.rect(Place(_MIDDLE, _HEAD + high / 2, 56, high), kind="header", fill="#3a3a3a", rx="5")
        for index, pin in enumerate(HEADER):
            self._pin(pin, -1 if index % 2 == 0 else 1, _HEAD + (index // 2 + 0.5) * _ROW)
        self._lamps.draw_drivers(paper, _LEFT, self._below)
        self._cable(_BESIDE, self._below)
        self._lamps.draw_beside(paper, _BESIDE, self._below + _CABLE_HIGH)
        y = self._end
        for note in self._notes:
            y += _LINE
            paper.write(_LEFT, y, note, 14)
        return paper.text()

    # ------------------------------------------------------------ the header

    def _pin(self, pin: HeaderPin, side: int, y: float) -> None:
        use = self._uses.get(pin.gpio) if pin.gpio is not None else None
        x = _MIDDLE + side * 13
        fill, ink = _PINS.get(pin.name, (WHITE, INK) if use else _FREE)
        self._paper.rect(Place(x, y, 22, 22), kind="pin", fill=fill, rx="3" if pin.number > 1 else "0")
        self._paper.write(x, y + 4.5, str(pin.number), 12, anchor="middle", weight="bold", colour=ink)
        self._text(side, _NAME + 6, y, pin.name)
        if pin.gpio is not None and use is not None:
            self._use(pin.gpio, use, side, y)
        elif pin.name == "3V3":
            self._rail(side, y, THREE, self._three())
        elif pin.name == "GND":
            self._rail(side, y, GROUND, "ground")
        else:
            self._text(side, _FROM, y, "not connected" if pin.name == "5V" else "free", PALE)

    def _use(self, gpio: int, use: Use, side: int, y: float) -> None:
        lamp = self._lamps.inputs.get(gpio)
        if use.device is None:
            bus = self._lamps.bus.get(gpio)
            if bus is None:
                self._text(side, _FROM, y, use.words, PALE)
            else:
                self._rail(side, y, BUS, bus)
        elif lamp is not None:
            self._wire(WIRES[LAMP], side, y, _FROM, _SEAT - 20)
            self._seat(use.device, use.words, side, y, f"to {lamp}")
        else:
            self._button(gpio, use.device, use.words, side, y)

    def _button(self, gpio: int, device: RimDevice, words: str, side: int, y: float) -> None:
        """Draw a button's wire: pin, pull-up, resistor, clamp, terminal, cable, seat."""
        colour = WIRES[device]
        self._wire(colour, side, y, _FROM, _SEAT - 14)
        if gpio not in _ON_THE_BOARD:
            symbols.pull_up(self._paper, _MIDDLE + side * _PULL, y)
        symbols.resistor(self._paper, _MIDDLE + side * _SERIES, y, colour)
        symbols.clamp(self._paper, _MIDDLE + side * _CLAMP, y, colour)
        symbols.terminal(self._paper, _MIDDLE + side * _TERMINAL, y)
        signal, ground = TERMINALS[device]
        seat = words.split()[1]
        self._seat(device, words, side, y, f"X{seat}.{signal}, its ground X{seat}.{ground}")

    def _seat(self, device: RimDevice, words: str, side: int, y: float, where: str) -> None:
        symbol(self._paper, device, _MIDDLE + side * _SEAT, y, 11)
        self._text(side, _SEAT + 18, y - 1, words, weight="bold", drop=0.0)
        self._text(side, _SEAT + 18, y, where, drop=13.0, size=12.5)

    def _rail(self, side: int, y: float, colour: str, words: str) -> None:
        self._wire(colour, side, y, _FROM, _PULL)
        self._text(side, _PULL + 8, y, words, colour)

    def _wire(self, colour: str, side: int, y: float, start: float, end: float) -> None:
        symbols.wire(self._paper, colour, (_MIDDLE + side * start, y), (_MIDDLE + side * end, y))

    def _text(
        self,
        side: int,
        away: float,
        y: float,
        text: str,
        colour: str | None = None,
        *,
        weight: str | None = None,
        drop: float = 5.0,
        size: float = 14,
    ) -> None:
        anchor = "start" if side > 0 else "end"
        self._paper.write(_MIDDLE + side * away, y + drop, text, size, anchor=anchor, colour=colour, weight=weight)

    def _three(self) -> str:
        pulled = "every 2.2 kΩ" if self._pulled() else ""
        return ", ".join(filter(None, (pulled, self._lamps.three))) or "3.3 V: not used"

    # ------------------------------------------------------------ a seat's cable, notes

    def _cable(self, x: float, y: float) -> None:
        """Draw the terminals of a seat, and what is at the other end of its cable."""
        paper = self._paper
        paper.write(x, y, "The cable of a seat: terminals Xn.1 to Xn.6", 15, weight="bold")
        rows = (
            (WIRES[PLAY], "Play, contact NO"),
            (GROUND, "Play, contact COM; twisted with 1"),
            (WIRES[STOP], "Stop, contact NO"),
            (GROUND, "Stop, contact COM; twisted with 3"),
            (symbols.SUPPLY, "lamp, plus: from the fuse"),
            (WIRES[LAMP], "lamp, minus: to its driver; twisted with 5"),
        )
        for number, (colour, words) in enumerate(rows, 1):
            y += 30
            paper.write(x, y + 5, str(number), 14, weight="bold")
            symbols.terminal(paper, x + 22, y)
            symbols.wire(paper, colour, (x + 27, y), (x + 80, y))
            paper.write(x + 90, y + 5, words, 14)

    def _pulled(self) -> int:
        return sum(
            use.device in (PLAY, STOP) and gpio not in _ON_THE_BOARD
            for gpio, use in self._uses.items()
            if not isinstance(gpio, ChipLine)
        )

    def _told(self) -> list[str]:
        """Return the parts list and the notes."""
        buttons = sum(use.device in (PLAY, STOP) for use in self._uses.values())
        parts = [
            f"{len(self._settings.seat)} x cable of 6 wires",
            f"{buttons} x 330 Ω",
            f"{self._pulled()} x 2.2 kΩ",
            f"{-(-buttons // 4)} x ESD clamp of four lines",
        ]
        others = [f"{role.value} by {name}" for role, name in self._settings.hardware.drivers().items()]
        return [
            f"Parts: {', '.join(part for part in parts if not part.startswith('0 '))}.",
            *([f"For the lamps: {', '.join(self._lamps.parts)}."] if self._lamps.parts else []),
            *([f"Not drawn, as drivers of other packages have them: {', '.join(others)}."] if others else []),
            "Every ground is one: GND pins, minus of the lamp supply, contacts COM of the buttons, clamps, drivers.",
            "Never connect 5 V or 12 V to a GPIO. Switch everything off before you wire.",
            *(
                ["GPIO 2 and 3 have a pull-up on the Pi's board: no 2.2 kΩ there."]
                if any(gpio in self._uses and self._uses[gpio].device in (PLAY, STOP) for gpio in _ON_THE_BOARD)
                else []
            ),
        ]


def _legend(paper: Paper) -> None:
    """Draw what the symbols mean, in the order of a button's wire."""
    y, x = 84.0, _LEFT + 10
    symbols.wire(paper, PALE, (x - 10, y), (x + 10, y))
    symbols.pull_up(paper, x, y)
    paper.write(x + 18, y + 5, "2.2 kΩ to 3.3 V", 14)
    x += 180
    symbols.resistor(paper, x, y, PALE)
    paper.write(x + 26, y + 5, "330 Ω", 14)
    x += 120
    symbols.wire(paper, PALE, (x - 10, y), (x + 10, y))
    symbols.clamp(paper, x, y, PALE)
    paper.write(x + 18, y + 5, "ESD clamp, where the cable enters", 14)
    x += 320
    symbols.terminal(paper, x, y)
    paper.write(x + 14, y + 5, "terminal of the seat's cable", 14)
    x += 260
    for device in (PLAY, STOP, LAMP):
        symbol(paper, device, x, y, 10)
        paper.write(x + 16, y + 5, device.name, 14)
        x += 84
