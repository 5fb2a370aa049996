"""Has every configured pin for a moment and reads its line, while no kiosk runs. Nothing is driven: lamps stay dark."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from hardware.api import ChipLine, HardwareError, Wiring
from hardware.gpio.chips import HEADER, Chip, find_chip
from hardware.gpio.header import header_pin
from hardware.gpio.pins import PinFactory
from kiosk.doctor.facts import PinLevel, Pins
from kiosk.protocol import english

SETTLES_S: Final = 0.05
"""A pull-up of 50 kOhm lifts the capacity of some tens of metres of wire well within this."""


def read_pins(
    wiring: Sequence[Wiring],
    open_header: Callable[[], PinFactory],
    find: Callable[[Collection[str]], Chip] = find_chip,
) -> Pins:
    """The lines of ``wiring``, on the header's chip, which ``open_header`` opens, and on those that ``find`` finds.

    Both may raise HardwareError.
    """
    try:
        chip = find(HEADER)
        factory = open_header()
    except HardwareError as error:
        return Pins(error=english(error.fault))
    try:
        lines = _wired(wiring)
        taken = {(chip.number, line.number): line.wired for line in lines}
        levels = (*_header(factory, lines), *_expanders(wiring, taken, find))
    finally:
        factory.close()
    return Pins(f"{chip.label} ({chip.path})", levels)


class _Line(NamedTuple):
    """The wiring of a pin of the header. Buttons are pulled up."""

    wired: str
    number: int
    pull: Literal["up", "floating"]


def _wired(wiring: Iterable[Wiring]) -> list[_Line]:
    lines = []
    for seat in wiring:
        for what, number in (("Stop", seat.stop_pin), ("Play", seat.play_pin)):
            if number is not None:
                lines.append(_Line(f"seat {seat.seat} {what}", number, "up"))
        if isinstance(seat.lamp_pin, int):
            lines.append(_Line(f"seat {seat.seat} lamp", seat.lamp_pin, "floating"))
    return lines


def _header(factory: PinFactory, lines: Sequence[_Line]) -> Iterator[PinLevel]:
    """Every pin is made an input, and read when the pull-ups have had their time."""
    errors = [_have(factory, line) for line in lines]
    time.sleep(SETTLES_S)
    for line, error in zip(lines, errors, strict=True):
        pressed = None if error or line.pull == "floating" else not factory.pin(line.number).state
        yield PinLevel(f"GPIO {line.number}, pin {header_pin(line.number)} of the header", line.wired, pressed, error)


def _have(factory: PinFactory, line: _Line) -> str | None:
    """Make the pin an input; why that fails, None if it does not."""
    try:
        factory.pin(line.number).input_with_pull(line.pull)
    except Exception as error:  # every library under gpiozero has exceptions of its own
        told = error.strerror if isinstance(error, OSError) else None
        return told or str(error).strip("'") or type(error).__name__
    return None


def _expanders(
    wiring: Iterable[Wiring], taken: dict[tuple[int, int], str], find: Callable[[Collection[str]], Chip]
) -> Iterator[PinLevel]:
    """The lamps on expanders: whether the chip is there, has the line, and nothing else is wired to it.

    ``taken``: what is wired to lines so far, by chip and line. One chip may be named in two ways.
    """
    for seat in wiring:
        if isinstance(seat.lamp_pin, ChipLine):
            name, line = seat.lamp_pin
            wired, error = f"seat {seat.seat} lamp", None
            try:
                chip = find({name})
                chip.check(line)
                if (other := taken.setdefault((chip.number, line), wired)) != wired:
                    error = f"it is the line of {other}: choose another"
            except HardwareError as wrong:
                error = english(wrong.fault)
            yield PinLevel(f"line {line} of {name}", wired, error=error, mended=error is not None)
