"""The table's cues: how important each is, its files, and whose voice is heard in it. Pure.

A cue is a file of its own: ``stop.wav``, ``chain_h7.wav`` for a height, ``flip_t2.wav`` for a take. One that concerns a
seat is signed, too: with the seat's note (``note_n3.wav``) or its motif of a few notes (``motif_n3.wav``), on that
seat's own instrument. ``kiosk/drawings/sounds.py`` makes the files in ``files/``, all of one channel, and
says how loud each is. Which event plays which cue: ``kiosk.display.sound.cues``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatPlan

FOLDER: Final = Path(__file__).with_name("files")
"""The folder of the packaged files."""

_HEADER: Final = 44
_BYTES_A_SECOND: Final = 2 * 44_100
"""Of a file of one channel of 16 bits."""

NOTES: Final = 12
"""The number of the seats' instruments: one for each seat of the largest table."""

HEIGHTS: Final = range(2, 10)
"""The heights of a pile at which a chain is heard: a pile of one card is none, one of ten is finished."""


class Signed(NamedTuple):
    """How a cue tells whose it is: the seat's ``voice``, its start after the cue's in seconds, and its gain, 0..1."""

    voice: str
    after: float = 0.0
    gain: float = 1.0


class Cue(NamedTuple):
    """A cue: when all channels are taken, a more important one takes the place of a less important one.

    ``importance``: from 6 on everybody has to hear it, 5 is for one person, below is what may be missed.
    ``heights``: those that have a file each; ``takes``: the files among which chance chooses; ``signed``: with whose
    voice, if the cue is a seat's.
    """

    importance: int
    heights: range = range(0)
    takes: int = 1
    signed: Signed | None = None


NOTE: Final = "note"
"""A seat's voice for what happens every second: one note."""
MOTIF: Final = "motif"
"""A seat's voice for what all look up at: its note, and where it leads to."""

CUES: Final[Mapping[str, Cue]] = {
    "stop": Cue(9, signed=Signed(MOTIF, 0.50, 0.85)),
    "bot_stop": Cue(9, signed=Signed(MOTIF, 0.40, 0.4)),  # a round that a bot has ended
    "all_placed": Cue(9, signed=Signed(MOTIF, 0.5, 0.5)),  # the last piece ended the round by itself
    "deadlock": Cue(9),  # nobody can play
    "all_left": Cue(9),
    "time_up": Cue(9),
    "match_won": Cue(8, signed=Signed(MOTIF, 1.50, 0.7)),
    "round_won": Cue(8, signed=Signed(MOTIF, 0.58, 0.5)),
    "also": Cue(8, signed=Signed(MOTIF, 0.05, 0.7)),  # another who has won, or leads: its fanfare has been heard
    "go": Cue(8),
    "time_nearly_up": Cue(7),
    "fault": Cue(7, signed=Signed(NOTE, 0.50, 0.4)),
    "false_stop": Cue(7, signed=Signed(MOTIF, 0.36, 0.36)),
    "pause": Cue(7, signed=Signed(NOTE, 0.50, 0.35)),
    "resume": Cue(7),
    "count": Cue(7),
    "riser": Cue(7, signed=Signed(NOTE, 0.10, 0.5)),  # from the moment at which Stop may be called, until it is
    "stack1": Cue(6, signed=Signed(NOTE, 0.44, 0.8)),
    "stack2": Cue(6, signed=Signed(NOTE, 0.30, 0.7)),
    "stack3": Cue(6, signed=Signed(NOTE, 0.20, 0.6)),
    "pile_finished": Cue(6, signed=Signed(NOTE, 0.36, 0.8)),
    "drum": Cue(6),  # while the places below the third are told
    "told": Cue(6, range(3, 5), signed=Signed(NOTE, 0.12, 0.75)),  # 3: the third place, 4: the second
    "story": Cue(6),
    "award": Cue(6, signed=Signed(MOTIF, 0.30, 0.4)),
    "crown": Cue(6, signed=Signed(MOTIF, 0.45, 0.45)),
    "race": Cue(6),  # its second, shown again
    "stroke": Cue(5, range(1, 3), signed=Signed(NOTE, 0.06, 0.85)),  # 2: the fourth place, 1: others; or one is shared
    "beaten": Cue(5, signed=Signed(NOTE, 0.24, 0.9)),
    "refused": Cue(5, signed=Signed(NOTE, 0.34, 0.16)),
    "ready": Cue(5, signed=Signed(MOTIF, 0.08, 0.28)),
    "unready": Cue(5, signed=Signed(NOTE, 0.15, 0.3)),
    "sit": Cue(5, signed=Signed(NOTE, 0.14, 0.45)),
    "again": Cue(5, signed=Signed(MOTIF, 0.42, 0.28)),
    "proposal": Cue(5, signed=Signed(NOTE, 0.34, 0.5)),
    "proposal_dropped": Cue(5, signed=Signed(NOTE, 0.25, 0.4)),
    "renamed": Cue(5, signed=Signed(NOTE, 0.26, 0.35)),
    "heart": Cue(4, range(5), signed=Signed(NOTE, 0.28, 0.22)),  # 0: three cards left, 2: one, 4: the last second
    "streak": Cue(4, signed=Signed(NOTE, 0.26, 0.7)),
    "chain": Cue(4, HEIGHTS),
    "land": Cue(3, takes=4, signed=Signed(NOTE, 0.0, 0.24)),
    "place": Cue(3, takes=4, signed=Signed(NOTE, 0.01, 0.2)),
    "counting": Cue(3, range(12)),  # twelfths of the pieces that have come home
    "fireworks": Cue(3, takes=2),
    "roll": Cue(2, takes=2),
    "reshuffle": Cue(2),
    "deal": Cue(2),
    "page": Cue(2),
    "flip": Cue(1, takes=4),
    "slide": Cue(1, takes=4),
    "lift": Cue(0, takes=4),
}
"""All cues by name, the most important first."""


class SeatSound(NamedTuple):
    """Where a seat is heard, -1 (left) to 1 (right) as seen from the south edge, and the number of its instrument."""

    pan: float = 0.0
    note: int = 0


def places(plans: Iterable[SeatPlan]) -> dict[SeatNumber, SeatSound]:
    """Return how every seat of a table is heard: each on an instrument of its own."""
    return {plan.seat: SeatSound(_pan(plan), order % NOTES) for order, plan in enumerate(plans)}


def _pan(plan: SeatPlan) -> float:
    if plan.edge in ("west", "east"):
        return -1.0 if plan.edge == "west" else 1.0
    return 2 * plan.position - 1


def files(name: str, height: int = 0) -> tuple[str, ...]:
    """Return the files of a cue, without their suffix: its takes, at the nearest height that there is."""
    cue = CUES[name]
    at = f"{name}_h{min(max(height, cue.heights[0]), cue.heights[-1])}" if cue.heights else name
    return tuple(f"{at}_t{take}" for take in range(cue.takes)) if cue.takes > 1 else (at,)


def voice(signed: Signed, note: int) -> str:
    """Return the file of a seat's voice, without its suffix."""
    return f"{signed.voice}_n{note}"


def every_file() -> Iterator[str]:
    """Yield all files, without their suffixes: the most important cues first."""
    for name, cue in CUES.items():
        for height in cue.heights or (0,):
            yield from files(name, height)
    yield from (f"{kind}_n{note}" for kind in (MOTIF, NOTE) for note in range(NOTES))


def lengths() -> dict[str, float]:
    """Return how long each packaged file lasts, in seconds, by name without suffix."""
    return {file.stem: max(0, file.stat().st_size - _HEADER) / _BYTES_A_SECOND for file in FOLDER.glob("*.wav")}
