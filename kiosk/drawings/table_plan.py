"""A construction plan of a table as SVG: panels, buttons in the rim, pins, and measures in millimetres."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from hardware.api import ChipLine, Wiring
from hardware.gpio.header import header_pin
from kiosk.config.fit_check import card_widths, laid_out, pixels_per_mm
from kiosk.config.schema import Seat, Settings
from kiosk.drawings.svg import INK, PALE, WHITE, Paper
from kiosk.drawings.symbols import DEVICES, symbol
from kiosk.game_registry import registry
from kiosk.layout.table_layout import Layout, Place

# All lengths are in units of the drawing; this is the screen's longer side.
_LONG: Final = 1000.0
_RIM: Final = 92.0
_MARGIN: Final = 56.0
_NARROWEST: Final = 800.0  # minimum width of the text above and below the table
_HEAD: Final = 74.0
_FOOT: Final = 62.0  # between the table and the list of wires
_LINE: Final = 20.0
_COLUMNS: Final = (0.0, 50.0, 120.0, 320.0, 465.0, 620.0)
_STEP: Final = 36.0  # from button to button, if there is room
_OUT: Final = 28.0  # from the screen to the middle of a button

_GRID: Final = "#b8b8b8"
_WOOD, _PANEL, _CELL = "#e6d8c3", "#dbe7f3", "#f3f3f3"


_OUTWARD: Final = {"south": (0, 1), "north": (0, -1), "west": (-1, 0), "east": (1, 0)}
_RIGHT: Final = {"south": (1, 0), "north": (-1, 0), "west": (0, 1), "east": (0, -1)}
"""The direction to the right of a person who sits there and faces the table; y downwards, as in the drawing."""
_FROM: Final = {"south": "left", "north": "left", "west": "top", "east": "top"}


def draw(settings: Settings, name: str) -> str:
    """Return the drawing of the table ``name`` as an SVG file, which is the same for the same settings."""
    return _Drawing(settings, name).text()


class _Drawing:
    """One drawing under construction."""

    def __init__(self, settings: Settings, name: str) -> None:
        self._settings, self._name = settings, name
        window = settings.window
        self._scale = _LONG / max(window.width, window.height)
        wide, high = window.width * self._scale, window.height * self._scale
        width = max(_NARROWEST, wide + 2 * _RIM) + 2 * _MARGIN
        self._screen = Place(width / 2, _HEAD + _MARGIN + _RIM + high / 2, wide, high)
        self._table_end = self._screen.top + _RIM  # y runs downwards here: ``top`` is the larger y
        height = self._table_end + _FOOT + (len(settings.seat) + 1) * _LINE + _MARGIN / 2
        self._step = self._closest()
        self._paper = Paper(width, height)

    def text(self) -> str:
        """Draw everything, and return the SVG text."""
        self._title()
        self._paper.rect(self._screen.inset(-_RIM), kind="rim", fill=_WOOD, stroke=PALE, rx="14")
        self._paper.rect(self._screen, kind="screen", fill=WHITE, stroke=INK)
        self._measures()
        layout = laid_out(self._settings, registry.playable(self._settings.game.kind))
        if layout is None:
            self._paper.write(self._screen.x, self._screen.y, "The panels do not fit.", 16, anchor="middle")
        else:
            self._panels(layout)
        middles = self._middles()
        for seat, wires in zip(self._settings.seat, self._settings.wiring(), strict=True):
            self._buttons(seat, wires, middles[seat.number])
        self._legend()
        self._wires()
        return self._paper.text()

    # ------------------------------------------------------------ texts around the table

    @property
    def _left(self) -> float:
        return min(self._screen.left - _RIM, self._screen.x - _NARROWEST / 2)

    def _title(self) -> None:
        settings = self._settings
        sizes = ", ".join(f"{game} {width:.0f} mm" for game, width in card_widths(settings).items())
        window = settings.window
        self._paper.write(
            self._left, 40, f"{self._name}: {len(settings.seat)} seats, seen from above", 24, weight="bold"
        )
        self._paper.write(
            self._left,
            64,
            f"Screen of {settings.table.diagonal_mm:.0f} mm with {window.width} x {window.height} px. "
            f"Width with every seat taken: {sizes}.",
            14,
        )

    def _measures(self) -> None:
        screen, fine = self._screen, pixels_per_mm(self._settings)
        wide, high = (f"{side / fine:.0f} mm" for side in (self._settings.window.width, self._settings.window.height))
        y, x = screen.bottom - _RIM - 16, screen.left - _RIM - 16
        self._paper.line((screen.left, y), (screen.right, y))
        self._paper.line((x, screen.bottom), (x, screen.top))
        for end in (screen.left, screen.right):
            self._paper.line((end, y - 5), (end, y + 5))
        for end in (screen.bottom, screen.top):
            self._paper.line((x - 5, end), (x + 5, end))
        self._paper.write(screen.x, y - 6, wide, 14, anchor="middle")
        self._paper.write(x - 6, screen.y, high, 14, anchor="middle", turned=-90)

    def _legend(self) -> None:
        x, y = self._left + 9, self._table_end + 26
        for device in DEVICES:
            symbol(self._paper, device, x, y, 9)
            self._paper.write(x + 15, y + 5, device.name, 14)
            x += 80
        self._paper.write(x, y + 5, "Inside: the GPIO number (BCM) or the line. Beside: the header's pin.", 14)

    def _wires(self) -> None:
        y = self._table_end + _FOOT + 6
        self._row(y, ("Seat", "Edge", "Middle of its buttons", *(device.name for device in DEVICES)), weight="bold")
        self._paper.line((self._left, y + 6), (self._left + _NARROWEST, y + 6))
        fine = pixels_per_mm(self._settings)
        for seat, wires in zip(self._settings.seat, self._settings.wiring(), strict=True):
            y += _LINE
            place = (
                f"{seat.position * self._length(seat.edge) / (fine * self._scale):.0f} mm from the {_FROM[seat.edge]}"
            )
            pins = (
                (device.pin(wires), self._settings.hardware.driver(device.role) or device.absent) for device in DEVICES
            )
            devices = (absent if pin is None else connected(pin) for pin, absent in pins)
            self._row(y, (str(seat.number), seat.edge, place, *devices))

    def _row(self, y: float, texts: Sequence[str], weight: str | None = None) -> None:
        for x, text in zip(_COLUMNS, texts, strict=True):
            self._paper.write(self._left + x, y, text, 14, weight=weight)

    # ------------------------------------------------------------ the table

    def _panels(self, layout: Layout) -> None:
        for cell in layout.cells:
            self._paper.rect(self._placed(layout.area, cell), kind="cell", fill=_CELL, stroke=_GRID)
        for number, panel in layout.panels.items():
            place = self._placed(layout.area, panel.bounds)
            group = self._paper.rect(place, kind="panel", fill=_PANEL, stroke=INK, rx="4")
            size = 0.45 * min(place.w, place.h)
            ET.SubElement(group, "title").text = f"Seat {number}, {panel.edge}"
            self._paper.write(place.x, place.y + size * 0.2, str(number), size, anchor="middle", weight="bold")
            self._paper.write(place.x, place.y + size * 0.72, panel.edge, size * 0.4, anchor="middle")

    def _placed(self, area: Place, place: Place) -> Place:
        """Convert a place of the layout (pixels, y upwards) to the drawing."""
        x = self._screen.left + (place.x - area.left) * self._scale
        y = self._screen.bottom + (area.top - place.y) * self._scale
        return Place(x, y, place.w * self._scale, place.h * self._scale)

    def _along(self, seat: Seat) -> float:
        """Return the seat's position on its edge (x or y)."""
        if _OUTWARD[seat.edge][1]:
            return self._screen.left + seat.position * self._length(seat.edge)
        return self._screen.bottom + seat.position * self._length(seat.edge)

    def _length(self, edge: str) -> float:
        return self._screen.w if _OUTWARD[edge][1] else self._screen.h

    def _closest(self) -> float:
        """Return the distance between buttons at which three fit side by side at every seat of every edge."""
        rooms = [_STEP * 3.3]
        for edge, length in ((edge, self._length(edge)) for edge in _OUTWARD):
            places = sorted(seat.position * length for seat in self._settings.seat if seat.edge == edge)
            rooms += [length / max(1, len(places)), *(after - before for before, after in pairwise(places))]
        return min(rooms) / 3.3

    def _middles(self) -> dict[int, float]:
        """Return the middle of each seat's buttons, without overlaps and clear of the corners."""
        room, middles = 3 * self._step, {}
        for edge, (_, vertical) in _OUTWARD.items():
            seats = sorted((seat for seat in self._settings.seat if seat.edge == edge), key=self._along)
            screen = self._screen
            start, end = (screen.left, screen.right) if vertical else (screen.bottom, screen.top)
            placed: list[float] = []
            for seat in seats:
                placed.append(max(self._along(seat), start + room / 2))
                start = placed[-1] + room / 2
            for index in reversed(range(len(seats))):
                placed[index] = min(placed[index], end - room / 2)
                end = placed[index] - room / 2
                middles[seats[index].number] = placed[index]
        return middles

    def _buttons(self, seat: Seat, wires: Wiring, middle: float) -> None:
        (out_x, out_y), (right_x, right_y) = _OUTWARD[seat.edge], _RIGHT[seat.edge]
        screen, along = self._screen, self._along(seat)
        x = screen.x + out_x * screen.w / 2 if out_x else middle
        y = screen.y + out_y * screen.h / 2 if out_y else middle
        tick = (along, y) if out_y else (x, along)
        self._paper.line(tick, (tick[0] + out_x * 9, tick[1] + out_y * 9), colour=INK, thick=2.5)
        wired = [(device, pin) for device in DEVICES if (pin := device.pin(wires)) is not None]
        for index, (device, pin) in enumerate(wired):
            away = (index - (len(wired) - 1) / 2) * self._step
            at_x, at_y = x + out_x * _OUT + right_x * away, y + out_y * _OUT + right_y * away
            radius, size = 0.42 * self._step, 0.29 * self._step
            drawn = symbol(self._paper, device, at_x, at_y, radius)
            title = ET.SubElement(drawn, "title")
            title.text = f"Seat {seat.number}: {device.name}, {connected(pin)}"
            inside, beside = (pin.line, "line") if isinstance(pin, ChipLine) else (pin, f"pin {header_pin(pin)}")
            self._paper.write(
                at_x, at_y + 0.35 * radius, str(inside), radius, anchor="middle", weight="bold", colour=device.ink
            )
            far = radius + 4
            anchor = {0: "middle", 1: "start", -1: "end"}[out_x]
            drop = {0: 0.35, 1: 0.8, -1: 0.0}[out_y] * size
            self._paper.write(at_x + out_x * far, at_y + out_y * far + drop, beside, size, anchor=anchor)


def connected(pin: int | ChipLine) -> str:
    """Return the name of a wire's end: at the header, or at a line of an expander."""
    return str(pin) if isinstance(pin, ChipLine) else f"GPIO {pin}, pin {header_pin(pin)}"
