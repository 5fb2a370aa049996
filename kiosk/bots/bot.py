"""A player for an empty seat: sees what a person there sees, needs time to look and to reach, misses and fumbles.

Pure.

Its randomness is a seeded generator of its own; its moves go through the same arbiter, cooldowns and locks as people's.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from hardware.api import Button, Duration, Instant, milliseconds
from kiosk import messages as msg
from kiosk.game.cards import Card
from kiosk.game.commands import DISCARD, STACK, Place, Source
from kiosk.seats import SeatNumber

Action = msg.PlayCard | msg.FlipHand | msg.RefillSlot | msg.TuckCard | msg.CastVote | msg.PressButton


@dataclass(frozen=True, slots=True)
class Strength:
    """How good a bot is.

    Times in milliseconds (mean, spread of a normal distribution, cut at a third of the mean), chances 0..1.
    """

    look: tuple[float, float]
    """From the last move to the decision for the next one."""
    travel: tuple[float, float]
    """From the decision to the card's landing: in that time somebody else may be faster."""
    flip: tuple[float, float]
    """From the decision to flip to the flip."""
    miss: float
    """Chance to overlook a card that fits, at each look."""
    fumble: float
    """Chance to let a card slip on its way: nothing lands, the time is lost."""


STEADY: Final = Strength(look=(520, 170), travel=(430, 120), flip=(260, 70), miss=0.22, fumble=0.04)
"""An attentive adult who has played a few rounds."""


PATIENCE: Final = 150
"""Looks in which nothing has changed but the hand, before a bot votes of its own accord (about two minutes).

In shuffled play a card that fits comes up long before; but some states are alive only by moves that nobody wants to
make, and in some editions nothing but a vote ends a dead one (RULES.md 5.4, O25).
"""


@dataclass(frozen=True, slots=True)
class BotView:
    """What a bot sees: its own face-up cards, counts, and the tops of the open piles.

    Nothing that a person would not see.
    """

    row: tuple[Card | None, ...]
    stack: Card | None
    """The stack's top, where it may go straight to the centre."""
    discard: Card | None
    """The discard's top, where it may be played."""
    can_flip: bool
    open_piles: frozenset[Card]
    may_stop: bool
    stack_waits: bool
    """There are cards in the stack and a slot that a ``refill`` command would fill."""
    tucks: tuple[tuple[Source, int], ...]
    """Pro variant: which face-up card may well be tucked into which slot, the stack's first."""
    somebody_voted: bool
    voted: bool

    def fits(self, card: Card) -> bool:
        """Whether the card could be laid now."""
        return card.number == 1 or Card(card - 1) in self.open_piles


@dataclass(slots=True)
class Bot:
    """One bot. Call ``act`` when ``due`` has come; it answers with a move or None and sets the next ``due``."""

    seat: SeatNumber
    strength: Strength
    seed: int
    due: Instant
    cells: int = msg.CELLS
    """Cells of the centre that are in use: it lays its 1s anywhere among them, as people do."""
    _random: random.Random = field(init=False)
    _decided: Action | None = None
    _last: tuple[object, ...] = ()
    _unchanged: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311  a game's opponent, not a secret

    def begin(self, due: Instant) -> None:
        """A new round: nothing is decided, and the first look is at ``due``."""
        self._decided, self.due, self._unchanged = None, due, 0

    def act(self, view: BotView, now: Instant) -> Action | None:
        """Look and decide, or carry out what was decided."""
        if self._decided is not None:
            action, self._decided = self._decided, None
            self._wait(self.strength.look, now)
            # Stamped when it is made, not when it was decided.
            return None if self._random.random() < self.strength.fumble else structs.replace(action, at=now)
        self._decided, reach = self._decide(view, now)
        self._wait(reach, now)
        return None

    def _decide(self, view: BotView, now: Instant) -> tuple[Action | None, tuple[float, float]]:
        if view.may_stop:
            return msg.PressButton(self.seat, Button.STOP, now), self.strength.travel
        for source in self._wishes(view):
            if self._random.random() >= self.strength.miss:
                near = tuple(self._random.sample(range(self.cells), self.cells))
                return msg.PlayCard(self.seat, str(source), near, now), self.strength.travel
        for source, slot in view.tucks:
            if self._random.random() >= self.strength.miss:
                return msg.TuckCard(self.seat, str(source), slot, now), self.strength.travel
        if view.stack_waits:
            return msg.RefillSlot(self.seat, view.row.index(None), now), self.strength.flip
        if not view.voted and (view.somebody_voted or self._gives_up(view)):
            return msg.CastVote(self.seat, now), self.strength.travel
        if view.can_flip:
            return msg.FlipHand(self.seat, now), self.strength.flip
        return None, self.strength.look

    def _gives_up(self, view: BotView) -> bool:
        """Called when it sees nothing better to do than to flip."""
        seen = (view.row, view.stack, view.open_piles)
        self._unchanged = self._unchanged + 1 if seen == self._last else 0
        self._last = seen
        return self._unchanged >= PATIENCE

    @staticmethod
    def _wishes(view: BotView) -> list[Source]:
        """The cards that fit, the most useful first: the stack, the row (it makes room for the stack), the discard."""
        wishes: list[Source] = []
        if view.stack is not None and view.fits(view.stack):
            wishes.append(STACK)
        wishes += [
            Source(Place.ROW, slot) for slot, card in enumerate(view.row) if card is not None and view.fits(card)
        ]
        if view.discard is not None and view.fits(view.discard):
            wishes.append(DISCARD)
        return wishes

    def _wait(self, time: tuple[float, float], now: Instant) -> None:
        mean, spread = time
        self.due = Instant(now + _cut(self._random.gauss(mean, spread), mean / 3))


def _cut(time_ms: float, least_ms: float) -> Duration:
    return milliseconds(max(time_ms, least_ms))
