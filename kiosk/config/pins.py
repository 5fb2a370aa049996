"""Pins however they are written: those that lie on the header, and those that are, or may be, the same line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from hardware.api import ChipLine
from hardware.gpio.chips import HEADER
from hardware.gpio.pin_uses import EXPANDERS

NamedPin: TypeAlias = tuple[str, int | ChipLine]
"""A pin's key in the configuration, and the pin in the hardware's form."""

_BY_BCM: Final = frozenset({*HEADER, "gpiochip0", "gpio", "bcm"})
"""What stands before a BCM number: labels and name in /dev of the header's chip, and what other programs write."""

_BY_PLACE: Final = frozenset({"j8", "p1", "board"})
"""What other programs write before the number of a place on the header, 1 to 40."""

_DEVICE: Final = re.compile(r"gpiochip[0-9]+")

_ALSO_HEADERS: Final = frozenset({"gpiochip4", *(f"gpiochip{number}" for number in range(10, 17))})
"""Names in /dev that kernels of a Raspberry Pi 5 have given to the header's chip; on others they may be expanders'."""


def wrong_lines(pins: Iterable[NamedPin]) -> Iterator[str]:
    """Yield an error, with the key, for every line of the header and every line that an expander does not have."""
    for key, pin in pins:
        if isinstance(pin, ChipLine) and (mistake := _mistake(pin)):
            yield f'{key}: "{pin}" {mistake}'


def used_twice(pins: Iterable[NamedPin]) -> Iterator[str]:
    """Yield an error, with both keys, for every pin that is, or may be, the line of an earlier one."""
    earlier: list[NamedPin] = []
    for key, pin in pins:
        found = ((other_key, why) for other_key, other in earlier if (why := _same(pin, other)) is not None)
        first = next(found, None)
        if first is None:
            earlier.append((key, pin))
        else:
            yield f"{key}: {pin} is used twice{first[1]} (also {first[0]}): choose another pin"


def _mistake(pin: ChipLine) -> str | None:
    chip = pin.chip.lower()
    if chip in _BY_BCM:
        return f"lies on the header: write its BCM number alone: {pin.line}"
    if chip in _BY_PLACE:
        from hardware.gpio.header import HEADER as PLACES  # noqa: PLC0415  it loads gpiozero, for a mistake alone

        place = next((place for place in PLACES if place.number == pin.line), None)
        if place is None or place.gpio is None:
            return f"is {place.name if place else 'no pin'} on the header: write the BCM number of another pin"
        return f"lies on the header: write its BCM number alone: {place.gpio}"
    expander = EXPANDERS.get(pin.chip)
    if expander is not None and pin.line >= expander.lines:
        return f"does not exist: the lines of {pin.chip} are 0 to {expander.lines - 1}"
    return None


def _same(pin: int | ChipLine, other: int | ChipLine) -> str | None:
    """Return on what condition two pins are the same line: an empty text if they are; None: they are not."""
    if pin == other:
        return ""
    if isinstance(pin, int):
        pin, other = other, pin
    if isinstance(pin, int) or pin.line != (other.line if isinstance(other, ChipLine) else other):
        return None
    if isinstance(other, int):
        return f" if {pin.chip} is the header's chip" if pin.chip in _ALSO_HEADERS else None
    named = [one.chip for one in (pin, other) if _DEVICE.fullmatch(one.chip)]
    labelled = [one.chip for one in (pin, other) if not _DEVICE.fullmatch(one.chip)]
    return f" if {named[0]} is {labelled[0]}" if named and labelled else None
