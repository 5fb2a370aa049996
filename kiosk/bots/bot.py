"""What every player for an empty seat has: it needs time to look and to reach, it misses, fumbles and gives up.

Pure.

Its randomness is a seeded generator of its own; its moves go through the same arbiter, cooldowns and locks as people's.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias, TypeVar

from msgspec import structs

from hardware.api import Button, Duration, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.bots.strength import Strength, Time
from kiosk.game.seats import SeatNumber

Action: TypeAlias = (
    msg.PlayCard
    | msg.FlipHand
    | msg.RefillSlot
    | msg.TuckCard
    | msg.PlaceDie
    | msg.RollDice
    | msg.CastVote
    | msg.PressButton
    | msg.GameMove
)
Decision: TypeAlias = tuple[Action | None, Time]
"""What to do (None: look again) and how long that takes."""


class BotView(Protocol):
    """What a bot sees, whatever it plays: nothing that a person there would not see."""

    @property
    def may_stop(self) -> bool:
        """Whether its call would be true."""

    @property
    def carried(self) -> frozenset[str]:
        """The cards or dice that people have under a finger, as messages write them (``r4``)."""


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
            if self._random.random() < self.strength.fumble or self._gives_way(view, action):
                return None
            return structs.replace(action, at=now)  # stamped when it is made, not when it was decided
        if view.may_stop:
            self._decided, time = msg.PressButton(self.seat, Button.STOP, now), self.strength.travel
        else:
            self._decided, time = self._decide(view, now)
        self._wait(time, now)
        return None

    def _decide(self, view: V, now: Instant) -> Decision:
        raise NotImplementedError

    def _piece(self, view: V, action: Action) -> str | None:
        """The card or die that the action brings to a place that others may want, as ``BotView.carried`` writes it."""
        raise NotImplementedError

    def _gives_way(self, view: V, action: Action) -> bool:
        """Whether it leaves the place to a person, who may need it more; by chance, or a resting palm would bar it."""
        return self._piece(view, action) in view.carried and self._random.random() < self.strength.courtesy

    def _noticed(self, wishes: Iterable[T]) -> T | None:
        """The first of these that it does not overlook."""
        return next((wish for wish in wishes if self._random.random() >= self.strength.miss), None)

    def _looks_unchanged(self, seen: Hashable) -> int:
        """In how many looks before this one it has seen the same; ``seen``: what others can change."""
        self._unchanged = self._unchanged + 1 if seen == self._last else 0
        self._last = seen
        return self._unchanged

    def _wait(self, time: Time, now: Instant) -> None:
        mean, spread = time
        self.due = Instant(now + _cut(self._random.gauss(mean, spread), mean / 3))


def _cut(time_ms: float, least_ms: float) -> Duration:
    return milliseconds(max(time_ms, least_ms))
