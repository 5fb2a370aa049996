"""Simulation of many rounds of dominoes with simple players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from msgspec.structs import replace

from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import Stop, Vote
from kiosk.simulator.bots import SimulatedBot, turns
from kiosk.simulator.game_simulator import Option, Simulation, Wanted
from kiosk.simulator.measures import NamedMeasures, Totals
from kiosk.simulator.tally import Column, Row
from ligretto_dominoes.round import DominoRound, DrawTile
from ligretto_dominoes.rules import DominoRules
from ligretto_dominoes.tiles import SET

_IDLE: Final = 40
"""The number of draws of each seat in a row after which the round counts as stuck."""


@dataclass(frozen=True)
class Played:
    """The outcome of a round. ``caller``: the seat that had laid all its tiles, None if no seat had."""

    scores: tuple[int, ...]
    caller: int | None
    chain: int


def play(rules: DominoRules, bots: Sequence[SimulatedBot], seed: int, index: int) -> Played:
    """Play round ``index`` of a simulation: players without reaction times lay tiles that fit, and otherwise draw."""
    chance = random.Random(f"{seed}/{index}")  # noqa: S311  a repeatable game is the aim
    dealer = Dealer(chance.getrandbits(64))
    round_ = DominoRound.deal(rules, [dealer.order(len(SET)) for _ in bots])
    idle = 0
    for seat in turns(bots, chance):
        if round_.ended is not None:
            break
        command = round_.legal_commands(seat)[0]
        round_.apply(command)
        idle = idle + 1 if isinstance(command, DrawTile) else 0
        if round_.may_stop(seat):
            round_.apply(Stop(round_.at, seat))
        elif idle > _IDLE * len(bots):
            for voter in range(len(bots)):
                round_.apply(Vote(round_.at, voter))
    ended = round_.ended
    return Played(tuple(round_.scores()), None if ended is None else ended.seat, len(round_.chain.links))


def read(played: Played) -> Row:
    """Return the values of the game's own column: the length of the chain."""
    return (played.chain,)


def measure(bots: Sequence[SimulatedBot], totals: Totals) -> NamedMeasures:
    """Return the length of the chains, and the results of the seats."""
    table = {"rounds": totals.tally.rounds, **totals.mean("chain"), **totals.seat_advantage()}
    return NamedMeasures(table, totals.seats(bots, "tiles", [DominoRules().hand] * len(bots)))


class _Simulator:
    """The ``simulator`` part of the registry's entry."""

    options: Sequence[Option] = ()
    bots: Sequence[str] = ("greedy",)
    unused: Sequence[str] = ("stop_delay_ms",)

    def simulation(self, wanted: Wanted) -> Simulation:
        """Return rounds of players without reaction times, who need no automatic Stop."""
        rules = replace(wanted.rules, stop_delay_ms=None)
        playing = partial(play, rules, wanted.bots, wanted.seed)
        return Simulation(playing, (Column("chain"),), read, partial(measure, wanted.bots))


SIMULATOR: Final = _Simulator()
