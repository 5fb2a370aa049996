"""What several commands share: their words to the user, and how their arguments are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from kiosk.settings import Settings

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
    from kiosk.config import ConfigError, load  # noqa: PLC0415

    try:
        return load(file)
    except ConfigError as error:
        raise Told(str(error)) from None


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
