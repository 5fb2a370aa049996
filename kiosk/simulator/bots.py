"""The simulator's simple players: how each chooses, and how ``--bots`` names them. They see every play at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, TypeAlias

from kiosk.game.card_commands import DISCARD, STACK, CardCommand, Flip, Play, Refill, Tuck
from kiosk.game.card_round import CardRound
from kiosk.game.commands import Stop
from kiosk.game.dice_commands import DiceCommand
from kiosk.game.dice_round import DiceRound

ChooseCard: TypeAlias = Callable[[CardRound, int, random.Random], CardCommand | None]
"""A seat's next command, None if there is nothing that it could do."""
ChooseDie: TypeAlias = Callable[[DiceRound, int, random.Random], DiceCommand]
"""The next command of a seat that has dice; a roll without what it shows."""


@dataclass(frozen=True, slots=True)
class SimulatedBot:
    """Who plays a seat.

    ``kind``: a name of the game's table of bots. ``speed``: above 0; how often it acts, where others do once.
    """

    kind: str = "greedy"
    speed: float = 1.0

    def __str__(self) -> str:
        return self.kind if self.speed == 1 else f"{self.kind}*{self.speed:g}"


def turns(bots: Sequence[SimulatedBot], chance: random.Random) -> Iterator[int]:
    """The seats in the order in which they act, drawn anew every time by their speeds; without an end."""
    seats = range(len(bots))
    weights = list(accumulate(bot.speed for bot in bots))
    while True:
        yield chance.choices(seats, cum_weights=weights)[0]


def greedy(round_: CardRound, seat: int, _chance: random.Random) -> CardCommand | None:
    """Call, fill a gap, play from stack or row, tuck a stack card, play from the discard, else flip (RULES.md 9)."""
    if round_.may_stop(seat):
        return Stop(round_.at, seat)
    owner = round_.seats[seat]
    if owner.stack and (slot := next(owner.gaps(), None)) is not None:
        return Refill(round_.at, seat, slot)
    source = next(iter(round_.legal_plays(seat)), None)  # they come in the order of preference
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
    """Any legal command, all equally likely."""
    legal = round_.legal_commands(seat)
    return chance.choice(legal) if legal else None


def greedy_with_dice(round_: DiceRound, seat: int, _chance: random.Random) -> DiceCommand:
    """Place what fits, the reds first, else roll."""
    return round_.legal_commands(seat)[0]  # they come in that order


def at_random_with_dice(round_: DiceRound, seat: int, chance: random.Random) -> DiceCommand:
    """Any legal command, all equally likely: it often rolls dice that would have fitted."""
    return chance.choice(round_.legal_commands(seat))


CARD_BOTS: Final[Mapping[str, ChooseCard]] = {"greedy": greedy, "random": at_random}
"""The kinds of bots that play cards, by name."""
DICE_BOTS: Final[Mapping[str, ChooseDie]] = {"greedy": greedy_with_dice, "random": at_random_with_dice}
"""The kinds of bots that play dice, by name."""


def read_bots(text: str, seats: int, known: Mapping[str, object]) -> tuple[SimulatedBot, ...]:
    """Who plays each of the ``seats``: ``greedy``, or one entry a seat, as in ``greedy,greedy*0.7``.

    ``known``: the kinds of the game. ``ValueError`` in words for the user.
    """
    bots = tuple(_read_bot(entry.strip(), known) for entry in text.split(","))
    if len(bots) not in (1, seats):
        raise ValueError(f"{text!r} names {len(bots)} bots for {seats} players: name one, or one a player")
    return bots * (seats // len(bots))


def _read_bot(entry: str, known: Mapping[str, object]) -> SimulatedBot:
    kind, times, factor = entry.partition("*")
    if kind not in known:
        raise ValueError(f"{kind!r} is no bot; there are: {', '.join(known)}")
    try:
        speed = float(factor) if times else 1.0
    except ValueError:
        speed = 0.0
    if not 0.01 <= speed <= 100:
        raise ValueError(f"{entry!r}: a bot's speed is a number from 0.01 to 100, as in {kind}*0.7")
    return SimulatedBot(kind, speed)
