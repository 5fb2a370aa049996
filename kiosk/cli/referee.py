"""``kiosk referee``: judge scripted situations by the rules."""

from __future__ import annotations

import argparse

from kiosk.cli.common import Told, say_all
from kiosk.referee.node import Malformed
from kiosk.referee.reader import judge_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scenario files."""
    parser.add_argument("files", nargs="+", metavar="SCENARIO", help="a JSON file, or - for standard input")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a verdict for each situation."""
    try:
        lines = judge_files(options.files)
    except Malformed as error:
        raise Told(str(error)) from None
    say_all(lines)
    return 0
