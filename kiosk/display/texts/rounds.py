"""The words of a match: the number of the round, what ends the match, and the names of the seats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.locale.speaker import Say, speaker


class Progress(Protocol):
    """How far a match is: the fields of a snapshot that tell it."""

    @property
    def round_no(self) -> int:
        """The number of the round, from 1."""

    @property
    def rounds(self) -> int:
        """The number of rounds, 0: not fixed."""

    @property
    def target(self) -> int:
        """The points that end the match, 0: none."""

    @property
    def minutes_left(self) -> int | None:
        """The minutes left in a match of a certain time."""

    @property
    def extra_round(self) -> bool:
        """Whether it is the extra round after a draw."""


def round_text(table: Progress, say: Say) -> str:
    """Return the number of the round and the match's end (rounds, points or time); empty if it is the only round."""
    number = table.round_no
    if table.extra_round:
        return say("Extra round")
    if table.target:
        return say("Round {round}, first to {points}", round=number, points=table.target)
    if table.minutes_left is not None:
        if table.minutes_left:
            return say("Round {round}, {minutes} min left", round=number, minutes=table.minutes_left)
        return say("Round {round}, time is up", round=number)
    return say("Round {round} of {rounds}", round=number, rounds=table.rounds) if table.rounds > 1 else ""


def round_for_all(table: Progress, languages: Mapping[SeatNumber, str]) -> str:
    """Return the same for everybody, in the language of the first of these seats."""
    return round_text(table, speaker(languages[min(languages)])) if languages else ""


Names: TypeAlias = tuple[tuple[SeatNumber, str], ...]
"""The seats with a person or a bot, with what they are called (``texts.people``)."""


@lru_cache(maxsize=256)
def who(seat: SeatNumber, names: Names, say: Say) -> str:
    """Return the seat's name, as in a sentence or in its panel."""
    return dict(names).get(seat) or say("Seat {seat}", seat=seat)
