"""The simulator's simple players as ``--bots`` names them; each game has its own kinds. They see every play at once."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class SimulatedBot:
    """Who plays a seat.

    ``kind``: one of ``GameSimulator.bots``. ``speed``: above 0; how often it acts, where others do once.
    """

    kind: str = "greedy"
    speed: float = 1.0

    def __str__(self) -> str:
        return self.kind if self.speed == 1 else f"{self.kind}*{self.speed:g}"


def turns(bots: Sequence[SimulatedBot], chance: random.Random) -> Iterator[int]:
    """The seats in the order in which they act, drawn anew every time by their speeds; without an end."""
    seats = range(len(bots))
    weights = list(accumulate(bot.speed for bot in bots))
    while True:
        yield chance.choices(seats, cum_weights=weights)[0]


def read_bots(text: str, seats: int, known: Collection[str]) -> tuple[SimulatedBot, ...]:
    """Who plays each of the ``seats``: ``greedy``, or one entry a seat, as in ``greedy,greedy*0.7``.

    ``known``: the kinds of the game. ``ValueError`` in words for the user.
    """
    bots = tuple(_read_bot(entry.strip(), known) for entry in text.split(","))
    if len(bots) not in (1, seats):
        raise ValueError(f"{text!r} names {len(bots)} bots for {seats} players: name one, or one a player")
    return bots * (seats // len(bots))


def _read_bot(entry: str, known: Collection[str]) -> SimulatedBot:
    kind, times, factor = entry.partition("*")
    if kind not in known:
        raise ValueError(f"{kind!r} is no bot; there are: {', '.join(known)}")
    try:
        speed = float(factor) if times else 1.0
    except ValueError:
        speed = 0.0
    if not 0.01 <= speed <= 100:
        raise ValueError(f"{entry!r}: a bot's speed is a number from 0.01 to 100, as in {kind}*0.7")
    return SimulatedBot(kind, speed)
