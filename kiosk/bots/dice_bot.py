"""A dice player for an empty seat: places what fits, waits a moment for a space, else rolls. Pure."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from msgspec import structs

from hardware.api import Button, Duration, Instant, milliseconds
from kiosk import messages as msg
from kiosk.game.dice import FACES, Die
from kiosk.seats import SeatNumber

DiceAction: TypeAlias = msg.PlaceDie | msg.RollDice | msg.CastVote | msg.PressButton


@dataclass(frozen=True, slots=True)
class DiceStrength:
    """How good a bot is. Times in milliseconds (mean, spread), chances 0..1."""

    look: tuple[float, float]
    travel: tuple[float, float]
    miss: float
    fumble: float
    patience: float
    """It waits for a space as long as the chance that one of its dice comes in turn soon is worth more than a roll."""


STEADY: Final = DiceStrength(look=(420, 130), travel=(430, 120), miss=0.15, fumble=0.04, patience=0.5)


@dataclass(frozen=True, slots=True)
class DiceBotView:
    """What a bot sees: its dice (None: not rolled yet), the board, and how many dice the others have left."""

    rolled: tuple[Die, ...] | None
    rolling: bool
    board: tuple[int, ...]
    others: tuple[int, ...]
    may_stop: bool
    somebody_voted: bool
    voted: bool

    def fits(self, die: Die) -> bool:
        """Whether the die could be placed now."""
        return die % FACES == self.board[die.color]


@dataclass(slots=True)
class DiceBot:
    """One bot. Call ``act`` when ``due`` has come; it answers with a move or None and sets the next ``due``."""

    seat: SeatNumber
    strength: DiceStrength
    seed: int
    due: Instant
    _random: random.Random = field(init=False)
    _decided: DiceAction | None = None

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311  a game's opponent, not a secret

    def begin(self, due: Instant) -> None:
        """A new round: nothing is decided, and the first look is at ``due``."""
        self._decided, self.due = None, due

    def act(self, view: DiceBotView, now: Instant) -> DiceAction | None:
        """Look and decide, or carry out what was decided."""
        if self._decided is not None:
            action, self._decided = self._decided, None
            self._wait(self.strength.look, now)
            return None if self._random.random() < self.strength.fumble else structs.replace(action, at=now)
        self._decided = self._decide(view, now)
        self._wait(self.strength.look if self._decided is None else self.strength.travel, now)
        return None

    def _decide(self, view: DiceBotView, now: Instant) -> DiceAction | None:
        if view.may_stop:
            return msg.PressButton(self.seat, Button.STOP, now)
        if view.rolling:
            return None
        for die in view.rolled or ():
            if view.fits(die) and self._random.random() >= self.strength.miss:
                return msg.PlaceDie(self.seat, str(die), now)
        if view.rolled == ():
            return None
        return msg.RollDice(self.seat, now)

    def _wait(self, time: tuple[float, float], now: Instant) -> None:
        mean, spread = time
        self.due = Instant(now + _cut(self._random.gauss(mean, spread), mean / 3))


def _cut(time_ms: float, least_ms: float) -> Duration:
    return milliseconds(max(time_ms, least_ms))
