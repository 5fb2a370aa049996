"""What sections of a configuration are made of: their base, and the values of their keys: numbers, pins, times."""

from __future__ import annotations

import re
from typing import Annotated, Final

from msgspec import Meta, Struct

from hardware.api import BOARD_ID, ChipLine


class Section(Struct, frozen=True, kw_only=True):
    """Base class of all sections. A field's description says what to write; error lines end with it."""


def about(words: str) -> Meta:
    """Return the description of a key: what to write."""
    return Meta(description=words)


def between(least: float, most: float, words: str) -> Meta:
    """Return the limits of a number and its description, in which ``{least}`` and ``{most}`` stand for them."""
    return Meta(ge=least, le=most, description=words.format(least=least, most=most))


LAST_PIN: Final = 27
"""Highest BCM number on the 40-pin header; the lowest, 0 and 1, are not available for buttons (``FUNCTIONS``)."""

_CHIP_LINE: Final = re.compile(r"([A-Za-z][A-Za-z0-9._-]*):(0|[1-9][0-9]{0,2})")


def line_of(pin: object) -> int | ChipLine | None:
    """Return a pin in the hardware's form; None: no pin, or an invalid one."""
    if isinstance(pin, str):
        found = _CHIP_LINE.fullmatch(pin)
        return ChipLine(found[1], int(found[2])) if found else None
    return pin if isinstance(pin, int) and not isinstance(pin, bool) else None


Matrix = tuple[float, float, float, float, float, float]

Pin = Annotated[int, Meta(ge=0, le=LAST_PIN)]
LampPin = Pin | Annotated[str, Meta(pattern=rf"^{_CHIP_LINE.pattern}\Z")]
"""A BCM number, or "chip:line" as text, which is kept as written."""
BoardId = Annotated[str, Meta(pattern=rf"^{BOARD_ID}\Z")]
SoundDevice = Annotated[str, Meta(pattern=r"^(?!\s*((plug)?hw|sysdefault|default)?:?\d*\s*(,|\Z))[^\x00-\x1f]+\Z")]
"""A name, and no number of a card: these change from start to start."""

PASSWORD_FILE: Final = r"^((/|~/|\$CREDENTIALS_DIRECTORY/)[^\x00]+)?\Z"  # noqa: S105  a place
"""The pattern of the place of a file with a password (``kiosk.system.password_file``)."""

TimeOfDay = Annotated[str, Meta(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?\Z")]

DayHours = Annotated[
    str,
    Meta(
        pattern=r"^(closed|always|([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?\Z",
        description='the hours of this day alone, such as "10:00-23:30" ("18:00-01:00" goes past midnight), "closed", '
        '"always", or "": from opens to closes',
    ),
]
