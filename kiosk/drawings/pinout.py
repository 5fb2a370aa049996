"""``kiosk pinout``: the wiring of the 40-pin header, as text and as an SVG drawing for print."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from hardware.api import ChipLine
from hardware.gpio.header import HEADER, HeaderPin
from hardware.gpio.pin_uses import FUNCTIONS
from kiosk.config.schema import Settings
from kiosk.drawings.svg import INK, PALE, WHITE, Paper
from kiosk.drawings.symbols import DEVICES, RimDevice, symbol
from kiosk.layout.table_layout import Place

HOW: Final = (
    "Seen from above, USB ports at the bottom: the right row is at the board's edge.",
    "A button lies between GND and its pin, with 330 Ω; 2.2 kΩ from the pin to 3.3 V.",
    "A lamp's pin drives a ULN2803A, never the lamp: 8 mA a pin at most, 50 mA in all.",
)
"""Notes for wiring; hardware/README.md has the rest."""

_ROW: Final = 26.0
_PIN: Final = 22.0
_MIDDLE: Final = 400.0
_WIDTH: Final = 2 * _MIDDLE
_NAME: Final = 46.0  # from the middle to the start of a pin's name
_WIRE: Final = 126.0  # from the middle to the symbol of the wired device
_HEAD: Final = 96.0
_LINE: Final = 20.0
_POWER: Final = {"3V3": ("#e08a00", WHITE), "5V": ("#b3261e", WHITE), "GND": (INK, WHITE)}
_ANCHORS: Final = {-1: "end", 1: "start"}
_SOCKET: Final = "#3a3a3a"
_WIRED, _TAKEN, _FREE = (WHITE, INK), ("#9a9a9a", INK), ("#5c5c5c", WHITE)


class Use(NamedTuple):
    """The use of a pin or line, in words; ``device``: the seat's device that is wired to it."""

    words: str
    device: RimDevice | None = None


def uses(settings: Settings) -> dict[int | ChipLine, Use]:
    """Return the uses of all pins (by BCM number) and lines that are not free."""
    found: dict[int | ChipLine, Use] = {}
    for name in settings.functions():
        found |= dict.fromkeys(FUNCTIONS[name].pins, Use(FUNCTIONS[name].name))
    for wires in settings.wiring():
        for device in DEVICES:
            pin = device.pin(wires)
            if pin is not None:
                found[pin] = Use(f"seat {wires.seat} {device.name}", device)
    return found


def text(settings: Settings) -> str:
    """Return the header and the expanders as plain text."""
    found = uses(settings)
    sides = [(*_told(left, found), *_told(right, found)) for left, right in _rows()]
    wide = max(len(side[1]) for side in sides)
    lines = [
        f"{use:>{wide}}  {name:>7}  {left.number:>2} | {right.number:<2}  {other:<7}  {beside}".rstrip()
        for (left, right), (name, use, other, beside) in zip(_rows(), sides, strict=True)
    ]
    for chip, wired in _expanders(found).items():
        lines += ["", f"{chip}:", *(f"  line {line:>2}  {use.words}" for line, use in wired)]
    return "\n".join([*lines, "", *HOW])


def draw(settings: Settings, name: str) -> str:
    """Return the header and the expanders of the table ``name`` as an SVG file."""
    found = uses(settings)
    expanders = _expanders(found)
    below = sum(_half(wired) + 2 for wired in expanders.values())
    end = _HEAD + len(HEADER) / 2 * _ROW + _LINE
    paper = Paper(_WIDTH, end + (below + len(HOW) + 1) * _LINE)
    title = f"{name}: {len(settings.seat)} seats at the 40-pin header"
    paper.write(40, 40, title, min(24.0, 1150 / len(title)), weight="bold")
    _legend(paper)
    high = len(HEADER) / 2 * _ROW
    paper.rect(Place(_MIDDLE, _HEAD + high / 2, 2 * _ROW + 4, high + 4), kind="header", fill=_SOCKET, rx="5")
    for row, pair in enumerate(_rows()):
        for side, pin in zip((-1, 1), pair, strict=True):
            _draw_pin(paper, pin, found.get(pin.gpio) if pin.gpio is not None else None, side, row)
    y = end
    for chip, wired in expanders.items():
        y += _LINE
        paper.write(_MIDDLE, y, f"Expander {chip}", 14, anchor="middle", weight="bold")
        for index, (line, use) in enumerate(wired):
            side, row = (-1, index) if index < _half(wired) else (1, index - _half(wired))
            _draw_name(paper, f"line {line}", y + (row + 1) * _LINE - 5, side)
            _draw_use(paper, use, y + (row + 1) * _LINE - 5, side)
        y += (_half(wired) + 1) * _LINE
    for advice in HOW:
        y += _LINE
        paper.write(40, y, advice, 14)
    return paper.text()


def _rows() -> Sequence[tuple[HeaderPin, HeaderPin]]:
    """Return the header's pins in pairs, one per row."""
    return list(zip(HEADER[::2], HEADER[1::2], strict=True))


def _told(pin: HeaderPin, found: Mapping[int | ChipLine, Use]) -> tuple[str, str]:
    """Return a pin's name and its use."""
    if pin.gpio is None:
        return pin.name, ""
    return pin.name, found[pin.gpio].words if pin.gpio in found else "free"


def _expanders(found: Mapping[int | ChipLine, Use]) -> dict[str, list[tuple[int, Use]]]:
    """Return the used lines of every expander, by number."""
    chips: dict[str, list[tuple[int, Use]]] = defaultdict(list)
    for pin in sorted(pin for pin in found if isinstance(pin, ChipLine)):
        chips[pin.chip].append((pin.line, found[pin]))
    return dict(chips)


def _half(wired: Sequence[object]) -> int:
    """Return the number of rows for an expander's lines, which are drawn in two columns."""
    return (len(wired) + 1) // 2


def _legend(paper: Paper) -> None:
    x = 49.0
    for device in DEVICES:
        symbol(paper, device, x, 66, 9)
        paper.write(x + 15, 71, device.name, 14)
        x += 80
    for name, (fill, _) in _POWER.items():
        paper.rect(Place(x, 66, 18, 18), kind="power", fill=fill, rx="3")
        paper.write(x + 15, 71, name, 14)
        x += 70


def _draw_pin(paper: Paper, pin: HeaderPin, use: Use | None, side: int, row: int) -> None:
    """Draw a pin with its number, and outwards its name and its use. ``side``: -1 left, 1 right."""
    y = _HEAD + (row + 0.5) * _ROW
    x = _MIDDLE + side * _ROW / 2
    fill, ink = _POWER.get(pin.name, _FREE if use is None else _WIRED if use.device else _TAKEN)
    place = paper.rect(Place(x, y, _PIN, _PIN), kind="pin", fill=fill, rx="3" if pin.number > 1 else "0")
    ET.SubElement(place, "title").text = f"Pin {pin.number}: {pin.name}{f', {use.words}' if use else ''}"
    paper.write(x, y + 4.5, str(pin.number), 12, anchor="middle", weight="bold", colour=ink)
    _draw_name(paper, pin.name, y, side, colour=PALE if pin.gpio is None else None)
    if use is not None:
        _draw_use(paper, use, y, side)


def _draw_name(paper: Paper, name: str, y: float, side: int, colour: str | None = None) -> None:
    paper.write(_MIDDLE + side * _NAME, y + 5, name, 14, anchor=_ANCHORS[side], colour=colour)


def _draw_use(paper: Paper, use: Use, y: float, side: int) -> None:
    x = _MIDDLE + side * _WIRE
    if use.device is not None:
        symbol(paper, use.device, x, y, 9)
    paper.write(x + side * 16, y + 5, use.words, 14, anchor=_ANCHORS[side])
