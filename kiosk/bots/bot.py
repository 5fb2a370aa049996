"""What every player for an empty seat has: it needs time to look and to reach, it misses, fumbles and gives up.

Pure.

Its randomness is a seeded generator of its own; its moves go through the same arbiter, cooldowns and locks as people's.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import structs

from hardware.api import Button, Duration, Instant, milliseconds
from kiosk import messages as msg
from kiosk.seats import SeatNumber

Action: TypeAlias = (
    msg.PlayCard
    | msg.FlipHand
    | msg.RefillSlot
    | msg.TuckCard
    | msg.PlaceDie
    | msg.RollDice
    | msg.CastVote
    | msg.PressButton
)
Time: TypeAlias = tuple[float, float]
"""Mean and spread in milliseconds of a normal distribution that is cut at a third of the mean."""
Decision: TypeAlias = tuple[Action | None, Time]
"""What to do (None: look again) and how long that takes."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How good a bot is, whatever it plays. Chances are 0..1."""

    look: Time
    """From the last move to the decision for the next one."""
    travel: Time
    """From the decision to the landing of a card or die: in that time somebody else may be faster."""
    turn: Time
    """From the decision to flip or to roll to doing it."""
    miss: float
    """Chance to overlook a card or die that fits, at each look."""
    fumble: float
    """Chance to let it slip on its way: nothing lands, the time is lost."""
    wait: float
    """Dice: chance to think, where nothing fits, of waiting for a space instead of rolling at once; at each look."""


STEADY: Final = Strength(look=(520, 170), travel=(430, 120), turn=(260, 70), miss=0.22, fumble=0.04, wait=0.8)
"""An attentive adult who has played a few rounds."""


PATIENCE: Final = 150
"""Looks in which nothing has changed but what was turned, before a bot votes of its own accord (about two minutes).

In shuffled play a card that fits comes up long before; but some states are alive only by moves that nobody wants to
make, and in some editions nothing but a vote ends a dead one (RULES.md 5.4, O25).
"""


class BotView(Protocol):
    """What a bot sees, whatever it plays: nothing that a person there would not see."""

    @property
    def may_stop(self) -> bool:
        """Whether its call would be true."""

    @property
    def somebody_voted(self) -> bool:
        """Whether anybody has said that nothing goes."""

    @property
    def voted(self) -> bool:
        """Whether the seat itself has."""


V = TypeVar("V", bound=BotView)
T = TypeVar("T")


@dataclass(slots=True)
class Bot(Generic[V]):
    """One bot. Call ``act`` when ``due`` has come; it answers with a move or None and sets the next ``due``."""

    seat: SeatNumber
    strength: Strength
    seed: int
    due: Instant
    _random: random.Random = field(init=False)
    _decided: Action | None = field(default=None, init=False)
    _last: Hashable = field(default=None, init=False)
    _unchanged: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311  a game's opponent, not a secret

    def begin(self, due: Instant) -> None:
        """A new round: nothing is decided, and the first look is at ``due``."""
        self._decided, self.due, self._unchanged = None, due, 0

    def act(self, view: V, now: Instant) -> Action | None:
        """Look and decide, or carry out what was decided."""
        if self._decided is not None:
            action, self._decided = self._decided, None
            self._wait(self.strength.look, now)
            # Stamped when it is made, not when it was decided.
            return None if self._random.random() < self.strength.fumble else structs.replace(action, at=now)
        if view.may_stop:
            self._decided, time = msg.PressButton(self.seat, Button.STOP, now), self.strength.travel
        else:
            self._decided, time = self._decide(view, now)
        self._wait(time, now)
        return None

    def _decide(self, view: V, now: Instant) -> Decision:
        raise NotImplementedError

    def _noticed(self, wishes: Iterable[T]) -> T | None:
        """The first of these that it does not overlook."""
        return next((wish for wish in wishes if self._random.random() >= self.strength.miss), None)

    def _votes(self, view: V, seen: Hashable) -> bool:
        """Whether it votes, asked when it sees nothing better to do than to turn; ``seen``: what others can change."""
        self._unchanged = self._unchanged + 1 if seen == self._last else 0
        self._last = seen
        return not view.voted and (view.somebody_voted or self._unchanged >= PATIENCE)

    def _wait(self, time: Time, now: Instant) -> None:
        mean, spread = time
        self.due = Instant(now + _cut(self._random.gauss(mean, spread), mean / 3))


def _cut(time_ms: float, least_ms: float) -> Duration:
    return milliseconds(max(time_ms, least_ms))
