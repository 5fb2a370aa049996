"""``kiosk rules`` and ``kiosk referee``: the rules in words, and applied."""

from __future__ import annotations

import argparse

from kiosk.cli.common import Commands, Told, preset_of


def add_rules(commands: Commands) -> None:
    """``kiosk rules``."""
    rules = commands.add_parser("rules", help="an edition's rules in plain words; without PRESET: the editions")
    rules.add_argument("preset", nargs="?", metavar="PRESET")
    rules.set_defaults(run=_rules)


def add_referee(commands: Commands) -> None:
    """``kiosk referee``."""
    referee = commands.add_parser("referee", help="judge scripted situations; a JSON object each")
    referee.add_argument("files", nargs="+", metavar="SCENARIO", help="a JSON file, or - for standard input")
    referee.set_defaults(run=_referee)


def _rules(options: argparse.Namespace) -> int:
    from kiosk.rulebook import EDITIONS, edition, editions  # noqa: PLC0415

    print(editions() if options.preset is None else edition(preset_of(options.preset, EDITIONS)))  # noqa: T201
    return 0


def _referee(options: argparse.Namespace) -> int:
    from kiosk.referee.node import Malformed  # noqa: PLC0415
    from kiosk.referee.reader import judge_files  # noqa: PLC0415

    try:
        lines = judge_files(options.files)
    except Malformed as error:
        raise Told(str(error)) from None
    print("\n".join(lines))  # noqa: T201
    return 0
