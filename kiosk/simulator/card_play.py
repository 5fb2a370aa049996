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
from kiosk.game.card_commands import Flip
from kiosk.game.card_events import DeadArmed, Flipped
from kiosk.game.card_round import CardRound
from kiosk.game.card_rules import CardRules, DeadDetection
from kiosk.game.commands import Stop, Tick, Vote
from kiosk.game.events import Event
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
    table = _Table(CardRound.deal(rules, decks(dealer, len(bots))), dealer, bots, chance)
    idle, longest = 0, IDLE_TURNS * len(bots)
    step = turn_ms(bots) if rules.flip_cooldown_ms else 0.0
    for number, seat in enumerate(turns(bots, chance)):
        if table.ended:
            break
        table.pass_to(int(number * step))
        idle = 0 if table.turn(seat) else idle + 1
        if idle == longest:
            table.vote()
            idle = 0
    return table.result()


class _Table:
    """A round that is being played."""

    def __init__(self, round_: CardRound, dealer: Dealer, bots: Sequence[SimulatedBot], chance: random.Random) -> None:
        self._round = round_
        self._dealer = dealer
        self._bots = bots
        self._chance = chance
        self._events: list[Event] = []
        self._new_hands = 0
        self._new_hand = [False] * len(bots)

    @property
    def ended(self) -> bool:
        """True if the round is over."""
        return self._round.ended is not None

    def pass_to(self, at: int) -> None:
        """Let time pass, ms; seats with a flip cooldown of their own wait for it."""
        if at > self._round.at:
            self._events += self._dealer.judge(self._round, Tick(at))

    def turn(self, seat: int) -> bool:
        """Play one turn of a seat; return whether it changed more than its hand."""
        round_ = self._round
        command = CARD_BOTS[self._bots[seat].kind](round_, seat, self._chance)
        if isinstance(command, Flip) and round_.at < round_.seats[seat].flip_locked_until:
            return False
        if isinstance(command, Flip) and not round_.seats[seat].hand and not self._new_hand[seat]:
            self._new_hand[seat] = True  # the core makes the new hand with the flip of the next turn
            self._new_hands += 1
            return False
        if command is None:
            return False
        self._new_hand[seat] = False
        self._events += self._dealer.judge(round_, command)
        if round_.may_stop(seat):
            self._events += self._dealer.judge(round_, Stop(round_.at, seat))
        return not isinstance(command, Flip)

    def vote(self) -> None:
        """Let all seats vote that nobody can play."""
        for seat in range(len(self._bots)):
            self._events += self._dealer.judge(self._round, Vote(self._round.at, seat))

    def result(self) -> PlayedCards:
        """Return the result of the round, which has ended."""
        ended = self._round.ended
        assert ended is not None  # noqa: S101  turns() goes on until then
        dead = [event.kind for event in self._events if isinstance(event, DeadArmed)]
        return PlayedCards(
            scores=tuple(self._round.scores()),
            by=ended.by,
            caller=ended.seat if ended.by in (RoundEnd.STOP, RoundEnd.AUTO_STOP) else None,
            dead_by_cards=dead.count(DeadState.BY_CARDS),
            dead_by_order=dead.count(DeadState.BY_ORDER),
            flips=self._new_hands + sum(isinstance(event, Flipped) for event in self._events),
        )
