"""``kiosk simulate``: play many rounds with simple bots, and measure them.

An interrupted simulation goes on from a file with its parameters and its result so far, as JSON.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kiosk.cli import common, comparison_plot
from kiosk.cli.common import CommandError, number, numbers, preset_of, say, say_text
from kiosk.cli.progress import tracked
from kiosk.game.game_rules import rules_of_game, rules_plain
from kiosk.game_registry import registry
from kiosk.simulator import comparison, summary
from kiosk.simulator.bots import SimulatedBot, read_bots
from kiosk.simulator.cluster import ClusterError, on_cluster
from kiosk.simulator.game_simulator import GameSimulator, Option, Simulation, Wanted, simulator_of_game
from kiosk.simulator.run import Player, WorkersLostError, players, simulate
from kiosk.simulator.tally import MOST_SEATS
from kiosk.simulator.variants import Variant, read_sweep, variants_of
from kiosk.simulator.work import Result, measures_of, no_rounds
from kiosk.system.decoders import prepared
from kiosk.system.ending import sigterm_as_ctrl_c
from kiosk.system.files import LIST_BYTES, read_regular, write_file
from kiosk.system.version import version

_ABSENT: Final = "absent"


class CheckpointError(Exception):
    """The file cannot be used for this simulation. The message is for the user."""


class _Checkpoint(Struct, forbid_unknown_fields=True):
    simulation: dict[str, Any]
    result: Result


def read_checkpoint(file: Path, simulation: Mapping[str, Any], rounds: int) -> Result | None:
    """Return the result so far of the simulation with these parameters; None if there is no such file yet.

    Raises CheckpointError, also if it has played more than these ``rounds``, and OSError.
    """
    try:
        data = read_regular(file, LIST_BYTES)
    except FileNotFoundError:
        return None
    try:
        found = msgspec.json.decode(data, type=prepared(_Checkpoint))
    except msgspec.DecodeError as error:
        raise CheckpointError(f"{file} is no checkpoint of kiosk simulate ({error}): give another file") from None
    wanted = msgspec.json.decode(msgspec.json.encode(simulation))
    if difference := _difference(found.simulation, wanted):
        raise CheckpointError(
            f"{file} belongs to another simulation ({difference}): give another file, or delete this one"
        )
    if found.result.done > rounds:
        raise CheckpointError(
            f"{file} has {found.result.done} rounds already: give --rounds {found.result.done} or more"
        )
    return found.result


def write_checkpoint(file: Path, simulation: Mapping[str, Any], result: Result) -> None:
    """Replace the file atomically. Raises OSError."""
    write_file(file, msgspec.json.encode(_Checkpoint(dict(simulation), result)), mode=0o644)


def _difference(found: Any, wanted: Any, path: str = "") -> str:
    if isinstance(found, dict) and isinstance(wanted, dict):
        for name in (*wanted, *found):
            if difference := _difference(found.get(name, _ABSENT), wanted.get(name, _ABSENT), f"{path}.{name}"):
                return difference
        return ""
    return "" if found == wanted else f"{path.removeprefix('.')}: {_words(found)}, not {_words(wanted)}"


def _words(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


INTERRUPTED: Final = 130
"""The exit status after Ctrl-C or SIGTERM."""
SAVED_S: Final = 10.0
"""Seconds between two writes of the checkpoint."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options; an installed game whose part of the simulator cannot be loaded is left out."""
    registry.drop_broken(simulator_of_game)
    games = registry.names()
    parser.add_argument("--game", choices=games, default=games[0], help=f"default: {games[0]}")
    edition = parser.add_mutually_exclusive_group()
    edition.add_argument("--preset", metavar="EDITION", help="the edition, see: kiosk rules")
    words = "compare editions, all with the same seeds: differences from the first with 95 %% confidence intervals"
    edition.add_argument("--compare", nargs="+", metavar="EDITION", help=words)
    words = "compare values of an option of the rules: stack_size=8..13, or recycle=shuffle,turn_over"
    parser.add_argument("--sweep", metavar="OPTION=VALUES", help=words)
    parser.add_argument("--players", type=number(2, MOST_SEATS), default=4, metavar="N", help="2 to 12 (default: 4)")
    parser.add_argument(
        "--bots",
        metavar="BOTS",
        help="one for all or one per player: greedy (default) or random; greedy*0.7 acts 0.7 times as often",
    )
    parser.add_argument("--rounds", type=number(1, 10**9), default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of all randomness (default: 1)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=number(1, 256), metavar="N", help="processes (default: one per core)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="play on a Dask cluster: tcp://192.168.1.10:8786")
    words = "go on from there after an interruption, or with more --rounds; written every 10 seconds"
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help=words)
    for game in games:
        own = parser.add_argument_group(f"{game} only")
        for option in simulator_of_game(game).options:
            own.add_argument(_flag(game, option), help=option.help, dest=_dest(game, option), **_keywords(option))
    form = parser.add_mutually_exclusive_group()
    for name in ("json", "csv"):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"print {name.upper()}")
    words = "with --compare or --sweep: draw the measures with their confidence intervals there, as SVG"
    parser.add_argument("--plot", type=Path, metavar="FILE", help=words)
    parser.set_defaults(run=run, form="table")


def run(options: argparse.Namespace) -> int:
    """Play the rounds, and print the measures."""
    for game in registry.names():
        for option in simulator_of_game(game).options:
            if game != options.game and getattr(options, _dest(game, option)) is not None:
                raise CommandError(f"{_flag(game, option)} is only for --game {game}")
    simulator = simulator_of_game(options.game)
    own = {option.name: _value(options, option) for option in simulator.options}
    bots = _bots(options, simulator)
    variants = _variants(options, simulator, own)
    if options.plot is not None and len(variants) == 1:
        raise CommandError("--plot draws a comparison: add --compare EDITION EDITION or --sweep OPTION=VALUES")
    simulations = [simulator.simulation(Wanted(variant.rules, bots, options.seed, own)) for variant in variants]
    result = _play(options, simulations, _parameters(options, bots, own, variants))
    if result is None:
        return INTERRUPTED
    if len(variants) == 1:
        (measures,) = measures_of(result, simulations, options.players)
        say_text(summary.FORMS[options.form](measures))
        return 0
    each_seat = len(set(bots)) > 1 or any(own[option.name] is not None for option in simulator.options if option.each)
    compared = comparison.compare(variants, simulations, result, options.players, each_seat=each_seat)
    common.save_drawing(options.plot, lambda: comparison_plot.draw(compared, _title(options)))
    say_text(comparison.FORMS[options.form](compared))
    return 0


def _variants(options: argparse.Namespace, simulator: GameSimulator, own: Mapping[str, Any]) -> list[Variant]:
    presets = rules_of_game(options.game).presets
    names = options.compare or [options.preset or next(iter(presets))]
    if options.compare and len(set(names)) != len(names):
        raise CommandError(f"--compare {' '.join(names)}: name each edition once")
    if options.compare and len(names) == 1 and options.sweep is None:
        raise CommandError(f"--compare {names[0]}: name at least two editions, there are: {', '.join(presets)}")
    rules = {name: preset_of(name, presets).rules for name in names}
    try:
        sweep = None if options.sweep is None else read_sweep(options.sweep)
        variants = variants_of(options.game, rules, sweep, simulator.unused)
    except ValueError as error:
        raise CommandError(f"--sweep: {error}") from None
    for option in simulator.options:
        if sweep is not None and option.sets == sweep.option and own[option.name] is not None:
            raise CommandError(
                f"--sweep {sweep.option}: {_flag(options.game, option)} sets it as well: leave out one of them"
            )
    return variants


def _title(options: argparse.Namespace) -> str:
    editions = ", ".join(options.compare or [options.preset] if options.compare or options.preset else [])
    return ", ".join(filter(None, (options.game, editions, options.sweep, f"{options.players} players")))


def _parameters(
    options: argparse.Namespace, bots: Sequence[SimulatedBot], own: Mapping[str, Any], variants: Sequence[Variant]
) -> dict[str, Any]:
    """Return everything that the result depends on apart from the number of rounds."""
    return {
        "version": version(),
        "game": options.game,
        "players": options.players,
        "seed": options.seed,
        "bots": [str(bot) for bot in bots],
        "options": dict(own),
        "variants": [variant.name for variant in variants],
        "rules": [rules_plain(variant.rules) for variant in variants],
    }


def _play(
    options: argparse.Namespace, simulations: Sequence[Simulation], parameters: Mapping[str, Any]
) -> Result | None:
    """Return the result of all rounds; None after Ctrl-C or SIGTERM if a checkpoint was written."""
    result = _begun(options.checkpoint, parameters, options.rounds) or no_rounds(simulations, options.players)
    begun, due = result.done, 0.0
    try:
        with (
            sigterm_as_ctrl_c(),
            closing(simulate(simulations, options.rounds, result, _player(options))) as results,
        ):
            for latest in tracked(results, "Playing", options.rounds, begun=begun, done=attrgetter("done")):
                result = latest
                if time.monotonic() >= due:
                    _save(options.checkpoint, parameters, result)
                    due = time.monotonic() + SAVED_S
    except (KeyboardInterrupt, WorkersLostError) as error:
        if options.checkpoint is None:
            if isinstance(error, KeyboardInterrupt):
                raise
            raise CommandError(str(error)) from None
        _save(options.checkpoint, parameters, result)
        words = f"{options.checkpoint}: {result.done} of {options.rounds} rounds; the same command goes on from there"
        if isinstance(error, KeyboardInterrupt):
            say(words, sys.stderr)
            return None
        raise CommandError(str(error), words) from None
    _save(options.checkpoint, parameters, result)
    return result


def _player(options: argparse.Namespace) -> Player:
    if options.scheduler is None:
        return players(options.workers or os.cpu_count() or 1)
    try:
        return on_cluster(options.scheduler, lambda words: say(words, sys.stderr))
    except ClusterError as error:
        raise CommandError(f"--scheduler {options.scheduler}: {error}") from None


def _begun(file: Path | None, parameters: Mapping[str, Any], rounds: int) -> Result | None:
    if file is None:
        return None
    try:
        return read_checkpoint(file, parameters, rounds)
    except CheckpointError as error:
        raise CommandError(f"--checkpoint {error}") from None
    except OSError as error:
        raise CommandError(f"--checkpoint {file}: cannot be read ({error.strerror}): give another file") from None


def _save(file: Path | None, parameters: Mapping[str, Any], result: Result) -> None:
    if file is None:
        return
    try:
        write_checkpoint(file, parameters, result)
    except OSError as error:
        raise CommandError(f"--checkpoint {file}: cannot be written ({error.strerror}): give another file") from None


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
        raise CommandError(
            f"{_flag(options.game, option)}: {len(value)} numbers for {options.players} players: give one per player"
        )
    return value


def _bots(options: argparse.Namespace, simulator: GameSimulator) -> tuple[SimulatedBot, ...]:
    named = next(iter(simulator.bots)) if options.bots is None else options.bots
    try:
        return read_bots(named, options.players, simulator.bots)
    except ValueError as error:
        raise CommandError(f"--bots: {error}") from None
