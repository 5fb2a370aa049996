"""``kiosk simulate``: play many rounds with simple bots, and measure them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from kiosk.cli.common import Told, number, numbers, preset_of, say_text
from kiosk.cli.progress import tracked
from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry
from kiosk.simulator import summary
from kiosk.simulator.bots import SimulatedBot, read_bots
from kiosk.simulator.game_simulator import GameSimulator, Option, Simulation, Wanted, simulator_of_game
from kiosk.simulator.run import WorkersLostError, players, simulate
from kiosk.simulator.work import Result, measures_of, no_rounds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options; an installed game whose part of the simulator cannot be loaded is left out."""
    registry.drop_broken(simulator_of_game)
    games = registry.names()
    parser.add_argument("--game", choices=games, default=games[0], help=f"default: {games[0]}")
    parser.add_argument("--preset", metavar="EDITION", help="the edition, see: kiosk rules")
    parser.add_argument("--players", type=number(2, 12), default=4, metavar="N", help="2 to 12 (default: 4)")
    parser.add_argument(
        "--bots",
        metavar="BOTS",
        help="one for all or one per player: greedy (default) or random; greedy*0.7 acts 0.7 times as often",
    )
    parser.add_argument("--rounds", type=number(1, 10**7), default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of all randomness (default: 1)")
    parser.add_argument("--workers", type=number(1, 256), metavar="N", help="processes (default: one per core)")
    for game in games:
        own = parser.add_argument_group(f"{game} only")
        for option in simulator_of_game(game).options:
            own.add_argument(_flag(game, option), help=option.help, dest=_dest(game, option), **_keywords(option))
    form = parser.add_mutually_exclusive_group()
    for name in ("json", "csv"):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"print {name.upper()}")
    parser.set_defaults(run=run, form="table")


def run(options: argparse.Namespace) -> int:
    """Play the rounds, and print the measures."""
    for game in registry.names():
        for option in simulator_of_game(game).options:
            if game != options.game and getattr(options, _dest(game, option)) is not None:
                raise Told(f"{_flag(game, option)} is only for --game {game}")
    simulator = simulator_of_game(options.game)
    presets = rules_of_game(options.game).presets
    rules = preset_of(options.preset or next(iter(presets)), presets).rules
    own = {option.name: _value(options, option) for option in simulator.options}
    variants = [simulator.simulation(Wanted(rules, _bots(options, simulator), options.seed, own))]
    result = _play(options, variants, no_rounds(variants, options.players))
    (measures,) = measures_of(result, variants, options.players)
    say_text(summary.FORMS[options.form](measures))
    return 0


def _play(options: argparse.Namespace, variants: Sequence[Simulation], begun: Result) -> Result:
    result = begun
    results = simulate(variants, options.rounds, begun, players(options.workers or os.cpu_count() or 1))
    try:
        for latest in tracked(results, "Playing", options.rounds, begun=begun.done, done=attrgetter("done")):
            result = latest
    except WorkersLostError as error:
        raise Told(f"{error}: start it again with fewer --workers") from None
    return result


def _flag(game: str, option: Option) -> str:
    """Return the option's flag. Games of other packages know nothing of each other: theirs begin with their names."""
    name = option.name if registry.is_ours(game) else f"{game}_{option.name}"
    return f"--{name.replace('_', '-')}"


def _dest(game: str, option: Option) -> str:
    return f"{game} {option.name}"


def _keywords(option: Option) -> dict[str, Any]:
    """Return the option's arguments for ``argparse``; its value is None if it is not given."""
    if option.each is not None:
        return {"type": numbers(*option.each), "metavar": _EACH}
    return {"choices": option.words} if option.words else {"action": "store_true", "default": None}


_EACH: Final = "N,N,..."


def _value(options: argparse.Namespace, option: Option) -> Any:
    value = getattr(options, _dest(options.game, option))
    if option.each is not None and value is not None and len(value) != options.players:
        raise Told(
            f"{_flag(options.game, option)}: {len(value)} numbers for {options.players} players: give one per player"
        )
    return value


def _bots(options: argparse.Namespace, simulator: GameSimulator) -> tuple[SimulatedBot, ...]:
    named = next(iter(simulator.bots)) if options.bots is None else options.bots
    try:
        return read_bots(named, options.players, simulator.bots)
    except ValueError as error:
        raise Told(f"--bots: {error}") from None
