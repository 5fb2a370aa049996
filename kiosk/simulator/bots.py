"""The simulator's simple bots as ``--bots`` names them; each game has its own kinds. They see every play at once."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

TURN_MS: Final = 1000
"""The mean time between two turns of a bot of speed 1; only handicaps of time depend on it."""


@dataclass(frozen=True, slots=True)
class SimulatedBot:
    """The bot of a seat.

    ``kind``: one of ``GameSimulator.bots``. ``speed``: its number of turns relative to other bots, above 0.
    """

    kind: str = "greedy"
    speed: float = 1.0

    def __str__(self) -> str:
        return self.kind if self.speed == 1 else f"{self.kind}*{self.speed:g}"


def turns(bots: Sequence[SimulatedBot], chance: random.Random) -> Iterator[int]:
    """Yield, without end, the seat of each turn, drawn at random with the speeds as weights."""
    weights = list(accumulate(float(bot.speed) for bot in bots))
    total, last, draw = weights[-1], len(weights) - 1, chance.random
    while True:
        yield bisect(weights, draw() * total, 0, last)  # as random.choices does, in a third of its time


def turn_ms(bots: Sequence[SimulatedBot]) -> float:
    """Return the time from one turn to the next, whoever's it is, ms: a bot of speed 1 has one in ``TURN_MS``."""
    return TURN_MS / sum(bot.speed for bot in bots)


def read_bots(text: str, seats: int, known: Collection[str]) -> tuple[SimulatedBot, ...]:
    """Return the bot of each of the ``seats`` from ``greedy``, or from one entry per seat: ``greedy,greedy*0.7``.

    ``known``: the kinds of the game. The message of a ``ValueError`` is for the user.
    """
    bots = tuple(_read_bot(entry.strip(), known) for entry in text.split(","))
    if len(bots) not in (1, seats):
        raise ValueError(f"{text!r} names {len(bots)} bots for {seats} players: give one for all or one per player")
    return bots * (seats // len(bots))


def _read_bot(entry: str, known: Collection[str]) -> SimulatedBot:
    kind, times, factor = entry.partition("*")
    if kind not in known:
        raise ValueError(f"{kind!r} is not a bot; there are: {', '.join(known)}")
    try:
        speed = float(factor) if times else 1.0
    except ValueError:
        speed = 0.0
    if not 0.01 <= speed <= 100:
        raise ValueError(f"{entry!r}: a bot's speed is a number from 0.01 to 100, as in {kind}*0.7")
    return SimulatedBot(kind, speed)
