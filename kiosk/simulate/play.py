"""One simulated round: equal, greedy players in random order, who see every play and never wait (RULES.md 9)."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

from kiosk.dealer import Dealer
from kiosk.game.card_round import CardRound
from kiosk.game.commands import Command, Flip, Place, Play, Refill, Stop, Tuck, Vote
from kiosk.game.events import DeadArmed, Event, Flipped
from kiosk.game.reasons import DeadState, RoundEnd
from kiosk.game.rules import CardRules, DeadDetection

IDLE_SWEEPS: Final = 600
"""After so many turns of every seat with nothing but flips all vote: some states of the pro variant are alive only by
moves that nobody wants to make (RULES.md 5.4). In shuffled play a card that fits comes up long before."""


@dataclass(frozen=True)
class PlayedRound:
    """What came of a round.

    ``caller``: whose empty stack ended it, None if none did. ``dead_by_cards``, ``dead_by_order``: how often such a
    state came up. ``flips``: of all seats together.
    """

    scores: tuple[int, ...]
    by: RoundEnd
    caller: int | None
    dead_by_cards: int
    dead_by_order: int
    flips: int


def without_waiting(rules: CardRules) -> CardRules:
    """The same rules for players who lose no time: no cooldown, no lock, and a dead state fires at once."""
    return replace(
        rules,
        flip_cooldown_ms=0,
        shuffle_lock_ms=0,
        dead_detection=DeadDetection(grace_ms=0),
        unanimous_abort=True,  # or a round of the pro variant might never end
    )


def play_round(rules: CardRules, players: int, seed: int, index: int) -> PlayedRound:
    """Round ``index`` of a simulation; the same seed and index give the same round, whoever plays it.

    ``rules``: as ``without_waiting`` gives them. ``ValueError`` if the rules have no stack for each of the ``players``.
    """
    chance = random.Random(f"{seed}/{index}")  # noqa: S311  a repeatable game is the aim
    dealer = Dealer(chance.getrandbits(64))
    round_ = CardRound.deal(rules, dealer.decks(players))
    order = list(range(players))
    events: list[Event] = []
    idle = 0
    while round_.ended is None:
        chance.shuffle(order)
        idle += 1
        for seat in order:
            command = Vote(round_.at, seat) if idle > IDLE_SWEEPS else choose(round_, seat)
            if command is None:
                continue
            events += dealer.judge(round_, command)
            if round_.ended is not None:
                break
            if not isinstance(command, Flip | Vote):
                idle = 0
        if idle > IDLE_SWEEPS:
            idle = 0
    return _result(round_, round_.ended.by, round_.ended.seat, events)


def choose(round_: CardRound, seat: int) -> Command | None:
    """A greedy player's move: Stop, else from stack, row or discard, a refill, a tuck, a flip; None: none of it."""
    if round_.may_stop(seat):
        return Stop(round_.at, seat)
    if sources := round_.legal_plays(seat):  # in the order of preference
        return Play(round_.at, seat, sources[0])
    owner = round_.seats[seat]
    for slot, pile in enumerate(owner.row):
        if not pile:
            return Refill(round_.at, seat, slot)
    if round_.rules.pro.enabled:
        for command in round_.legal_commands(seat):
            if isinstance(command, Tuck) and command.source.place is Place.STACK:
                return command
    return Flip(round_.at, seat) if owner.hand or owner.discard else None


def _result(round_: CardRound, by: RoundEnd, seat: int | None, events: list[Event]) -> PlayedRound:
    dead = [event.kind for event in events if isinstance(event, DeadArmed)]
    return PlayedRound(
        scores=tuple(round_.scores()),
        by=by,
        caller=seat if by in (RoundEnd.STOP, RoundEnd.AUTO_STOP) else None,
        dead_by_cards=dead.count(DeadState.BY_CARDS),
        dead_by_order=dead.count(DeadState.BY_ORDER),
        flips=sum(isinstance(event, Flipped) for event in events),
    )
