"""What several commands share: their words to the user, and how their arguments are read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from kiosk.system import paths

if TYPE_CHECKING:
    from kiosk.config.schema import Settings

P = TypeVar("P")


class Told(Exception):  # noqa: N818  it carries what the user is told
    """What is wrong, where, and what to do, in words for the user."""


class Commands(Protocol):
    """Where a command is added: what ``ArgumentParser.add_subparsers`` returns."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser:  # noqa: A002  argparse's own word
        """The parser of a new command."""


def say(line: str) -> None:
    """Print a line that somebody may be waiting for."""
    print(line, flush=True)  # noqa: T201


def config_option(parser: argparse._ActionsContainer) -> None:
    """The option ``--config``."""
    words = "the table's configuration (default: four seats)"
    parser.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help=words)


def settings_of(file: Path | None) -> Settings:
    """The configuration in ``file``, by default the packaged one. Told if it cannot be used."""
    from kiosk.config.loader import ConfigError, load  # noqa: PLC0415

    try:
        return load(file)
    except ConfigError as error:
        raise Told(str(error)) from None


def last_good_option(parser: argparse._ActionsContainer) -> None:
    """The option ``--last-good``, of services."""
    words = "where the configuration cannot be used, start with the last good one (of a service: no table stays dark)"
    parser.add_argument("--last-good", action="store_true", help=words)


def usable_settings(options: argparse.Namespace) -> tuple[Settings, str]:
    """The configuration that was asked for and "", or with ``--last-good`` the last good one and what is told of that.

    Told if neither can be used.
    """
    try:
        return settings_of(options.config), ""
    except Told as error:
        if not options.last_good:
            raise
        return last_good_instead(error), INSTEAD


def last_good_instead(error: Exception) -> Settings:
    """The last good configuration; what is wrong with the other is written for the log. ``error`` as Told without."""
    from kiosk.config.loader import ConfigError, load  # noqa: PLC0415

    print(error, file=sys.stderr)  # noqa: T201
    try:
        settings = load(paths.last_good_file())
    except ConfigError:
        raise Told("There is no last good configuration either: mend the one that there is") from None
    print(f"{INSTEAD} ({paths.last_good_file()})", file=sys.stderr)  # noqa: T201
    return settings


INSTEAD: Final = "The configuration cannot be used: the last good one is in use. For the staff: kiosk doctor"
"""Told to the staff: in the log, by the doctor, on the table."""


def preset_of(name: str, presets: Mapping[str, P]) -> P:
    """The preset of that name. Told if there is none."""
    if name not in presets:
        raise Told(f"{name!r} is no preset; there are: {', '.join(presets)}")
    return presets[name]


def number(lowest: int, highest: int) -> Callable[[str], int]:
    """Reads an argument that is a whole number from ``lowest`` to ``highest``."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {lowest} to {highest}")
        return int(text)

    return read


def numbers(lowest: int, highest: int) -> Callable[[str], tuple[int, ...]]:
    """Reads several of them, with commas."""
    one = number(lowest, highest)
    return lambda text: tuple(map(one, text.split(",")))
