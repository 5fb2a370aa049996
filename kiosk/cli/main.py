"""The command line: ``kiosk`` plays; ``kiosk --help`` lists what else there is."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from kiosk.cli import (
    backup,
    config,
    dice_board,
    doctor,
    first_boot,
    pin,
    play,
    replay,
    report,
    rules,
    scores,
    screen,
    simulate,
)
from kiosk.cli.common import Told
from kiosk.table_process.launcher import USAGE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status: 0 done, 2 what was asked for cannot be, told in one line each."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has read enough (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except PermissionError as error:
        what = error.filename or error.strerror
        print(f"{what}: this user may not: ask with sudo, or as the table's user", file=sys.stderr)  # noqa: T201
        return USAGE
    except Told as told:
        print(told, file=sys.stderr)  # noqa: T201
        return USAGE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kiosk", description="Ligretto at one touch table. Without a command: play.")
    play.add_to(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    adding = (play.add, screen.add, doctor.add, config.add, rules.add_rules, simulate.add, replay.add, dice_board.add)
    for add in (*adding, rules.add_referee, scores.add, backup.add, report.add, pin.add, first_boot.add):
        add(commands)
    return parser
