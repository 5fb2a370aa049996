"""The simulator's simple bots for cards: their choice of a move."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from kiosk.game.cards.moves import CALL, FLIP, FROM_DISCARD, REFILL, TUCK, TUCK_DISCARD
from kiosk.game.cards.round import CardRound

ChooseCard: TypeAlias = Callable[[CardRound, int, int, random.Random], int | None]
"""A function that returns a seat's next move (``card_moves``) at that time, None if it has no legal one."""


def greedy(round_: CardRound, seat: int, at: int, _chance: random.Random) -> int | None:
    """Return the first legal of: call, refill, play (row, stack), stack tuck, play (discard), flip (RULES.md 9).

    A flip is returned even while the seat has to wait for it.
    """
    if round_.may_stop(seat):
        return CALL
    owner = round_.seats[seat]
    if owner.stack and owner.has_gap():
        return REFILL + owner.gaps()[0]
    plays = round_.checks.plays(owner, round_.center) if round_.course.may_act(seat, at) else []
    if plays and plays[0] != FROM_DISCARD:  # they are in the order of preference
        return plays[0]
    if round_.rules.pro.enabled and (tuck := _stack_tuck(round_, seat, at)) is not None:
        return tuck
    if plays:
        return FROM_DISCARD
    return FLIP if owner.hand or owner.discard else None


def _stack_tuck(round_: CardRound, seat: int, at: int) -> int | None:
    return next((move for move in round_.legal_moves(seat, at) if TUCK <= move < TUCK_DISCARD), None)


def at_random(round_: CardRound, seat: int, at: int, chance: random.Random) -> int | None:
    """Return any legal move, all equally likely."""
    legal = round_.legal_moves(seat, at)
    return chance.choice(legal) if legal else None


CARD_BOTS: Final[Mapping[str, ChooseCard]] = {"greedy": greedy, "random": at_random}
"""The kinds of bots that play cards, by name."""
