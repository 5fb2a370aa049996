"""``kiosk simulate``: many rounds of simple players, measured."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from kiosk.cli.common import Told, number, numbers, preset_of
from kiosk.game.card_rules import PRESETS
from kiosk.game.dice_rules import DICE_PRESETS, HandicapMode
from kiosk.simulator import summary
from kiosk.simulator.bots import CARD_BOTS, DICE_BOTS, SimulatedBot, read_bots
from kiosk.simulator.card_measures import measure_cards
from kiosk.simulator.card_play import play_cards, without_waiting
from kiosk.simulator.dice_measures import measure_dice
from kiosk.simulator.dice_play import play_dice
from kiosk.simulator.measures import Measures

P = TypeVar("P")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--game", choices=tuple(_SIMULATED), default="cards", help="default: cards")
    parser.add_argument("--preset", metavar="NAME", help="the edition, see: kiosk rules")
    parser.add_argument("--players", type=number(2, 12), default=4, metavar="N", help="2 to 12 (default: 4)")
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="BOTS",
        help="who plays: one for all or one a player: greedy (default), random; greedy*0.7 acts 0.7 times as often",
    )
    parser.add_argument("--rounds", type=number(1, 10**7), default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other cards (default: 1)")
    parser.add_argument("--workers", type=number(1, 256), metavar="N", help="processes (default: one a core)")
    cards = parser.add_argument_group("cards only")
    cards.add_argument(
        "--stacks", type=numbers(1, 35), metavar="N,N,...", help="a handicap: each player's stack, 1 to 35"
    )
    cards.add_argument("--pro", action="store_true", default=None, help="with the pro variant")
    dice = parser.add_argument_group("dice only")
    dice.add_argument(
        "--extra", type=numbers(0, 2), metavar="N,N,...", help="a handicap: each player's extra dice, 0 to 2"
    )
    dice.add_argument(
        "--handicap-mode", choices=("leave_out", "transfer"), help="whence they come (default: leave_out)"
    )
    dice.add_argument("--waves", action="store_true", default=None, help="all roll together, not at their own pace")
    form = parser.add_mutually_exclusive_group()
    for name in ("json", "csv"):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"print {name.upper()}")
    parser.set_defaults(run=run, form="table")


def run(options: argparse.Namespace) -> int:
    """Play the rounds, and print the measures."""
    for game, (only, _) in _SIMULATED.items():
        for option in only:
            if game != options.game and getattr(options, option) is not None:
                raise Told(f"--{option.replace('_', '-')} is for {game}: it goes with --game {game} alone")
    _, measures = _SIMULATED[options.game]
    print(summary.FORMS[options.form](measures(options)))  # noqa: T201
    return 0


def _simulate_cards(options: argparse.Namespace) -> Measures:
    rules = preset_of(options.preset or "table_default", PRESETS).rules
    if options.pro:
        rules = replace(rules, pro=replace(rules.pro, enabled=True))
    if options.stacks is not None:
        rules = replace(rules, stack_size=_one_a_player(options, "stacks"))
    bots = _simulated_bots(options, CARD_BOTS)
    return measure_cards(rules, bots, _run(options, partial(play_cards, without_waiting(rules), bots, options.seed)))


def _simulate_dice(options: argparse.Namespace) -> Measures:
    rules = preset_of(options.preset or "university_games_2013", DICE_PRESETS).rules
    if options.handicap_mode is not None:
        rules = replace(rules, handicap_mode=HandicapMode(options.handicap_mode))
    if options.extra is not None:
        rules = replace(rules, dice_extra=_one_a_player(options, "extra"))
    bots = _simulated_bots(options, DICE_BOTS)
    play = partial(play_dice, rules, bots, options.seed, bool(options.waves))
    return measure_dice(rules, bots, _run(options, play))


_SIMULATED: Final[Mapping[str, tuple[tuple[str, ...], Callable[[argparse.Namespace], Measures]]]] = {
    "cards": (("stacks", "pro"), _simulate_cards),
    "dice": (("extra", "handicap_mode", "waves"), _simulate_dice),
}
"""The games: the options that are for each alone, and how it is simulated."""


def _one_a_player(options: argparse.Namespace, option: str) -> tuple[int, ...]:
    numbers: tuple[int, ...] = getattr(options, option)
    if len(numbers) != options.players:
        raise Told(f"--{option}: {len(numbers)} numbers for {options.players} players: give one a player")
    return numbers


def _simulated_bots(options: argparse.Namespace, known: Mapping[str, object]) -> tuple[SimulatedBot, ...]:
    try:
        return read_bots(options.bots, options.players, known)
    except ValueError as error:
        raise Told(f"--bots: {error}") from None


def _run(options: argparse.Namespace, play: Callable[[int], P]) -> list[P]:
    return summary.run(play, options.rounds, options.workers or os.cpu_count() or 1)
