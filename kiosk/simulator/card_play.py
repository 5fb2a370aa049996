"""One simulated round of cards: bots that lose no time act one after the other, in random order (RULES.md 9).

The seat of each turn is drawn at random, weighted by the bots' speeds, so that one may be far ahead of another by luck.
In its turn a seat does one thing; turning or shuffling its discard into a new hand counts as one, a call costs no turn.
Time passes only where a seat has a flip cooldown of its own: a turn of a flip that comes too early is lost.
The numbers of RULES.md section 6 come from this model, with rows that are filled by hand (one turn per gap). If every
seat had one turn in each sweep instead, the seats would stay too close together: with 12 players the mean would be 2
points, not -0.4.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.moves import CALL, FLIP
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, DeadDetection
from kiosk.game.commands import Tick, Vote
from kiosk.game.refusals import DeadState, RoundEnd
from kiosk.simulator.bots import SimulatedBot, turn_ms, turns
from kiosk.simulator.card_players import CARD_BOTS

IDLE_TURNS: Final = 600
"""Turns per seat with nothing but flips after which all seats vote: in the pro variant a state does not count as dead
while there are moves that nobody wants to make (RULES.md 5.4). In shuffled play a fitting card comes up long before."""


@dataclass(frozen=True)
class PlayedCards:
    """The result of a round of cards.

    ``caller``: the seat whose empty stack ended it, if any. ``dead_by_cards``, ``dead_by_order``: the number of such
    states. ``flips``: the turns of all seats together that went into flipping or into a new hand.
    """

    scores: tuple[int, ...]
    by: RoundEnd
    caller: int | None
    dead_by_cards: int
    dead_by_order: int
    flips: int


def without_waiting(rules: CardRules) -> CardRules:
    """Return the rules for bots that lose no time: no cooldown, no lock, and a dead state fires at once."""
    return replace(
        rules,
        flip_cooldown_ms=0,
        shuffle_lock_ms=0,
        dead_detection=DeadDetection(grace_ms=0),
        unanimous_abort=True,  # otherwise a round of the pro variant might never end
    )


def play_cards(rules: CardRules, bots: Sequence[SimulatedBot], seed: int, index: int) -> PlayedCards:
    """Play round ``index`` of a simulation; the same seed and index give the same round in any process.

    ``rules``: as returned by ``without_waiting``, with the seats' handicaps. ``bots``: one per seat.
    """
    chance = random.Random(f"{seed}/{index}")  # noqa: S311  the game must be repeatable
    dealer = Dealer(chance.getrandbits(64))
    table = _Table(CardRound.deal(rules, decks(dealer, len(bots)), listens=False), dealer, bots, chance)
    idle, longest = 0, IDLE_TURNS * len(bots)
    step = turn_ms(bots) if rules.flip_cooldown_ms else 0.0
    for number, seat in enumerate(turns(bots, chance)):
        if table.ended:
            break
        idle = 0 if table.turn(seat, int(number * step)) else idle + 1
        if idle == longest:
            table.vote()
            idle = 0
    return table.result()


class _Table:
    """A round that is being played. It makes moves without commands and events, and counts what it needs itself."""

    def __init__(self, round_: CardRound, dealer: Dealer, bots: Sequence[SimulatedBot], chance: random.Random) -> None:
        self._round = round_
        self._dealer = dealer
        self._choose = [CARD_BOTS[bot.kind] for bot in bots]
        self._chance = chance
        self._at = 0
        self._flips = 0
        self._dead: list[DeadState] = []
        self._new_hand = [False] * len(bots)
        self._fire()  # it may be dead as it is dealt

    @property
    def ended(self) -> bool:
        """True if the round is over."""
        return self._round.course.ended is not None

    def turn(self, seat: int, at: int) -> bool:
        """Play one turn of a seat, ``at`` ms after the start; return whether it changed more than its hand."""
        round_ = self._round
        self._at = at
        move = self._choose[seat](round_, seat, at, self._chance)
        if move is None:
            return False
        if move == FLIP:
            self._flip(seat)
            return False
        self._new_hand[seat] = False
        self._make(seat, move)
        if round_.may_stop(seat):
            self._make(seat, CALL)
        return True

    def _flip(self, seat: int) -> None:
        owner = self._round.seats[seat]
        if self._at < owner.flip_locked_until:
            return
        self._flips += 1
        if not owner.hand and not self._new_hand[seat]:
            self._new_hand[seat] = True  # the core makes the new hand with the flip of the next turn
            return
        self._new_hand[seat] = False
        size = self._round.flip_needs_order(seat)
        self._make(seat, FLIP, self._dealer.order(size) if size else ())

    def _make(self, seat: int, move: int, order: Sequence[int] = ()) -> None:
        self._round.make(seat, move, self._at, order)
        self._fire()

    def vote(self) -> None:
        """Let all seats vote that nobody can play."""
        for seat in range(len(self._choose)):
            self._round.apply(Vote(self._at, seat))
            self._fire()

    def _fire(self) -> None:
        """Let the dead state or the automatic Stop that is due happen, and whatever they make due."""
        round_ = self._round
        while (due := round_.next_deadline()) is not None and due <= self._at:
            if round_.dead is not None:
                self._dead.append(round_.dead)
            orders = [self._dealer.order(size) for size in round_.reshuffle_sizes() or ()]
            round_.apply(Tick(due, tuple(orders)))

    def result(self) -> PlayedCards:
        """Return the result of the round, which has ended."""
        ended = self._round.ended
        assert ended is not None  # noqa: S101  turns() goes on until then
        return PlayedCards(
            scores=tuple(self._round.scores()),
            by=ended.by,
            caller=ended.seat if ended.by in (RoundEnd.STOP, RoundEnd.AUTO_STOP) else None,
            dead_by_cards=self._dead.count(DeadState.BY_CARDS),
            dead_by_order=self._dead.count(DeadState.BY_ORDER),
            flips=self._flips,
        )
