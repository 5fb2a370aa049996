"""The simulator's simple bots for cards: their choice of a command."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from kiosk.game.card_commands import DISCARD, STACK, CardCommand, Flip, Play, Refill, Tuck
from kiosk.game.card_round import CardRound
from kiosk.game.commands import Stop

ChooseCard: TypeAlias = Callable[[CardRound, int, random.Random], CardCommand | None]
"""A function that returns a seat's next command, None if it has no legal one."""


def greedy(round_: CardRound, seat: int, _chance: random.Random) -> CardCommand | None:
    """Return the first legal of: call, refill, play (row, stack), stack tuck, play (discard), flip (RULES.md 9)."""
    if round_.may_stop(seat):
        return Stop(round_.at, seat)
    owner = round_.seats[seat]
    if owner.stack and (gaps := owner.gaps()):
        return Refill(round_.at, seat, gaps[0])
    source = next(iter(round_.legal_plays(seat)), None)  # in the order of preference
    play = None if source is None else Play(round_.at, seat, source)
    if play is not None and play.source != DISCARD:
        return play
    flip = Flip(round_.at, seat) if owner.hand or owner.discard else None
    return _stack_tuck(round_, seat) or play or flip


def _stack_tuck(round_: CardRound, seat: int) -> Tuck | None:
    if not round_.rules.pro.enabled:
        return None
    tucks = (command for command in round_.legal_commands(seat) if isinstance(command, Tuck))
    return next((tuck for tuck in tucks if tuck.source == STACK), None)


def at_random(round_: CardRound, seat: int, chance: random.Random) -> CardCommand | None:
    """Return any legal command, all equally likely."""
    legal = round_.legal_commands(seat)
    return chance.choice(legal) if legal else None


CARD_BOTS: Final[Mapping[str, ChooseCard]] = {"greedy": greedy, "random": at_random}
"""The kinds of bots that play cards, by name."""
