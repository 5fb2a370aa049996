"""``kiosk pin``: set or remove the staff's PIN for the table's service menu."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from kiosk.cli.common import CommandError, say, typed_secret
from kiosk.service.pin import UnusablePin, forget_tries, pin_file, random_pin, set_pin

_INSTEAD: Final = "give the PIN with --stdin, or let --random choose one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands ``set`` and ``remove``."""
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    choose = actions.add_parser("set", help="set it (asks twice); this also ends a lockout")
    how = choose.add_mutually_exclusive_group()
    how.add_argument("--stdin", action="store_true", help="read it from standard input instead, one line")
    how.add_argument("--random", action="store_true", help="generate one, and print it")
    choose.set_defaults(run=run_set)
    remove = actions.add_parser("remove", help="remove it: then the table has no service menu")
    remove.set_defaults(run=run_remove)


def run_set(options: argparse.Namespace) -> int:
    """Set the PIN."""
    file = pin_file()
    pin = random_pin() if options.random else _line() if options.stdin else _asked()
    try:
        set_pin(file, pin)
        forget_tries(file)
    except UnusablePin as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{file}: the PIN cannot be saved ({error.strerror})") from None
    say(pin if options.random else "The PIN is set.")
    return 0


def run_remove(_: argparse.Namespace) -> int:
    """Remove the PIN."""
    file = pin_file()
    try:
        file.unlink(missing_ok=True)
        forget_tries(file)
    except OSError as error:
        raise CommandError(f"{file}: cannot be removed ({error.strerror})") from None
    say("The PIN is removed: the table has no service menu any more.")
    return 0


def _line() -> str:
    return sys.stdin.readline().rstrip("\n")


def _asked() -> str:
    pin = typed_secret("New PIN for the service menu: ", _INSTEAD)
    if pin != typed_secret("The same again: ", _INSTEAD):
        raise CommandError("these were two different PINs: nothing was changed, try again")
    return pin
