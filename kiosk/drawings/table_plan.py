"""A plan of a table as SVG: panels, buttons in the rim, pins, and the screen's measures in millimetres."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from hardware.api import ChipLine, Wiring
from kiosk.config.fit_check import card_widths, laid_out, pixels_per_mm
from kiosk.config.schema import SeatConfig, Settings
from kiosk.drawings.rim import BUTTONS, FROM, OUTWARD, RIGHT, beside, connected, length_of, middles
from kiosk.drawings.svg import INK, PALE, WHITE, Paper
from kiosk.drawings.symbols import DEVICES, LAMP, STOP, RimDevice, symbol
from kiosk.game_registry import registry
from kiosk.layout.table_layout import Layout, Place

# All lengths are in units of the drawing; this is the screen's longer side.
_LONG: Final = 1000.0
_RIM: Final = 100.0
_MARGIN: Final = 56.0
_NARROWEST: Final = 800.0  # minimum width of the text above and below the table
_HEAD: Final = 74.0
_FOOT: Final = 62.0  # between the table and the list of wires
_LINE: Final = 20.0
_COLUMNS: Final = (0.0, 50.0, 120.0, 320.0, 465.0, 620.0)
_STEP: Final = 50.0  # from button to button, if there is room
_ROOM: Final = 2.2  # what the two buttons of a seat take, in steps
_OUT: Final = 32.0  # from the screen to the middle of a button

_GRID: Final = "#b8b8b8"
_WOOD, _PANEL, _CELL = "#e6d8c3", "#dbe7f3", "#f3f3f3"


def draw(settings: Settings, name: str) -> str:
    """Return the drawing of the table ``name`` as an SVG file, which is the same for the same settings."""
    return _TableDrawing(settings, name).text()


class _TableDrawing:
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
        screen = self._screen
        places = middles(self._settings, screen.w, screen.h, _ROOM * self._step)
        for seat, wires in zip(self._settings.seat, self._settings.wiring(), strict=True):
            self._buttons(seat, wires, places[seat.number])
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
        self._paper.write(x, y + 5, "The lamp is in Stop. On it: GPIO (BCM) or line; beside: the pin.", 14)

    def _wires(self) -> None:
        y = self._table_end + _FOOT + 6
        self._row(y, ("Seat", "Edge", "Middle of its buttons", *(device.name for device in DEVICES)), weight="bold")
        self._paper.line((self._left, y + 6), (self._left + _NARROWEST, y + 6))
        fine = pixels_per_mm(self._settings)
        for seat, wires in zip(self._settings.seat, self._settings.wiring(), strict=True):
            y += _LINE
            place = (
                f"{seat.position * self._length(seat.edge) / (fine * self._scale):.0f} mm from the {FROM[seat.edge]}"
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

    def _length(self, edge: str) -> float:
        return length_of(edge, self._screen.w, self._screen.h)

    def _closest(self) -> float:
        """Return the distance between buttons at which two fit side by side at every seat of every edge."""
        rooms = [_STEP * _ROOM]
        for edge in OUTWARD:
            length = self._length(edge)
            places = sorted(seat.position * length for seat in self._settings.seat if seat.edge == edge)
            rooms += [length / max(1, len(places)), *(after - before for before, after in pairwise(places))]
        return min(rooms) / _ROOM

    def _buttons(self, seat: SeatConfig, wires: Wiring, middle: float) -> None:
        (out_x, out_y), (right_x, right_y) = OUTWARD[seat.edge], RIGHT[seat.edge]
        screen = self._screen
        x = screen.x + out_x * screen.w / 2 if out_x else screen.left + middle
        y = screen.y + out_y * screen.h / 2 if out_y else screen.bottom + middle
        along = seat.position * self._length(seat.edge)
        tick = (screen.left + along, y) if out_y else (x, screen.bottom + along)
        self._paper.line(tick, (tick[0] + out_x * 9, tick[1] + out_y * 9), colour=INK, thick=2.5)
        wired = [device for device in BUTTONS if _pins(device, wires)]
        for index, device in enumerate(wired):
            away = (index - (len(wired) - 1) / 2) * self._step
            at = (x + out_x * _OUT + right_x * away, y + out_y * _OUT + right_y * away)
            self._button(seat, _pins(device, wires), at)

    def _button(
        self, seat: SeatConfig, pins: Sequence[tuple[RimDevice, int | ChipLine]], at: tuple[float, float]
    ) -> None:
        """Draw a button, with its lamp on it, and beside it the pins of both."""
        (x, y), (out_x, out_y), radius, size = at, OUTWARD[seat.edge], 0.44 * self._step, 0.2 * self._step
        for row, (part, pin) in enumerate(pins):
            inside = y if len(pins) == 1 else y + (row - 0.5) * 0.95 * radius
            drawn = (
                symbol(self._paper, part, x, inside, 0.36 * radius) if row else symbol(self._paper, part, x, y, radius)
            )
            title = ET.SubElement(drawn, "title")
            title.text = f"Seat {seat.number}: {part.name}, {connected(pin)}"
            number = str(pin.line if isinstance(pin, ChipLine) else pin)
            text = 0.48 * radius if part is LAMP else 0.7 * radius
            self._paper.write(x, inside + 0.35 * text, number, text, anchor="middle", weight="bold", colour=part.ink)
            line = row if out_y != -1 else row - len(pins) + 1  # the rows end at the button
            drop = {0: (0.35 - (len(pins) - 1) / 2), 1: 0.9, -1: -0.1}[out_y] * size
            anchor = {0: "middle", 1: "start", -1: "end"}[out_x]
            self._paper.write(
                x + out_x * (radius + 4),
                y + out_y * (radius + 3) + drop + line * 1.05 * size,
                beside(pin),
                size,
                anchor=anchor,
            )


def _pins(device: RimDevice, wires: Wiring) -> list[tuple[RimDevice, int | ChipLine]]:
    """Return the pins at a button: its own, and at Stop that of the lamp."""
    parts = (device, LAMP) if device is STOP else (device,)
    return [(part, pin) for part in parts if (pin := part.pin(wires)) is not None]
