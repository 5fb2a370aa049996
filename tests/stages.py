"""The stages of the wanted pictures: their own cards and moments, in a few words (``tests.staged`` plays them).

A stage has its seats (name, language, stack, row, discard, hand, centre), its piles (top card and the seat that laid
it), and what happens in the last second before the picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kiosk import protocol as msg

LONG_AGO: Final = 60.0
_HAND_COMES: Final = 1.2
"""Seconds before the picture at which a lesson begins, so that its hand is on its way."""
_LESSON: Final = msg.LessonView(0, 4, "play", "stack", "g4", "g3", piles=((0, "g3"),))
"""The lesson of the wanted picture, in which a 4 goes onto a 3."""

Change = tuple[float, str, Mapping[str, Any]]
"""Seconds before the picture, what happens (a function of ``_Table``), and its values."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A picture. People: ``name language stack count row discard hand centre``, or ``name language dice placed``."""

    people: Sequence[str]
    piles: str
    """The top card of each, and the seat that laid it; ``-``: a free place."""
    changes: Sequence[Change]
    state: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the snapshot in which it begins."""
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """Further fields of seats, by their number."""
    opens: tuple[str, ...] = ()
    """What is touched at last, as by the gallery's states."""


_FOUR: Final = (
    "Lena en g4 6 b7,b5,r10 y8 14 12",
    "Yusuf de r9 3 y2,b8,g9 r1 21 9",
    "Ana fr b10 8 r6,y6,g3 b2 17 10",
    "Matteo it y1 5 g7,r8,b6 g10 9 14",
)
_READS: Final = (
    "Lena en r10 6 b7,b5,g4 y8 14 12",
    "Yusuf de r9 4 y2,b8,g6 r1 21 9",
    "Ana fr b10 8 b9,y9,g3 b2 17 11",
    "Matteo it y1 5 r8,g7,b9 g10 9 14",
)
_TWELVE: Final = (
    "Lena en g4 6 b7,-,r10 y8 14 12",
    "Yusuf de r9 3 y2,b8,g9 r1 21 9",
    "Ana fr b10 8 r6,y6,g3 b2 17 10",
    "Matteo en y1 5 g7,r8,b6 g10 9 14",
    "Olga de r3 7 b1,y10,g5 r7 18 6",
    "Sigga fr g6 4 r2,g9,y4 b9 12 11",
    "Noa en b2 9 y7,r5,b8 g1 23 4",
    "Omar fr y6 2 g2,b4,r9 y5 15 13",
    "Jonas de r8 6 b3,g8,y1 r6 20 8",
    "Maud fr g10 5 y3,r4,b5 g7 11 9",
    "Iris en b7 7 g4,y9,r1 b10 16 7",
    "Björn en y5 1 r10,b6,g1 y2 13 15",
)
_DICE: Final = (
    "Lena en r6,b3,y2,b5 2",
    "Yusuf de g3,g4,r2,b1 3",
    "Ana fr y3,r5,b5,y6 3",
    "Matteo it y4,g6 4",
)
_BOARD: Final = (4, 1, 2, 0, 0, 0, 3, 4, 4, 0, 0, 0, 2, 3, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0)
"""The seats whose dice lie on the 24 spaces, red 1 first; 0: free."""
_PULLED: Final = msg.Fault("port.pulled")
STAGES: Final[Mapping[str, tuple[int, Stage]]] = {
    "lobby": (
        4,
        Stage(
            _FOUR,
            "",
            ((_HAND_COMES, "gather", {"starts_in": 8.6}),),
            seats={
                1: {"state": "taken", "lesson": _LESSON},
                2: {"state": "ready"},
                3: {"state": "free"},
                4: {"state": "free"},
            },
            state={"languages": ("en", "de", "fr", "he")},
        ),
    ),
    "play4": (
        4,
        Stage(
            _FOUR,
            "r6 3,g1 4,b4 1,-,b4 2,-,g8 2,r9 2,y3 1,y9 4,r5 3,-,g6 4,-",
            (
                (1.60, "beaten", {"seat": 2, "by": 3, "card": "r5", "ms": 14}),
                (0.75, "land", {"seat": 3, "card": "r7", "cell": 0}),
                (0.60, "open", {"seat": 2, "card": "b1", "cell": 13}),
                (0.56, "finish", {"seat": 4, "card": "r10", "cell": 7}),
                (0.40, "land", {"seat": 1, "card": "g2", "cell": 1}),
                (0.12, "land", {"seat": 1, "card": "b5", "cell": 2, "slot": 1}),
            ),
        ),
    ),
    "play12": (
        12,
        Stage(
            _TWELVE,
            "b4 3,r7 8,g2 1,y9 6,b1 11,g6 4,y3 9,r5 2,g8 7,y1 12,b6 5,r2 10,y5 3,g4 8,b9 1,r8 6,g1 11,b2 4,y7 9,r4 2",
            (
                (2.0, "refuse", {"seat": 11, "card": "b7", "reason": "does_not_fit"}),
                (1.5, "beaten", {"seat": 2, "by": 3, "card": "r5", "ms": 14}),
                (0.60, "land", {"seat": 4, "card": "b3", "cell": 17}),
                (0.26, "land", {"seat": 5, "card": "b7", "cell": 10}),
                (0.20, "land", {"seat": 1, "card": "b10", "cell": 14}),
                (0.12, "land", {"seat": 7, "card": "y2", "cell": 9}),
            ),
        ),
    ),
    "two_seats": (
        2,
        Stage(
            ("Lena en y5 7 r2,b10,g8,y3,b6 r9 12 17", "Yusuf de g4 4 y7,r8,g8,g10,r5 b6 15 21"),
            "r4 2,g7 1,y1 1,b9 2,y8 1",
            (
                (0.55, "open", {"seat": 2, "card": "r1", "cell": 5}),
                (0.30, "land", {"seat": 1, "card": "y2", "cell": 2}),
                (0.12, "land", {"seat": 2, "card": "g8", "cell": 1, "slot": 2}),
            ),
        ),
    ),
    "race": (
        4,
        Stage(
            _FOUR,
            "r7 3,b4 3,-,-,r2 2,g2 4,g8 2,y4 3,y3 1,y9 4,r5 1,b1 4,g6 4",
            (
                (0.24, "land", {"seat": 3, "card": "b5", "cell": 1}),
                (0.22, "beaten", {"seat": 1, "by": 3, "card": "b5", "ms": 14, "slot": 1}),
            ),
            seats={2: {"stack_count": 1}},
        ),
    ),
    "stop": (
        4,
        Stage(
            _FOUR,
            "y3 1,b5 1,g2 4,y9 4,r5 3,g8 2,y4 3,r2 4",
            ((1.0, "stop", {"caller": 2}),),
            seats={2: {"stack_count": 0, "stack_card": None, "may_stop": True}},
        ),
    ),
    "counting": (
        4,
        Stage(
            _FOUR,
            "y5 1,r8 1,g3 2,b4 4,g7 1,r7 3,b6 2,y3 4",
            ((3.8, "stop", {"caller": 2}), (1.69, "count", {"column": 4})),
            state={"target": 60, "rounds": 0, "round_no": 4},
            seats={2: {"stack_count": 0, "stack_card": None}},
        ),
    ),
    "won": (
        4,
        Stage(
            _FOUR,
            "y5 1,r8 1",
            ((1.6, "win", {"winner": 1}),),
            state={"target": 60, "rounds": 0, "round_no": 5},
        ),
    ),
    "dice": (
        4,
        Stage(
            _DICE,
            "",
            (
                (0.62, "place", {"seat": 3, "die": "y3", "row": 3}),
                (0.55, "roll", {"seat": 3}),
                (0.30, "place", {"seat": 2, "die": "g4", "row": 1}),
                (0.066, "place", {"seat": 1, "die": "b3", "row": 2}),
            ),
            state={"game": "dice", "preset": "university_games_2013", "board": _BOARD},
        ),
    ),
    "pause_fault": (
        4,
        Stage(
            _FOUR,
            "g6 4,y3 1,b5 1,r7 3,g2 1,y9 4,r5 3,g8 2,b1 2",
            ((3.0, "pause", {"by": 3}),),
        ),
    ),
    "rules": (
        4,
        Stage(
            _READS,
            "g9 4,y3 1,b5 1,r5 2,g2 2,y6 4,r3 3,g8 2,b2 4,r5 4",
            (
                (0.50, "land", {"seat": 3, "card": "r6", "cell": 3}),
                (0.285, "refuse", {"seat": 4, "card": "r8", "reason": "does_not_fit", "slot": 0}),
                (0.12, "land", {"seat": 3, "card": "g3", "cell": 4, "slot": 2}),
            ),
            opens=("rules of 1", "next_page of 1"),
        ),
    ),
    "service": (4, Stage(_READS, "", ((LONG_AGO - 1, "serve", {}),), seats={4: {"fault": _PULLED}})),
    "service_pin": (
        4,
        Stage(_READS, "", ((LONG_AGO - 1, "ask_pin", {"tries": 3}),), opens=tuple(f"digit {n}" for n in "2467")),
    ),
}
"""By the name of the wanted picture: the number of seats, and the stage."""
