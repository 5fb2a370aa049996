"""Simulations without the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kiosk.game.cards.rules import CardRules
from kiosk.game.dice.rules import DiceRules
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.cards import SIMULATOR as CARDS
from kiosk.simulator.dice import SIMULATOR as DICE
from kiosk.simulator.game_simulator import Simulation, Wanted
from kiosk.simulator.measures import NamedMeasures
from kiosk.simulator.run import players, simulate
from kiosk.simulator.tally import Scored
from kiosk.simulator.work import Result, Work, measures_of, no_rounds

Bots = tuple[SimulatedBot, ...]


def card_simulation(rules: CardRules, bots: Bots, seed: int = 1, **options: Any) -> Simulation:
    """Return a simulation of cards."""
    return CARDS.simulation(Wanted(rules, bots, seed, {option.name: None for option in CARDS.options} | options))


def dice_simulation(rules: DiceRules, bots: Bots, seed: int = 1, **options: Any) -> Simulation:
    """Return a simulation of dice."""
    return DICE.simulation(Wanted(rules, bots, seed, {option.name: None for option in DICE.options} | options))


def measured(simulation: Simulation, rounds: Sequence[Scored]) -> NamedMeasures:
    """Return the measures of these rounds, as if the simulation had played them."""
    variants = [simulation._replace(play=rounds.__getitem__)]
    seats = len(rounds[0].scores)
    result = no_rounds(variants, seats).plus(Work.of(variants)(range(len(rounds))), variants)
    return measures_of(result, variants, seats)[0]


def result_of(variants: Sequence[Simulation], rounds: int, seats: int, workers: int = 1) -> Result:
    """Return the result of that many rounds."""
    *_, result = simulate(variants, rounds, no_rounds(variants, seats), players(workers))
    return result


def measures_after(simulation: Simulation, rounds: int, seats: int, workers: int = 1) -> NamedMeasures:
    """Return the measures of that many rounds."""
    return measures_of(result_of([simulation], rounds, seats, workers), [simulation], seats)[0]
