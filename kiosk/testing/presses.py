"""Presses of buttons in words: ``2 stop 3 stop+0.5ms``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from hardware.api import Button
from kiosk.game.seats import SeatNumber
from kiosk.protocol import PinEdge
from kiosk.protocol.to_table import LONGEST_SCRIPT

_UNITS: Final = {"us": 10**3, "ms": 10**6, "s": 10**9}
"""The nanoseconds of each unit of time."""
_TIME: Final = re.compile(rf"(\d+(?:\.\d+)?)({'|'.join(_UNITS)})")
_BUTTONS: Final = tuple(button.value for button in Button)
HOLD_NS: Final = 100_000_000
"""How long a button is held, unless said otherwise."""


def read_presses(words: Sequence[str], hold: int = HOLD_NS) -> tuple[PinEdge, ...]:
    """Return the edges of presses, in pairs of a seat and a button, which may have a delay: ``stop+0.5ms``.

    ``hold``: nanoseconds for which each button is held. The message of a ``ValueError`` is for the user.
    """
    if not words or len(words) % 2:
        raise ValueError("write pairs of a seat and a button, as in 2 stop or 2 stop 3 stop+0.5ms")
    pairs = zip(words[::2], words[1::2], strict=True)
    edges = [edge for seat, button in pairs for edge in _edges(seat, button, hold)]
    if any(edge.after > LONGEST_SCRIPT for edge in edges):
        raise ValueError(f"a press later than {LONGEST_SCRIPT // _UNITS['s']} s: begin it later")
    return tuple(sorted(edges, key=lambda edge: edge.after))


def _edges(seat: str, told: str, hold: int) -> Iterator[PinEdge]:
    button, _, delay = told.partition("+")
    if not seat.isdecimal() or not int(seat):
        raise ValueError(f"{seat!r} is no seat: write its number, from 1, before each button")
    if button not in _BUTTONS:
        raise ValueError(f"{button!r} is no button; there are: {', '.join(_BUTTONS)}")
    after = read_time(delay) if delay else 0
    yield PinEdge(SeatNumber(int(seat)), button, pressed=True, after=after)
    yield PinEdge(SeatNumber(int(seat)), button, pressed=False, after=after + hold)


def read_time(text: str) -> int:
    """Return a time such as ``0.5ms`` in nanoseconds. The message of a ``ValueError`` is for the user."""
    told = _TIME.fullmatch(text)
    if told is None:
        raise ValueError(f"{text!r} is no time: write a number and its unit, as in 0.5ms, 20us or 2s")
    number, unit = told.groups()
    return round(float(number) * _UNITS[unit])
