"""Messages and argument parsers shared by several commands. Few imports: ``kiosk --help`` loads it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

P = TypeVar("P")


class Told(Exception):  # noqa: N818  it carries what the user is told
    """An error that ends a command. The message to the user: what is wrong, where, and what to do."""


def say(line: str) -> None:
    """Print a line and flush it, so that it appears at once in a pipe too."""
    print(line, flush=True)  # noqa: T201


def config_option(parser: argparse._ActionsContainer) -> None:
    """Add the option ``--config``."""
    words = "the table's configuration (default: four seats)"
    parser.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help=words)


def preset_of(name: str, presets: Mapping[str, P]) -> P:
    """Return the preset of that name, or raise Told."""
    if name not in presets:
        raise Told(f"{name!r} is no preset; there are: {', '.join(presets)}")
    return presets[name]


def number(lowest: int, highest: int) -> Callable[[str], int]:
    """Return a parser of an argument that is a whole number from ``lowest`` to ``highest``."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {lowest} to {highest}")
        return int(text)

    return read


def numbers(lowest: int, highest: int) -> Callable[[str], tuple[int, ...]]:
    """Return a parser of such numbers, separated by commas."""
    one = number(lowest, highest)
    return lambda text: tuple(map(one, text.split(",")))
