"""Test of every configured pin, while no kiosk runs: request and read its line. No pin is driven: lamps stay dark."""

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
"""Settling time in seconds: ample for a pull-up of 50 kOhm to charge some tens of metres of wire."""


def read_pins(
    wiring: Sequence[Wiring],
    open_header: Callable[[], PinFactory],
    find: Callable[[Collection[str]], Chip] = find_chip,
) -> Pins:
    """Read the lines of ``wiring``: those of the header through ``open_header``, those of the chips from ``find``.

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
    seat: int
    pull: Literal["up", "floating"]


def _wired(wiring: Iterable[Wiring]) -> list[_Line]:
    lines = []
    for seat in wiring:
        for what, number in (("Stop", seat.stop_pin), ("Play", seat.play_pin)):
            if number is not None:
                lines.append(_Line(f"seat {seat.seat} {what}", number, seat.seat, "up"))
        if isinstance(seat.lamp_pin, int):
            lines.append(_Line(f"seat {seat.seat} lamp", seat.lamp_pin, seat.seat, "floating"))
    return lines


def _header(factory: PinFactory, lines: Sequence[_Line]) -> Iterator[PinLevel]:
    """Make every pin an input, wait for the pull-ups, and yield the levels."""
    errors = [_have(factory, line) for line in lines]
    time.sleep(SETTLES_S)
    for line, error in zip(lines, errors, strict=True):
        pressed = None if error or line.pull == "floating" else not factory.pin(line.number).state
        pin = f"GPIO {line.number}, pin {header_pin(line.number)} of the header"
        yield PinLevel(pin, line.wired, pressed, error, seat=line.seat)


def _have(factory: PinFactory, line: _Line) -> str | None:
    """Make the pin an input; return the error, or None."""
    try:
        factory.pin(line.number).input_with_pull(line.pull)
    except Exception as error:  # each library under gpiozero has exceptions of its own
        told = error.strerror if isinstance(error, OSError) else None
        return told or str(error).strip("'") or type(error).__name__
    return None


def _expanders(
    wiring: Iterable[Wiring], taken: dict[tuple[int, int], str], find: Callable[[Collection[str]], Chip]
) -> Iterator[PinLevel]:
    """Yield the lamps on expanders, with an error if the chip or line does not exist or is used twice.

    ``taken``: the uses of lines so far, by chip and line. One chip may have two names.
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
            yield PinLevel(f"line {line} of {name}", wired, error=error, mended=error is not None, seat=seat.seat)
