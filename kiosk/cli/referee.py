"""``kiosk referee``: judge scripted situations by the rules."""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kiosk.cli.common import CommandError, file_name, say_all
from kiosk.referee.judge import judge, parse_scenario
from kiosk.referee.node import Malformed
from kiosk.system.files import MEGABYTE, read_regular, too_large

STDIN: Final = "-"

_LONGEST: Final = 4 * MEGABYTE
"""The longest scenario: some tens of thousands of commands."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scenario files."""
    parser.add_argument(
        "files", nargs="+", type=file_name, metavar="SCENARIO", help="a JSON file, or - for standard input"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a verdict for each situation."""
    try:
        lines = judge_files(options.files)
    except Malformed as error:
        raise CommandError(str(error)) from None
    say_all(lines)
    return 0


def judge_files(names: Sequence[str]) -> list[str]:
    """Return one line of JSON per file (``-``: standard input); ``Malformed`` names the first invalid file."""
    scenarios = []
    for name in names:
        try:
            scenarios.append(parse_scenario(_read(name)))
        except OSError as error:
            raise Malformed(name, f"$: cannot be read: {error.strerror}") from None
        except Malformed as error:
            raise Malformed(name, str(error)) from None
    return [json.dumps(judge(scenario)) for scenario in scenarios]


def _read(name: str) -> bytes:
    if name != STDIN:
        return read_regular(Path(name), _LONGEST)
    if sys.stdin is None:  # Python's value for a closed one
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    text = sys.stdin.buffer.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise too_large(Path(name), _LONGEST)
    return text
