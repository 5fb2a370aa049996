"""The base class of all bots: they need time to look and to reach, and they miss, fumble and give way. Pure.

A bot's randomness is a seeded generator of its own; its moves go through the same arbiter, cooldowns and locks as
people's.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
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
"""An action (None: look again) and the time that it takes."""


class BotView(Protocol):
    """The view of a bot in any game: nothing that a person at the seat would not see."""

    @property
    def may_stop(self) -> bool:
        """True if it may call Stop."""

    @property
    def carried(self) -> frozenset[str]:
        """The cards or dice that people carry, as messages write them (``r4``)."""


V = TypeVar("V", bound=BotView)
T = TypeVar("T")


class Bot(Generic[V]):
    """A bot. Call ``act`` at ``due``; it returns a move or None and sets the next ``due``.

    ``decided``: the action on its way, which the next ``act`` carries out; None: it looks next.
    """

    def __init__(self, seat: SeatNumber, strength: Strength, seed: int, due: Instant) -> None:
        self.seat = seat
        self.strength = strength
        self.due = due
        self.decided: Action | None = None
        self._random = random.Random(seed)  # noqa: S311  a game's opponent, not a secret
        self._last: Hashable = None
        self._unchanged = 0

    def begin(self, due: Instant) -> None:
        """Start a new round without a decision; the first look is at ``due``."""
        self.decided, self.due, self._unchanged = None, due, 0

    def act(self, view: V, now: Instant) -> Action | None:
        """Look and decide, or carry out the last decision."""
        if self.decided is not None:
            action, self.decided = self.decided, None
            self._wait(self.strength.look, now)
            if self._random.random() < self.strength.fumble or self._gives_way(view, action):
                return None
            return structs.replace(action, at=now)  # stamped when it is made, not when it was decided
        if view.may_stop:
            self.decided, time = msg.PressButton(self.seat, Button.STOP, now), self.strength.travel
        else:
            self.decided, time = self._decide(view, now)
        self._wait(time, now)
        return None

    def _decide(self, view: V, now: Instant) -> Decision:
        raise NotImplementedError

    def _piece(self, view: V, action: Action) -> str | None:
        """Return the card or die that the action brings to a contested place, as ``BotView.carried`` writes it."""
        raise NotImplementedError

    def _gives_way(self, view: V, action: Action) -> bool:
        """Return whether it leaves the place to a person who carries the same piece.

        Random, because otherwise a palm that rests on that piece would stop the bot for good.
        """
        return self._piece(view, action) in view.carried and self._random.random() < self.strength.courtesy

    def _noticed(self, wishes: Iterable[T]) -> T | None:
        """Return the first of these that it does not overlook."""
        return next((wish for wish in wishes if self._random.random() >= self.strength.miss), None)

    def _looks_unchanged(self, seen: Hashable) -> int:
        """Return how many looks in a row, before this one, saw the same; ``seen``: all that others can change."""
        self._unchanged = self._unchanged + 1 if seen == self._last else 0
        self._last = seen
        return self._unchanged

    def _wait(self, time: Time, now: Instant) -> None:
        mean, spread = time
        self.due = Instant(now + _cut(self._random.gauss(mean, spread), mean / 3))


def _cut(time_ms: float, least_ms: float) -> Duration:
    return milliseconds(max(time_ms, least_ms))
