"""Every command of the command line, from its parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from kiosk.cli.main import CommandParser, command_parser


def arguments(parser: CommandParser) -> list[argparse.Action]:
    """Return the arguments of a parser; its commands are the choices of one of them."""
    return parser._actions


def commands(parser: CommandParser | None = None, words: tuple[str, ...] = ()) -> Iterator[tuple[str, CommandParser]]:
    """Yield every command with subcommands, such as ``scores void``, and its parser; first ``""``, which plays."""
    parser = parser or command_parser()
    parser.load()
    yield " ".join(words), parser
    for argument in arguments(parser):
        for word, deeper in argument.choices.items() if isinstance(argument.choices, Mapping) else ():
            if isinstance(deeper, CommandParser):
                yield from commands(deeper, (*words, word))


ALL = dict(commands())
RUNNABLE = [name for name, parser in ALL.items() if parser.get_default("run")]
"""The commands that do something by themselves: not ``config``, which needs a subcommand."""
