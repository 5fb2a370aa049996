"""Every command of the command line, from its parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from kiosk.cli.main import CommandParser, _parser


def commands(parser: CommandParser | None = None, words: tuple[str, ...] = ()) -> Iterator[tuple[str, CommandParser]]:
    """Yield every command with subcommands, such as ``scores void``, and its parser; first ``""``, which plays."""
    parser = parser or _parser()
    parser.load()
    yield " ".join(words), parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, deeper in action.choices.items():
                yield from commands(deeper, (*words, word))


ALL = dict(commands())
RUNNABLE = [name for name, parser in ALL.items() if parser.get_default("run")]
"""The commands that do something by themselves: not ``config``, which needs a subcommand."""
