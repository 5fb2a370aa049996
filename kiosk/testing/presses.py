"""What hands do at buttons and boards, in words: ``2 stop 3 stop+0.5ms``, ``throw 4 r1 g2``, ``fault 4 garbage``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, cast, get_args

from hardware.api import Button
from kiosk.game.seats import SeatNumber
from kiosk.protocol import DriveBoard, PinEdge
from kiosk.protocol.to_table import LONGEST_SCRIPT

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

SEATS: Final = range(1, 13)
"""The numbers that a seat may have."""
HOLD_NS: Final = 100_000_000
"""How long a button is held, unless said otherwise."""
_UNITS: Final = {"us": 10**3, "ms": 10**6, "s": 10**9}
"""The nanoseconds of each unit of time."""
_TIME: Final = re.compile(rf"(\d{{1,9}}(?:\.\d{{1,9}})?)({'|'.join(_UNITS)})")
_BUTTONS: Final = tuple(button.value for button in Button)


def read_presses(words: Sequence[str], hold: int = HOLD_NS) -> tuple[PinEdge, ...]:
    """Return the edges of presses, in pairs of a seat and a button, which may have a delay: ``stop+0.5ms``.

    ``hold``: nanoseconds for which each button is held. The message of a ``ValueError`` is for the user.
    """
    if not words or len(words) % 2:
        raise ValueError("write pairs of a seat and a button, as in 2 stop or 2 stop 3 stop+0.5ms")
    pairs = zip(words[::2], words[1::2], strict=True)
    edges = sorted((edge for seat, button in pairs for edge in _edges(seat, button, hold)), key=lambda edge: edge.after)
    if edges[-1].after > LONGEST_SCRIPT:
        raise ValueError(f"delay and hold together are longer than {LONGEST_SCRIPT // _UNITS['s']} s: write less")
    return tuple(edges)


def _edges(seat: str, press: str, hold: int) -> Iterator[PinEdge]:
    button, plus, delay = press.partition("+")
    number = read_seat(seat)
    if button not in _BUTTONS:
        raise ValueError(f"{button!r} is no button; there are: {', '.join(_BUTTONS)}")
    after = read_time(delay) if plus else 0
    yield PinEdge(number, button, pressed=True, after=after)
    yield PinEdge(number, button, pressed=False, after=after + hold)


def read_seat(text: str) -> SeatNumber:
    """Return the number of a seat. The message of a ``ValueError`` is for the user."""
    if text not in map(str, SEATS):
        raise ValueError(f"{text!r} is no seat: write its number, {SEATS[0]} to {SEATS[-1]}")
    return SeatNumber(int(text))


def read_time(text: str, limit: int = LONGEST_SCRIPT) -> int:
    """Return a time such as ``0.5ms`` in ns, at most ``limit``. A ``ValueError`` has a message for the user."""
    found = _TIME.fullmatch(text) if isinstance(text, str) else None  # tests are not always checked for types
    if found is None:
        raise ValueError(f"{text!r} is no time: write a number and its unit, as in 0.5ms, 20us or 2s")
    number, unit = found.groups()
    nanoseconds = round(float(number) * _UNITS[unit])
    if nanoseconds > limit:
        hours = limit // (3600 * 10**9)
        raise ValueError(f"{text!r} is longer than {'an hour' if hours == 1 else f'{hours} hours'}")
    return nanoseconds


Deeds: TypeAlias = Literal["throw", "plug", "unplug", "fault", "repair"]


class _Words(NamedTuple):
    """What follows the seat: what it is called, how many there are at least and at most, and its line in the help."""

    called: str
    least: int
    most: int
    help: str


WORDS: Final[Mapping[Deeds, _Words]] = {
    "throw": _Words("die", 0, 24, "a colour and a value, such as r1; none: the unplaced dice, with values by chance"),
    "plug": _Words("", 0, 0, ""),
    "unplug": _Words("", 0, 0, ""),
    "fault": _Words("fault", 1, 24, "such as garbage; an unknown name lists all"),
    "repair": _Words("fault", 0, 24, "a fault to end; none: all"),
}
"""What can be done at a board, and the words that it takes."""


def read_deed(words: Sequence[str]) -> DriveBoard:
    """Return what is to be done, from its name, the seat and the rest. A ``ValueError`` has a message for the user."""
    if len(words) < 2 or words[0] not in WORDS:
        raise ValueError(f"write {', '.join(get_args(Deeds))} and a seat, as in throw 4 r1 g2")
    do, seat, *rest = words
    taken = WORDS[cast("Deeds", do)]
    if not taken.least <= len(rest) <= taken.most:
        expected = f"{taken.least} to {taken.most} words of {taken.called}" if taken.most else "no words"
        raise ValueError(f"{do} takes {expected} after the seat, not {len(rest)}")
    return DriveBoard(read_seat(seat), cast("Deeds", do), tuple(rest))
