"""The table's cues: how important each is, and in what variants it is packaged. Pure.

``kiosk/drawings/sounds.py`` makes the files in ``files/``: ``stop.wav``; ``lift_left.wav`` for a side;
``land_3_right.wav`` for a note and a side; ``chain_7.wav`` for a height. How loud each is: there, ``_LEVELS``;
which event plays which cue: ``kiosk.display.sound.cues``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatPlan

FOLDER: Final = Path(__file__).with_name("files")
"""The folder of the packaged files."""

NOTES: Final = 5
"""The number of notes of the scale to which the seats are tuned."""

SIDES: Final = ("left", "middle", "right")

HEIGHTS: Final = range(2, 10)
"""The heights of a pile at which a chain is heard: a pile of one card is none, one of ten is finished."""

_FAR_LEFT: Final = 0.36
_FAR_RIGHT: Final = 0.64
"""Bounds of the middle of the south and the north edge."""


class Varies(Enum):
    """What the variant of a cue depends on."""

    NOTHING = 0
    SIDE = 1
    SEAT = 2
    """Side and note."""
    HEIGHT = 3


class Cue(NamedTuple):
    """A cue: when all voices are taken, a more important one takes the place of a less important one."""

    importance: int
    varies: Varies = Varies.NOTHING


CUES: Final[Mapping[str, Cue]] = {
    "stop": Cue(9),
    "match_won": Cue(8),
    "round_won": Cue(8),
    "go": Cue(8),
    "time_nearly_up": Cue(7),
    "fault": Cue(7),
    "false_stop": Cue(7),
    "pause": Cue(7),
    "resume": Cue(7),
    "count": Cue(7),
    "stack1": Cue(6),
    "stack2": Cue(6),
    "stack3": Cue(6),
    "beaten": Cue(5, Varies.SIDE),
    "refused": Cue(5, Varies.SIDE),
    "pile_finished": Cue(5),
    "ready": Cue(5, Varies.SEAT),
    "unready": Cue(5, Varies.SIDE),
    "sit": Cue(5, Varies.SEAT),
    "chain": Cue(4, Varies.HEIGHT),
    "land": Cue(3, Varies.SEAT),
    "place": Cue(3, Varies.SEAT),
    "counting": Cue(3),
    "roll": Cue(2, Varies.SIDE),
    "reshuffle": Cue(2),
    "deal": Cue(2),
    "flip": Cue(1, Varies.SIDE),
    "slide": Cue(1, Varies.SIDE),
    "lift": Cue(0, Varies.SIDE),
}
"""All cues by name, the most important first."""


class Tuning(NamedTuple):
    """How a seat sounds: the number of its note, and its side of the table."""

    note: int = 0
    side: str = "middle"


def tuned(plans: Iterable[SeatPlan]) -> dict[SeatNumber, Tuning]:
    """Return the tuning of every seat; they have the notes in turn."""
    return {plan.seat: Tuning(order % NOTES, _side(plan)) for order, plan in enumerate(plans)}


def _side(plan: SeatPlan) -> str:
    """Return the side of a seat, as seen from the south edge."""
    if plan.edge in ("west", "east"):
        return "left" if plan.edge == "west" else "right"
    return "left" if plan.position < _FAR_LEFT else "right" if plan.position > _FAR_RIGHT else "middle"


def variant(name: str, tuning: Tuning, height: int = 0) -> str:
    """Return the name of a cue's file, without its suffix."""
    match CUES[name].varies:
        case Varies.NOTHING:
            return name
        case Varies.SIDE:
            return f"{name}_{tuning.side}"
        case Varies.SEAT:
            return f"{name}_{tuning.note}_{tuning.side}"
        case Varies.HEIGHT:
            return f"{name}_{min(max(height, HEIGHTS[0]), HEIGHTS[-1])}"


def variants(name: str, tunings: Iterable[Tuning]) -> Iterator[str]:
    """Yield the variants of a cue that seats of these tunings need, each once."""
    if CUES[name].varies is Varies.HEIGHT:
        yield from (variant(name, Tuning(), height) for height in HEIGHTS)
    else:
        yield from dict.fromkeys(variant(name, tuning) for tuning in tunings)


EVERY_TUNING: Final = tuple(Tuning(note, side) for note in range(NOTES) for side in SIDES)
