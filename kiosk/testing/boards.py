"""What is done at simulated dice-reader boards, in words: ``throw 4 r1 g2``, ``fault 4 garbage``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, cast, get_args

from kiosk.protocol import DriveBoard
from kiosk.testing.presses import read_seat

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

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
