"""``kiosk scores``: the rankings, and manual changes to them. What it does: ``kiosk.cli.rankings``.

Parsing, help and completion load no database: they would take half a second, several on a Raspberry Pi.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from importlib import import_module
from typing import Any, Final

from kiosk.cli.common import config_option, last_good_option, number
from kiosk.game_registry import registry
from kiosk.system.spreadsheet import SEPARATORS

_PERIODS = ("all", "today", "week", "month")
_YEARS: Final = range(1971, 9999)
"""Years whose days begin and end, in every time zone, at a moment that Python can represent."""


_GIVEN: Final = argparse.SUPPRESS
"""The default of an option that is valid before and after the subcommand: a value given before it is kept."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the rankings, and the subcommands."""
    parser.description = "Without a command: print the rankings, the best player first."
    _listing(parser, "run_standings")
    _filters(parser)
    usual = {"period": "all", "form": "table", "separator": None, "hall": False}
    parser.set_defaults(**dict.fromkeys(_round_filters()) | usual)
    parser.add_argument("--all", action="store_true", help="include seats with a handicap or dice rolled on screen")
    parser.add_argument("--bots", action="store_true", help="include the bots, as one entry")
    parser.add_argument("--guests", action="store_true", help="include players without a name, as one entry")
    words = "the best N of each ranking (default: 100, and all with --json or --csv)"
    parser.add_argument("--top", type=number(1, 10**9), metavar="N", help=words)
    last_good_option(parser)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")

    rounds = actions.add_parser("rounds", help="list rounds, including voided ones")
    _listing(rounds, "run_rounds")
    _filters(rounds)
    even_parser = actions.add_parser("even", help="find the handicap that makes two players even")
    _listing(even_parser, "run_even")
    _filters(even_parser)
    _simulation(even_parser)
    _listing(actions.add_parser("players", help="list all players with a name"), "run_players")
    _listing(actions.add_parser("audit", help="list manual changes"), "run_audit")
    person = actions.add_parser("person", help="print everything that is kept about a name: the person's own copy")
    person.add_argument("name", metavar="NAME", help="in any spelling")
    _listing(person, "run_person")

    delete = actions.add_parser("delete-player", help="turn all rounds of a player into a guest's, permanently")
    delete.add_argument("name", metavar="NAME")
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    void = actions.add_parser("void", help="exclude a round from the rankings")
    unvoid = actions.add_parser("unvoid", help="count a voided round again")
    for action in (void, unvoid):
        action.add_argument("round", metavar="ROUND", help="its id, or the beginning of it: kiosk scores rounds")
    void.add_argument("--reason", metavar="TEXT", required=True, help="the reason; it is stored, so write no names")
    unvoid.set_defaults(reason=None)
    for action, run in ((delete, "run_delete"), (void, "run_void"), (unvoid, "run_void")):
        config_option(action)
        action.set_defaults(run=_runner(run))

    reset = actions.add_parser("reset", help="restart the rankings: void all rounds of this table (none is deleted)")
    reset.add_argument("--reason", metavar="TEXT", required=True, help="the reason; it is stored, so write no names")
    reset.add_argument("--undo", action="store_true", help="count the rounds again that were voided for this reason")
    reset.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    config_option(reset)
    reset.set_defaults(run=_runner("run_reset"))

    retry = actions.add_parser("retry", help="try to count the rounds again that were set aside")
    config_option(retry)
    retry.set_defaults(run=_runner("run_retry"))

    rebuild = actions.add_parser("rebuild", help="add the standings up anew from the results, and tell what was wrong")
    words = "count days in this time zone from now on, such as Europe/Berlin"
    rebuild.add_argument("--time-zone", metavar="ZONE", help=words)
    config_option(rebuild)
    rebuild.set_defaults(run=_runner("run_rebuild"))


def _listing(parser: argparse.ArgumentParser, run: str) -> None:
    config_option(parser)
    form = parser.add_mutually_exclusive_group()
    for name in ("json", "csv"):
        words = f"print {name.upper()}"
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, default=_GIVEN, help=words)
    words = "of --csv: , ; | or tab (default: a comma; Excel in German and many other languages needs ';')"
    parser.add_argument(
        "--csv-separator", dest="separator", type=_separator, metavar="SIGN", default=_GIVEN, help=words
    )
    words = "read the hall's store, on the server of [venue] store, instead of this table's own"
    parser.add_argument("--hall", action="store_true", default=_GIVEN, help=words)
    parser.set_defaults(run=_runner(run))


def _runner(name: str) -> Callable[[argparse.Namespace], int]:
    """Return a function of ``kiosk.cli.rankings`` that is loaded when it is called."""

    def run(options: argparse.Namespace) -> int:
        status: int = getattr(import_module("kiosk.cli.rankings"), name)(options)
        return status

    return run


def _filters(parser: argparse.ArgumentParser) -> None:
    for name, meaning in _round_filters().items():
        parser.add_argument(f"--{name}", default=_GIVEN, **meaning)


def _separator(text: str) -> str:
    if text not in SEPARATORS:
        raise argparse.ArgumentTypeError(f"{text!r} is no separator: write ',', ';', '|' or tab")
    return SEPARATORS[text]


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not _YEARS.start <= day.year < _YEARS.stop:
        raise argparse.ArgumentTypeError(f"{text!r} is not a valid date: write it as in 2026-11-21")
    return day


def _round_filters() -> dict[str, dict[str, Any]]:
    return {
        "game": {"choices": registry.names()},
        "edition": {"metavar": "EDITION", "help": "see: kiosk rules"},
        "touch": {"choices": ("drag", "tap")},
        "table": {"metavar": "NAME", "help": "its name in its configuration (table.name)"},
        "period": {"choices": _PERIODS, "help": "by the store's calendar (default: all)"},
        "from": {"type": _day, "metavar": "DATE", "help": "the first day, as in 2026-11-21"},
        "to": {"type": _day, "metavar": "DATE", "help": "the last day"},
    }


def _simulation(parser: argparse.ArgumentParser) -> None:
    parser.description = "Simulated rounds of simple bots, of which one acts as much more often as the rounds suggest."
    parser.add_argument("names", nargs=2, metavar="NAME", help="two players, see: kiosk scores players")
    words = "simulated rounds for each handicap (default: 1000)"
    parser.add_argument("--rounds", type=number(100, 10**6), default=1000, metavar="N", help=words)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of all randomness (default: 1)")
    parser.add_argument("--workers", type=number(1, 256), metavar="N", help="processes (default: one per core)")
