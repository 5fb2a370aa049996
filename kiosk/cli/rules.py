"""``kiosk rules``: print the rules in words."""

from __future__ import annotations

import argparse

from kiosk.cli.common import preset_of, say_text
from kiosk.rulebook import all_editions, edition, editions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the edition's name."""
    parser.add_argument("preset", nargs="?", metavar="PRESET")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print an edition's rules, or the list of editions."""
    say_text(editions() if options.preset is None else edition(preset_of(options.preset, all_editions())))
    return 0
